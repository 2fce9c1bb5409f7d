//! A customer's answers to the questionnaire, and what counts as an answer.

use crate::{
    InputError,
    wire::{FirstError, Input, Json, deserialize_as_input},
};
use serde::{Serialize, Serializer};

/// Answers by the question's `ref`.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "Record<string, unknown>"))]
pub struct Responses(Json);

impl Responses {
    /// The answer to the question `reference`, or nothing.
    #[must_use]
    pub fn get(&self, reference: &str) -> Option<&Json> {
        self.0.get(reference)
    }

    /// The questions that have an answer, or null for an answer that was removed.
    pub(crate) fn questions(&self) -> impl Iterator<Item = &str> {
        let answers = match &self.0 {
            Json::Object(answers) => answers.as_slice(),
            _ => &[],
        };
        answers.iter().map(|(reference, _)| reference.as_str())
    }

    /// Whether the question `reference` has an answer; see [`is_answer`].
    #[must_use]
    pub fn has(&self, reference: &str) -> bool {
        self.get(reference).is_some_and(is_answer)
    }
}

/// Whether a value counts as an answer: blank text, an empty list and null do not; 0 and false do.
#[must_use]
pub fn is_answer(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Text(text) => !text.trim().is_empty(),
        Json::List(items) => !items.is_empty(),
        Json::Bool(_) | Json::Number(_) | Json::Object(_) => true,
    }
}

impl Input for Responses {
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
        match json {
            Json::Object(_) => Self(json.clone()),
            _ => first_error.value_or(Err(InputError::new("expected an object of answers")), Self::default()),
        }
    }
}

deserialize_as_input!(Responses);

impl Serialize for Responses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
