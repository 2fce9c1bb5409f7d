//! Orders that something is still to come back of.

use super::{Result, StoreError, Tx};
use stylebox_core::business_time::Date;

/// A return that has not come in.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OpenReturnRow {
    /// The order's code.
    pub code: String,
    /// The day to check out by.
    pub checkout_by_date: String,
    /// Whose order it is.
    pub email: String,
}

impl OpenReturnRow {
    /// The day to check out by.
    ///
    /// # Errors
    /// Where what is stored is no date.
    pub fn checkout_by_date(&self) -> Result<Date> {
        self.checkout_by_date.parse().map_err(|error| StoreError::corrupt("orders.checkout_by_date", error))
    }
}

/// The orders that the customer has had and of which something is due back, as core's `line_item.is_due_back` says; the oldest
/// first.
///
/// # Errors
/// Where the database fails.
pub async fn open(tx: &mut Tx) -> Result<Vec<OpenReturnRow>> {
    fetch_all!(
        tx,
        OpenReturnRow,
        "SELECT orders.code, orders.checkout_by_date, customers.email
         FROM orders JOIN customers ON customers.id = orders.customer_id
         WHERE orders.checkout_by_date IS NOT NULL
           AND orders.status IN ('delivered_to_customer', 'checked_out_by_customer', 'checked_out_by_system',
             'checked_out_by_admin', 'post_customer_checkout_processing', 'post_system_checkout_processing',
             'post_admin_checkout_processing', 'in_transit_to_stylebox', 'delivered_to_stylebox')
           AND EXISTS (SELECT 1 FROM line_items WHERE order_id = orders.id AND received_at IS NULL
             AND (claimed_kept IS NULL OR claimed_kept = $1 OR exchange_size IS NOT NULL))
         ORDER BY orders.checkout_by_date, orders.id",
        false
    )
}
