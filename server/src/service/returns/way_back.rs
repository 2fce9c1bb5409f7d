//! The pieces of a box that go back, by core's rule.

use crate::platform::clock::Timestamp;
use crate::store::order::items::LineItemRow;
use crate::store::order::orders::OrderRow;
use stylebox_core::InputError;
use stylebox_core::returns::way_back::{self, BoxPiece, WayBack, WayBackInput};

/// What is still to come back of a box; `None` if nothing is.
///
/// # Errors
/// If a day would be after the year 9999.
pub fn of(
    order: &OrderRow,
    lines: &[LineItemRow],
    checked_out: bool,
    now: Timestamp,
) -> Result<Option<WayBack>, InputError> {
    way_back::list(&WayBackInput {
        status: order.status,
        customer_pick_up: order.customer_pick_up,
        checked_out,
        checkout_by_date: order.checkout_by_date,
        pieces: lines.iter().map(piece).collect(),
        now: now.instant(),
    })
}

fn piece(line: &LineItemRow) -> BoxPiece {
    BoxPiece {
        id: line.id.clone(),
        size: line.size.clone(),
        claimed_kept: line.claimed_kept,
        exchange_size: line.exchange_size.clone(),
        received: line.received_at.is_some(),
        written_off: line.written_off,
    }
}
