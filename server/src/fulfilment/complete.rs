//! Completing an order: it is paid, and everything that was due is back.

use crate::fulfilment::{after_checkout, receive};
use crate::platform::batch::Batch;
use crate::platform::error::{StaffError, StaffResult};
use crate::service::order::read::has_paid;
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::checkout::invoices;
use crate::store::order::orders::{self, ListedOrder, OrderRow};
use crate::store::returns::exchanges;
use stylebox_core::order::{Actor, CompletionInput, Status, Unfinished, can_complete, unfinished};
use stylebox_core::values::count::Count;

/// Completes an order that is paid, and of which everything that was due is back.
///
/// # Errors
/// [`StaffError::Refused`] if something has still to come back, to be shipped, or to be paid.
pub async fn complete(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    after_checkout::book(state, &mut tx, &mut order).await?;
    let remaining = remaining_work(&mut tx, &order).await?;
    let code = &order.code;
    let why = match unfinished(&remaining) {
        Some(Unfinished::Checkout) if !remaining.has_paid_invoice && !order.status.is_finished() => {
            Some(format!("Order {code} is {} and not checked out: what is kept of it is not paid.", order.status))
        }
        Some(Unfinished::Delivery) => Some(format!("Order {code} has not come to its customer yet: deliver it first.")),
        Some(Unfinished::Return) => Some(format!(
            "Order {code} still has {} of its items to come back: receive the return first.",
            remaining.due_back.get()
        )),
        Some(Unfinished::Exchange) => Some(format!("Order {code} still has an exchange to be sent: ship it first.")),
        // The order cannot be completed in this status: the step says so.
        Some(Unfinished::Checkout) | None => None,
    };
    if let Some(why) = why {
        return Err(StaffError::refused(why));
    }
    transition::step(state, &mut tx, &mut order, Status::Completed, actor, "Done").await?;
    Ok(tx.commit().await?)
}

/// What is left to be done for the order.
pub(super) async fn remaining_work(tx: &mut Tx, order: &OrderRow) -> StaffResult<CompletionInput> {
    Ok(CompletionInput {
        status: order.status,
        delivered: order.delivery_date.is_some(),
        has_paid_invoice: has_paid(&invoices::of_order(tx, &order.id).await?),
        due_back: Count::of(receive::due_back(tx, &order.id).await?.len()),
        exchanges_held: Count::of(exchanges::held(tx, &order.id).await?.len()),
    })
}

/// Books paid checkouts, and completes the orders of which nothing is due back. A job runs it. Returns how many orders moved on.
pub async fn follow_up(state: &AppState) -> StaffResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    for status in Status::ALL.iter().filter(|status| status.is_checked_out()) {
        let listed = orders::unfinished_in(&mut state.db.read().await?, *status).await?;
        for ListedOrder { id, code, .. } in listed {
            let has_moved = batch.record(&code, follow_up_on(state, &id).await).unwrap_or(false);
            batch.done += usize::from(has_moved);
        }
    }
    Ok(batch)
}

async fn follow_up_on(state: &AppState, order_id: &str) -> StaffResult<bool> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    let before = order.status;
    after_checkout::book(state, &mut tx, &mut order).await?;
    if order.status.is_checked_out() && can_complete(&remaining_work(&mut tx, &order).await?) {
        transition::step(state, &mut tx, &mut order, Status::Completed, Actor::System, "Everything was kept").await?;
    }
    tx.commit().await?;
    Ok(order.status != before)
}
