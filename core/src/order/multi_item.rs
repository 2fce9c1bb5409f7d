//! The discount for keeping several items (spec B, section 9).

use crate::{
    InputError, policy,
    values::{count::Count, money::Money},
};

/// Whether that many items kept or exchanged give the multi-item discount.
#[must_use]
pub const fn has_multi_item_discount(kept_or_exchanged: Count) -> bool {
    kept_or_exchanged.get() >= policy::MULTI_ITEM_COUNT
}

/// The multi-item discount on a subtotal of that many items.
///
/// # Errors
/// If an amount is too large.
pub fn multi_item_discount(subtotal: Money, kept_or_exchanged: Count) -> Result<Money, InputError> {
    if has_multi_item_discount(kept_or_exchanged) {
        subtotal.percent(policy::MULTI_ITEM_DISCOUNT_PERCENT)
    } else {
        Ok(Money::ZERO)
    }
}
