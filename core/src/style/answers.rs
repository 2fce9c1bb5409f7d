//! Answers that were given in several places: as a visitor, or on another device.

use crate::{
    policy,
    style::quiz_answer::stored_text,
    values::responses::{Responses, is_answer},
    wire::{Fields, FirstError, Input, Json, deserialize_as_input},
};

/// What a visitor answered before signing in, and the customer's own answers.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct VisitorAnswers {
    /// The answers that were given before signing in.
    pub visitor: Responses,
    /// The customer's answers; null for an answer that they removed.
    pub customer: Responses,
    /// Whether the visitor has just planned a pick-up.
    #[serde(default)]
    pub is_pickup_planned: Option<bool>,
}

/// `answers.from_visitor`: the questions whose answers the customer takes over from the visitor. Answers that the customer has given or
/// removed stay so, except that a pick-up which the visitor has just planned is newer (spec A, section 4: "replays stored pick-up
/// answers").
#[must_use]
pub fn from_visitor(answers: &VisitorAnswers) -> Vec<&str> {
    let is_newer = answers.is_pickup_planned == Some(true);
    let is_of_plan = |question: &str| is_newer && policy::PICKUP_QUESTIONS.contains(&question);
    answers
        .visitor
        .questions()
        .filter(|question| is_of_plan(question) || answers.customer.get(question).is_none())
        .collect()
}

/// The answers that were kept on a device, by the question's `ref`.
#[derive(Debug, Clone, Default)]
#[cfg_attr(
    feature = "wasm",
    derive(tsify::Tsify),
    tsify(type = "Record<string, { known: unknown[]; server?: unknown }>")
)]
pub struct KeptAnswers(Vec<(String, KeptAnswer)>);

/// What a device and the server know about an answer.
#[derive(Debug, Clone, Input)]
struct KeptAnswer {
    /// The answers that the server may have, as far as the device knows: the kept one, those that the device has sent, and
    /// the one that the server had when the customer answered.
    known: Vec<Json>,
    /// The answer that the server has now.
    #[serde(default)]
    server: Json,
}

/// `answers.changed_elsewhere`: the questions whose answers are kept on a device and were changed elsewhere meanwhile. The customer must
/// see such an answer before it is overwritten; all others can be sent. Answers are compared as they are stored ([`stored_text`]). Swipes
/// of the daily deck are unchanged if the server's answer contains them.
#[must_use]
pub fn changed_elsewhere(kept: &KeptAnswers) -> Vec<&str> {
    let is_elsewhere = |question: &str, KeptAnswer { known, server }: &KeptAnswer| {
        let is_part = question == policy::DAILY_DECK_QUESTION;
        let server = as_stored(question, server);
        !known.iter().any(|known| is_same(Some(&as_stored(question, known)), Some(&server), is_part))
    };
    let changed = kept.0.iter().filter(|(question, kept)| is_elsewhere(question, kept));
    changed.map(|(question, _)| question.as_str()).collect()
}

fn as_stored(question: &str, answer: &Json) -> Json {
    match answer {
        Json::Text(text) => Json::Text(stored_text(question, text).into_owned()),
        other => other.clone(),
    }
}

/// Whether two answers are the same, in whichever order the keys of an object are. If `is_part`, the other object may have further
/// entries. Values that do not count as an answer ([`is_answer`]) are the same as no answer.
fn is_same(one: Option<&Json>, other: Option<&Json>, is_part: bool) -> bool {
    match (one, other) {
        (Some(Json::List(one)), Some(Json::List(other))) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(Some(one), Some(other), false))
        }
        (Some(Json::Object(entries)), Some(object @ Json::Object(others))) => {
            (is_part || entries.len() == others.len())
                && entries.iter().all(|(key, one)| is_same(Some(one), object.get(key), false))
        }
        (Some(Json::Text(one)), Some(Json::Text(other))) if one == other => true,
        (Some(Json::Number(one)), Some(Json::Number(other))) => one == other,
        (Some(Json::Bool(one)), Some(Json::Bool(other))) => one == other,
        _ => !one.is_some_and(is_answer) && !other.is_some_and(is_answer),
    }
}

impl Input for KeptAnswers {
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
        let mut fields = Fields::of(json, first_error);
        let questions = match json {
            Json::Object(answers) => answers.as_slice(),
            _ => &[],
        };
        Self(questions.iter().map(|(question, _)| (question.clone(), fields.read(question))).collect())
    }
}

deserialize_as_input!(KeptAnswers);
