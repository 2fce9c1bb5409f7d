//! Who may cancel, change, decide and check out, and when (the contract: orders; try-on, checkout, money).

use super::{Status, status::CheckOut};
use crate::{values::words::words, wire::Input};

words! {
    /// Who acts on an order.
    pub enum Actor {
        /// The customer whose order it is.
        Customer = "customer",
        /// The people behind the shop.
        Ops = "ops",
        /// The service itself.
        System = "system",
    }
}

/// An order's status, and who would cancel it.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CancelInput {
    /// The order's status.
    pub status: Status,
    /// Who would cancel it.
    pub actor: Actor,
}

/// `order.can_cancel`: the customer until styling begins, `ops` until the order is styled; never the system.
#[must_use]
pub fn can_cancel(input: &CancelInput) -> bool {
    input.status.row().cancelled_by.contains(&input.actor)
}

/// An order's status.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct EditInput {
    /// The order's status.
    pub status: Status,
}

/// `order.can_edit`: the customer may change date, note and theme until styling begins.
#[must_use]
pub const fn can_edit(input: &EditInput) -> bool {
    input.status.row().is_editable
}

/// An order's status, and whether it is paid for.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CheckOutInput {
    /// The order's status.
    pub status: Status,
    /// Whether one of its invoices is paid.
    pub has_paid_invoice: bool,
}

/// `order.can_check_out`: the customer may wherever the dashboard's tile offers it.
#[must_use]
pub const fn can_check_out(input: &CheckOutInput) -> bool {
    match input.status.row().check_out {
        CheckOut::Refused => false,
        CheckOut::Offered => true,
        CheckOut::UntilPaid => !input.has_paid_invoice,
    }
}

/// `order.can_decide`: decisions about the items may be given wherever the customer may check out, but not while a payment
/// is on its way: its invoice is frozen.
#[must_use]
pub const fn can_decide(input: &CheckOutInput) -> bool {
    can_check_out(input) && input.status.row().is_decidable
}
