//! The questionnaire: served as it is written, and read as the rules take it.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::HashSet;
use stylebox_core::delivery::flow::Flow;
use stylebox_core::quiz::answers::Responses;
use stylebox_core::quiz::quiz_answer::{AnswerChoice, AnsweredQuestion, QuestionType};
use stylebox_core::quiz::quiz_step::{self, QuizStep, StepQuestion};
use stylebox_core::quiz::style_profile::{self, ProfileQuestion, ProfileStats, Section, StyleProfile};

/// The file as it is written.
#[derive(Debug, Deserialize)]
struct Written {
    name: String,
    questions: Vec<Value>,
    delivery_questions: Vec<Value>,
    profile_questions: Vec<Value>,
    shuffle: Vec<Value>,
    reshuffle: Vec<Value>,
}

/// The questions that customers answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Written")]
pub struct Questionnaire {
    /// Its name, which a customer's style profile takes.
    pub name: String,
    /// The quiz's steps in order, as they are served.
    pub questions: Vec<Value>,
    /// What is asked after the quiz, as it is served: how, how often, where and when.
    pub delivery_questions: Vec<Value>,
    /// What is asked in the style profile alone, as it is served: photos, and the daily deck.
    pub profile_questions: Vec<Value>,
    /// The cards of the style shuffle, as they are served.
    pub shuffle: Vec<Value>,
    /// The cards of the daily deck in their order, as they are served; a day has a few of them.
    pub reshuffle: Vec<Value>,
    /// The lists that are the same for everybody, as JSON text.
    pub served: Served,
    /// Every question that has an answer, groups given as their fields; the quiz's first.
    asked: Vec<Question>,
}

/// The questionnaire's lists as they are served, written once: they are most of what the questionnaire's call answers.
#[derive(Debug, Clone)]
pub struct Served {
    pub(crate) questions: Box<RawValue>,
    /// What is asked after the quiz.
    pub(crate) delivery_questions: Box<RawValue>,
    /// What is asked in the style profile alone.
    pub(crate) profile_questions: Box<RawValue>,
    /// The cards of the style shuffle.
    pub(crate) shuffle: Box<RawValue>,
}

/// A question that has an answer.
#[derive(Debug, Clone)]
pub struct Question {
    /// The question, as its answer is checked against.
    pub asked: AnsweredQuestion,
    /// The section that it belongs to.
    pub section: Section,
    /// Asked in that flow only.
    pub flow: Option<Flow>,
    /// Whether it is part of the quiz, and so of the style profile.
    pub in_quiz: bool,
    /// The deck whose swipes are its answer.
    pub deck: Option<Deck>,
}

/// A deck of cards that are swiped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deck {
    /// The style shuffle of the quiz.
    Shuffle,
    /// The daily deck of the style profile.
    Reshuffle,
}

/// A card's form in the file, as far as it matters here.
#[derive(Debug, Deserialize)]
struct Card {
    id: String,
    title: String,
}

/// A question's form in the file, as far as it matters here.
#[derive(Debug, Deserialize)]
struct Entry {
    #[serde(rename = "type")]
    kind: QuestionType,
    onboarding_section: Section,
    #[serde(default)]
    properties: EntryProperties,
}

#[derive(Debug, Default, Deserialize)]
struct EntryProperties {
    #[serde(default)]
    fields: Vec<Value>,
    #[serde(default)]
    flow: Option<Flow>,
    #[serde(default)]
    control: Option<String>,
    #[serde(default)]
    deck: Option<Deck>,
}

/// A group has none itself, and of the statements only the shuffle has one.
fn has_answer(entry: &Entry) -> bool {
    match entry.kind {
        QuestionType::Group => false,
        QuestionType::Statement => entry.properties.control.is_some(),
        _ => true,
    }
}

impl TryFrom<Written> for Questionnaire {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let Written { name, questions, delivery_questions, profile_questions, shuffle, reshuffle } = written;
        let mut asked = Vec::new();
        for (list, in_quiz) in [(&questions, true), (&delivery_questions, false), (&profile_questions, false)] {
            for question in list {
                gather(question, None, in_quiz, &mut asked)?;
            }
        }
        let mut seen = HashSet::new();
        if let Some(twice) = asked.iter().find(|question| !seen.insert(question.asked.reference.as_str())) {
            return Err(format!("the question {} is there twice", twice.asked.reference));
        }
        let written_out = |list: &Vec<Value>| serde_json::value::to_raw_value(list).map_err(|error| error.to_string());
        let served = Served {
            questions: written_out(&questions)?,
            delivery_questions: written_out(&delivery_questions)?,
            profile_questions: written_out(&profile_questions)?,
            shuffle: written_out(&shuffle)?,
        };
        let mut questionnaire =
            Self { name, questions, delivery_questions, profile_questions, shuffle, reshuffle, served, asked };
        questionnaire.list_cards()?;
        Ok(questionnaire)
    }
}

/// Adds a question, or a group's fields, which are asked in the group's flow.
fn gather(written: &Value, group_flow: Option<Flow>, in_quiz: bool, asked: &mut Vec<Question>) -> Result<(), String> {
    let wrong = |error: serde_json::Error| format!("{error} in the question {}", written["ref"]);
    let entry = Entry::deserialize(written).map_err(wrong)?;
    let flow = entry.properties.flow.or(group_flow);
    if has_answer(&entry) {
        let question = AnsweredQuestion::deserialize(written).map_err(wrong)?;
        let (section, deck) = (entry.onboarding_section, entry.properties.deck);
        asked.push(Question { asked: question, section, flow, in_quiz, deck });
    }
    entry.properties.fields.iter().try_for_each(|field| gather(field, flow, in_quiz, asked))
}

/// The cards as the choices of the question whose answer their swipes are.
fn as_choices(cards: &[Value]) -> Result<Vec<AnswerChoice>, String> {
    let choice = |card: &Value| {
        let Card { id, title } = Card::deserialize(card).map_err(|error| format!("{error} in a card"))?;
        Ok(AnswerChoice { reference: Some(id), label: title })
    };
    cards.iter().map(choice).collect()
}

impl Questionnaire {
    /// Puts more cards behind those of the daily deck.
    ///
    /// # Errors
    /// If they are none.
    pub fn lengthen_reshuffle(&mut self, cards: impl IntoIterator<Item = Value>) -> Result<(), String> {
        self.reshuffle.extend(cards);
        self.list_cards()
    }

    /// Lets the questions for swipes take those of their cards alone.
    fn list_cards(&mut self) -> Result<(), String> {
        let (shuffle, reshuffle) = (as_choices(&self.shuffle)?, as_choices(&self.reshuffle)?);
        for question in &mut self.asked {
            let cards = match question.deck {
                Some(Deck::Shuffle) => &shuffle,
                Some(Deck::Reshuffle) => &reshuffle,
                None => continue,
            };
            question.asked.properties.get_or_insert_default().choices = Some(cards.clone());
        }
        Ok(())
    }

    /// The question of a ref.
    #[must_use]
    pub fn question(&self, reference: &str) -> Option<&Question> {
        self.asked.iter().find(|question| question.asked.reference == reference)
    }

    /// The quiz's questions for a customer who picks up, or who does not.
    fn of_quiz(&self, picks_up: bool) -> impl Iterator<Item = &Question> {
        let flow = if picks_up { Flow::Pickup } else { Flow::Delivery };
        self.asked.iter().filter(move |question| question.in_quiz && question.flow.is_none_or(|only| only == flow))
    }

    /// Whether every required question of the quiz is answered.
    ///
    /// # Errors
    /// If the answers are not of their form.
    pub fn is_complete(&self, answers: &Map<String, Value>, picks_up: bool) -> serde_json::Result<bool> {
        let questions = self.of_quiz(picks_up).map(|question| StepQuestion {
            reference: question.asked.reference.clone(),
            kind: question.asked.kind.to_string(),
            required: question.asked.validations.and_then(|validations| validations.required).unwrap_or(false),
        });
        let step = QuizStep { questions: questions.collect(), responses: Some(responses(answers)?) };
        Ok(quiz_step::readiness(&step).next_enabled)
    }

    /// How complete each section of the quiz is.
    ///
    /// # Errors
    /// If the answers are not of their form.
    pub fn stats(&self, answers: &Map<String, Value>, picks_up: bool) -> serde_json::Result<ProfileStats> {
        let questions = self.of_quiz(picks_up).map(|question| ProfileQuestion {
            reference: question.asked.reference.clone(),
            onboarding_section: question.section,
        });
        let profile = StyleProfile { questions: questions.collect(), responses: Some(responses(answers)?) };
        Ok(style_profile::stats(&profile))
    }
}

fn responses(answers: &Map<String, Value>) -> serde_json::Result<Responses> {
    serde_json::from_value(Value::Object(answers.clone()))
}
