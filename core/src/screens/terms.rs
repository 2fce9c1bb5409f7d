//! What a box costs and promises, for visitors who have not signed up (spec A, sections 1 and 2).

use crate::values::plain_input::Nothing;
use serde::Serialize;

/// A term: a figure, and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Term {
    /// The figure: `$1`.
    pub figure: &'static str,
    /// What the figure stands for, as the rest of its sentence.
    pub text: &'static str,
}

/// What a box costs and promises.
const TERMS: [Term; 4] = [
    Term {
        figure: "$1",
        text: "styling fee for your first box, then $20 a box. It comes off the price of whatever you keep.",
    },
    Term { figure: "Free", text: "shipping, both ways. Return by mail, or at any of our stores." },
    Term { figure: "5 days", text: "to try everything on at home, or 2 days where you pick up at a store." },
    Term { figure: "10% off", text: "the whole purchase when you keep 4 pieces or more." },
];

/// `terms.shown`: the terms, in their order.
#[must_use]
pub const fn shown(_: &Nothing) -> &'static [Term] {
    &TERMS
}
