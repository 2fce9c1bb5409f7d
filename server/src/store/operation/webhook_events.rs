//! Events that outside parties have sent, stored until they are processed, and a while longer so that they are recognized if they
//! come again.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use crate::values::hint::Hint;

stored_as_json!(Hint);

table! {
    pub struct EventRow in "webhook_events", columns columns, written in Tx {
        pub id: String,
        /// As in the address that it calls: `stripe`.
        pub party: String,
        /// The party's id of it.
        pub event_id: String,
        pub received_at: Timestamp,
    }
    changing {
        pub hint: Hint,
        /// When it is processed at the earliest.
        pub due_at: Timestamp,
        /// How often it could not be processed.
        pub failures: i64,
        pub last_error: Option<String>,
        pub worked_at: Option<Timestamp>,
    }
}

/// The parties whose events are due and not processed.
pub async fn parties_due(tx: &mut Tx, now: Timestamp) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT party FROM webhook_events WHERE worked_at IS NULL AND due_at <= $1 ORDER BY party";
    Ok(fetch_all!(tx, (String,), sql, now)?.into_iter().map(|(party,)| party).collect())
}

/// A party's oldest `limit` events that are due and not processed.
pub async fn due(tx: &mut Tx, party: &str, now: Timestamp, limit: i64) -> Result<Vec<EventRow>> {
    fetch_all!(
        tx,
        EventRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM webhook_events WHERE worked_at IS NULL AND due_at <= $1 AND party = $3 ORDER BY due_at, id LIMIT $2"
        ),
        now,
        limit,
        party
    )
}

/// The events that could not be processed at least so often.
pub async fn stuck(tx: &mut Tx, failures: i64) -> Result<Vec<EventRow>> {
    fetch_all!(
        tx,
        EventRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM webhook_events WHERE worked_at IS NULL AND failures >= $1 ORDER BY due_at, id"
        ),
        failures
    )
}
