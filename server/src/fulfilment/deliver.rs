//! The way to the customer: handing the box to the carrier or getting it ready at the store, and delivering it.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::message::{mail, order};
use crate::service::order::transition;
use crate::service::returns::carrier;
use crate::state::AppState;
use crate::store::order::orders::OrderRow;
use stylebox_core::checkout::try_on_days::{DueDateInput, due_date};
use stylebox_core::order::{
    Actor, Delivery, DeliveryInput, ExpectedDeliveryInput, Status, expected_delivery_date, on_delivery,
};

/// Hands the box to the carrier.
///
/// # Errors
/// [`StaffError::Refused`] if the order is not styled, is a pick-up, or has no address.
pub async fn ship(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    transition::has_address(&order)?;
    if order.status != Status::ReadyToShip {
        transition::step(state, &mut tx, &mut order, Status::ReadyToShip, actor, "Packed").await?;
    }
    let arrives = expected_delivery_date(&ExpectedDeliveryInput {
        ship_by_date: order.ship_by_date,
        customer_pick_up: order.customer_pick_up,
        shipped_on: Some(state.clock.now().today()),
        holidays: state.data.holidays.clone(),
    });
    order.expected_delivery_date = Some(arrives.map_err(StaffError::unexpected)?);
    order.tracking_code = Some(carrier::tracking_code(state));
    transition::step(state, &mut tx, &mut order, Status::InTransitToCustomer, actor, "Handed to the carrier").await?;
    mail::queue(state, &mut tx, order::on_its_way(&customer, &order)).await?;
    Ok(tx.commit().await?)
}

/// Makes the box ready at the store.
///
/// # Errors
/// [`StaffError::Refused`] if the order is not styled, or is not a pick-up.
pub async fn ready(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let to = Status::ReadyForCustomerPickUp;
    transition::step(state, &mut tx, &mut order, to, actor, "Ready at the store").await?;
    let location = state.data.locations.iter().find(|store| Some(&store.id) == order.assigned_location_id.as_ref());
    let store = location.map_or("your store", |location| location.name.as_str());
    mail::queue(state, &mut tx, order::ready_for_pick_up(&customer, &order, store)).await?;
    Ok(tx.commit().await?)
}

/// The customer has the box: the try-on days begin. If it was checked out on its way, only the delivery is recorded, from which
/// the days for its return count.
///
/// # Errors
/// [`StaffError::Refused`] if the order is neither on its way nor ready at the store, by core's `order.on_delivery`.
pub async fn deliver(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let to = Status::DeliveredToCustomer;
    match on_delivery(&DeliveryInput { status: order.status, delivered: order.delivery_date.is_some() }) {
        Some(Delivery::Deliver) => {
            mark_delivered(state, &mut order)?;
            transition::step(state, &mut tx, &mut order, to, actor, "Handed to the customer").await?;
            order::queue_delivery_notice(state, &mut tx, &customer, &order).await?;
        }
        Some(Delivery::Note) => {
            mark_delivered(state, &mut order)?;
            // If the payment is declined, the box is with the customer, who is notified then.
            order.status_before_payment = order.status_before_payment.map(|_| to);
            transition::note(state, &mut tx, &mut order, actor, "Handed to the customer, who has checked out").await?;
        }
        None => return Err(transition::cannot_become(&order, to)),
    }
    Ok(tx.commit().await?)
}

/// Records that the box is delivered today.
pub(super) fn mark_delivered(state: &AppState, order: &mut OrderRow) -> StaffResult<()> {
    let today = state.clock.now().today();
    let due = due_date(&DueDateInput { delivery_date: today, customer_pick_up: order.customer_pick_up });
    order.delivery_date = Some(today);
    order.checkout_by_date = Some(due.map_err(StaffError::unexpected)?);
    Ok(())
}
