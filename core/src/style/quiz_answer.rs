//! Checks an answer against its question of the questionnaire (spec A, section 3). The server and the screens use the same checks.

use crate::{
    policy,
    style::{birthday, denim_spend},
    values::{
        business_time::{Date, Instant},
        count::Count,
        issue::Issue,
        message::Message,
        normalize,
        responses::is_answer,
        words::words,
    },
    wire::{Input, Json},
};
use std::borrow::Cow;

/// The question whose answer is the day of birth (spec A, section 5).
const BIRTHDAY: &str = "birthday";

words! {
    /// The kind of answer that a question asks for.
    pub enum QuestionType {
        /// One of the choices, from a list.
        Dropdown = "dropdown",
        /// A line.
        ShortText = "short_text",
        /// A number, or a range on a slider.
        Number = "number",
        /// A day.
        Date = "date",
        /// Several lines.
        LongText = "long_text",
        /// One or several of the choices, each with a picture.
        PictureChoice = "picture_choice",
        /// One or several of the choices.
        MultipleChoice = "multiple_choice",
        /// Yes or no, as a JSON boolean.
        YesOrNo = "yes_or_no",
        /// One or several of the choices, one picture after the other.
        PictureChoiceCarousel = "picture_choice_carousel",
        /// The addresses of pictures that were uploaded.
        FileUpload = "file_upload",
        /// No answer, or the swipes of the style shuffle.
        Statement = "statement",
        /// No answer of its own: its fields are questions.
        Group = "group",
        /// Colors to avoid.
        DislikedColors = "designs_disliked_colors",
    }
}

/// A choice of a question.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct AnswerChoice {
    /// Its key, which is stored if the question says so.
    #[serde(default, rename = "ref")]
    pub reference: Option<String>,
    /// Its text, which is stored otherwise.
    pub label: String,
}

/// The properties that a question sets for its answer.
#[derive(Debug, Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AnswerProperties {
    /// The choices, or the cards of a shuffle by their ids. If there are none, every text is a choice.
    #[serde(default)]
    pub choices: Option<Vec<AnswerChoice>>,
    /// Whether several may be chosen; the answer is then a list.
    #[serde(default)]
    pub allow_multiple_selection: Option<bool>,
    /// The least number, or the lower end of a range; 0 if it is missing.
    #[serde(default)]
    pub min: Option<Count>,
    /// The greatest number, the upper end of a range, or the most colors.
    #[serde(default)]
    pub max: Option<Count>,
    /// The distance between accepted numbers, counted from the least.
    #[serde(default)]
    pub step: Option<Count>,
    /// The least distance between the ends of a range.
    #[serde(default)]
    pub gap: Option<Count>,
    /// The most characters of a text.
    #[serde(default)]
    pub max_length: Option<Count>,
    /// `ref` if the choice's key is stored instead of its text.
    #[serde(default)]
    pub answer: Option<String>,
    /// How it is asked: `range` is a slider with two ends, `shuffle` the style shuffle.
    #[serde(default)]
    pub control: Option<String>,
}

impl AnswerProperties {
    /// The choices as they are stored: by their keys or their texts.
    pub fn stored_choices(&self) -> impl Iterator<Item = &str> {
        let by_key = self.answer.as_deref() == Some("ref");
        let choices = self.choices.iter().flatten();
        choices.filter_map(move |choice| if by_key { choice.reference.as_deref() } else { Some(choice.label.as_str()) })
    }
}

/// Requirements of an answer.
#[derive(Debug, Clone, Copy, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AnswerValidations {
    /// Whether there must be one.
    #[serde(default)]
    pub required: Option<bool>,
}

/// A question of the questionnaire.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AnsweredQuestion {
    /// Its key in the responses.
    #[serde(rename = "ref")]
    pub reference: String,
    /// What kind of answer it asks for.
    #[serde(rename = "type")]
    pub kind: QuestionType,
    /// Choices and limits; null if there are none.
    #[serde(default)]
    pub properties: Option<AnswerProperties>,
    /// The requirements of its answer.
    #[serde(default)]
    pub validations: Option<AnswerValidations>,
}

/// An answer to a question.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct QuizAnswer {
    /// What the value is checked against.
    pub question: AnsweredQuestion,
    /// The answer. Null, blank text and an empty list remove an answer; a required answer can only be changed.
    #[serde(default)]
    pub value: Json,
    /// The moment at which it is checked. It matters only for the day of birth, which is not checked against it if it is missing.
    #[serde(default)]
    pub now: Option<Instant>,
}

/// `quiz_answer.validate`: what is wrong with the answer, under the key `value`.
#[must_use]
pub fn validate(answer: &QuizAnswer) -> Vec<Issue> {
    let QuizAnswer { question, value, now } = answer;
    parse(question, value, *now).err().map(|message| Issue::new("value", message)).into_iter().collect()
}

/// The answer to `question` as it is stored; null removes the one before.
///
/// # Errors
/// What is wrong with it.
pub fn parse(question: &AnsweredQuestion, value: &Json, now: Option<Instant>) -> Result<Json, Message> {
    let stored = match value {
        Json::Text(text) => Json::Text(stored_text(&question.reference, text).into_owned()),
        other => other.clone(),
    };
    check(question, &stored, now)?;
    Ok(if is_answer(&stored) { stored } else { Json::Null })
}

/// The text of an answer as it is stored. Notes end at the marker that an old client appended to them (`normalize.notes`).
#[must_use]
pub fn stored_text<'text>(reference: &str, text: &'text str) -> Cow<'text, str> {
    if reference == policy::NOTES_QUESTION { normalize::notes(text).into() } else { text.into() }
}

fn check(question: &AnsweredQuestion, value: &Json, now: Option<Instant>) -> Result<(), Message> {
    let asks = !matches!(question.kind, QuestionType::Statement | QuestionType::Group);
    let required = question.validations.and_then(|validations| validations.required).unwrap_or(false);
    if !is_answer(value) {
        return if asks && required { Err(Message::REQUIRED) } else { Ok(()) };
    }
    let nothing_said = AnswerProperties::default();
    let properties = question.properties.as_ref().unwrap_or(&nothing_said);
    match question.kind {
        QuestionType::ShortText => text(value, properties, policy::SHORT_TEXT_MAX_LENGTH),
        QuestionType::LongText => text(value, properties, policy::LONG_TEXT_MAX_LENGTH),
        QuestionType::Number if properties.control.as_deref() == Some("range") => range(value, properties),
        QuestionType::Number => match value {
            Json::Number(number) => within(*number, properties),
            _ => Err(Message::ANSWER_MALFORMED),
        },
        QuestionType::Date => {
            let text = value.as_text().ok_or(Message::DATE_MALFORMED)?;
            match now.filter(|_| question.reference == BIRTHDAY) {
                Some(now) => birthday::parse_answer(text, now).map(|_| ()),
                None => text.parse::<Date>().map(|_| ()).map_err(|_| Message::DATE_MALFORMED),
            }
        }
        QuestionType::YesOrNo => if_well_formed(matches!(value, Json::Bool(_))),
        QuestionType::FileUpload => match texts(value).map(|texts| texts.len()) {
            Some(count) if u64::try_from(count).is_ok_and(|count| count <= policy::MAX_PHOTOS) => Ok(()),
            Some(_) => Err(Message::TOO_MANY_PHOTOS),
            None => Err(Message::ANSWER_MALFORMED),
        },
        QuestionType::Statement if properties.control.as_deref() == Some("shuffle") => swipes(value, properties),
        QuestionType::Statement => Err(Message::ANSWER_MALFORMED),
        QuestionType::Group => Err(Message::ANSWER_MALFORMED),
        QuestionType::DislikedColors => match value {
            Json::List(colors) if colors.len() > policy::MAX_DISLIKED_COLORS => Err(Message::TOO_MANY_COLORS),
            _ => choice(value, properties),
        },
        QuestionType::Dropdown
        | QuestionType::MultipleChoice
        | QuestionType::PictureChoice
        | QuestionType::PictureChoiceCarousel => choice(value, properties),
    }
}

fn if_well_formed(well_formed: bool) -> Result<(), Message> {
    if well_formed { Ok(()) } else { Err(Message::ANSWER_MALFORMED) }
}

fn text(value: &Json, properties: &AnswerProperties, longest: usize) -> Result<(), Message> {
    let text = value.as_text().ok_or(Message::ANSWER_MALFORMED)?;
    let asked = properties.max_length.and_then(|most| usize::try_from(most.get()).ok());
    let most = asked.unwrap_or(longest);
    if text.chars().count() > most { Err(Message::too_long(most)) } else { Ok(()) }
}

/// Checks for one of the choices, or for a list of them if several may be chosen.
fn choice(value: &Json, properties: &AnswerProperties) -> Result<(), Message> {
    let is_list = matches!(value, Json::List(_));
    if is_list != properties.allow_multiple_selection.unwrap_or(false) {
        return Err(Message::ANSWER_MALFORMED);
    }
    let chosen = texts(value).ok_or(Message::ANSWER_MALFORMED)?;
    let is_open = properties.choices.as_ref().is_none_or(Vec::is_empty);
    let is_choice = |text: &&str| is_open || properties.stored_choices().any(|choice| choice == *text);
    if chosen.iter().all(is_choice) { Ok(()) } else { Err(Message::CHOICE_UNKNOWN) }
}

/// The texts of a list, or the one text that `value` is.
fn texts(value: &Json) -> Option<Vec<&str>> {
    match value {
        Json::List(items) => items.iter().map(Json::as_text).collect(),
        _ => value.as_text().map(|text| vec![text]),
    }
}

/// Checks that every card is liked or disliked and, if the question lists its cards, is one of them.
fn swipes(value: &Json, properties: &AnswerProperties) -> Result<(), Message> {
    let Json::Object(swiped) = value else { return Err(Message::ANSWER_MALFORMED) };
    if !swiped.iter().all(|(_, swipe)| matches!(swipe.as_text(), Some("like" | "dislike"))) {
        return Err(Message::ANSWER_MALFORMED);
    }
    let cards = properties.choices.as_deref().unwrap_or_default();
    let is_card = |card: &str| cards.is_empty() || cards.iter().any(|known| known.reference.as_deref() == Some(card));
    if swiped.iter().all(|(card, _)| is_card(card)) { Ok(()) } else { Err(Message::CHOICE_UNKNOWN) }
}

/// Checks that the number is between the least and the greatest, and on a step.
fn within(number: f64, properties: &AnswerProperties) -> Result<(), Message> {
    let least = properties.min.unwrap_or_default();
    if number < least.as_f64() {
        return Err(Message::number_too_small(least));
    }
    if let Some(most) = properties.max.filter(|most| number > most.as_f64()) {
        return Err(Message::number_too_large(most));
    }
    let is_off = |step: &Count| step.get() > 0 && ((number - least.as_f64()) / step.as_f64()).fract() != 0.0;
    properties.step.filter(is_off).map_or(Ok(()), |step| Err(Message::number_off_step(step)))
}

/// Checks both ends of a slider in the form in which they are shown: `$90 - $300`.
fn range(value: &Json, properties: &AnswerProperties) -> Result<(), Message> {
    let (low, high) = value.as_text().and_then(denim_spend::ends).ok_or(Message::ANSWER_MALFORMED)?;
    within(low, properties)?;
    within(high, properties)?;
    if_well_formed(high - low >= properties.gap.unwrap_or_default().as_f64())
}
