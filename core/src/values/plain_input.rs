//! The inputs of rules that take one text, or nothing.

use stylebox_wire::{Input, or_empty};

/// The input of a rule on one text that a customer types, where null is empty text.
#[derive(Debug, Clone, Default, Input)]
pub struct Text {
    /// The text, as typed.
    #[serde(default, deserialize_with = "or_empty")]
    pub text: String,
}

/// The input of a rule that needs none: an empty object.
#[derive(Debug, Clone, Copy, Default, Input)]
pub struct Nothing {}
