//! Attempts to charge a card: stored before the gateway is asked, settled after it has answered.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::money::Money;
use stylebox_core::order::{self, Actor};

/// Why a charge was called off that the cardholder would have had to confirm at the bank.
pub const CONFIRMATION_NEEDED: &str = Refusal::ConfirmationNeeded.code();
/// Why a charge failed of which the gateway had to give everything back.
pub const ANOTHER_AMOUNT: &str = "another_amount_was_taken_and_given_back";

words! {
    /// What money is moved for.
    pub enum Purpose {
        /// A styling fee that is charged.
        StylingFee = "styling_fee",
        /// A styling fee that goes back.
        StylingFeeRefund = "styling_fee_refund",
        /// What a card is charged at a checkout.
        Checkout = "checkout",
        /// What goes back for a piece whose other size is sold out.
        ExchangeRefund = "exchange_refund",
    }
}

impl Purpose {
    /// Whether money goes back to a card; else a card is charged.
    #[must_use]
    pub const fn is_refund(self) -> bool {
        match self {
            Self::StylingFee | Self::Checkout => false,
            Self::StylingFeeRefund | Self::ExchangeRefund => true,
        }
    }
}

words! {
    /// Where an attempt stands.
    pub enum AttemptStatus {
        /// Stored; the gateway has not been heard of.
        Pending = "pending",
        /// Asked, without an answer that could be built on.
        Unknown = "unknown",
        /// The money moved.
        Succeeded = "succeeded",
        /// The money did not move, and will not.
        Declined = "declined",
    }
}

impl AttemptStatus {
    /// Whether what became of the money is not known yet.
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
        /// Its id.
        pub id: String,
        /// Who pays.
        pub customer_id: String,
        /// For which order.
        pub order_id: String,
        /// For which invoice, where it is a checkout.
        pub invoice_id: Option<String>,
        /// With which card.
        pub card_id: String,
        /// What for.
        pub purpose: Purpose,
        /// Who asked for it.
        pub actor: Actor,
        /// How much, in cents.
        pub amount: Money,
        /// Of which currency.
        pub currency: String,
        /// When it was stored.
        pub created_at: Timestamp,
    }
    changing {
        /// What the gateway knows it by: asked twice, it charges once.
        pub gateway_key: String,
        /// Where it stands.
        pub status: AttemptStatus,
        /// What the gateway knows the charge by.
        pub gateway_charge_id: Option<String>,
        /// Why it was declined, in the gateway's word; of one that is open, what stands in the way of settling it.
        pub decline_reason: Option<String>,
        /// When the gateway was last asked.
        pub asked_at: Option<Timestamp>,
        /// When it was settled.
        pub settled_at: Option<Timestamp>,
        /// When we began to call it off, because the cardholder would have had to confirm it; it stays on a charge that was
        /// confirmed by then.
        pub called_off_at: Option<Timestamp>,
        /// Under which key other money than was asked for is asked back, once the first key was refused.
        pub give_back_key: Option<String>,
    }
}

impl AttemptRow {
    /// Whether what became of it is not known yet.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.status.is_open()
    }

    /// Whether other money was taken than was asked for, and the gateway has refused to give it back.
    #[must_use]
    pub const fn is_stuck(&self) -> bool {
        self.is_open() && self.decline_reason.is_some()
    }
}

/// The attempt of an id.
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

/// The attempts that nothing is known of yet and that were not asked about since `before`, the oldest first.
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

/// The refunds stored until `by` that the gateway has refused, the oldest first.
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
