//! Subscriptions: whose next box may be due, and of which boxes they were told.

use super::{Result, Tx};
use crate::clock::Timestamp;
use stylebox_core::subscription::Type;

/// The customers who have subscribed and have no order under way, in a fixed order.
///
/// # Errors
/// Where the database fails.
pub async fn subscribers(tx: &mut Tx) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT id FROM customers WHERE subscription_type IS NOT NULL AND subscription_type <> $1
         AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = customers.id
             AND orders.status NOT IN ('completed', 'cancelled', 'fraud'))
         ORDER BY id",
        Type::OnDemand.as_str()
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// When the customer was told of the box of that day; nothing where that has not happened.
///
/// # Errors
/// Where the database fails.
pub async fn told_at(tx: &mut Tx, customer_id: &str, box_date: &str) -> Result<Option<Timestamp>> {
    let row = fetch_optional!(
        tx,
        (Timestamp,),
        "SELECT told_at FROM next_box_notices WHERE customer_id = $1 AND box_date = $2",
        customer_id,
        box_date
    )?;
    Ok(row.map(|(told_at,)| told_at))
}

/// Notes that the customer is told of the box of that day.
///
/// # Errors
/// Where the database fails; [`is_duplicate`](super::StoreError::is_duplicate) where that has happened.
pub async fn tell(tx: &mut Tx, customer_id: &str, box_date: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO next_box_notices (customer_id, box_date, told_at) VALUES ($1, $2, $3)",
        customer_id,
        box_date,
        now
    )?;
    Ok(())
}
