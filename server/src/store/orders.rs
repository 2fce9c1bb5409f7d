//! Orders.

use super::{Result, Tx};

/// An order in a list.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OrderSummary {
    /// What people say of it.
    pub code: String,
    /// Where it stands.
    pub status: String,
    /// The day that the customer chose.
    pub ship_by_date: String,
    /// The customer's e-mail address.
    pub email: String,
}

/// The orders that are not finished, oldest first.
///
/// # Errors
/// Where the database fails.
pub async fn unfinished(tx: &mut Tx) -> Result<Vec<OrderSummary>> {
    fetch_all!(
        tx,
        OrderSummary,
        "SELECT o.code, o.status, o.ship_by_date, c.email FROM orders o JOIN customers c ON c.id = o.customer_id
         WHERE o.status NOT IN ('completed', 'cancelled', 'fraud') ORDER BY o.created_at, o.id"
    )
}
