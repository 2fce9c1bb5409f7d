//! Returns: on their way, and received.

use crate::fulfilment::{after_checkout, deliver};
use crate::platform::error::{StaffError, StaffResult};
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use crate::store::order::stock;
use crate::store::{CustomerTx, Tx};
use stylebox_core::order::{Actor, Status};

/// Receives a return: all items that are due back are put in stock, and marked, so that they can neither be kept nor restocked
/// again. Undecided items become returns; what the customer keeps is still to be paid.
///
/// # Errors
/// [`StaffError::Refused`] if nothing can be on its way back, or the order is being paid: nobody may be charged for an item that
/// is back in stock.
pub async fn receive(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    if invoices::of_order(&mut tx, &order.id).await?.iter().any(InvoiceRow::is_being_paid) {
        return Err(StaffError::refused(format!(
            "Order {} is being paid: receive its return once that is settled.",
            order.code
        )));
    }
    let due = due_back(&mut tx, &order.id).await?;
    if order.status == Status::DeliveredToStylebox {
        if due.is_empty() {
            return Err(StaffError::refused(format!("Order {} has nothing that is still to come back.", order.code)));
        }
        transition::note(state, &mut tx, &mut order, actor, "More of the return is here").await?;
    } else {
        if order.status != Status::InTransitToStylebox {
            leaves_the_customer(state, &mut tx, &mut order, actor).await?;
        }
        let to = Status::DeliveredToStylebox;
        transition::step(state, &mut tx, &mut order, to, actor, "The return is here").await?;
    }
    for line in &due {
        items::receive(&mut tx, &line.id, state.clock.now()).await?;
    }
    stock::put_back(&mut tx, due).await?;
    Ok(tx.commit().await?)
}

/// Marks the return as on its way, the step before [`receive`].
///
/// # Errors
/// [`StaffError::Refused`] if nothing can be sent back.
pub async fn send_back(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    leaves_the_customer(state, &mut tx, &mut order, actor).await?;
    Ok(tx.commit().await?)
}

/// Records the delivery, if nobody has: what comes back must have been with the customer.
pub(super) async fn leaves_the_customer(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    actor: Actor,
) -> StaffResult<()> {
    after_checkout::book(state, tx, order).await?;
    if order.delivery_date.is_none() {
        deliver::mark_delivered(state, order)?;
    }
    let to = Status::InTransitToStylebox;
    transition::step(state, tx, order, to, actor, "The return is on its way").await
}

/// The items that are due back.
pub(super) async fn due_back(tx: &mut Tx, order_id: &str) -> StaffResult<Vec<LineItemRow>> {
    let mut lines = items::lines(tx, order_id).await?;
    lines.retain(LineItemRow::is_due_back);
    Ok(lines)
}
