//! The form in which something typed is sent and compared (spec A, section 5).

use crate::values::{fields::digits, search::split_once};

/// The marker between an answer and what an old client appended to it (spec A, section 3).
const NOTES_MARKER: &str = "DateTime";

/// `normalize.card_number`: without dashes and spaces.
#[must_use]
pub fn card_number(text: &str) -> String {
    let mut number = text.to_owned();
    number.retain(|character| !matches!(character, '-' | ' '));
    number
}

/// `normalize.phone`: the digits alone, without the country's 1.
#[must_use]
pub fn phone(text: &str) -> String {
    let mut digits = digits(text);
    if without_country(&digits).len() < digits.len() {
        digits.remove(0);
    }
    digits
}

/// The digits without a leading 1 if there are eleven.
pub(crate) fn without_country(digits: &str) -> &str {
    digits.strip_prefix('1').filter(|_| digits.len() == 11).unwrap_or(digits)
}

/// `normalize.expiration`: without slashes.
#[must_use]
pub fn expiration(text: &str) -> String {
    text.replace('/', "")
}

/// `normalize.notes`: the text before the first marker, without white space at its end.
#[must_use]
pub fn notes(text: &str) -> String {
    split_once(text, NOTES_MARKER).map_or(text, |(notes, _)| notes).trim_end().to_owned()
}
