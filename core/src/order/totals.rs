//! The sums below an order in the history (spec B, section 5).

use crate::{
    InputError,
    order::multi_item::{has_multi_item_discount, multi_item_discount},
    terms::ShopTerms,
    values::{count::Count, money::Money},
    wire::Input,
};
use serde::Serialize;
use std::borrow::Cow;

/// An item of an order in the history.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct HistoryItem {
    /// What it cost.
    pub retail_price: Money,
    /// Whether it was bought.
    pub paid_for: bool,
}

/// The items of an order in the history.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct HistoryItems {
    /// The items, bought or not.
    pub items: Vec<HistoryItem>,
}

/// The sums of an order in the history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OrderTotals {
    /// The prices of what was bought.
    pub subtotal: Money,
    /// The code under which the discount is shown; null if there is none.
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub discount_code: Option<Cow<'static, str>>,
    /// The multi-item discount.
    pub discount: Money,
    /// The subtotal less the discount.
    pub total: Money,
}

/// `order.totals`: the sums below an order in the history (spec B, section 5).
///
/// # Errors
/// If an amount is too large.
pub fn totals(order: &HistoryItems, terms: &ShopTerms) -> Result<OrderTotals, InputError> {
    let bought: Vec<_> = order.items.iter().filter(|item| item.paid_for).collect();
    let count = Count::of(bought.len());
    let subtotal = Money::sum(bought.iter().map(|item| item.retail_price))?;
    let discount = multi_item_discount(subtotal, count, terms)?;
    let has_discount = has_multi_item_discount(count, terms);
    Ok(OrderTotals {
        subtotal,
        discount_code: has_discount.then(|| terms.multi_item_code.clone()),
        discount,
        total: subtotal.less(discount),
    })
}
