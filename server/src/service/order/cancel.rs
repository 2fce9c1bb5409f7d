//! Cancelling an order and refunding what was charged.

use crate::platform::error::{AppResult, StaffError, StaffResult};
use crate::service::account::customer;
use crate::service::delivery::wanted;
use crate::service::mail::{self, late as late_emails, order};
use crate::service::order::read::owned;
use crate::service::order::{late, next_box_note, transition};
use crate::service::payment::{attempts, carry_out, restored_money, styling_fee};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::order::orders::OrderRow;
use crate::store::order::{items, stock};
use crate::store::payment::payment_attempts::AttemptRow;
use stylebox_core::delivery::shipment::ParcelWay;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, CancelInput, LateStep, Status, can_cancel};

/// Cancels an order for its customer.
///
/// # Errors
/// [`Refusal::NotFound`], [`Refusal::OrderNotCancellable`], or the gateway has not answered about the fee.
pub async fn by_customer(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let actor = Actor::Customer;
    let order = owned(&mut state.db.read().await?, customer_id, id).await?;
    if can_cancel(&cancel_input(&order, actor)) {
        let refused = restored_money::refuse_unmatched(state, &mut state.db.read().await?, &order).await;
        refused.map_err(StaffError::without_details)?;
        carry_out::call_off_charge(state, id).await?;
    }
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let order = owned(&mut tx, customer_id, id).await?;
    if !can_cancel(&cancel_input(&order, actor)) {
        return Err(Refusal::OrderNotCancellable.into());
    }
    cancel(state, tx, order, &customer, actor, "Canceled by the customer").await.map_err(StaffError::without_details)
}

/// Cancels an order for staff.
///
/// # Errors
/// If the order cannot be cancelled any more, or the gateway has not answered about the fee.
pub async fn by_shop(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let order = transition::load(&mut state.db.read_single().await?, order_id).await?;
    if can_cancel(&cancel_input(&order, actor)) {
        restored_money::refuse_unmatched(state, &mut state.db.read_single().await?, &order).await?;
        carry_out::call_off_charge(state, order_id).await?;
    }
    let (tx, order, customer) = transition::locked(state, order_id).await?;
    if !can_cancel(&cancel_input(&order, actor)) {
        return Err(StaffError::refused(format!("Order {} is {} and cannot be canceled.", order.code, order.status)));
    }
    cancel(state, tx, order, &customer, actor, "Canceled by the shop").await
}

/// Cancels a late order whose customer has not said in time whether to keep it, or that is late for the third time. Returns whether
/// it was one, and is cancelled: while a charge of it has no outcome, it waits.
///
/// # Errors
/// If a charge that can be called off was not, or the fee cannot go back.
pub async fn late(state: &AppState, order_id: &str) -> StaffResult<bool> {
    let mut tx = state.db.read().await?;
    let order = transition::load(&mut tx, order_id).await?;
    let step = late::of_order(state, &mut tx, &order).await?.step;
    // It waits until it is known what was charged since a backup that was restored.
    let waits = restored_money::why_not_called_off(state, &mut tx, order_id).await?.is_some();
    drop(tx);
    if step != LateStep::Cancel || waits {
        return Ok(false);
    }
    carry_out::call_off_charge(state, order_id).await?;
    let (mut tx, order, customer) = transition::locked(state, order_id).await?;
    let step = late::of_order(state, &mut tx, &order).await?.step;
    // It also waits while the gateway has not decided about its fee: `ops attention` names that payment.
    if step != LateStep::Cancel || attempts::open_charge(&mut tx, order_id).await?.is_some() {
        return Ok(false);
    }
    let (why, was_asked) = match order.asked_on {
        Some(_) => ("Late for the second time, and its customer has not said that it is kept", true),
        None => ("Late for the third time", false),
    };
    let (actor, code) = (Actor::System, order.code.clone());
    let refund = call_off(state, &mut tx, order, actor, why).await?;
    let page = state.settings.public_url.page_link("/customize/order/custom");
    let back = refund.as_ref().map(|refund| refund.amount);
    mail::queue(state, &mut tx, late_emails::cancelled(&customer, &code, back, was_asked, &page)).await?;
    finish(state, tx, refund).await?;
    Ok(true)
}

/// The facts for `order.can_cancel`.
#[must_use]
pub const fn cancel_input(order: &OrderRow, actor: Actor) -> CancelInput {
    CancelInput { status: order.status, actor, is_asked: Some(order.asked_on.is_some()) }
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
    finish(state, tx, refund).await
}

async fn finish(state: &AppState, tx: CustomerTx, refund: Option<AttemptRow>) -> StaffResult<()> {
    tx.commit().await?;
    if let Some(refund) = refund {
        carry_out::carry_out(state, &refund.id).await?;
    }
    Ok(())
}

/// Cancels an order in a transaction whose fee could not be charged, and for which no other card came. Nothing was charged.
///
/// # Errors
/// [`StaffError::Refused`] if the order is styled.
pub async fn unpaid_in(
    state: &AppState,
    tx: &mut CustomerTx,
    mut order: OrderRow,
    customer: &CustomerRow,
) -> StaffResult<()> {
    let why = "Canceled, because its styling fee was declined and no other card came";
    transition::step(state, tx, &mut order, Status::Cancelled, Actor::System, why).await?;
    next_box_note::give_back(tx, &order).await?;
    let page = state.settings.public_url.page_link("/dashboard");
    Ok(mail::queue(state, tx, order::cancelled_unpaid(customer, &order, &page)).await?)
}

/// Cancels an order in a transaction. Returns the refund, which the caller has to carry out after committing `tx`.
///
/// # Errors
/// [`StaffError::Refused`] while the gateway has not answered about the fee.
pub async fn cancel_in(
    state: &AppState,
    tx: &mut CustomerTx,
    order: OrderRow,
    customer: &CustomerRow,
    actor: Actor,
    why: &str,
) -> StaffResult<Option<AttemptRow>> {
    let called_off = order.clone();
    let refund = call_off(state, tx, order, actor, why).await?;
    let back = refund.as_ref().map(|refund| refund.amount);
    mail::queue(state, tx, order::cancelled(customer, &called_off, back)).await?;
    Ok(refund)
}

/// The same, without telling the customer. The pieces of a box that is styled go back in stock.
///
/// # Errors
/// [`StaffError::Refused`] while the gateway has not answered about the fee.
pub async fn call_off(
    state: &AppState,
    tx: &mut CustomerTx,
    mut order: OrderRow,
    actor: Actor,
    why: &str,
) -> StaffResult<Option<AttemptRow>> {
    let refund = styling_fee::begin_refund(state, tx, &order, actor).await?;
    if order.status.is_in_warehouse() {
        wanted::call_off(state, tx, &order.id, ParcelWay::ALL).await?;
        let pieces = items::lines(tx, &order.id).await?;
        stock::put_back(tx, pieces).await?;
    }
    transition::set(state, tx, &mut order, Status::Cancelled, actor, why).await?;
    next_box_note::give_back(tx, &order).await?;
    Ok(refund)
}
