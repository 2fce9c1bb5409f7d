//! The daily "This Just In" deck of the style profile (spec B, sections 2, 4 and 9).

use crate::{
    input::{Count, Input},
    policy,
};
use serde::Serialize;

/// How far the deck is.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Reshuffle {
    /// Cards that are still to be answered.
    pub unanswered: Count,
    /// Cards answered since the page was opened.
    pub answered_in_session: Count,
}

/// What the deck shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReshuffleState {
    /// Whether the "just in" section is shown.
    pub just_in_shown: bool,
    /// Whether the deck is done for today.
    pub complete: bool,
}

/// `reshuffle.state` (spec B, section 4).
#[must_use]
pub fn state(deck: &Reshuffle) -> ReshuffleState {
    let unanswered = deck.unanswered.get();
    ReshuffleState {
        just_in_shown: (1..policy::RESHUFFLE_THRESHOLD).contains(&unanswered),
        complete: unanswered == 0 || deck.answered_in_session.get() >= policy::RESHUFFLE_THRESHOLD,
    }
}
