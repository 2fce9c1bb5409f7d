//! The discount for keeping several items (spec B, section 9).

use crate::{
    InputError,
    terms::ShopTerms,
    values::{count::Count, money::Money},
};

/// Whether that many items kept or exchanged give the multi-item discount.
#[must_use]
pub const fn has_multi_item_discount(kept_or_exchanged: Count, terms: &ShopTerms) -> bool {
    kept_or_exchanged.get() >= terms.multi_item_count
}

/// The multi-item discount on a subtotal of that many items.
///
/// # Errors
/// If an amount is too large.
pub fn multi_item_discount(subtotal: Money, kept_or_exchanged: Count, terms: &ShopTerms) -> Result<Money, InputError> {
    if has_multi_item_discount(kept_or_exchanged, terms) {
        subtotal.percent(terms.multi_item_percent)
    } else {
        Ok(Money::ZERO)
    }
}
