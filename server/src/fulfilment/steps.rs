//! The steps of an order that stylists and the warehouse take. Each follows core's rule, and writes its event and the customer's
//! email in the same transaction. The `ops` commands, the demo's button and the simulator all use them.

use crate::fulfilment::{complete, deliver, parcels, receive, style};
use crate::platform::error::StaffResult;
use crate::service::order::{cancel, lose, stop};
use crate::state::AppState;
use crate::store::order::orders::OrderRow;
use crate::store::returns::exchanges;
use stylebox_core::order::{Actor, Status, Unfinished, unfinished};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Style,
    Ship,
    Ready,
    Deliver,
    SendBack,
    ShipExchange,
    Receive,
    Complete,
    Cancel,
    Lose,
    Stop,
}

/// Takes an order on by a step.
///
/// # Errors
/// [`StaffError::Refused`] with the reason, if the order cannot take it.
pub async fn take(state: &AppState, order_id: &str, step: Step, actor: Actor) -> StaffResult<()> {
    match step {
        Step::Style => style::style(state, order_id, actor).await,
        Step::Ship => parcels::ship(state, order_id, actor).await,
        Step::Ready => deliver::ready(state, order_id, actor).await,
        Step::Deliver => deliver::deliver(state, order_id, actor).await,
        Step::SendBack => receive::send_back(state, order_id, actor).await,
        Step::ShipExchange => parcels::ship_exchange(state, order_id, actor).await,
        Step::Receive => receive::receive(state, order_id, &[], actor).await.map(drop),
        Step::Complete => complete::complete(state, order_id, actor).await,
        Step::Cancel => cancel::by_shop(state, order_id, actor).await,
        Step::Lose => lose::lose(state, order_id, actor).await,
        Step::Stop => stop::stop(state, order_id, actor, "Stopped as fraud by the shop").await,
    }
}

/// The next step after which the customer sees something new, for the demo's button and the simulator; `None` if it is the
/// customer's turn.
pub async fn next(state: &AppState, order: &OrderRow) -> StaffResult<Option<Step>> {
    if !exchanges::held(&mut state.db.read().await?, &order.id).await?.is_empty() {
        return Ok(Some(Step::ShipExchange));
    }
    // The customer is asked whether to keep it.
    if order.asked_on.is_some() {
        return Ok(None);
    }
    Ok(match order.status {
        Status::Created | Status::Styling => Some(Step::Style),
        Status::Styled if order.customer_pick_up => Some(Step::Ready),
        Status::Styled | Status::ReadyToShip => Some(Step::Ship),
        Status::ReadyForCustomerPickUp | Status::ReadyToPickUp | Status::InTransitToCustomer => Some(Step::Deliver),
        status if status.is_checked_out() && order.delivery_date.is_none() => Some(Step::Deliver),
        Status::CheckedOutByCustomer
        | Status::CheckedOutBySystem
        | Status::CheckedOutByAdmin
        | Status::PostCustomerCheckoutProcessing
        | Status::PostSystemCheckoutProcessing
        | Status::PostAdminCheckoutProcessing => {
            let is_whole = receive::due_back(&mut state.db.read().await?, &order.id).await?.is_empty();
            Some(if is_whole { Step::Complete } else { Step::SendBack })
        }
        Status::InTransitToStylebox => Some(Step::Receive),
        Status::DeliveredToStylebox => {
            let remaining = complete::remaining_work(&mut state.db.read().await?, order).await?;
            match unfinished(&remaining) {
                None => Some(Step::Complete),
                Some(Unfinished::Return) => Some(Step::Receive),
                Some(_) => None,
            }
        }
        Status::DeliveredToCustomer
        | Status::PaymentProcessing
        | Status::Completed
        | Status::Cancelled
        | Status::Fraud => None,
    })
}
