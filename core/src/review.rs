//! Reviewing the box before checkout, and the review that a customer leaves after it (spec B, section 2).

use crate::{
    decision::Action,
    input::{Count, Input, or_empty},
    messages::orders as texts,
};
use serde::Serialize;

/// An item of the box, and what was decided about it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReviewItem {
    /// The line item's id.
    pub id: String,
    /// What is done with it; null while that is open.
    pub action: Option<Action>,
}

/// The items of the box.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReviewItems {
    /// The items.
    pub items: Vec<ReviewItem>,
}

/// Whether the customer can go on to the purchase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReviewReadiness {
    /// Whether every item is decided, and there is one.
    pub ready: bool,
    /// How many items are not.
    pub remaining: Count,
}

/// `review.readiness`: whether every item has an action; a box with nothing to decide is not ready.
#[must_use]
pub fn readiness(review: &ReviewItems) -> ReviewReadiness {
    let remaining = review.items.iter().filter(|item| item.action.is_none()).count();
    ReviewReadiness { ready: remaining == 0 && !review.items.is_empty(), remaining: Count::of(remaining) }
}

/// What stands in the review form.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReviewForm {
    /// The free text; null is empty.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub text: String,
    /// The stars; null while none are given.
    pub rating: Option<f64>,
}

/// `review.button`: what the button of the review form reads.
#[must_use]
pub fn button(form: &ReviewForm) -> &'static str {
    let is_empty = form.text.trim().is_empty() && form.rating.is_none();
    if is_empty { texts::GO_TO_DASHBOARD } else { texts::SUBMIT_REVIEW }
}
