//! What the shop's staff read about a decision of core. No screen shows it, so the browser does not load it.

use crate::values::money::Money;

/// What staff read if the card is declined at the checkout that they make for a customer. The customer is not told of every try.
/// `emails_come_back`: whether emails to the customer come back.
#[must_use]
pub const fn checkout_declined(customer_is_told: bool, emails_come_back: bool) -> &'static str {
    match (customer_is_told, emails_come_back) {
        (true, false) => "The card was declined; the customer is told by email.",
        (true, true) => {
            "The card was declined. An email to the customer says so, but emails to them came back: please tell them in another way."
        }
        (false, _) => "The card was declined; the customer, who was told of an earlier try, is not told of this one.",
    }
}

/// What staff read after an account was erased. An email tells the customer.
#[must_use]
pub const fn account_erased(emails_come_back: bool) -> &'static str {
    if emails_come_back {
        "A last email says so, but emails to the customer came back."
    } else {
        "A last email tells the customer."
    }
}

/// What staff read if the bank wants the customer to confirm a styling fee.
#[must_use]
pub const fn confirmation_asked(emails_come_back: bool) -> &'static str {
    if emails_come_back {
        "An email asks them to, but emails to them came back: please tell them in another way. Nothing is styled before."
    } else {
        "An email asks them to; nothing is styled before."
    }
}

/// What staff read about a refund, as a part of a sentence; `None` if neither the card nor the gift card gets money back. What a
/// discount or a credit has paid does not go back.
#[must_use]
pub fn goes_back(card: Money, gift_card: Money) -> Option<String> {
    match (card.is_zero(), gift_card.is_zero()) {
        (true, true) => None,
        (false, true) => Some(format!("{} goes back to the card", card.formatted())),
        (true, false) => Some(format!("{} goes back to the gift card", gift_card.formatted())),
        (false, false) => {
            Some(format!("{} goes back to the card and {} to the gift card", card.formatted(), gift_card.formatted()))
        }
    }
}

/// What the note to the stylist says about an item that the customer wants more of.
pub(crate) fn more_like(description: &str, brand: &str) -> String {
    format!("More like this, please: {description} by {brand}.")
}

#[cfg(test)]
mod tests {
    use super::{account_erased, checkout_declined, confirmation_asked, goes_back};
    use crate::values::money::Money;

    #[test]
    fn staff_do_not_read_that_the_customer_was_told_if_emails_come_back() {
        for (arrives, does_not) in [
            (checkout_declined(true, false), checkout_declined(true, true)),
            (account_erased(false), account_erased(true)),
            (confirmation_asked(false), confirmation_asked(true)),
        ] {
            assert!(!arrives.contains("came back") && does_not.contains("emails to"), "{arrives} {does_not}");
            assert!(does_not.contains("came back") && !does_not.contains("is told"), "{does_not}");
        }
        assert_eq!(checkout_declined(false, true), checkout_declined(false, false));
    }

    #[test]
    fn money_goes_back_to_where_it_came_from() {
        let said = |card, gift_card| goes_back(Money::from_cents(card).unwrap(), Money::from_cents(gift_card).unwrap());
        assert_eq!(said(60_00, 30_00).unwrap(), "$60.00 goes back to the card and $30.00 to the gift card");
        assert_eq!(said(60_00, 0).unwrap(), "$60.00 goes back to the card");
        assert_eq!(said(0, 1).unwrap(), "$0.01 goes back to the gift card");
        assert_eq!(said(0, 0), None);
    }
}
