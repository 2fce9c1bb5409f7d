//! What is refunded for an item that was paid for and cannot be delivered (the contract: exchanges).

use crate::{InputError, messages::orders as texts, values::money::Money, wire::Input};
use serde::Serialize;

/// What was paid at a checkout, and the item that is refunded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReturnedItem {
    /// The prices of all items that were bought.
    pub subtotal: Money,
    /// The total paid, with discounts, tax and the delivery fee.
    pub total: Money,
    /// The delivery fee in the total, which is not refunded.
    pub shipping_tax: Money,
    /// The part of the total that the styling fee's credit paid.
    pub credit: Money,
    /// The part of the total that a gift card paid.
    pub gift_card: Money,
    /// The prices of the items that were refunded before.
    pub prices_before: Money,
    /// The item's price before any discount, like all prices here.
    pub price: Money,
}

/// How much card, gift card and credit paid, or got back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Parts {
    /// The sum that the card was charged, or got back.
    pub card: Money,
    /// The sum that was drawn on the gift card, or put back.
    pub gift_card: Money,
    /// The styling fee's credit.
    pub credit: Money,
}

/// A checkout that is called off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct LostCheckout {
    /// What card, gift card and credit paid.
    pub paid: Parts,
    /// What card, gift card and credit got back before, for items that were sold out.
    pub back: Parts,
}

/// What is refunded to card and gift card, and what is not refunded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct GoesBack {
    /// The item's part of the total: the sum of the three other fields.
    pub total: Money,
    /// The part that the gateway returns.
    pub card: Money,
    /// The part that is put back on the balance.
    pub gift_card: Money,
    /// The part that the styling fee's credit paid: it is not refunded (the contract: orders).
    pub credit: Money,
}

/// What is refunded to card and gift card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Refunded {
    /// The part that the gateway returns.
    pub card: Money,
    /// The part that is put back on the balance.
    pub gift_card: Money,
}

impl GoesBack {
    /// The parts that are refunded.
    #[must_use]
    pub const fn refunded(&self) -> Refunded {
        Refunded { card: self.card, gift_card: self.gift_card }
    }
}

/// `refund.words`: what is refunded for an item whose other size is sold out. The parts that a discount or a credit has paid, and a
/// forgiven amount, are not refunded.
#[must_use]
pub fn words(refunded: &Refunded) -> String {
    texts::refunded(refunded.card, refunded.gift_card)
}

/// `refund.of_item`: what is refunded for an item. Its share of the total without the delivery fee is its price's share of the
/// subtotal, so discounts stay as they were given. What is still owed is paid by the credit first, then by the gift card, then by the
/// card; so the card gets its money back first. The refunds of all items add up to the total without the delivery fee, to the cent.
///
/// # Errors
/// If more goes back than was bought, or an amount is too large.
pub fn of_item(item: &ReturnedItem) -> Result<GoesBack, InputError> {
    let prices_after = item.prices_before.plus(item.price)?;
    if prices_after > item.subtotal || item.shipping_tax > item.total {
        return Err(InputError::new("More goes back than was bought."));
    }
    let before = paid_by(item, kept_of_total(item, item.prices_before)?);
    let after = paid_by(item, kept_of_total(item, prices_after)?);
    let card = before.card.less(after.card);
    let gift_card = before.gift_card.less(after.gift_card);
    let credit = before.credit.less(after.credit);
    Ok(GoesBack { total: Money::sum([card, gift_card, credit])?, card, gift_card, credit })
}

/// `refund.of_checkout`: what is refunded for a checkout whose box never came: all that was paid and not refunded before. The
/// credit's part is not refunded here, because the styling fee is refunded as a whole.
///
/// # Errors
/// If more went back than was paid, or an amount is too large.
pub fn of_checkout(lost: &LostCheckout) -> Result<GoesBack, InputError> {
    let LostCheckout { paid, back } = lost;
    if back.card > paid.card || back.gift_card > paid.gift_card || back.credit > paid.credit {
        return Err(InputError::new("More goes back than was bought."));
    }
    let card = paid.card.less(back.card);
    let gift_card = paid.gift_card.less(back.gift_card);
    let credit = paid.credit.less(back.credit);
    Ok(GoesBack { total: Money::sum([card, gift_card, credit])?, card, gift_card, credit })
}

/// The part of the total for the delivery and for the items that are not refunded, rounded to the cent, half a cent up.
fn kept_of_total(item: &ReturnedItem, prices_back: Money) -> Result<Money, InputError> {
    let subtotal = i128::from(item.subtotal.to_cents());
    let kept = i128::from(item.subtotal.less(prices_back).to_cents());
    let total = i128::from(item.total.less(item.shipping_tax).to_cents());
    // The product of two 64-bit numbers fits into 128 bits.
    let cents =
        total.saturating_mul(kept).saturating_mul(2).saturating_add(subtotal).checked_div(subtotal.saturating_mul(2));
    let cents = i64::try_from(cents.unwrap_or(0)).ok().and_then(Money::from_cents);
    cents.ok_or_else(|| InputError::new("The amount is more than can be held."))?.plus(item.shipping_tax)
}

/// How much credit, gift card and card pay of a total.
struct PaidBy {
    credit: Money,
    gift_card: Money,
    card: Money,
}

fn paid_by(item: &ReturnedItem, total: Money) -> PaidBy {
    let credit = item.credit.min(total);
    let gift_card = item.gift_card.min(total.less(credit));
    PaidBy { credit, gift_card, card: total.less(credit).less(gift_card) }
}
