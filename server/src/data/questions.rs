//! The questions and cards of the questionnaire: as the file has them, as they are served, and as the description shows them.
//!
//! The answer is the file to the letter: the fields stand in the file's order, and what is left out there is left out here. A
//! field that is not listed here is refused when the service starts, because the description would not know it.

use crate::data::attachment::Attachment;
use serde::{Deserialize, Serialize};
use stylebox_core::delivery::flow::Flow;
use stylebox_core::style::quiz_answer::{
    AnswerChoice, AnswerProperties, AnswerValidations, AnsweredQuestion, QuestionType,
};
use stylebox_core::style::style_profile::Section;
use stylebox_core::values::count::Count;
use utoipa::ToSchema;

/// A question of the questionnaire.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The key of its answer in the responses.
    #[serde(rename = "ref")]
    pub reference: String,
    /// What kind of answer it asks for.
    #[serde(rename = "type")]
    pub kind: QuestionType,
    /// What is asked.
    pub title: String,
    /// The section that it belongs to.
    pub onboarding_section: Section,
    /// The picture beside the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub attachment: Option<Attachment>,
    /// How it is asked, and which answers it takes.
    pub properties: QuestionProperties,
    /// What is required of the answer.
    pub validations: Validations,
}

/// How a question is asked, and which answers it takes. A property that does not apply is left out.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionProperties {
    /// A line under the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description: Option<String>,
    /// Whether the answer is the choice's `ref`, not its label.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub answer: Option<AnswerKey>,
    /// The only flow in which it is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub flow: Option<Flow>,
    /// The control, if the type has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub control: Option<Control>,
    /// The deck whose swipes are the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub deck: Option<Deck>,
    /// What an empty text field shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub placeholder: Option<String>,
    /// The most characters of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub max_length: Option<Count>,
    /// Whether several choices may be chosen; the answer is then a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub allow_multiple_selection: Option<bool>,
    /// Whether the pictures are shown large.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub supersized: Option<bool>,
    /// The least number, or the lower end of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub min: Option<Count>,
    /// The greatest number, or the upper end of a range; of colors, how many may be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub max: Option<Count>,
    /// The distance between the numbers that are taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub step: Option<Count>,
    /// The least distance between the ends of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub gap: Option<Count>,
    /// The answer that the control starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub default: Option<String>,
    /// The choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub choices: Option<Vec<Choice>>,
    /// A group's questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, no_recursion)]
    pub fields: Option<Vec<Question>>,
}

/// What is stored as the answer, if it is not the choice's label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKey {
    /// The choice's `ref`.
    Ref,
}

/// The control by which a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// A slider with two ends.
    Range,
    /// A swipe deck.
    Shuffle,
    /// A calendar.
    Calendar,
}

/// A deck of cards that are swiped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deck {
    /// The style shuffle of the quiz.
    Shuffle,
    /// The daily deck of the style profile.
    Reshuffle,
}

/// A choice of a question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Its key, which is the answer if the question's `answer` says so.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Its text, which is the answer otherwise.
    pub label: String,
    /// A line under the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description: Option<String>,
    /// The address of its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub image: Option<String>,
    /// The color, if the choice is one: `#1c2a44`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub hex: Option<String>,
}

/// What is required of an answer.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Validations {
    /// Whether there must be one.
    pub required: bool,
}

/// A card of a swipe deck: an outfit or a garment that the customer likes or dislikes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShuffleCard {
    /// Its id, under which the swipe is stored.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// The address of its picture.
    pub image: String,
    /// The style words that a like speaks for.
    pub styles: Vec<String>,
}

impl Question {
    /// Whether it has an answer: a group has none itself, and of the statements only a swipe deck has one.
    pub(super) fn has_answer(&self) -> bool {
        match self.kind {
            QuestionType::Group => false,
            QuestionType::Statement => self.properties.control.is_some(),
            _ => true,
        }
    }

    /// The question as core checks an answer against it.
    pub(super) fn for_core(&self) -> AnsweredQuestion {
        let QuestionProperties { choices, allow_multiple_selection, min, max, step, gap, max_length, .. } =
            &self.properties;
        let choice =
            |choice: &Choice| AnswerChoice { reference: Some(choice.reference.clone()), label: choice.label.clone() };
        AnsweredQuestion {
            reference: self.reference.clone(),
            kind: self.kind,
            properties: Some(AnswerProperties {
                choices: choices.as_ref().map(|choices| choices.iter().map(choice).collect()),
                allow_multiple_selection: *allow_multiple_selection,
                min: *min,
                max: *max,
                step: *step,
                gap: *gap,
                max_length: *max_length,
                answer: self.properties.answer.map(|AnswerKey::Ref| "ref".to_owned()),
                control: self.properties.control.map(|control| control.as_str().to_owned()),
            }),
            validations: Some(AnswerValidations { required: Some(self.validations.required) }),
        }
    }
}

impl Control {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Range => "range",
            Self::Shuffle => "shuffle",
            Self::Calendar => "calendar",
        }
    }
}
