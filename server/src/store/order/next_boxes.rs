//! The next boxes of subscriptions: on which day each customer is to be looked at, and of which boxes they were told.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, StoreError, Tx};
use stylebox_core::business_time::Date;
use stylebox_core::subscription::Type;

/// A customer whose next box is to be looked at.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct LookRow {
    /// The customer.
    pub customer_id: String,
    /// How often something has changed that a look depends on.
    pub changes: i64,
}

/// The customers whose next box is to be looked at by that day, those first whose day came first. The database itself brings a
/// customer's day back to the first of all days when a box is over, or its days, the plan, a skip or what was told changes
/// (migration 10): no way of changing them can forget to.
pub async fn to_look_at(tx: &mut Tx, today: Date) -> Result<Vec<LookRow>> {
    fetch_all!(
        tx,
        LookRow,
        "SELECT customer_id, changes FROM next_box_looks WHERE look_on <= $1 ORDER BY look_on, customer_id",
        today.to_string()
    )
}

/// The customer's row, as the transaction sees it; none if nothing that a look depends on has ever happened.
pub async fn look(tx: &mut Tx, customer_id: &str) -> Result<Option<LookRow>> {
    let sql = "SELECT customer_id, changes FROM next_box_looks WHERE customer_id = $1";
    fetch_optional!(tx, LookRow, sql, customer_id)
}

/// Puts the next look off to a day, or until something changes if there is none. If something has changed since the row was
/// read, the day stays as it is.
pub async fn put_off(tx: &mut Tx, look: &LookRow, until: Option<Date>) -> Result<()> {
    execute!(
        tx,
        "UPDATE next_box_looks SET look_on = $2 WHERE customer_id = $1 AND changes = $3",
        &look.customer_id,
        until.map(|day| day.to_string()),
        look.changes
    )?;
    Ok(())
}

/// The day of the customer's last box that was not on demand: on which it came, or was to come. One that was called off counts
/// too: the next is not made in its place.
///
/// # Errors
/// If the database fails, or holds no date there.
pub async fn last_box_on(tx: &mut Tx, customer_id: &str) -> Result<Option<Date>> {
    let (day,) = fetch_one!(
        tx,
        (Option<String>,),
        "SELECT MAX(COALESCE(delivery_date, ship_by_date)) FROM orders WHERE customer_id = $1 AND subscription_type <> $2",
        customer_id,
        Type::OnDemand.as_str()
    )?;
    day.map(|day| day.parse().map_err(|error| StoreError::corrupt("orders.ship_by_date", error))).transpose()
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
/// If the database fails; [`is_duplicate`](crate::store::StoreError::is_duplicate) where that has happened.
pub async fn add_notice(tx: &mut CustomerTx, customer_id: &str, box_date: &str, message_id: &str) -> Result<()> {
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
pub async fn void(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM next_box_notices WHERE customer_id = $1", customer_id)?;
    Ok(())
}
