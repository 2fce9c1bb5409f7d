//! What goes back for an item that was paid for and cannot be had (the contract: exchanges).

use crate::{InputError, money::Money};

/// What was paid at a checkout, and for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purchase {
    /// The prices of all items that were bought.
    pub subtotal: Money,
    /// What they came to, with discounts and tax.
    pub total: Money,
    /// What a styling fee paid of it.
    pub credit: Money,
    /// What a gift card paid of it.
    pub gift_card: Money,
}

/// What goes back, and to where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoesBack {
    /// The item's part of the total; the three others together.
    pub total: Money,
    /// To the card.
    pub card: Money,
    /// To the gift card.
    pub gift_card: Money,
    /// Of the styling fee's credit: nobody gets it back (the contract: orders).
    pub credit: Money,
}

/// What goes back for an item of that price, where items of `prices_before` have gone back already. An item's part of the total is
/// the part that its price has in the subtotal: discounts stay as they were given. What is still owed is paid by the credit
/// first, then by the gift card, then by the card; so the card gets its money back first. All parts together make the whole,
/// to the cent.
///
/// # Errors
/// Where an amount is more than can be held.
pub fn of_item(purchase: &Purchase, prices_before: Money, price: Money) -> Result<GoesBack, InputError> {
    let before = paid_by(purchase, kept_of_total(purchase, prices_before)?);
    let after = paid_by(purchase, kept_of_total(purchase, prices_before.plus(price)?)?);
    let card = before.card.less(after.card);
    let gift_card = before.gift_card.less(after.gift_card);
    let credit = before.credit.less(after.credit);
    Ok(GoesBack { total: Money::sum([card, gift_card, credit])?, card, gift_card, credit })
}

/// What of the total is for what has not gone back, rounded to the cent, half a cent up.
fn kept_of_total(purchase: &Purchase, prices_back: Money) -> Result<Money, InputError> {
    let subtotal = i128::from(purchase.subtotal.to_cents());
    let kept = i128::from(purchase.subtotal.less(prices_back).to_cents());
    let total = i128::from(purchase.total.to_cents());
    // Both factors have 64 bits: the product has room.
    let cents =
        total.saturating_mul(kept).saturating_mul(2).saturating_add(subtotal).checked_div(subtotal.saturating_mul(2));
    let cents = i64::try_from(cents.unwrap_or(0)).ok().and_then(Money::from_cents);
    cents.ok_or_else(|| InputError::new("The amount is more than can be held."))
}

/// Who pays how much of a total.
struct PaidBy {
    credit: Money,
    gift_card: Money,
    card: Money,
}

fn paid_by(purchase: &Purchase, total: Money) -> PaidBy {
    let credit = purchase.credit.min(total);
    let gift_card = purchase.gift_card.min(total.less(credit));
    PaidBy { credit, gift_card, card: total.less(credit).less(gift_card) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `subtotal total credit gift_card`, what has gone back before, the item's price: `total card gift_card credit`.
    fn back(purchase: &str, before: &str, price: &str) -> String {
        let money = |text: &str| text.parse::<Money>().unwrap();
        let [subtotal, total, credit, gift_card] =
            <[Money; 4]>::try_from(purchase.split(' ').map(money).collect::<Vec<_>>()).unwrap();
        let purchase = Purchase { subtotal, total, credit, gift_card };
        let GoesBack { total, card, gift_card, credit } = of_item(&purchase, money(before), money(price)).unwrap();
        format!("{total} {card} {gift_card} {credit}")
    }

    #[test]
    fn an_items_part_is_that_of_its_price() {
        // 200.00 less 10%, with tax of 7%: 192.60. Half of the prices: half of that.
        assert_eq!(back("200.00 192.60 0.00 0.00", "0.00", "100.00"), "96.30 96.30 0.00 0.00");
        // A third, rounded, and the two others: together the whole.
        assert_eq!(back("300.00 100.00 0.00 0.00", "0.00", "100.00"), "33.33 33.33 0.00 0.00");
        assert_eq!(back("300.00 100.00 0.00 0.00", "100.00", "100.00"), "33.34 33.34 0.00 0.00");
        assert_eq!(back("300.00 100.00 0.00 0.00", "200.00", "100.00"), "33.33 33.33 0.00 0.00");
    }

    #[test]
    fn the_card_gets_its_money_back_before_the_gift_card_and_the_fee_stays() {
        // Of 100.00 the fee paid 20.00, the gift card 50.00, the card 30.00.
        assert_eq!(back("100.00 100.00 20.00 50.00", "0.00", "25.00"), "25.00 25.00 0.00 0.00");
        assert_eq!(back("100.00 100.00 20.00 50.00", "25.00", "25.00"), "25.00 5.00 20.00 0.00");
        assert_eq!(back("100.00 100.00 20.00 50.00", "0.00", "100.00"), "100.00 30.00 50.00 20.00");
    }

    #[test]
    fn nothing_goes_back_of_nothing() {
        assert_eq!(back("0.00 0.00 0.00 0.00", "0.00", "0.00"), "0.00 0.00 0.00 0.00");
        assert_eq!(back("100.00 0.00 0.00 0.00", "0.00", "100.00"), "0.00 0.00 0.00 0.00");
    }
}
