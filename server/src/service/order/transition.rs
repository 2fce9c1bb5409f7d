//! Changing an order: it is locked first, and each change is written together with the event that says who made it and why.

use crate::http::error::{AppError, AppResult, Refusal};
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::order::events::EventRow;
use crate::store::order::orders::{self, OrderRow};
use crate::store::{Tx, lock_customer_of_order};
use axum::http::StatusCode;
use stylebox_core::messages::refusals;
use stylebox_core::order::{Actor, Status, Transition, can_transition};

/// An order that cannot do this where it stands.
pub const NOT_NOW: Refusal = Refusal::new(StatusCode::CONFLICT, refusals::NOT_NOW);

/// A refusal as the order's customer reads it: the words of [`NOT_NOW`] itself, for those that came are for staff.
#[must_use]
pub fn plain(error: AppError) -> AppError {
    match error {
        AppError::Refused { .. } => NOT_NOW.into(),
        other => other,
    }
}

/// The order and its customer, the customer's row locked.
///
/// # Errors
/// Where there is none.
pub async fn locked(tx: &mut Tx, order_id: &str) -> AppResult<(OrderRow, CustomerRow)> {
    lock_customer_of_order(tx, order_id).await?;
    seen(tx, order_id).await
}

/// The order as it is at the moment.
///
/// # Errors
/// If there is none.
pub async fn seen_alone(tx: &mut Tx, order_id: &str) -> AppResult<OrderRow> {
    let order = orders::by_id(tx, order_id).await?;
    order.ok_or_else(|| AppError::unexpected("an order without its row"))
}

/// The order and its customer, as they are at the moment.
///
/// # Errors
/// Where there is none.
pub async fn seen(tx: &mut Tx, order_id: &str) -> AppResult<(OrderRow, CustomerRow)> {
    let order = seen_alone(tx, order_id).await?;
    let customer = customer_of(tx, &order).await?;
    Ok((order, customer))
}

/// The customer whose order it is.
///
/// # Errors
/// If there is none.
pub async fn customer_of(tx: &mut Tx, order: &OrderRow) -> AppResult<CustomerRow> {
    let customer = customers::by_id(tx, &order.customer_id).await?;
    customer.ok_or_else(|| AppError::unexpected("an order without its customer"))
}

/// That a box that is shipped has an address to go to.
///
/// # Errors
/// [`NOT_NOW`] where it has none.
pub fn has_address(order: &OrderRow) -> AppResult<()> {
    if order.lacks_address() {
        return Err(NOT_NOW.saying(format!("Order {} has no address to go to.", order.code)));
    }
    Ok(())
}

/// Moves an order a step by fulfilment's rule, and writes the row as it is now.
///
/// # Errors
/// [`NOT_NOW`] where the rule does not allow the step.
pub async fn step(
    state: &AppState,
    tx: &mut Tx,
    order: &mut OrderRow,
    to: Status,
    actor: Actor,
    reason: &str,
) -> AppResult<()> {
    let from = order.status;
    if !can_transition(&Transition { from, to, customer_pick_up: order.customer_pick_up }) {
        return Err(cannot_become(order, to));
    }
    set(state, tx, order, to, actor, reason).await
}

/// [`NOT_NOW`], where an order cannot take a step.
#[must_use]
pub fn cannot_become(order: &OrderRow, to: Status) -> AppError {
    NOT_NOW.saying(format!("Order {} is {} and cannot become {to}.", order.code, order.status))
}

/// Moves an order to where another rule has decided, and writes the row as it is now.
///
/// # Errors
/// Where the database fails.
pub async fn set(
    state: &AppState,
    tx: &mut Tx,
    order: &mut OrderRow,
    to: Status,
    actor: Actor,
    reason: &str,
) -> AppResult<()> {
    let from = std::mem::replace(&mut order.status, to);
    order.updated_at = state.clock.now();
    order.update(tx).await?;
    add(state, tx, order, Some(from), actor, reason).await
}

/// Writes the row as it is now, the status unchanged.
///
/// # Errors
/// Where the database fails.
pub async fn note(state: &AppState, tx: &mut Tx, order: &mut OrderRow, actor: Actor, reason: &str) -> AppResult<()> {
    order.updated_at = state.clock.now();
    order.update(tx).await?;
    add(state, tx, order, Some(order.status), actor, reason).await
}

/// Writes the first event of an order that was just made.
///
/// # Errors
/// Where the database fails.
pub async fn begin(state: &AppState, tx: &mut Tx, order: &OrderRow, actor: Actor, reason: &str) -> AppResult<()> {
    add(state, tx, order, None, actor, reason).await
}

async fn add(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    from: Option<Status>,
    actor: Actor,
    reason: &str,
) -> AppResult<()> {
    let event = EventRow {
        id: state.new_id(),
        order_id: order.id.clone(),
        at: state.clock.now(),
        actor,
        from_status: from,
        to_status: order.status,
        reason: reason.to_owned(),
    };
    Ok(event.insert(tx).await?)
}
