//! Attempts to charge or refund a card: stored before the gateway is asked, settled after it has answered.

use crate::platform::clock::Timestamp;
use crate::store::column::Column;
use crate::store::{Result, Tx};
use sqlx::error::BoxDynError;
use std::fmt;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::money::Money;
use stylebox_core::order::{self, Actor};

/// Why an attempt was declined; while it is open, what prevents settling it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeclineReason {
    /// The cardholder would have had to confirm the charge at the bank, so it was called off.
    ConfirmationNeeded,
    /// Another amount was taken than was asked for, and refunded.
    AnotherAmount,
    /// Any other, in the gateway's words.
    Other(String),
}

impl DeclineReason {
    /// The reason as it is stored.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::ConfirmationNeeded => Refusal::ConfirmationNeeded.code(),
            Self::AnotherAmount => "another_amount_was_taken_and_given_back",
            Self::Other(words) => words,
        }
    }
}

impl fmt::Display for DeclineReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Column for DeclineReason {
    type Stored = String;

    fn stored(&self) -> String {
        self.to_string()
    }

    fn from_stored(stored: String) -> std::result::Result<Self, BoxDynError> {
        let known =
            [Self::ConfirmationNeeded, Self::AnotherAmount].into_iter().find(|reason| reason.as_str() == stored);
        Ok(known.unwrap_or(Self::Other(stored)))
    }
}

words! {
    /// The purpose of an attempt.
    pub enum Purpose {
        /// Charges a styling fee.
        StylingFee = "styling_fee",
        /// Refunds a styling fee.
        StylingFeeRefund = "styling_fee_refund",
        /// Charges a checkout.
        Checkout = "checkout",
        /// Refunds an item whose other size is sold out.
        ExchangeRefund = "exchange_refund",
    }
}

impl Purpose {
    /// Whether it is a refund and not a charge.
    #[must_use]
    pub const fn is_refund(self) -> bool {
        match self {
            Self::StylingFee | Self::Checkout => false,
            Self::StylingFeeRefund | Self::ExchangeRefund => true,
        }
    }
}

words! {
    /// The status of an attempt.
    pub enum AttemptStatus {
        /// Stored; the gateway was not asked yet.
        Pending = "pending",
        /// Asked, but without a certain answer.
        Unknown = "unknown",
        /// The money moved.
        Succeeded = "succeeded",
        /// The money did not move, and will not.
        Declined = "declined",
    }
}

impl AttemptStatus {
    /// Whether it is not known yet whether the money moved.
    #[must_use]
    pub const fn is_open(self) -> bool {
        match self {
            Self::Pending | Self::Unknown => true,
            Self::Succeeded | Self::Declined => false,
        }
    }
}

table! {
    /// An attempt.
    pub struct AttemptRow in "payment_attempts", columns columns, written in CustomerTx {
        pub id: String,
        pub customer_id: String,
        pub order_id: String,
        /// `None` for a styling fee.
        pub invoice_id: Option<String>,
        pub card_id: String,
        pub purpose: Purpose,
        pub actor: Actor,
        /// Cents.
        pub amount: Money,
        pub currency: String,
        pub created_at: Timestamp,
    }
    changing {
        /// The key under which the gateway moves the money once.
        pub gateway_key: String,
        pub status: AttemptStatus,
        pub gateway_charge_id: Option<String>,
        /// The gateway's reason for a decline; while it is open, what prevents settling it.
        pub decline_reason: Option<DeclineReason>,
        pub asked_at: Option<Timestamp>,
        pub settled_at: Option<Timestamp>,
        pub called_off_at: Option<Timestamp>,
        /// The key of the refund of a wrong amount, once the refund under the first key was refused.
        pub give_back_key: Option<String>,
    }
}

impl AttemptRow {
    /// Whether the outcome is not known yet.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.status.is_open()
    }

    /// Whether another amount was taken than was asked for, and the gateway has refused to refund it.
    #[must_use]
    pub const fn is_stuck(&self) -> bool {
        self.is_open() && self.decline_reason.is_some()
    }
}

/// The attempt with this id.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<AttemptRow>> {
    fetch_optional!(tx, AttemptRow, concat!("SELECT ", columns!(), " FROM payment_attempts WHERE id = $1"), id)
}

/// An order's attempts for one purpose, the newest first.
pub async fn of_order(tx: &mut Tx, order_id: &str, purpose: Purpose) -> Result<Vec<AttemptRow>> {
    fetch_all!(
        tx,
        AttemptRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM payment_attempts WHERE order_id = $1 AND purpose = $2 ORDER BY created_at DESC, id DESC"
        ),
        order_id,
        purpose.as_str()
    )
}

/// Whether the newest attempt with a card was declined.
pub async fn is_card_declined(tx: &mut Tx, card_id: &str) -> Result<bool> {
    let newest = fetch_optional!(
        tx,
        AttemptRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM payment_attempts WHERE card_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1"
        ),
        card_id
    )?;
    Ok(newest.is_some_and(|attempt| attempt.status == AttemptStatus::Declined))
}

/// The open attempts that the gateway was not asked about since `before`, the oldest first.
pub async fn open_since(tx: &mut Tx, before: Timestamp) -> Result<Vec<AttemptRow>> {
    fetch_all!(
        tx,
        AttemptRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM payment_attempts WHERE status IN ('pending', 'unknown') AND created_at <= $1
               AND COALESCE(asked_at, created_at) <= $1
             ORDER BY created_at, id"
        ),
        before
    )
}

/// The orders in that status whose newest attempt for a purpose was declined at `before` or earlier.
pub async fn declined_before(
    tx: &mut Tx,
    purpose: Purpose,
    status: order::Status,
    before: Timestamp,
) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT orders.id FROM orders WHERE orders.finished = FALSE AND orders.status = $2
           AND (SELECT MAX(created_at) FROM payment_attempts WHERE order_id = orders.id AND purpose = $1) <= $3
           AND (SELECT COUNT(*) FROM payment_attempts
               WHERE order_id = orders.id AND purpose = $1 AND payment_attempts.status <> 'declined') = 0
         ORDER BY orders.id",
        purpose.as_str(),
        status.as_str(),
        before
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The refunds stored until `by` that the gateway has refused, the oldest first. The purposes are not parameters: the database
/// could not know then that the index of these refunds is enough.
pub async fn refused_refunds(tx: &mut Tx, by: Timestamp) -> Result<Vec<AttemptRow>> {
    fetch_all!(
        tx,
        AttemptRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM payment_attempts WHERE status = 'declined' AND purpose IN ('styling_fee_refund', 'exchange_refund')
               AND created_at <= $1
             ORDER BY created_at, id"
        ),
        by
    )
}
