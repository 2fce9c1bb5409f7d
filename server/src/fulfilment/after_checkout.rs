//! Booking a paid checkout.

use crate::platform::error::StaffResult;
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::order::orders::OrderRow;
use stylebox_core::order::{Actor, EditInput, after_checkout};

/// Moves a checked-out order to its booked status, unless it is there already.
pub(super) async fn book(state: &AppState, tx: &mut CustomerTx, order: &mut OrderRow) -> StaffResult<()> {
    match after_checkout(&EditInput { status: order.status }) {
        Some(post) => transition::step(state, tx, order, post, Actor::System, "The checkout is booked").await,
        None => Ok(()),
    }
}
