//! The stylists whom a customer can ask for (spec A, section 3; spec B, section 2).

use crate::{policy, wire::Input};
use serde::Serialize;

/// A question of the questionnaire; a group is given as its fields.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OfferedQuestion {
    /// The question's key in the responses.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The labels of its choices, in order.
    pub choices: Vec<String>,
}

/// The questions of the questionnaire.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OfferedQuestions {
    /// The questions, in order.
    pub questions: Vec<OfferedQuestion>,
}

/// The stylists of the questionnaire.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OfferedStylists {
    /// The answer that leaves the choice to the shop; null if the questionnaire does not ask.
    pub anyone: Option<String>,
    /// The stylists, in order.
    pub names: Vec<String>,
}

/// `stylists.offered`: the stylists whom a customer can ask for. The first choice of the question means none of them.
#[must_use]
pub fn offered(input: &OfferedQuestions) -> OfferedStylists {
    let mut questions = input.questions.iter();
    let asked = questions.find(|question| question.reference == policy::STYLIST_QUESTION);
    let Some((anyone, names)) = asked.and_then(|question| question.choices.split_first()) else {
        return OfferedStylists::default();
    };
    OfferedStylists { anyone: Some(anyone.clone()), names: names.to_vec() }
}
