//! Cancelling an order and refunding what was charged.

use crate::platform::error::{AppResult, StaffError, StaffResult};
use crate::service::account::record;
use crate::service::message::{mail, order};
use crate::service::order::read::owned;
use crate::service::order::transition;
use crate::service::payment::{carry_out, styling_fee};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::order::orders::OrderRow;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, CancelInput, Status, can_cancel};

/// Cancels an order for its customer.
///
/// # Errors
/// [`Refusal::NotFound`], [`Refusal::OrderNotCancellable`], or the gateway has not answered about the fee.
pub async fn by_customer(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let (mut tx, customer) = record::locked(state, customer_id).await?;
    let order = owned(&mut tx, customer_id, id).await?;
    let actor = Actor::Customer;
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
    let (tx, order, customer) = transition::locked(state, order_id).await?;
    if !can_cancel(&CancelInput { status: order.status, actor }) {
        return Err(StaffError::refused(format!("Order {} is {} and cannot be cancelled.", order.code, order.status)));
    }
    cancel(state, tx, order, &customer, actor, "Cancelled by the shop").await
}

async fn cancel(
    state: &AppState,
    mut tx: CustomerTx,
    mut order: OrderRow,
    customer: &CustomerRow,
    actor: Actor,
    why: &str,
) -> StaffResult<()> {
    let refund = styling_fee::begin_refund(state, &mut tx, &order, actor).await?;
    transition::step(state, &mut tx, &mut order, Status::Cancelled, actor, why).await?;
    let back = refund.as_ref().map(|refund| refund.amount);
    mail::queue(state, &mut tx, order::cancelled(customer, &order, back)).await?;
    tx.commit().await?;
    if let Some(refund) = refund {
        carry_out::carry_out(state, &refund.id).await?;
    }
    Ok(())
}
