//! Completing an order: it is paid, and everything that was due is back, or written off.

use crate::fulfilment::{after_checkout, receive};
use crate::platform::batch::Batch;
use crate::platform::error::{StaffError, StaffResult};
use crate::service::order::read::has_paid;
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::checkout::invoices;
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::{self, ListedOrder, OrderRow};
use crate::store::returns::exchanges;
use crate::store::{CustomerTx, Tx};
use stylebox_core::order::{Actor, CompletionInput, Status, Unfinished, can_complete, unfinished};
use stylebox_core::screens::orders::{AwaitedItem, ReturnedOrder, nothing_came_back};
use stylebox_core::values::count::Count;

/// The status of an order whose return is over: it has come, or what has not was written off.
const RETURN_IS_OVER: Status = Status::DeliveredToStylebox;

/// Completes an order that is paid, if everything that was due back is received or written off.
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
            "Order {code} still has {} of its items to come back: receive the return first, or write off what will not come.",
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

/// Ends the return of an order if nothing is due back any more because the rest was written off: the order is completed if nothing
/// else is left to do. If something of the return has come, staff complete it once they have looked that over.
pub(super) async fn close_return(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    actor: Actor,
) -> StaffResult<()> {
    if complete_if_done(state, tx, order, actor).await? {
        return Ok(());
    }
    if order.status != RETURN_IS_OVER {
        transition::set(state, tx, order, RETURN_IS_OVER, actor, "Nothing more of it is due back").await?;
    }
    complete_if_done(state, tx, order, actor).await.map(drop)
}

/// Books paid checkouts, and completes the orders with nothing due back and nothing come back. A job runs it. Returns how many
/// orders moved on.
pub async fn follow_up(state: &AppState) -> StaffResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    for status in Status::ALL.iter().filter(|status| status.is_checked_out() || **status == RETURN_IS_OVER) {
        let listed = orders::unfinished_in(&mut state.db.read().await?, *status).await?;
        for ListedOrder { id, code, .. } in listed {
            let has_moved = batch.record(&code, follow_up_on(state, *status, &id).await).unwrap_or(false);
            batch.done += usize::from(has_moved);
        }
    }
    Ok(batch)
}

async fn follow_up_on(state: &AppState, status: Status, order_id: &str) -> StaffResult<bool> {
    if status == RETURN_IS_OVER {
        // Most of these wait for staff: they are not locked.
        let lines = items::lines(&mut state.db.read().await?, order_id).await?;
        if !has_received_nothing(status, &lines) {
            return Ok(false);
        }
    }
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    let before = order.status;
    after_checkout::book(state, &mut tx, &mut order).await?;
    complete_if_done(state, &mut tx, &mut order, Actor::System).await?;
    tx.commit().await?;
    Ok(order.status != before)
}

/// Completes an order if nothing has come back that staff would have to look over, and nothing is left to do. Returns whether it was
/// completed.
async fn complete_if_done(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    actor: Actor,
) -> StaffResult<bool> {
    let lines = items::lines(tx, &order.id).await?;
    let needs_nobody = order.status.is_checked_out() || has_received_nothing(order.status, &lines);
    if !needs_nobody || !can_complete(&remaining_work(tx, order).await?) {
        return Ok(false);
    }
    let has_written_off = lines.iter().any(|line| line.written_off.is_some());
    let why = if has_written_off { "Nothing more is due back" } else { "Everything was kept" };
    transition::step(state, tx, order, Status::Completed, actor, why).await?;
    Ok(true)
}

/// Core's `orders.nothing_came_back`.
fn has_received_nothing(status: Status, lines: &[LineItemRow]) -> bool {
    let awaited =
        |line: &LineItemRow| AwaitedItem { received: line.received_at.is_some(), written_off: line.written_off };
    nothing_came_back(&ReturnedOrder { status, items: lines.iter().map(awaited).collect() })
}
