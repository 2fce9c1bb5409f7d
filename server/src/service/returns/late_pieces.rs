//! Pieces that can still arrive although nobody waits for them any more.

use crate::platform::error::AppResult;
use crate::store::Tx;
use crate::store::order::events;
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use stylebox_core::checkout::line_item::Arrival;
use stylebox_core::order::Status;

/// The pieces of an order that nobody waits for any more and that have not come: they were written off, or the order was called off while
/// the box was out.
pub async fn of_order(tx: &mut Tx, order: &OrderRow) -> AppResult<Vec<LineItemRow>> {
    let called_off_in = called_off_in(tx, order).await?;
    let mut lines = items::lines(tx, &order.id).await?;
    lines.retain(|line| line.on_arrival(order.status, called_off_in) == Some(Arrival::Late));
    Ok(lines)
}

/// The status in which an order was cancelled or stopped; `None` if it was not.
pub async fn called_off_in(tx: &mut Tx, order: &OrderRow) -> AppResult<Option<Status>> {
    if !matches!(order.status, Status::Cancelled | Status::Fraud) {
        return Ok(None);
    }
    let events = events::of_order(tx, &order.id).await?;
    let ended = events.into_iter().find(|event| event.to_status == order.status);
    Ok(ended.and_then(|event| event.from_status))
}
