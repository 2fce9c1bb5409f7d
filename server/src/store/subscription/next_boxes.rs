//! The next boxes of subscriptions: on which day the job looks at each customer, and the notices that were sent.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, StoreError, Tx};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::frequency::Type;

row! {
    /// A scheduled look at a customer's next box.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct LookRow {
        pub(crate) customer_id: String,
        /// Counts changes of what a look depends on.
        pub(crate) changes: i64,
    }
}

/// The looks that are due by a day, the earliest first. A trigger of the database (migration 110) makes a look due immediately
/// when a box is finished, or its days, the plan, a skip or the notice change, so that no code that changes them can forget it.
pub async fn looks_due(tx: &mut Tx, today: Date) -> Result<Vec<LookRow>> {
    fetch_all!(
        tx,
        LookRow,
        "SELECT customer_id, changes FROM next_box_looks WHERE look_on <= $1 ORDER BY look_on, customer_id",
        today.to_string()
    )
}

/// The look at a customer; `None` if nothing that a look depends on has ever happened.
pub async fn look(tx: &mut Tx, customer_id: &str) -> Result<Option<LookRow>> {
    let sql = "SELECT customer_id, changes FROM next_box_looks WHERE customer_id = $1";
    fetch_optional!(tx, LookRow, sql, customer_id)
}

/// Schedules the next look for a day, or with `None` for when something changes. If something has changed since the row was
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

/// The delivery day, actual or planned, of the customer's last box that was not on demand. A cancelled box counts too, because
/// the next one does not replace it.
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

row! {
    /// The notice of a next box.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct NoticeRow {
        pub(crate) written_at: Timestamp,
        /// `None` while it waits in the outbox, and if it does not arrive.
        pub(crate) sent_at: Option<Timestamp>,
    }
}

/// The notice of the box of that day, unless it is void.
pub async fn notice(tx: &mut Tx, customer_id: &str, box_date: &str) -> Result<Option<NoticeRow>> {
    fetch_optional!(
        tx,
        NoticeRow,
        "SELECT created_at AS written_at, CASE WHEN failed_at IS NULL THEN sent_at END AS sent_at
         FROM next_box_notices JOIN outbox ON outbox.id = message_id
         WHERE next_box_notices.customer_id = $1 AND box_date = $2",
        customer_id,
        box_date
    )
}

/// Records the notice of the box of that day, with its message in the outbox.
///
/// # Errors
/// [`is_duplicate`](crate::store::StoreError::is_duplicate) if there is one.
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

/// Voids the customer's notices.
pub async fn void(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM next_box_notices WHERE customer_id = $1", customer_id)?;
    Ok(())
}
