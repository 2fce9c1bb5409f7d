//! Charges of orders that are not tried again with the card on file.

use crate::platform::clock::Timestamp;
use crate::store::payment::payment_attempts::Purpose;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::order::Status;

table! {
    /// A charge that waits for another card.
    pub struct EndedRow in "ended_charges", columns columns, written in CustomerTx {
        pub order_id: String,
        pub purpose: Purpose,
        /// The mark of the card that is not tried again.
        pub card: String,
        pub ended_at: Timestamp,
    }
}

/// The end of an order's charge.
pub async fn of_order(tx: &mut Tx, order_id: &str, purpose: Purpose) -> Result<Option<EndedRow>> {
    fetch_optional!(
        tx,
        EndedRow,
        concat!("SELECT ", columns!(), " FROM ended_charges WHERE order_id = $1 AND purpose = $2"),
        order_id,
        purpose.as_str()
    )
}

/// Another card is on file: charges that ended with a card of another mark begin again.
pub async fn remove_of_other_cards(tx: &mut CustomerTx, customer_id: &str, mark: &str) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM ended_charges WHERE card <> $2
           AND order_id IN (SELECT id FROM orders WHERE customer_id = $1 AND finished = FALSE)",
        customer_id,
        mark
    )?;
    Ok(())
}

/// The styling fees that wait for another card: the order's id and code, and since when.
pub async fn waiting_fees(tx: &mut Tx) -> Result<Vec<(String, String, Timestamp)>> {
    fetch_all!(
        tx,
        (String, String, Timestamp),
        "SELECT orders.id, orders.code, ended_charges.ended_at FROM orders CROSS JOIN ended_charges
         WHERE orders.finished = FALSE AND orders.status = $1
           AND ended_charges.order_id = orders.id AND ended_charges.purpose = $2
         ORDER BY ended_charges.ended_at, orders.id",
        Status::Created.as_str(),
        Purpose::StylingFee.as_str()
    )
}
