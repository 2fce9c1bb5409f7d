//! What follows a checkout and a delivery, and when an order is closed (spec B, section 4).

use super::{Delivery, EditInput, Status, status::CheckOut};
use crate::{values::count::Count, wire::Input};

/// The status of an order while its checkout is paid; nothing if the order keeps its status meanwhile, as on its way back.
#[must_use]
pub const fn status_while_paying(before: Status) -> Option<Status> {
    match before.row().check_out {
        CheckOut::Offered => Some(Status::PaymentProcessing),
        CheckOut::Refused | CheckOut::UntilPaid => None,
    }
}

/// `order.after_checkout`: the status that follows a checkout once it is booked; nothing if the order is not just checked out.
#[must_use]
pub const fn after_checkout(input: &EditInput) -> Option<Status> {
    input.status.row().once_booked
}

/// An order whose box is handed over.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DeliveryInput {
    /// The order's status.
    pub status: Status,
    /// Whether the box has reached the customer before.
    pub delivered: bool,
}

/// `order.on_delivery`: what a delivery does to an order; nothing if the box cannot arrive. A box arrives once, even if the customer has
/// checked it out on its way.
#[must_use]
pub const fn on_delivery(input: &DeliveryInput) -> Option<Delivery> {
    if input.delivered { None } else { input.status.row().delivery }
}

/// An order to close, and what is still open.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CompletionInput {
    /// The order's status.
    pub status: Status,
    /// Whether the box has reached the customer.
    pub delivered: bool,
    /// True once a checkout of the order is paid.
    pub has_paid_invoice: bool,
    /// How many items are due back (`line_item.is_due_back`).
    pub due_back: Count,
    /// How many exchange items have not left yet.
    pub exchanges_held: Count,
}

/// What an order waits for before it can be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// It is not checked out and paid, or the checkout is not booked.
    Checkout,
    /// The box has not reached the customer.
    Delivery,
    /// An item is due back.
    Return,
    /// An exchange item has not left yet.
    Exchange,
}

/// What the order waits for first; nothing if it can be closed.
#[must_use]
pub fn unfinished(input: &CompletionInput) -> Option<Unfinished> {
    if !input.status.row().is_closable || !input.has_paid_invoice {
        Some(Unfinished::Checkout)
    } else if !input.delivered && input.status.is_checked_out() {
        Some(Unfinished::Delivery)
    } else if input.due_back.get() > 0 {
        Some(Unfinished::Return)
    } else if input.exchanges_held.get() > 0 {
        Some(Unfinished::Exchange)
    } else {
        None
    }
}

/// `order.can_complete`: an order can be closed once the box was with the customer, the checkout is booked and paid, all items that were
/// due have come back, and all exchange items have left. A box that came back was with the customer, even if its delivery was not noted.
#[must_use]
pub fn can_complete(input: &CompletionInput) -> bool {
    unfinished(input).is_none()
}
