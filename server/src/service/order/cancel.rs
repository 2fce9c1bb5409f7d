//! Cancelling an order and refunding what was charged.

use crate::platform::error::{AppResult, StaffError, StaffResult};
use crate::service::account::customer;
use crate::service::message::{mail, order};
use crate::service::order::read::owned;
use crate::service::order::{next_box_note, transition};
use crate::service::payment::{carry_out, styling_fee};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::order::orders::OrderRow;
use crate::store::payment::payment_attempts::AttemptRow;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, CancelInput, Status, can_cancel};

/// Cancels an order for its customer.
///
/// # Errors
/// [`Refusal::NotFound`], [`Refusal::OrderNotCancellable`], or the gateway has not answered about the fee.
pub async fn by_customer(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let actor = Actor::Customer;
    let order = owned(&mut state.db.read().await?, customer_id, id).await?;
    if can_cancel(&CancelInput { status: order.status, actor }) {
        carry_out::call_off_waiting(state, id).await?;
    }
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let order = owned(&mut tx, customer_id, id).await?;
    if !can_cancel(&CancelInput { status: order.status, actor }) {
        return Err(Refusal::OrderNotCancellable.into());
    }
    cancel(state, tx, order, &customer, actor, "Cancelled by the customer").await.map_err(StaffError::without_details)
}

/// Cancels an order for staff.
///
/// # Errors
/// If the order cannot be cancelled any more, or the gateway has not answered about the fee.
pub async fn by_shop(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let order = transition::load(&mut state.db.read_single().await?, order_id).await?;
    if can_cancel(&CancelInput { status: order.status, actor }) {
        carry_out::call_off_waiting(state, order_id).await?;
    }
    let (tx, order, customer) = transition::locked(state, order_id).await?;
    if !can_cancel(&CancelInput { status: order.status, actor }) {
        return Err(StaffError::refused(format!("Order {} is {} and cannot be cancelled.", order.code, order.status)));
    }
    cancel(state, tx, order, &customer, actor, "Cancelled by the shop").await
}

async fn cancel(
    state: &AppState,
    mut tx: CustomerTx,
    order: OrderRow,
    customer: &CustomerRow,
    actor: Actor,
    why: &str,
) -> StaffResult<()> {
    let refund = cancel_in(state, &mut tx, order, customer, actor, why).await?;
    tx.commit().await?;
    if let Some(refund) = refund {
        carry_out::carry_out(state, &refund.id).await?;
    }
    Ok(())
}

/// Cancels an order in a transaction. Returns the refund, which the caller has to carry out after committing `tx`.
///
/// # Errors
/// [`StaffError::Refused`] while the gateway has not answered about the fee.
pub async fn cancel_in(
    state: &AppState,
    tx: &mut CustomerTx,
    mut order: OrderRow,
    customer: &CustomerRow,
    actor: Actor,
    why: &str,
) -> StaffResult<Option<AttemptRow>> {
    let refund = styling_fee::begin_refund(state, tx, &order, actor).await?;
    transition::step(state, tx, &mut order, Status::Cancelled, actor, why).await?;
    next_box_note::give_back(tx, &order).await?;
    let back = refund.as_ref().map(|refund| refund.amount);
    mail::queue(state, tx, order::cancelled(customer, &order, back)).await?;
    Ok(refund)
}
