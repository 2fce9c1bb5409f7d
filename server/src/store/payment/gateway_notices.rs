//! Notices of the gateway about money that moved before. Staff see them until they are closed.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::values::money::Money;
use stylebox_core::word_enum;

word_enum! {
    /// What a notice is about.
    pub enum Kind {
        /// The cardholder disputes a charge.
        Dispute = "dispute",
        /// A refund that was made has failed since.
        FailedRefund = "failed_refund",
    }
}

stored_as_text!(Kind);

table! {
    pub struct NoticeRow in "gateway_notices", columns columns, written in Tx {
        pub id: String,
        pub kind: Kind,
        /// The gateway's id of it.
        pub reference: String,
        /// The charge.
        pub attempt_id: String,
        /// Cents.
        pub amount: Money,
        pub currency: String,
        pub created_at: Timestamp,
    }
    changing {
        /// The gateway's words.
        pub status: String,
        pub reason: String,
        /// Until when staff can answer it.
        pub answer_by: Option<Timestamp>,
        pub updated_at: Timestamp,
        pub closed_at: Option<Timestamp>,
        /// When the gateway has said that a dispute is decided. That staff have answered it and closed the notice does not end it.
        pub over_at: Option<Timestamp>,
    }
}

/// The notice that the gateway knows by this reference.
pub async fn by_reference(tx: &mut Tx, kind: Kind, reference: &str) -> Result<Option<NoticeRow>> {
    fetch_optional!(
        tx,
        NoticeRow,
        concat!("SELECT ", columns!(), " FROM gateway_notices WHERE kind = $1 AND reference = $2"),
        kind.as_str(),
        reference
    )
}

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<NoticeRow>> {
    fetch_optional!(tx, NoticeRow, concat!("SELECT ", columns!(), " FROM gateway_notices WHERE id = $1"), id)
}

/// Whether a payment of the customer is disputed, and the bank has not decided yet.
pub async fn any_dispute_of(tx: &mut Tx, customer_id: &str) -> Result<bool> {
    let found = fetch_optional!(
        tx,
        (String,),
        "SELECT gateway_notices.id FROM orders CROSS JOIN payment_attempts CROSS JOIN gateway_notices
         WHERE orders.customer_id = $1 AND payment_attempts.order_id = orders.id
           AND gateway_notices.attempt_id = payment_attempts.id AND gateway_notices.kind = $2
           AND gateway_notices.over_at IS NULL LIMIT 1",
        customer_id,
        Kind::Dispute.as_str()
    )?;
    Ok(found.is_some())
}

/// The notices stored until `by` that are not closed, the oldest first, each with the code of its order.
pub async fn open(tx: &mut Tx, by: Timestamp) -> Result<Vec<(NoticeRow, String)>> {
    let rows = fetch_all!(
        tx,
        NoticeRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM gateway_notices WHERE closed_at IS NULL AND created_at <= $1 ORDER BY created_at, id"
        ),
        by
    )?;
    let mut with_codes = Vec::new();
    for row in rows {
        let order = fetch_optional!(
            tx,
            (String,),
            "SELECT orders.code FROM payment_attempts CROSS JOIN orders
             WHERE payment_attempts.id = $1 AND orders.id = payment_attempts.order_id",
            &row.attempt_id
        )?;
        with_codes.push((row, order.map(|(code,)| code).unwrap_or_default()));
    }
    Ok(with_codes)
}

/// The kind of each notice stored until `by` that is not closed, and until when it can be answered. They are few, so they are counted by
/// the caller: to group them, SQLite would walk the index by kind.
pub async fn open_kinds(tx: &mut Tx, by: Timestamp) -> Result<Vec<OpenNotice>> {
    fetch_all!(
        tx,
        OpenNotice,
        "SELECT kind, answer_by FROM gateway_notices WHERE closed_at IS NULL AND created_at <= $1",
        by
    )
}

row! {
    /// A notice that is not closed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct OpenNotice {
        pub(crate) kind: Kind,
        pub(crate) answer_by: Option<Timestamp>,
    }
}
