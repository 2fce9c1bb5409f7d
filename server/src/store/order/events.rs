//! The events of orders, one for each change. The table is append-only.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::order::{Actor, Status};

table! {
    /// A change of an order.
    pub struct EventRow in "order_events", columns columns, written in CustomerTx {
        pub id: String,
        pub order_id: String,
        pub at: Timestamp,
        pub actor: Actor,
        /// `None` for the event that created the order.
        pub from_status: Option<Status>,
        /// The same as before if something else changed.
        pub to_status: Status,
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

/// The events of several orders, the oldest first.
pub async fn of_orders(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<EventRow>> {
    fetch_list_of!(
        tx,
        EventRow,
        json_list_of!(
            columns!(),
            "FROM order_events WHERE order_events.order_id",
            "ORDER BY order_events.at, order_events.id"
        ),
        order_ids
    )
}
