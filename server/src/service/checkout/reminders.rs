//! Reminding customers of the day to check out by: two days before, the day before, and on the day.

use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::service::message::{mail, try_on};
use crate::service::order::read::has_paid;
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::card::cards;
use crate::store::checkout::invoices;
use crate::store::checkout::reminders::{self, ReminderRow};
use crate::store::order::orders::{self, OrderRow};
use stylebox_core::checkout::try_on::{Reminder, RemindersInput, reminders_due};
use stylebox_core::order::{Actor, Status};
use stylebox_core::values::count::Count;

/// Writes the reminders that are due, each once. Returns how many.
pub async fn write_due(state: &AppState) -> AppResult<Batch<usize>> {
    let mut tx = state.db.read().await?;
    let with_customers = orders::unfinished_in(&mut tx, Status::DeliveredToCustomer).await?;
    drop(tx);
    let mut batch = Batch::from(0);
    for order in with_customers {
        let is_written = batch.record(&order.code, remind(state, &order.id).await).unwrap_or(false);
        batch.done += usize::from(is_written);
    }
    Ok(batch)
}

/// Writes, in one transaction, the newest reminder of an order that is due and not written yet. An older one that was missed is
/// skipped, because it would no longer be true.
async fn remind(state: &AppState, order_id: &str) -> AppResult<bool> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let Some(by) = order.checkout_by_date.filter(|_| order.status == Status::DeliveredToCustomer) else {
        return Ok(false);
    };
    let due = reminders_due(&RemindersInput {
        checkout_by_date: by,
        customer_pick_up: order.customer_pick_up,
        now: state.clock.now().instant(),
    });
    let due = due.map_err(AppError::unexpected)?;
    let Some(days_before) = due.last().copied() else { return Ok(false) };
    let number = Count::new(days_before).ok_or_else(|| AppError::unexpected("days that are no count"))?;
    let there = reminders::of_order(&mut tx, order_id, by).await?;
    let is_written = there.iter().any(|reminder| reminder.days_before == number);
    if is_written || has_paid(&invoices::of_order(&mut tx, order_id).await?) {
        return Ok(false);
    }
    let has_agreed = cards::current(&mut tx, &customer.id).await?.is_some_and(|card| card.has_consent());
    let page = state.settings.public_url.page_link("/checkout/stylist-note");
    let letter = try_on::reminder(&customer, &order, by, days_before, has_agreed, &page);
    let message_id = state.new_id();
    mail::queue_as(state, &mut tx, message_id.clone(), letter).await?;
    reminders::add(&mut tx, order_id, by, number, &message_id).await?;
    let why = format!("Reminded to check out by {by}");
    transition::note(state, &mut tx, &mut order, Actor::System, &why).await?;
    tx.commit().await?;
    Ok(true)
}

/// The reminders of the order's day to check out by, and when they were sent.
pub async fn of_order(tx: &mut Tx, order: &OrderRow) -> AppResult<Vec<Reminder>> {
    let Some(by) = order.checkout_by_date else { return Ok(Vec::new()) };
    let there = reminders::of_order(tx, &order.id, by).await?;
    let reminder =
        |row: ReminderRow| Reminder { days_before: row.days_before, sent_on: row.sent_at.map(Timestamp::today) };
    Ok(there.into_iter().map(reminder).collect())
}
