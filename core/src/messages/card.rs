//! The card on file (spec A, section 8; spec B, section 5).

use super::Words;

pub(crate) const BANNER_EXPIRED: &str =
    "Your credit card has expired. Please update your payment method by clicking this link.";
pub(crate) const BANNER_EXPIRING: &str =
    "Your credit card is expiring soon. Please update your payment method by clicking this link.";
pub(crate) const ORDER_EXPIRED: &str =
    "Your credit card has expired. Please update your payment method by clicking \"change payment\" below";
pub(crate) const ORDER_EXPIRES_BEFORE_SHIPMENT: &str = "Your credit card will expire before your next shipment. Please \
    update your payment method by clicking \"change payment\" below";
pub(crate) const ORDER_EXPIRING: &str =
    "Your credit card is expiring soon. Please update your payment method by clicking \"change payment\" below";

/// The button to the card's page, for an abandoned account and for any other.
pub(crate) const ADD_PAYMENT: &str = "Add Payment";
pub(crate) const CHANGE_PAYMENT: &str = "Change Payment";

/// The texts beside the fields of a card, and after the bank refused the card.
pub(crate) const WORDS: Words = &[
    ("credit_cards_only", "Credit cards only: debit cards are not accepted."),
    ("nothing_charged", "Nothing was charged. Please enter the CVV again, or use another card."),
    ("card_again", "Nothing was charged. Please enter this card again as a whole, or use another one."),
    (
        "fee_declined_again",
        "Your card is saved, but it was declined for the styling fee too. Nothing was charged: your box still waits. Please \
         try another card.",
    ),
];
