//! Reviews in the outbox that a third party's service has refused for good.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// Records that the service refuses a review for good, and why. It is not handed over again.
pub async fn failed(tx: &mut Tx, id: &str, at: Timestamp, why: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE outbox SET failed_at = $2, last_error = $3, claimed_until = NULL, next_try_at = NULL, handed_over_at = NULL
         WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL",
        id,
        at,
        why
    )?;
    Ok(())
}

row! {
    /// A review that was refused, for staff.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct RefusedRow {
        /// The code of the order that it is about.
        pub(crate) code: String,
        pub(crate) failed_at: Timestamp,
        pub(crate) last_error: String,
    }
}

/// The refused reviews that staff have not noted, the oldest first.
pub async fn to_see(tx: &mut Tx, now: Timestamp) -> Result<Vec<RefusedRow>> {
    // The comparison lets PostgreSQL search the index of messages that did not arrive.
    fetch_all!(
        tx,
        RefusedRow,
        "SELECT orders.code AS code, failed_at, last_error
         FROM outbox JOIN reviews ON reviews.id = outbox.id JOIN orders ON orders.id = reviews.order_id
         WHERE failed_at <= $1 AND failed_at IS NOT NULL AND dismissed_at IS NULL AND channel = 'review'
         ORDER BY failed_at, outbox.id",
        now
    )
}

/// Staff have noted that the review of an order was refused. Returns false if there is none to note.
pub async fn dismiss(tx: &mut Tx, order_id: &str, at: Timestamp) -> Result<bool> {
    let noted = execute!(
        tx,
        "UPDATE outbox SET dismissed_at = $2
         WHERE id = (SELECT id FROM reviews WHERE order_id = $1) AND channel = 'review' AND failed_at IS NOT NULL
           AND dismissed_at IS NULL",
        order_id,
        at
    )?;
    Ok(noted == 1)
}
