//! Every change of an order: only ever added to.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::order::{Actor, Status};

table! {
    /// A change of an order.
    pub struct EventRow in "order_events", columns columns, written in CustomerTx {
        /// The event's id.
        pub id: String,
        /// The order that changed.
        pub order_id: String,
        /// When it changed.
        pub at: Timestamp,
        /// Who changed it.
        pub actor: Actor,
        /// The status before; none for the event with which the order began.
        pub from_status: Option<Status>,
        /// The status after; the same if something else changed.
        pub to_status: Status,
        /// Why it changed.
        pub reason: String,
    }
}

/// An order's events, the oldest first.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Vec<EventRow>> {
    fetch_all!(
        tx,
        EventRow,
        concat!("SELECT ", columns!(), " FROM order_events WHERE order_id = $1 ORDER BY at, id"),
        order_id
    )
}
