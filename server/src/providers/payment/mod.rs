//! The payment gateway: what Stylebox asks of any.
//!
//! A card number passes through here for one call and is never kept. Only [`PaymentGateway::charge`] takes money, under a key
//! of ours: the same key charges once, however often it is asked. No answer is [`NoAnswer`], never a failure: the charge or
//! refund is then looked up by its key. A charge that the cardholder has to confirm waits for that at the bank's page; if it is
//! not confirmed in time, it is called off, so that nothing is charged later without their knowing.

pub mod sandbox;

use crate::platform::future::BoxFuture;
use crate::providers::reach::{self, Reach};
use crate::providers::webhook::Webhook;
use std::fmt;
use stylebox_core::card::Expiration;
use stylebox_core::card::entry::{CardEntry, CardEntryKind};
use stylebox_core::money::Money;

/// A payment gateway.
pub trait PaymentGateway: Send + Sync {
    /// How it takes cards.
    fn card_entry(&self) -> CardEntryKind;

    /// Makes a token of a card that came as this gateway takes it. No bank is asked, and nothing is charged: it refuses only what
    /// the gateway sees by itself. A payment method may come again until its bank has accepted it, and then has the same token.
    fn tokenise<'a>(&'a self, card: &'a CardDetails) -> BoxFuture<'a, Result<CardToken, TokenError>>;

    /// Asks the bank whether the card of a token is good. Nothing is charged, and it can be asked again.
    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<CardVerdict, NoAnswer>>;

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

    /// Forgets the card of a token that was never put on file. It cannot be charged any more; other cards of the customer can. It can be
    /// asked again, also about a token that it does not know.
    fn forget_card<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>>;

    /// Forgets the card of a token, and the customer whom the gateway knows by it: their account has ended. No card of theirs can be
    /// charged any more. Charges stay in its books, and can still be refunded. It can be asked again, also about a token that it does
    /// not know.
    fn forget<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>>;

    /// The calls by which it tells us that something has changed; `None` if it makes none.
    fn webhook(&self) -> Option<&dyn Webhook> {
        None
    }

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
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
    /// The card is good.
    Good,
    /// It refuses the card.
    Declined,
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
    /// The page that the bank leads the cardholder back to if it asks for a confirmation.
    pub return_to: String,
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
    /// The card has ended. No money was taken, and none will be.
    CardExpired,
    /// The cardholder was asked, and refused or left. No money was taken, and none will be.
    NotConfirmed,
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
