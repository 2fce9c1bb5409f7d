//! Writing off what will not come back: the carrier has lost it, or the customer has not sent it and it is given up. Nobody is charged
//! for it, and it stays out of stock.

use crate::fulfilment::{after_checkout, complete, receive};
use crate::platform::error::{StaffError, StaffResult};
use crate::service::checkout::invoice;
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use stylebox_core::checkout::line_item::WriteOff;
use stylebox_core::checkout::try_on::return_is_overdue;
use stylebox_core::checkout::try_on_days::ReturnByInput;
use stylebox_core::order::{Actor, AwaitedReturn, can_write_off};

/// Writes off items that are due back: those of the named garments, or all. Undecided items become returns; what the customer keeps
/// is still to be paid. An exchange stays: its other size is paid for, and only the first one is not waited for any more. Once
/// nothing is due back, the return is over, and the order is completed if nothing else is left to do.
///
/// # Errors
/// [`StaffError::Refused`] if core's `order.can_write_off` says that it is too early, the order is being paid, or a named garment is
/// not due back.
pub async fn write_off(
    state: &AppState,
    order_id: &str,
    garments: &[String],
    why: WriteOff,
    actor: Actor,
) -> StaffResult<()> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    invoice::refuse_being_paid(&mut tx, &order, "write its return off").await?;
    if !can_write_off(&awaited_return(state, &order)?) {
        return Err(StaffError::refused(format!(
            "Order {} is {}: nothing of it can be written off now.",
            order.code, order.status
        )));
    }
    after_checkout::book(state, &mut tx, &mut order).await?;
    let due = receive::due_back(&mut tx, &order.id).await?;
    let lost = chosen(&due, &order, garments)?;
    for line in &lost {
        items::write_off(&mut tx, &line.id, why).await?;
    }
    transition::note(state, &mut tx, &mut order, actor, &reason(&lost, why)).await?;
    if lost.len() == due.len() {
        complete::close_return(state, &mut tx, &mut order, actor).await?;
    }
    Ok(tx.commit().await?)
}

/// The facts for `order.can_write_off`.
fn awaited_return(state: &AppState, order: &OrderRow) -> StaffResult<AwaitedReturn> {
    let now = state.clock.now().instant();
    let overdue = match order.checkout_by_date {
        Some(checkout_by_date) => {
            return_is_overdue(&ReturnByInput { checkout_by_date, now }).map_err(StaffError::unexpected)?
        }
        None => false,
    };
    Ok(AwaitedReturn { status: order.status, delivered: order.delivery_date.is_some(), overdue })
}

/// Of the items that are due back, those of the named garments; all if none is named.
fn chosen<'a>(due: &'a [LineItemRow], order: &OrderRow, garments: &[String]) -> StaffResult<Vec<&'a LineItemRow>> {
    if due.is_empty() {
        return Err(StaffError::refused(format!("Order {} has nothing that is still to come back.", order.code)));
    }
    if let Some(unknown) = garments.iter().find(|garment| due.iter().all(|line| line.product_id != **garment)) {
        let due: Vec<&str> = due.iter().map(|line| line.product_id.as_str()).collect();
        return Err(StaffError::refused(format!(
            "{unknown} is not due back of order {}. These are: {}.",
            order.code,
            due.join(", ")
        )));
    }
    Ok(due.iter().filter(|line| garments.is_empty() || garments.contains(&line.product_id)).collect())
}

fn reason(lost: &[&LineItemRow], why: WriteOff) -> String {
    let names: Vec<&str> = lost.iter().map(|line| line.description.as_str()).collect();
    let why = match why {
        WriteOff::LostOnWayBack => "lost on its way back",
        WriteOff::NotReturned => "never sent back",
    };
    format!("Written off as {why}, and not charged: {}", names.join(", "))
}
