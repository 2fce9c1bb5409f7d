//! A step of the style quiz (spec A, section 2).

use crate::{values::responses::Responses, wire::Input};
use serde::Serialize;

/// A question of the step. A group is given as its fields.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StepQuestion {
    /// The question's key in the responses.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Its type, as the questionnaire has it.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it must be answered.
    pub required: bool,
}

/// A step and what is answered so far.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct QuizStep {
    /// The questions of the step, in order.
    pub questions: Vec<StepQuestion>,
    /// All answers; null is none.
    #[serde(default)]
    pub responses: Option<Responses>,
}

/// Whether the step can be left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct StepReadiness {
    /// Whether the required questions have answers, so that the customer can go on.
    pub next_enabled: bool,
    /// The required questions without an answer, in order.
    pub missing: Vec<String>,
}

/// `quiz_step.readiness` (spec A, section 2).
#[must_use]
pub fn readiness(step: &QuizStep) -> StepReadiness {
    let missing = step.questions.iter().filter(|question| is_missing(question, step.responses.as_ref()));
    let missing: Vec<_> = missing.map(|question| question.reference.clone()).collect();
    StepReadiness { next_enabled: missing.is_empty(), missing }
}

/// Whether the question must be answered and is not.
pub(super) fn is_missing(question: &StepQuestion, responses: Option<&Responses>) -> bool {
    // A statement asks nothing, and the questions of a group are its fields.
    let asks = !matches!(question.kind.as_str(), "statement" | "group");
    asks && question.required && !responses.is_some_and(|responses| responses.has(&question.reference))
}
