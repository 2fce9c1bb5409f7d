//! The review step of a checkout, on which the customer decides about each item (spec B, section 2). It is no review, which comes
//! after the checkout: [`review`](super::review).

use crate::{checkout::decision::Action, values::count::Count, wire::Input};
use serde::Serialize;

/// An item of the box, and what was decided about it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReviewStepItem {
    /// The line item's id.
    pub id: String,
    /// What is done with it; null while undecided.
    pub action: Option<Action>,
}

/// The items of the box.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReviewStepItems {
    /// All items, also those that are undecided.
    pub items: Vec<ReviewStepItem>,
}

/// Whether the customer can go on to the purchase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReviewStepReadiness {
    /// Whether there are items, and every one is decided.
    pub ready: bool,
    /// How many items are undecided.
    pub remaining: Count,
}

/// `review.readiness`: whether every item has an action; a box with nothing to decide is not ready.
#[must_use]
pub fn readiness(step: &ReviewStepItems) -> ReviewStepReadiness {
    let remaining = step.items.iter().filter(|item| item.action.is_none()).count();
    ReviewStepReadiness { ready: remaining == 0 && !step.items.is_empty(), remaining: Count::of(remaining) }
}
