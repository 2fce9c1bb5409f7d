//! The gateway's own list of what moved, and what became of the comparison with our books.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::word_enum;

word_enum! {
    /// What moved.
    pub enum Kind {
        /// A card was charged.
        Charge = "charge",
        /// Money went back to a card.
        Refund = "refund",
        /// A refund did not reach the card, and its money came back.
        RefundFailure = "refund_failure",
        /// A cardholder disputes a charge, and the money is withdrawn.
        Dispute = "dispute",
        /// A dispute was won, and the money came back.
        DisputeReversal = "dispute_reversal",
        /// The gateway has corrected a charge.
        Correction = "correction",
    }
}

word_enum! {
    /// What the comparison with our books has found.
    pub enum Outcome {
        /// It is not compared yet, or not known to be ours.
        Waiting = "waiting",
        /// Our books have it.
        Ours = "ours",
        /// The service did not move it. The ledger has it as the gateway's.
        Foreign = "foreign",
    }
}

stored_as_text!(Kind, Outcome);

table! {
    /// A movement of customers' money at the gateway.
    pub struct MovementRow in "gateway_movements", columns columns, written in Tx {
        /// The gateway's id.
        pub id: String,
        pub kind: Kind,
        /// Cents; negative if the money leaves.
        pub amount: i64,
        /// Cents that the gateway keeps of it.
        pub fee: i64,
        pub currency: String,
        /// The gateway's id of the charge that it is about.
        pub charge_id: Option<String>,
        /// The key of ours that the gateway has with it.
        pub gateway_key: Option<String>,
        pub moved_at: Timestamp,
        pub read_at: Timestamp,
    }
    changing {
        pub outcome: Outcome,
        /// The attempt that has moved it or, if it is foreign, whose charge it is about.
        pub attempt_id: Option<String>,
        pub decided_at: Option<Timestamp>,
        /// When staff have noted one that is foreign.
        pub noted_at: Option<Timestamp>,
    }
}

/// The movements that are not decided, the oldest first, at most `limit` after a place in that order.
pub async fn waiting(tx: &mut Tx, after: (Timestamp, &str), limit: i64) -> Result<Vec<MovementRow>> {
    fetch_all!(
        tx,
        MovementRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM gateway_movements WHERE outcome = 'waiting' AND (moved_at, id) > ($1, $2) ORDER BY moved_at, id LIMIT $3"
        ),
        after.0,
        after.1,
        limit
    )
}

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<MovementRow>> {
    fetch_optional!(tx, MovementRow, concat!("SELECT ", columns!(), " FROM gateway_movements WHERE id = $1"), id)
}

/// Claims a movement that is not decided: no other transaction decides it before this one ends. Returns whether it is still undecided.
pub async fn claim(tx: &mut Tx, id: &str, now: Timestamp) -> Result<bool> {
    let claimed =
        execute!(tx, "UPDATE gateway_movements SET decided_at = $2 WHERE id = $1 AND outcome = 'waiting'", id, now)?;
    Ok(claimed == 1)
}

/// Whether a movement of that kind is known to be the attempt's.
pub async fn is_found(tx: &mut Tx, attempt_id: &str, kind: Kind) -> Result<bool> {
    let found = fetch_optional!(
        tx,
        (String,),
        "SELECT id FROM gateway_movements WHERE attempt_id = $1 AND kind = $2 AND outcome = 'ours' LIMIT 1",
        attempt_id,
        kind.as_str()
    )?;
    Ok(found.is_some())
}

/// Whether the books have a charge as the gateway's, by its id at the gateway.
pub async fn is_foreign_charge(tx: &mut Tx, charge_id: &str) -> Result<bool> {
    let found = fetch_optional!(
        tx,
        (String,),
        "SELECT id FROM gateway_movements WHERE charge_id = $1 AND kind = 'charge' AND outcome = 'foreign' LIMIT 1",
        charge_id
    )?;
    Ok(found.is_some())
}

/// When the newest of all was made, by the gateway's clock.
pub async fn newest_moved_at(tx: &mut Tx) -> Result<Option<Timestamp>> {
    let sql = "SELECT moved_at FROM gateway_movements WHERE moved_at > 0 ORDER BY moved_at DESC LIMIT 1";
    Ok(fetch_optional!(tx, (Timestamp,), sql)?.map(|(at,)| at))
}

/// The movements that the service did not make and that staff have not noted, the oldest first, each with the code of the order
/// whose charge it is about.
pub async fn foreign(tx: &mut Tx) -> Result<Vec<(MovementRow, Option<String>)>> {
    let rows = fetch_all!(
        tx,
        MovementRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM gateway_movements WHERE outcome = 'foreign' AND noted_at IS NULL AND moved_at > 0 ORDER BY moved_at, id"
        )
    )?;
    let mut with_codes = Vec::new();
    for row in rows {
        let order = match &row.attempt_id {
            Some(attempt) => fetch_optional!(
                tx,
                (String,),
                "SELECT orders.code FROM payment_attempts CROSS JOIN orders
                 WHERE payment_attempts.id = $1 AND orders.id = payment_attempts.order_id",
                attempt
            )?,
            None => None,
        };
        with_codes.push((row, order.map(|(code,)| code)));
    }
    Ok(with_codes)
}

/// How many movements are not decided, and when the oldest was made.
pub async fn count_waiting(tx: &mut Tx) -> Result<(i64, Option<Timestamp>)> {
    fetch_one!(
        tx,
        (i64, Option<Timestamp>),
        "SELECT COUNT(*), MIN(moved_at) FROM gateway_movements WHERE outcome = 'waiting' AND moved_at > 0"
    )
}

/// How many movements the service did not make and staff have not noted, and when the oldest was made.
pub async fn count_foreign(tx: &mut Tx) -> Result<(i64, Option<Timestamp>)> {
    fetch_one!(
        tx,
        (i64, Option<Timestamp>),
        "SELECT COUNT(*), MIN(moved_at) FROM gateway_movements
         WHERE outcome = 'foreign' AND noted_at IS NULL AND moved_at > 0"
    )
}
