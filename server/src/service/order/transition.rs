//! Changing an order: it is locked first, and each change is written with an event that says who made it and why.

use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::order::events::EventRow;
use crate::store::order::orders::{self, OrderRow};
use crate::store::{CustomerTx, Tx};
use stylebox_core::order::{Actor, Status, Transition, can_transition, is_unsent};

/// Begins a transaction about an order, with its customer's row locked.
pub async fn locked(state: &AppState, order_id: &str) -> AppResult<(CustomerTx, OrderRow, CustomerRow)> {
    let found = state.db.write_about_order(order_id).await?;
    found.ok_or_else(|| AppError::unexpected("an order without its row"))
}

/// The order, without a lock. It is an error if there is none.
pub async fn load(tx: &mut Tx, order_id: &str) -> AppResult<OrderRow> {
    let order = orders::by_id(tx, order_id).await?;
    order.ok_or_else(|| AppError::unexpected("an order without its row"))
}

/// The order and its customer, without a lock. It is an error if there is none.
pub async fn load_with_customer(tx: &mut Tx, order_id: &str) -> AppResult<(OrderRow, CustomerRow)> {
    let order = load(tx, order_id).await?;
    let customer = customer_of(tx, &order).await?;
    Ok((order, customer))
}

async fn customer_of(tx: &mut Tx, order: &OrderRow) -> AppResult<CustomerRow> {
    let customer = customers::by_id(tx, &order.customer_id).await?;
    customer.ok_or_else(|| AppError::unexpected("an order without its customer"))
}

/// Checks that a box that is to be shipped has an address.
pub fn has_address(order: &OrderRow) -> StaffResult<()> {
    if order.lacks_address() {
        return Err(StaffError::refused(format!("Order {} has no address to go to.", order.code)));
    }
    Ok(())
}

/// Moves an order to another status, if core's rule allows it, and writes the row.
///
/// # Errors
/// [`StaffError::Refused`] if the rule does not allow the step.
pub async fn step(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    to: Status,
    actor: Actor,
    reason: &str,
) -> StaffResult<()> {
    refuse_impossible(order, to)?;
    Ok(set(state, tx, order, to, actor, reason).await?)
}

/// Checks that core's rule allows a step.
///
/// # Errors
/// [`StaffError::Refused`] if it does not.
pub fn refuse_impossible(order: &OrderRow, to: Status) -> StaffResult<()> {
    let step = Transition { from: order.status, to, customer_pick_up: order.customer_pick_up };
    if can_transition(&step) { Ok(()) } else { Err(cannot_become(order, to)) }
}

/// The refusal of a step that an order cannot take.
#[must_use]
pub fn cannot_become(order: &OrderRow, to: Status) -> StaffError {
    StaffError::refused(format!("Order {} is {} and cannot become {to}.", order.code, order.status))
}

/// Moves an order to a status that another rule has decided, and writes the row.
pub async fn set(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    to: Status,
    actor: Actor,
    reason: &str,
) -> AppResult<()> {
    let from = std::mem::replace(&mut order.status, to);
    if !is_unsent(to) {
        order.asked_on = None;
    }
    order.updated_at = state.clock.now();
    order.update(tx).await?;
    add(state, tx, order, Some(from), actor, reason).await
}

/// Writes the row and an event, with the status unchanged.
pub async fn note(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    actor: Actor,
    reason: &str,
) -> AppResult<()> {
    order.updated_at = state.clock.now();
    order.update(tx).await?;
    add(state, tx, order, Some(order.status), actor, reason).await
}

/// Writes the first event of an order that was just made.
pub async fn begin(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &OrderRow,
    actor: Actor,
    reason: &str,
) -> AppResult<()> {
    add(state, tx, order, None, actor, reason).await
}

async fn add(
    state: &AppState,
    tx: &mut CustomerTx,
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
