//! Reminding customers of the day to check out by, on the days before it that the terms name.

use crate::platform::batch::Batch;
use crate::platform::error::{AppError, AppResult};
use crate::service::checkout::system;
use crate::service::mail;
use crate::service::mail::try_on::{self, Follows, SystemCharge};
use crate::service::order::read::has_paid;
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::card::cards::{self, CardRow};
use crate::store::checkout::invoices;
use crate::store::checkout::reminders;
use crate::store::order::{items, orders};
use stylebox_core::card::NotCharged;
use stylebox_core::checkout::try_on::{RemindersInput, reminders_due};
use stylebox_core::order::{Actor, Status};
use stylebox_core::values::count::Count;
use stylebox_core::values::money::Money;

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
    let input = RemindersInput {
        checkout_by_date: by,
        customer_pick_up: order.customer_pick_up,
        now: state.clock.now().instant(),
    };
    let due = reminders_due(&input, &state.data.terms).map_err(AppError::unexpected)?;
    let Some(days_before) = due.last().copied() else { return Ok(false) };
    let number = Count::new(days_before).ok_or_else(|| AppError::unexpected("days that are no count"))?;
    let there = reminders::of_order(&mut tx, order_id, by).await?;
    let is_written = there.iter().any(|reminder| reminder.days_before == number);
    if is_written || has_paid(&invoices::of_order(&mut tx, order_id).await?) {
        return Ok(false);
    }
    let follows = match cards::current(&mut tx, &customer.id).await?.filter(CardRow::has_consent) {
        Some(card) => {
            let charged_on = by.plus_days(1).map_err(AppError::unexpected)?;
            let amount = system::forecast(state, &mut tx, &order, true).await?;
            let is_nothing_due = amount.is_some_and(Money::is_zero);
            match mail::card::why_not_charged(state, &mut tx, &card, charged_on).await? {
                // The system checks out without the card then, unless that was declined for good.
                Some(why) if !is_nothing_due || why.why == NotCharged::Declined => {
                    Some(Follows::OtherCard { card, why })
                }
                _ => {
                    let lines = items::lines(&mut tx, order_id).await?;
                    let has_undecided = lines.iter().any(|line| line.claimed_kept.is_none());
                    Some(Follows::Charge(SystemCharge { card, amount, has_undecided }))
                }
            }
        }
        None => None,
    };
    let page = state.settings.public_url.page_link("/checkout/stylist-note");
    let email = try_on::reminder(&customer, &order, by, state.clock.now().today(), follows.as_ref(), &page)
        .map_err(AppError::unexpected)?;
    let message_id = state.new_id();
    mail::queue_as(state, &mut tx, message_id.clone(), email).await?;
    reminders::add(&mut tx, order_id, by, number, &message_id).await?;
    let why = format!("Reminded to check out by {by}");
    transition::note(state, &mut tx, &mut order, Actor::System, &why).await?;
    tx.commit().await?;
    Ok(true)
}
