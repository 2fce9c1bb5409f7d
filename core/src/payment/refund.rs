//! What goes back for an item that was paid for and cannot be had (the contract: exchanges).

use crate::{InputError, messages::orders as texts, values::money::Money, wire::Input};
use serde::Serialize;

/// What was paid at a checkout, and the item that goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReturnedItem {
    /// The prices of all items that were bought.
    pub subtotal: Money,
    /// What they came to, with discounts, tax and what their delivery costs.
    pub total: Money,
    /// What of it their delivery costs: that does not go back.
    pub shipping_tax: Money,
    /// What a styling fee paid of it.
    pub credit: Money,
    /// What a gift card paid of it.
    pub gift_card: Money,
    /// The prices of the items that have gone back already.
    pub prices_before: Money,
    /// The item's price.
    pub price: Money,
}

/// Who paid how much of a checkout, or how much of it went back to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Parts {
    /// The card.
    pub card: Money,
    /// The gift card.
    pub gift_card: Money,
    /// The styling fee's credit.
    pub credit: Money,
}

/// A checkout that is called off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct LostCheckout {
    /// Who paid how much.
    pub paid: Parts,
    /// What went back before, for items that were sold out.
    pub back: Parts,
}

/// What is refunded, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct GoesBack {
    /// The item's part of the total; the three others together.
    pub total: Money,
    /// To the card.
    pub card: Money,
    /// To the gift card.
    pub gift_card: Money,
    /// The part that the styling fee's credit paid: it is not refunded (the contract: orders).
    pub credit: Money,
}

/// What goes back, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Refunded {
    /// To the card.
    pub card: Money,
    /// To the gift card.
    pub gift_card: Money,
}

/// `refund.words`: what goes back for an item whose other size is sold out. Nothing goes back of what a discount or a credit has paid, or
/// of what was forgiven.
#[must_use]
pub fn words(refunded: &Refunded) -> String {
    texts::refunded(refunded.card, refunded.gift_card)
}

/// `refund.of_item`: what goes back for an item. Its part of the total, less what the delivery costs, is the part that its price
/// has in the subtotal: discounts stay as they were given. What is still owed is paid by the credit first, then by the gift
/// card, then by the card; so the card gets its money back first. All parts together make the whole, to the cent.
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

/// `refund.of_checkout`: what goes back for a checkout whose box never came: all that was paid and has not gone back before. The
/// credit's part is not refunded itself: the styling fee goes back as a whole.
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

/// What of the total is for the delivery and for what has not gone back, rounded to the cent, half a cent up.
fn kept_of_total(item: &ReturnedItem, prices_back: Money) -> Result<Money, InputError> {
    let subtotal = i128::from(item.subtotal.to_cents());
    let kept = i128::from(item.subtotal.less(prices_back).to_cents());
    let total = i128::from(item.total.less(item.shipping_tax).to_cents());
    // Both factors have 64 bits: the product has room.
    let cents =
        total.saturating_mul(kept).saturating_mul(2).saturating_add(subtotal).checked_div(subtotal.saturating_mul(2));
    let cents = i64::try_from(cents.unwrap_or(0)).ok().and_then(Money::from_cents);
    cents.ok_or_else(|| InputError::new("The amount is more than can be held."))?.plus(item.shipping_tax)
}

/// Who pays how much of a total.
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
