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

/// A notice of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct NoticeRow {
    /// When it was written.
    pub written_at: Timestamp,
    /// When it left; none while it waits in the outbox.
    pub sent_at: Option<Timestamp>,
}

/// The notice of the box of that day, by the plan as it stands.
///
/// # Errors
/// Where the database fails.
pub async fn notice(tx: &mut Tx, customer_id: &str, box_date: &str) -> Result<Option<NoticeRow>> {
    fetch_optional!(
        tx,
        NoticeRow,
        "SELECT created_at AS written_at, sent_at FROM next_box_notices JOIN outbox ON outbox.id = message_id
         WHERE customer_id = $1 AND box_date = $2",
        customer_id,
        box_date
    )
}

/// Notes that the customer is told of the box of that day, by the message of that id in the outbox.
///
/// # Errors
/// Where the database fails; [`is_duplicate`](super::StoreError::is_duplicate) where that has happened.
pub async fn add_notice(tx: &mut Tx, customer_id: &str, box_date: &str, message_id: &str) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO next_box_notices (customer_id, box_date, message_id) VALUES ($1, $2, $3)",
        customer_id,
        box_date,
        message_id
    )?;
    Ok(())
}

/// Voids what the customer was told.
///
/// # Errors
/// Where the database fails.
pub async fn void(tx: &mut Tx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM next_box_notices WHERE customer_id = $1", customer_id)?;
    Ok(())
}
