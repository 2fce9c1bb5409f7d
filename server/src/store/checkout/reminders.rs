//! Which reminders were written, and whether they were sent.

use crate::platform::clock::Timestamp;
use crate::store::column::Column;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;

/// A reminder of a day to check out by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderRow {
    /// How many days before the day to check out by.
    pub(crate) days_before: Count,
    /// `None` while the email waits in the outbox, and if it does not arrive.
    pub(crate) sent_at: Option<Timestamp>,
}

readable!(ReminderRow { days_before: Count, sent_at: Option<Timestamp> });

/// The reminders of an order's day to check out by; both are expressions.
macro_rules! reminders_of {
    ($order_id:literal, $checkout_by_date:literal) => {
        json_list!(
            "reminders.days_before, CASE WHEN outbox.failed_at IS NULL THEN outbox.sent_at END",
            concat!(
                "FROM reminders JOIN outbox ON outbox.id = reminders.message_id WHERE reminders.order_id = ",
                $order_id,
                " AND reminders.checkout_by_date = ",
                $checkout_by_date
            ),
            "ORDER BY reminders.days_before DESC"
        )
    };
}

/// The reminders of the order `$2` and its day `$3`, in a larger statement.
pub(in crate::store) const OF_ORDER: JsonList = reminders_of!("$2", "$3");

/// Records that a reminder was written, with its message in the outbox.
///
/// # Errors
/// [`is_duplicate`](crate::store::StoreError::is_duplicate) if it was written before.
pub async fn add(
    tx: &mut CustomerTx,
    order_id: &str,
    checkout_by_date: Date,
    days_before: Count,
    message_id: &str,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO reminders (order_id, checkout_by_date, days_before, message_id) VALUES ($1, $2, $3, $4)",
        order_id,
        checkout_by_date.stored(),
        days_before.stored(),
        message_id
    )?;
    Ok(())
}

/// The reminders of an order's day to check out by.
pub async fn of_order(tx: &mut Tx, order_id: &str, checkout_by_date: Date) -> Result<Vec<ReminderRow>> {
    fetch_json_list!(tx, ReminderRow, reminders_of!("$1", "$2"), order_id, checkout_by_date.stored())
}
