//! The delivery step of signing up (spec A, section 4).

use crate::{
    InputError,
    delivery::{flow::Flow, pickup_signup},
    policy,
    values::responses::{Responses, is_answer},
    wire::{Input, Json},
};

/// What was chosen on the delivery step.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DeliveryStep {
    /// Shipped or picked up.
    pub flow: Flow,
    /// Whether the customer wants to try shoes on; only customers who pick up are asked.
    pub wants_shoes: Option<bool>,
    /// Whether store and day of a pick-up were chosen before the quiz.
    #[serde(default)]
    pub is_scheduled: Option<bool>,
}

/// Whether the questions about shoes are asked: only customers who pick up at a store, and want to, try shoes on.
#[must_use]
pub const fn asks_about_shoes(flow: Flow, wants_shoes: Option<bool>) -> bool {
    matches!((flow, wants_shoes), (Flow::Pickup, Some(true)))
}

/// What was chosen for the first box.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FirstBoxChoices {
    /// Shipped or picked up.
    pub flow: Flow,
    /// The answers, by their questions.
    pub responses: Responses,
}

/// `signup.open_choices`: the questions that must still be answered on the delivery step, in the order in which it asks them
/// (spec A, sections 2 and 4). The question about shoes is not among them: without an answer, no shoes are sent.
#[must_use]
pub fn open_choices(choices: &FirstBoxChoices) -> Vec<&'static str> {
    questions(choices.flow).into_iter().filter(|question| is_open(question, &choices.responses)).collect()
}

/// Whether all choices of the delivery step are made.
pub(crate) fn are_chosen(flow: Flow, responses: &Responses) -> bool {
    !questions(flow).into_iter().any(|question| is_open(question, responses))
}

const fn questions(flow: Flow) -> [&'static str; 2] {
    match flow {
        Flow::Pickup => [policy::STORE_QUESTION, policy::DAY_QUESTION],
        Flow::Delivery => policy::DELIVERY_QUESTIONS,
    }
}

/// Whether the question still needs an answer. "No Preference" answers other questions, but it is no store at which to pick up a box.
fn is_open(question: &str, responses: &Responses) -> bool {
    !responses.get(question).is_some_and(|answer| match answer {
        Json::Text(text) => pickup_signup::is_store(text),
        other => is_answer(other),
    })
}

/// `signup.next_step`: the path after the delivery step.
///
/// # Errors
/// If a pick-up does not say whether shoes are wanted.
pub fn next_step(step: &DeliveryStep) -> Result<&'static str, InputError> {
    match (step.flow, step.wants_shoes) {
        _ if asks_about_shoes(step.flow, step.wants_shoes) => Ok("/quiz/14"),
        (Flow::Delivery, _) => Ok("/quiz/confirmation"),
        (Flow::Pickup, Some(_)) if step.is_scheduled == Some(true) => Ok("/payment/info"),
        (Flow::Pickup, Some(_)) => Ok("/payment/billing"),
        (Flow::Pickup, None) => Err(InputError::new("wants_shoes: a pick-up says whether shoes are wanted.")),
    }
}
