//! Which items of a box go back, by when and how: one list for the page and the emails (spec B, sections 2 and 4).

use crate::{
    InputError,
    checkout::{
        line_item::{ReturnInput, WriteOff, is_due_back},
        try_on_days::{ReturnByInput, return_by},
    },
    messages::orders as texts,
    order::{Phase, Status},
    values::business_time::{Date, Instant},
    wire::{Input, non_empty},
};
use serde::Serialize;

/// An item of a box, and what is decided about it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct BoxPiece {
    /// The line item's id.
    pub id: String,
    /// The size that was sent.
    pub size: String,
    /// Whether the customer keeps it, in this size or another; null while undecided.
    pub claimed_kept: Option<bool>,
    /// The size that it is exchanged for, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub exchange_size: Option<String>,
    /// Whether it has come back.
    pub received: bool,
    /// Why it will not come back, or null.
    pub written_off: Option<WriteOff>,
}

/// A box, and the current time.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct WayBackInput {
    /// The order's status.
    pub status: Status,
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: bool,
    /// Whether it is checked out. Before that, undecided items are not listed.
    pub checked_out: bool,
    /// The day to check out by; null before the box is with the customer.
    pub checkout_by_date: Option<Date>,
    /// The items, each once.
    pub pieces: Vec<BoxPiece>,
    /// The current time.
    pub now: Instant,
}

/// An item that goes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PieceBack {
    /// The line item's id.
    pub id: String,
    /// For an exchange, the size that goes back and the one that comes; otherwise null.
    pub note: Option<String>,
}

/// The day by which items go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct BackBy {
    /// The words before the day.
    pub label: &'static str,
    /// The day.
    pub date: Date,
}

/// The items of a box that go back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct WayBack {
    /// The heading over the items.
    pub title: &'static str,
    /// The items, in the given order.
    pub pieces: Vec<PieceBack>,
    /// By when they go back; null once they are sent, and before the box is with the customer.
    pub by: Option<BackBy>,
    /// How they go back; null once they are sent.
    pub how: Option<&'static str>,
}

/// `way_back.list`: the items of a box that are still to come back, exchanged ones with their old size; nothing if there are none.
///
/// # Errors
/// If a day would be after the year 9999.
pub fn list(input: &WayBackInput) -> Result<Option<WayBack>, InputError> {
    let is_known = |piece: &&BoxPiece| input.checked_out || piece.claimed_kept.is_some();
    let due = input.pieces.iter().filter(is_known).filter(|piece| is_due(piece));
    let pieces: Vec<_> = due.map(|piece| PieceBack { id: piece.id.clone(), note: note(piece) }).collect();
    if pieces.is_empty() || input.status.is_finished() {
        return Ok(None);
    }
    if input.status.phase() == Phase::Return {
        let title = if input.status == Status::InTransitToStylebox { texts::COMES_BACK } else { texts::NOT_RECEIVED };
        return Ok(Some(WayBack { title, pieces, by: None, how: None }));
    }
    let (label, how) = match input.customer_pick_up {
        true => (texts::BACK_AT_STORE_BY, texts::RETURN_TO_STORE),
        false => (texts::POSTMARKED_BY, texts::RETURN_BY_MAIL),
    };
    let by = match input.checkout_by_date {
        Some(checkout_by_date) => {
            Some(BackBy { label, date: return_by(&ReturnByInput { checkout_by_date, now: input.now })? })
        }
        None => None,
    };
    Ok(Some(WayBack { title: texts::GOES_BACK, pieces, by, how: Some(how) }))
}

fn is_due(piece: &BoxPiece) -> bool {
    is_due_back(&ReturnInput {
        claimed_kept: piece.claimed_kept,
        exchange_size: piece.exchange_size.clone(),
        received: piece.received,
        written_off: piece.written_off,
    })
}

/// Which size of an exchange goes back. If the item is not kept, its `exchange_size` is left over from an earlier decision.
fn note(piece: &BoxPiece) -> Option<String> {
    let new = piece.exchange_size.as_deref().filter(|_| piece.claimed_kept == Some(true))?;
    Some(texts::old_size(&piece.size, new))
}

/// `way_back.kept_size`: which size the customer keeps of an exchanged item; nothing if it is not exchanged.
#[must_use]
pub fn kept_size(exchange_size: &str) -> Option<String> {
    (!exchange_size.is_empty()).then(|| texts::new_size(exchange_size))
}
