//! The way to the customer: handing the box to the carrier or getting it ready at the store, and delivering it.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::delivery::{labels, stores, typed_code, wanted};
use crate::service::mail::{self, order};
use crate::service::order::{late, transition};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::delivery::shipments::{self, LabelStatus};
use crate::store::order::orders::OrderRow;
use stylebox_core::checkout::try_on_days::{DueDateInput, due_date};
use stylebox_core::delivery::shipment::ParcelWay;
use stylebox_core::order::{
    Actor, Delivery, DeliveryInput, ExpectedDeliveryInput, Status, expected_delivery_date, on_delivery,
};

/// Hands the box to the carrier, under the code that staff have typed. With a carrier's service and without a code, the box is packed
/// and its labels are wanted; when the carrier scans it, [`parcels`](crate::fulfilment::parcels) hands it over.
///
/// # Errors
/// [`StaffError::Refused`] if the order is not styled, is a pick-up, or has no address, the code is missing, or the customer is asked
/// whether to keep the order.
pub async fn ship(state: &AppState, order_id: &str, tracking_code: Option<&str>, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    transition::has_address(&order)?;
    late::refuse_asked(&order)?;
    if tracking_code.is_none() && state.providers.carrier.is_some() {
        pack(state, &mut tx, &mut order, actor).await?;
        tx.commit().await?;
        return labels::work_on_order(state, order_id).await;
    }
    let code = typed_code::tracking_code(state, tracking_code, &format!("ops ship {}", order.code))?;
    let made = shipments::of_order(&mut tx, &order.id).await?;
    if !made.iter().any(|row| row.is_made() && row.tracking_code.as_ref() == Some(&code)) {
        wanted::call_off(state, &mut tx, &order.id, &[ParcelWay::ToCustomer]).await?;
    }
    hand_over(state, &mut tx, &mut order, code, actor).await?;
    mail::queue(state, &mut tx, order::on_its_way(&customer, &order, state.clock.now().instant())).await?;
    Ok(tx.commit().await?)
}

/// Packs the box, with a label out and one back, unless that is done.
async fn pack(state: &AppState, tx: &mut CustomerTx, order: &mut OrderRow, actor: Actor) -> StaffResult<()> {
    if order.status != Status::ReadyToShip {
        transition::step(state, tx, order, Status::ReadyToShip, actor, "Packed").await?;
    }
    wanted::request(state, tx, order, ParcelWay::ToCustomer).await?;
    wanted::request(state, tx, order, ParcelWay::Back).await?;
    Ok(())
}

/// Hands the box to the carrier. The customer is not notified here.
pub(super) async fn hand_over(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    tracking_code: String,
    actor: Actor,
) -> StaffResult<()> {
    if order.status != Status::ReadyToShip {
        transition::step(state, tx, order, Status::ReadyToShip, actor, "Packed").await?;
    }
    let arrives = expected_delivery_date(&ExpectedDeliveryInput {
        ship_by_date: order.ship_by_date,
        customer_pick_up: order.customer_pick_up,
        shipped_on: Some(state.clock.now().today()),
        holidays: state.data.holidays.clone(),
    });
    // A return label that is made from now on does not lie in the box.
    for mut label in shipments::of_order(tx, &order.id).await? {
        if label.way == ParcelWay::Back && label.status == LabelStatus::Wanted {
            label.call_off(state.clock.now());
            label.update(tx).await?;
        }
    }
    order.expected_delivery_date = Some(arrives.map_err(StaffError::unexpected)?);
    order.tracking_code = Some(tracking_code);
    transition::step(state, tx, order, Status::InTransitToCustomer, actor, "Handed to the carrier").await
}

/// Makes the box ready at the store.
///
/// # Errors
/// [`StaffError::Refused`] if the order is not styled, is not a pick-up, or its customer is asked whether to keep it.
pub async fn ready(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    late::refuse_asked(&order)?;
    let to = Status::ReadyForCustomerPickUp;
    transition::step(state, &mut tx, &mut order, to, actor, "Ready at the store").await?;
    let store = stores::name_of_order(state, &order);
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
    if !deliver_in(state, &mut tx, &mut order, &customer, actor).await? {
        return Err(transition::cannot_become(&order, Status::DeliveredToCustomer));
    }
    Ok(tx.commit().await?)
}

/// The same in a transaction. Returns whether the order could be delivered.
pub(super) async fn deliver_in(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    customer: &CustomerRow,
    actor: Actor,
) -> StaffResult<bool> {
    let to = Status::DeliveredToCustomer;
    match on_delivery(&DeliveryInput { status: order.status, delivered: order.delivery_date.is_some() }) {
        Some(Delivery::Deliver) => {
            mark_delivered(state, order)?;
            transition::step(state, tx, order, to, actor, "Handed to the customer").await?;
            order::queue_delivery_notice(state, tx, customer, order).await?;
        }
        Some(Delivery::Note) => {
            mark_delivered(state, order)?;
            // If the payment is declined, the box is with the customer, who is notified then.
            order.status_before_payment = order.status_before_payment.map(|_| to);
            transition::note(state, tx, order, actor, "Handed to the customer, who has checked out").await?;
        }
        None => return Ok(false),
    }
    Ok(true)
}

/// Records that the box is delivered today.
pub(super) fn mark_delivered(state: &AppState, order: &mut OrderRow) -> StaffResult<()> {
    let today = state.clock.now().today();
    let came = DueDateInput { delivery_date: today, customer_pick_up: order.customer_pick_up };
    order.delivery_date = Some(today);
    order.checkout_by_date = Some(due_date(&came, &state.data.terms).map_err(StaffError::unexpected)?);
    Ok(())
}
