//! Reminding customers of the day to check out by: two days before, the day before, and on the day.

use super::orders::has_paid;
use super::round::Round;
use super::{mail, order_log, try_on_mail};
use crate::clock::Timestamp;
use crate::http::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::orders::{self, OrderRow};
use crate::store::{Tx, cards, invoices, reminders};
use stylebox_core::business_time::Date;
use stylebox_core::order::{Actor, Status};
use stylebox_core::try_on::{reminder_days, reminders_due};

/// Writes the reminders whose hour has come, each once. How many.
///
/// # Errors
/// Where the database fails.
pub async fn write_due(state: &AppState) -> AppResult<Round<usize>> {
    let mut tx = state.db.read().await?;
    let with_customers = orders::in_status(&mut tx, Status::DeliveredToCustomer).await?;
    drop(tx);
    let mut round = Round::from(0);
    for order in with_customers {
        let is_written = round.tried(&order.code, remind(state, &order.id).await).unwrap_or(false);
        round.done += usize::from(is_written);
    }
    Ok(round)
}

/// One transaction: the newest reminder of an order that is due and not written yet. One whose day has gone by is not made up
/// for: the customer reads what holds today.
async fn remind(state: &AppState, order_id: &str) -> AppResult<bool> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    let (mut order, customer) = order_log::locked(&mut tx, order_id).await?;
    let Some(by) = order.checkout_by_date()?.filter(|_| order.status == Status::DeliveredToCustomer) else {
        return Ok(false);
    };
    let due = reminders_due(by, order.customer_pick_up, now.instant()).map_err(AppError::unexpected)?;
    let Some(days_before) = due.last().copied() else { return Ok(false) };
    let number = i64::try_from(days_before).map_err(AppError::unexpected)?;
    let there = reminders::of_order(&mut tx, order_id, &by.to_string()).await?;
    let is_written = there.iter().any(|reminder| reminder.days_before == number);
    if is_written || has_paid(&invoices::of_order(&mut tx, order_id).await?) {
        return Ok(false);
    }
    let has_agreed = cards::current(&mut tx, &customer.id).await?.is_some_and(|card| card.consent_version.is_some());
    let page = state.settings.public_url.page_link("/checkout/stylist-note");
    let letter = try_on_mail::reminder(&customer, &order, by, days_before, has_agreed, &page);
    let message_id = state.new_id();
    mail::queue_as(state, &mut tx, message_id.clone(), letter).await?;
    reminders::add(&mut tx, order_id, &by.to_string(), number, &message_id).await?;
    let why = format!("Reminded to check out by {by}");
    order_log::note(state, &mut tx, &mut order, Actor::System, &why).await?;
    tx.commit().await?;
    Ok(true)
}

/// Whether all reminders of the day to check out by really left by the end of that day.
///
/// # Errors
/// Where the database fails.
pub async fn were_sent(tx: &mut Tx, order: &OrderRow, by: Date) -> AppResult<bool> {
    let there = reminders::of_order(tx, &order.id, &by.to_string()).await?;
    let in_time = |sent_at: Timestamp| sent_at.today() <= by;
    Ok(reminder_days(order.customer_pick_up).iter().all(|days| {
        there.iter().any(|row| u64::try_from(row.days_before) == Ok(*days) && row.sent_at.is_some_and(in_time))
    }))
}
