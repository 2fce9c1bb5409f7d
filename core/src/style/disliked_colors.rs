//! Colors to avoid (spec A, section 5).

use crate::{
    policy,
    values::{issue::Issue, message::Message},
    wire::Input,
};

/// What was chosen.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DislikedColorsForm {
    /// The colors; one that is listed twice counts twice.
    pub selected: Vec<String>,
}

/// `disliked_colors.validate` (spec A, section 5).
#[must_use]
pub fn validate(form: &DislikedColorsForm) -> Vec<Issue> {
    let too_many = form.selected.len() > policy::MAX_DISLIKED_COLORS;
    if too_many { vec![Issue::new("colors", Message::TOO_MANY_COLORS)] } else { vec![] }
}
