//! Cards as the gateway takes them, and what it says of them.

use std::fmt;
use stylebox_core::card::entry::CardEntry;
use stylebox_core::values::expiration::Expiration;

/// A card as it came, with its cardholder. It does not show itself in logs or errors.
pub struct CardDetails {
    pub card: CardEntry,
    /// The name on the card.
    pub cardholder: String,
    /// The ZIP of the billing address.
    pub postal_code: String,
    /// The id of the customer's account.
    pub account: String,
    /// The gateway's id of the customer; `None` if it has none yet, or never has one.
    pub gateway_customer: Option<String>,
}

impl fmt::Debug for CardDetails {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CardDetails(…)")
    }
}

/// What is kept of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardToken {
    /// What identifies the card at the gateway.
    pub token: String,
    /// The gateway's id of the customer; `None` if it knows cards alone.
    pub gateway_customer: Option<String>,
    /// The gateway's fingerprint of the card number. It is the same for all customers; `None` if the gateway gives none.
    pub fingerprint: Option<String>,
    /// `Visa`, `Mastercard`, …
    pub brand: String,
    /// The number's last four digits.
    pub last_four: String,
    /// The month with which it expires.
    pub expiration: Expiration,
}

/// Why there is no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// There is no such card.
    #[error("the card number is invalid")]
    InvalidNumber,
    /// It is a debit card, which is not taken (spec A, section 5).
    #[error("the card is a debit card")]
    Debit,
    /// The gateway did not answer; nothing was kept.
    #[error("the payment gateway does not answer")]
    NoAnswer,
}

/// What the bank says of a card that is to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardVerdict {
    Good,
    /// The bank refuses the card.
    Declined,
    /// It wants the cardholder to confirm the card first, in our page ([`PaymentGateway::card_secret`](super::PaymentGateway)).
    ToConfirm,
}

/// A card that was tried with the secret of another one, whose cardholder was to confirm it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherCardTried {
    /// The token of the card that was to be confirmed.
    pub token: String,
    /// The gateway's fingerprint of the number of the card that was tried; `None` if it tells none.
    pub fingerprint: Option<String>,
}

/// What the gateway's own fields need in the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardFields {
    /// The key by which the gateway's script knows the shop. It is public.
    pub publishable_key: String,
}
