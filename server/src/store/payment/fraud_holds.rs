//! The orders that the fraud check holds, and whether staff have cleared them.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::order::Status;
use stylebox_core::payment::screening::FraudVerdict;
use stylebox_core::word_enum;

row! {
    /// An order that was held.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct HoldRow {
        pub(crate) order_id: String,
        /// The reason, for staff.
        pub(crate) why: String,
        /// The fingerprint of what the check looked at. The verdict counts only for that.
        pub(crate) looked_at: String,
        pub(crate) held_at: Timestamp,
        /// When staff cleared it; `None` while they have not.
        pub(crate) cleared_at: Option<Timestamp>,
    }
}

impl HoldRow {
    /// Held or cleared.
    #[must_use]
    pub const fn verdict(&self) -> FraudVerdict {
        if self.cleared_at.is_some() { FraudVerdict::Cleared } else { FraudVerdict::Doubted }
    }
}

word_enum! {
    /// How the hold of an order ended: staff cleared or stopped the order, it was cancelled, or it was changed.
    pub enum HoldEnding {
        /// Staff cleared the order.
        Cleared = "cleared",
        /// Staff stopped the order for good.
        Stopped = "stopped",
        Cancelled = "cancelled",
        /// The order was changed, and what it was then was not doubted.
        Changed = "changed",
    }
}

stored_as_text!(HoldEnding);

/// Holds an order. It replaces an earlier hold of the order.
pub async fn add(tx: &mut CustomerTx, order_id: &str, why: &str, looked_at: &str, held_at: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO fraud_holds (order_id, why, looked_at, held_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (order_id) DO UPDATE
         SET why = excluded.why, looked_at = excluded.looked_at, held_at = excluded.held_at, cleared_at = NULL",
        order_id,
        why,
        looked_at,
        held_at
    )?;
    Ok(())
}

/// Records that staff cleared an order. `looked_at` is the fingerprint of what the clearance counts for.
pub async fn clear(tx: &mut CustomerTx, order_id: &str, looked_at: &str, at: Timestamp) -> Result<()> {
    let sql = "UPDATE fraud_holds SET cleared_at = $3, looked_at = $2 WHERE order_id = $1";
    execute!(tx, sql, order_id, looked_at, at)?;
    Ok(())
}

pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Option<HoldRow>> {
    let sql = "SELECT order_id, why, looked_at, held_at, cleared_at FROM fraud_holds WHERE order_id = $1";
    fetch_optional!(tx, HoldRow, sql, order_id)
}

/// The uncleared holds of unfinished orders in a status, the oldest first. Stopped and cancelled orders stay uncleared forever,
/// so the statement begins with the unfinished orders.
pub async fn uncleared(tx: &mut Tx, status: Status) -> Result<Vec<HoldRow>> {
    fetch_all!(
        tx,
        HoldRow,
        "SELECT order_id, why, looked_at, held_at, cleared_at FROM orders CROSS JOIN fraud_holds
         WHERE orders.finished = FALSE AND orders.status = $1 AND order_id = orders.id AND cleared_at IS NULL
         ORDER BY held_at, order_id",
        status.as_str()
    )
}

/// The holds of several orders.
pub async fn of_orders(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<HoldRow>> {
    fetch_list_of!(
        tx,
        HoldRow,
        json_list_of!(
            "order_id, why, looked_at, held_at, cleared_at",
            "FROM fraud_holds WHERE fraud_holds.order_id",
            "ORDER BY fraud_holds.held_at, fraud_holds.order_id"
        ),
        order_ids
    )
}
