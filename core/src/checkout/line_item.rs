//! One item of a box (spec B, section 3).

use crate::{
    InputError,
    order::{Phase, Status},
    terms::ShopTerms,
    values::{
        money::Money,
        words::{labels, words},
    },
    wire::{Input, non_empty},
};

/// The price of an item before any discount.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OriginalPrice {
    /// The full price in dollars and cents.
    pub original_price: Money,
}

/// `line_item.discounted_price`: what the item costs with the multi-item discount, rounded for this item alone.
///
/// # Errors
/// If the amount is too large.
pub fn discounted_price(item: &OriginalPrice, terms: &ShopTerms) -> Result<Money, InputError> {
    item.original_price.percent(100_u64.saturating_sub(terms.multi_item_percent))
}

/// The price at which an item is sold.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct RetailPrice {
    /// What the item costs, reduced or not.
    pub retail_price: Money,
}

/// `line_item.multi_item_price`: the price with the multi-item discount, which is shown beside the retail price; nothing if it
/// is not lower. The discount is taken off the retail price (the contract: money). The same share of a reduced item's original price
/// would be an amount that nobody is charged.
///
/// # Errors
/// If the amount is too large.
pub fn multi_item_price(item: &RetailPrice, terms: &ShopTerms) -> Result<Option<Money>, InputError> {
    let discounted = discounted_price(&OriginalPrice { original_price: item.retail_price }, terms)?;
    Ok((discounted < item.retail_price).then_some(discounted))
}

words! {
    /// Why an item will not come back. Nobody is charged for it.
    pub enum WriteOff {
        /// The carrier has lost it.
        LostOnWayBack = "lost_on_way_back",
        /// The customer never sent it, and it is no longer expected.
        NotReturned = "not_returned",
    }
}

labels! {
    WriteOff {
        LostOnWayBack = "Returned – lost on its way back",
        NotReturned = "Not returned",
    }
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
    /// Why it will not come back, or null.
    pub written_off: Option<WriteOff>,
}

/// `line_item.is_due_back`: whether an item is neither kept, nor back yet, nor written off. An exchanged item comes back, and so does an
/// undecided one: a checkout that keeps undecided items decides about them.
#[must_use]
pub const fn is_due_back(item: &ReturnInput) -> bool {
    let is_kept = matches!((item.claimed_kept, &item.exchange_size), (Some(true), None));
    !item.received && item.written_off.is_none() && !is_kept
}

words! {
    /// What the arrival of an item at the shop means.
    pub enum Arrival {
        /// It was due back.
        Due = "due",
        /// Nobody expected it any more: it was written off, or its order was called off while the box was out. Nobody has paid for it.
        Late = "late",
        /// The customer has paid for it: its price goes back.
        Bought = "bought",
    }
}

/// An item that arrives at the shop.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ArrivalInput {
    /// Whether the customer keeps it, in this size or another; null while undecided.
    pub claimed_kept: Option<bool>,
    /// The size that it is exchanged for, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub exchange_size: Option<String>,
    /// Whether it has come back before.
    pub received: bool,
    /// Why it was not expected back, or null.
    pub written_off: Option<WriteOff>,
    /// Whether the customer has paid for it, in this size or another.
    pub paid_for: bool,
    /// The status of its order.
    pub status: Status,
    /// The status in which the order was cancelled or stopped as a fraud; null if it was not.
    pub called_off_in: Option<Status>,
}

/// `line_item.on_arrival`: what the arrival of an item at the shop means; nothing if it cannot arrive, because it is back already,
/// never left, or is kept by the customer, who has not paid for it yet.
#[must_use]
pub fn on_arrival(item: &ArrivalInput) -> Option<Arrival> {
    if item.received {
        return None;
    }
    if matches!(item.status, Status::Cancelled | Status::Fraud) {
        let was_out = item.called_off_in.is_some_and(|status| {
            matches!(status.phase(), Phase::OnItsWay | Phase::TryOn | Phase::CheckedOut | Phase::Return)
        });
        return was_out.then_some(Arrival::Late);
    }
    let is_kept = item.claimed_kept == Some(true) && item.exchange_size.is_none();
    if is_kept && item.paid_for {
        return Some(Arrival::Bought);
    }
    if item.written_off.is_some() {
        return Some(Arrival::Late);
    }
    (!is_kept).then_some(Arrival::Due)
}

/// The words of `Refusal::DecisionsInvalid` for a written-off item: it cannot become undecided, and a lost one cannot be kept.
#[must_use]
pub fn written_off(item: &str, why: WriteOff) -> String {
    match why {
        WriteOff::LostOnWayBack => {
            format!("{item} was lost on its way back to us: you can return or exchange it, but not keep it.")
        }
        WriteOff::NotReturned => format!("{item} is no longer expected back: you can keep or return it."),
    }
}
