//! The style shuffle of the quiz: outfits to like or dislike (spec A, section 4).

use crate::{policy, values::count::Count, wire::Input};
use serde::Serialize;

/// How far the shuffle is.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Shuffle {
    /// The cards that were swiped.
    pub swipes: Count,
    /// How many cards the deck has.
    pub cards: Count,
}

/// What the shuffle allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ShuffleState {
    /// Whether enough cards were swiped to go on.
    pub next_enabled: bool,
    /// Whether every card was swiped: the quiz goes on by itself.
    pub done: bool,
}

/// `shuffle.state` (spec A, section 4).
#[must_use]
pub fn state(shuffle: &Shuffle) -> ShuffleState {
    let (swipes, cards) = (shuffle.swipes.get(), shuffle.cards.get());
    ShuffleState { next_enabled: swipes_left(shuffle) == 0, done: swipes >= cards }
}

/// `shuffle.swipes_left`: how many more swipes enable Next.
#[must_use]
pub fn swipes_left(shuffle: &Shuffle) -> u64 {
    shuffle.cards.get().min(policy::SHUFFLE_MIN_SWIPES).saturating_sub(shuffle.swipes.get())
}
