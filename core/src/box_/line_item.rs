//! One item of a box (spec B, section 3).

use crate::{
    InputError,
    money::Money,
    policy,
    wire::{Input, non_empty},
};

/// The price of an item before any discount.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OriginalPrice {
    /// The price.
    pub original_price: Money,
}

/// `line_item.discounted_price`: what the item costs once the multi-item discount is reached, rounded by itself.
///
/// # Errors
/// If the amount is too large.
pub fn discounted_price(item: &OriginalPrice) -> Result<Money, InputError> {
    item.original_price.percent(policy::DISCOUNTED_PRICE_PERCENT)
}

/// The two prices of an item.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Prices {
    /// What the item costs.
    pub retail_price: Money,
    /// What it cost before it was reduced, if it was.
    pub original_price: Money,
}

/// `line_item.multi_item_price`: the [`discounted_price`], as it is shown beside the retail price; nothing if the item
/// is reduced so far that the discounted price would not be lower.
///
/// # Errors
/// If the amount is too large.
pub fn multi_item_price(item: &Prices) -> Result<Option<Money>, InputError> {
    let discounted = discounted_price(&OriginalPrice { original_price: item.original_price })?;
    Ok((discounted < item.retail_price).then_some(discounted))
}

/// What was decided about an item of a box, and whether it is back.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReturnInput {
    /// Whether the customer keeps it, in this size or another; null while undecided.
    pub claimed_kept: Option<bool>,
    /// The size that it is exchanged for, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub exchange_size: Option<String>,
    /// Whether it has come back.
    pub received: bool,
}

/// `line_item.is_due_back`: what is neither kept nor back yet. What is exchanged comes back, and so does what nobody decided
/// about: what is kept undecided is so by a checkout, which decides.
#[must_use]
pub const fn is_due_back(item: &ReturnInput) -> bool {
    let is_kept = matches!((item.claimed_kept, &item.exchange_size), (Some(true), None));
    !item.received && !is_kept
}
