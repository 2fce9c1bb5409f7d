//! One item of a box (spec B, section 3).

use crate::{InputError, input::Input, money::Money, policy};

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
/// Where the amount is more than can be held.
pub fn discounted_price(item: &OriginalPrice) -> Result<Money, InputError> {
    item.original_price.percent(policy::DISCOUNTED_PRICE_PERCENT)
}
