//! What a box costs and promises, as it is shown before a customer signs up (spec A, sections 1 and 2).

use crate::{messages::ordering::TERMS, values::plain_input::Nothing};
use serde::Serialize;

/// A term: a figure, and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Term {
    /// The figure: `$1`.
    pub figure: &'static str,
    /// What it is.
    pub text: &'static str,
}

/// `terms.shown`: the terms, in their order.
#[must_use]
pub const fn shown(_: &Nothing) -> &'static [Term] {
    &TERMS
}
