//! An email as a value made of parts. How the parts look is decided only here: as plain text, and as HTML by
//! `server/templates/email.html`, in the colors of the page.

use crate::platform::colors::{COLORS, Colors};
use askama::Template;
use std::fmt::Write;
use stylebox_core::brand;

/// The contents of an email, between the greeting and the footer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmailContent {
    pub subject: String,
    parts: Vec<Part>,
    /// Why the recipient gets it; `None` if it is because of their account.
    because: Option<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Paragraph(String),
    Rows(Vec<Row>),
    Button { label: &'static str, page: String },
}

/// Why most recipients get an email.
const BECAUSE_OF_ACCOUNT: &str = "you have an account with us";

/// A row: a label and an amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub(crate) label: String,
    /// `None` for a row without an amount.
    pub(crate) value: Option<String>,
    /// Whether it is the sum of the rows above.
    pub(crate) is_total: bool,
}

/// What the template shows.
#[derive(Template)]
#[template(path = "email.html")]
struct Html<'a> {
    email: &'a EmailContent,
    name: &'a str,
    look: &'a Colors,
}

impl Row {
    /// A row without an amount.
    pub fn of(label: impl Into<String>) -> Self {
        Self { label: label.into(), value: None, is_total: false }
    }

    /// A row with an amount.
    pub fn with(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: Some(value.into()), is_total: false }
    }

    /// The row of the sum.
    pub fn total(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { is_total: true, ..Self::with(label, value) }
    }
}

impl EmailContent {
    /// An email without contents.
    pub fn about(subject: impl Into<String>) -> Self {
        Self { subject: subject.into(), parts: Vec::new(), because: None }
    }

    #[must_use]
    pub fn paragraph(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Paragraph(text.into()));
        self
    }

    /// Adds rows; nothing if there are none.
    #[must_use]
    pub fn rows(mut self, rows: impl IntoIterator<Item = Row>) -> Self {
        let rows: Vec<Row> = rows.into_iter().collect();
        if !rows.is_empty() {
            self.parts.push(Part::Rows(rows));
        }
        self
    }

    /// Adds a button that leads to a page. The paragraph before it says what for.
    #[must_use]
    pub fn button(mut self, label: &'static str, page: impl Into<String>) -> Self {
        self.parts.push(Part::Button { label, page: page.into() });
        self
    }

    /// Says in the footer why the recipient gets it: "You are receiving this email because …".
    #[must_use]
    pub const fn because(mut self, reason: &'static str) -> Self {
        self.because = Some(reason);
        self
    }

    /// The footer's sentence about why the recipient gets it.
    fn reason(&self) -> String {
        format!("You are receiving this email because {}.", self.because.unwrap_or(BECAUSE_OF_ACCOUNT))
    }

    /// The email as plain text, greeting `name` and signed by the product.
    #[must_use]
    pub fn text(&self, name: &str) -> String {
        let mut text = format!("Hello {},\n\n", on_one_line(name));
        let mut leads_on = false;
        for part in &self.parts {
            match part {
                Part::Paragraph(words) => text.push_str(words),
                // A paragraph that ends with a colon says what the link is for.
                Part::Button { page, .. } if leads_on => text.push_str(page),
                Part::Button { label, page } => {
                    let _ = write!(text, "{label}:\n{page}");
                }
                Part::Rows(rows) => text.push_str(&rows.iter().map(Row::text).collect::<Vec<_>>().join("\n")),
            }
            leads_on = matches!(part, Part::Paragraph(words) if words.ends_with(':'));
            text.push_str("\n\n");
        }
        let _ = writeln!(text, "{} by {}\n", brand::PRODUCT, brand::RETAILER);
        let (phone, hours, email) = (brand::SUPPORT_PHONE, brand::SUPPORT_HOURS, brand::SUPPORT_EMAIL);
        let _ = writeln!(text, "Questions? {phone} ({hours}) or {email}\n\n{}", self.reason());
        text
    }

    /// The same email as HTML.
    ///
    /// # Errors
    /// If the template fails.
    pub fn html(&self, name: &str) -> Result<String, askama::Error> {
        Html { email: self, name: &on_one_line(name), look: &COLORS }.render()
    }

    /// What a mail program shows beside the subject: the first paragraph.
    fn preview(&self) -> &str {
        let first = self.parts.iter().find_map(|part| match part {
            Part::Paragraph(words) => Some(words.as_str()),
            Part::Rows(_) | Part::Button { .. } => None,
        });
        first.unwrap_or_default()
    }
}

impl Row {
    fn text(&self) -> String {
        match &self.value {
            Some(value) => format!("  {}: {value}", self.label),
            None => format!("  {}", self.label),
        }
    }
}

/// After the greeting of the HTML.
const BEGINNING: &str = "<!-- beginning -->";

/// The text of an email with a paragraph before all that it says.
#[must_use]
pub fn text_after(paragraph: &str, text: &str) -> String {
    match text.split_once("\n\n") {
        Some((greeting, rest)) => format!("{greeting}\n\n{paragraph}\n\n{rest}"),
        None => format!("{paragraph}\n\n{text}"),
    }
}

/// The HTML of an email with a paragraph before all that it says. The paragraph is a text of ours: it has no markup.
#[must_use]
pub fn html_after(paragraph: &str, html: &str) -> String {
    let ink = COLORS.ink;
    let added =
        format!("<p class=\"ink\" style=\"margin: 0 0 16px; color: {ink}; overflow-wrap: anywhere;\">{paragraph}</p>");
    html.replacen(BEGINNING, &added, 1)
}

/// The longest word with a hyphen that stays on one line, in bytes: it fits on a phone.
const LONGEST_WHOLE: usize = 20;

/// Whether a word with a hyphen stays on one line.
fn stays_whole(word: &str) -> bool {
    word.contains('-') && word.len() <= LONGEST_WHOLE
}

/// The longest name that an email uses, in characters.
const LONGEST_NAME: usize = 60;

/// A name on one line and of limited length. Anybody can register with another person's address and choose a name, which must not
/// become a message of its own.
#[must_use]
pub fn on_one_line(name: &str) -> String {
    let plain: String = name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::{EmailContent, Row, html_after, on_one_line, text_after};

    #[test]
    fn a_name_starts_no_line_and_has_at_most_60_characters() {
        assert_eq!(on_one_line("Ann Marie"), "Ann Marie");
        assert_eq!(on_one_line(" Ann\r\n\nhttp://evil.example/\u{1b}[31m"), "Ann http://evil.example/ [31m");
        assert_eq!(on_one_line(&"ö".repeat(61)), "ö".repeat(60));
    }

    #[test]
    fn parts_are_apart_and_rows_are_together() {
        let content = EmailContent::about("A subject")
            .paragraph("This is what you are keeping:")
            .rows([Row::of("A scarf"), Row::with("Tax", "$1.00")])
            .rows([])
            .button("Open the shop", "http://shop.test/");
        let said = "Hello Ann,\n\nThis is what you are keeping:\n\n  A scarf\n  Tax: $1.00\n\nOpen the shop:\nhttp://shop.test/\n\nStylebox by \
                    Marlowe\n\nQuestions? (800) 555-0142 (Mon-Fri 9am-5pm CST) or hello@marlowe.example\n\nYou are receiving this email because you \
                    have an account with us.\n";
        assert_eq!(content.text("Ann"), said);
    }

    #[test]
    fn a_link_has_its_label_unless_the_words_before_it_lead_on() {
        let content = EmailContent::about("A subject").paragraph("Please do it.").button("Do it", "http://shop.test/");
        assert!(
            content.text("Ann").contains("Please do it.\n\nDo it:\nhttp://shop.test/\n\n"),
            "{}",
            content.text("Ann")
        );
    }

    #[test]
    fn a_paragraph_can_be_said_before_all_others() {
        let content = EmailContent::about("A subject").paragraph("Please do it.").button("Do it", "http://shop.test/");
        let text = text_after("It is late.", &content.text("Ann"));
        assert!(text.starts_with("Hello Ann,\n\nIt is late.\n\nPlease do it.\n\nDo it:\n"), "{text}");
        let html = html_after("It is late.", &content.html("Ann").unwrap());
        let places =
            ["Hello Ann,</p>", ">It is late.</p>", ">Please do it.</p>"].map(|words| html.rfind(words).unwrap());
        assert!(places.is_sorted(), "{html}");
        assert_eq!(html_after("It is late.", ""), "");
    }

    #[test]
    fn the_footer_says_why_the_email_comes() {
        let content = EmailContent::about("A subject").because("you asked for it");
        for said in [content.text("Ann"), content.html("Ann").unwrap()] {
            assert!(said.contains("You are receiving this email because you asked for it."), "{said}");
        }
    }

    #[test]
    fn the_html_says_the_same_and_nothing_in_it_is_markup_of_others() {
        let content = EmailContent::about("A <b>subject</b>")
            .paragraph("Keep \"it\" & wear it:")
            .rows([Row::with("<img src=x>", "$1.00"), Row::total("Total", "$2.00")])
            .button("Open <i>", "http://shop.test/?a=1&b=\"2\"");
        let html = content.html("<script>Ann").unwrap();
        for markup in ["<b>", "<img", "<i>", "<script>"] {
            assert!(!html.contains(markup), "{markup} in {html}");
        }
        let said = ["Hello", "Keep", "wear it", "$1.00", "$2.00", "http://shop.test/?a=1", "Stylebox by Marlowe"];
        for words in said {
            assert!(html.contains(words), "{words} not in {html}");
        }
        assert!(!html.contains("http://shop.test/?a=1&b=\"2\""), "the address ends its attribute");
    }
}
