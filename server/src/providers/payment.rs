//! The payment gateway: what Stylebox asks of any.
//!
//! A card number passes through here for one call and is never kept. Only [`PaymentGateway::charge`] takes money, under a key
//! of ours: the same key charges once, however often it is asked. No answer is [`NoAnswer`], never a failure: the charge or
//! refund is then looked up by its key. A charge that the cardholder has to confirm at the bank is called off: no screen of
//! ours takes the cardholder there, and nothing may be charged later without their knowing.

pub mod sandbox;

use crate::platform::future::BoxFuture;
use std::fmt;
use stylebox_core::card::Expiration;
use stylebox_core::card::entry::{CardEntry, CardEntryKind};
use stylebox_core::money::Money;

/// A payment gateway.
pub trait PaymentGateway: Send + Sync {
    /// How it takes cards.
    fn card_entry(&self) -> CardEntryKind;

    /// Makes a token of a card that came as this gateway takes it. No bank is asked, and nothing is charged.
    fn tokenise<'a>(&'a self, card: &'a CardDetails) -> BoxFuture<'a, Result<CardToken, TokenError>>;

    /// Charges a card, once for each key.
    fn charge<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>>;

    /// The outcome of the charge of that key; `None` if the gateway does not know the key.
    fn look_up<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>>;

    /// Calls off a charge that waits for the cardholder, so that it can take no money any more. Returns its outcome: declined, or
    /// captured if the cardholder was quicker; `None` if the gateway does not know the key.
    fn call_off<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>>;

    /// Gives money of a charge back, once for each key.
    fn refund<'a>(&'a self, request: &'a RefundRequest) -> BoxFuture<'a, Result<RefundOutcome, NoAnswer>>;

    /// The outcome of the refund of that key; `None` if the gateway does not know the key.
    fn look_up_refund<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<RefundOutcome>, NoAnswer>>;
}

/// A card as it came, with its cardholder. It does not show itself in logs or errors.
pub struct CardDetails {
    /// The card.
    pub card: CardEntry,
    /// The name on the card.
    pub cardholder: String,
    /// The ZIP of the billing address.
    pub postal_code: String,
}

impl fmt::Debug for CardDetails {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CardDetails(…)")
    }
}

/// What is kept of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardToken {
    /// What the gateway knows the card by.
    pub token: String,
    /// `Visa`, `Mastercard`, …
    pub brand: String,
    /// The number's last four digits.
    pub last_four: String,
    /// The month with which it ends.
    pub expiration: Expiration,
}

/// Why there is no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// There is no such card.
    #[error("the card number is invalid")]
    InvalidNumber,
    /// The bank refuses the card.
    #[error("the card was declined")]
    Declined,
    /// It is a debit card, which is not taken (spec A, section 5).
    #[error("the card is a debit card")]
    Debit,
    /// The gateway did not answer; nothing was kept.
    #[error("the payment gateway does not answer")]
    NoAnswer,
}

/// A charge that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeRequest {
    /// Our key: the same one charges once.
    pub key: String,
    /// The card's token.
    pub token: String,
    /// How much.
    pub amount: Money,
    /// Of which currency: `USD`.
    pub currency: String,
    /// What the customer reads on the statement.
    pub description: String,
}

/// What became of a charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChargeOutcome {
    /// The money was taken.
    Captured(Charge),
    /// No money was taken, and none will be.
    Declined {
        /// The gateway's reason code.
        reason: String,
    },
    /// The cardholder has to confirm at the bank; nothing was taken yet.
    ActionRequired {
        /// The bank's page for the cardholder.
        url: String,
    },
    /// The gateway itself does not know yet.
    Pending,
}

/// Money that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    /// What the gateway knows the charge by.
    pub id: String,
    /// How much was taken.
    pub amount: Money,
    /// Of which currency.
    pub currency: String,
}

impl Charge {
    /// Whether the amount and currency are those that were asked for. Only then the charge counts as paid.
    #[must_use]
    pub fn is_what_was_asked(&self, amount: Money, currency: &str) -> bool {
        self.amount == amount && self.currency.eq_ignore_ascii_case(currency)
    }
}

/// Money that is to go back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRequest {
    /// Our key: the same one refunds once.
    pub key: String,
    /// The charge.
    pub charge_id: String,
    /// How much of it.
    pub amount: Money,
}

/// What became of a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundOutcome {
    /// The money went back.
    Refunded {
        /// What the gateway knows the refund by.
        id: String,
    },
    /// No money went back: there is no such charge, or not that much left of it.
    Refused {
        /// The gateway's reason code.
        reason: String,
    },
}

/// The gateway did not answer in time. What happened is unknown, and asked about later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the payment gateway does not answer")]
pub struct NoAnswer;
