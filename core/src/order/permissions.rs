//! Who may cancel, change, decide and check out, and when (the contract: orders; try-on, checkout, money).

use crate::{
    order::{
        actor::Actor,
        late::is_unsent,
        status::{CheckOut, Phase, Status},
    },
    wire::Input,
};

/// An order's status, and who would cancel it.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CancelInput {
    /// The order's status.
    pub status: Status,
    /// Who would cancel it.
    pub actor: Actor,
    /// Whether the customer is asked to keep it or cancel it (`order.late`); null or missing is no.
    #[serde(default)]
    pub is_asked: Option<bool>,
}

/// `order.can_cancel`: the customer can cancel until styling begins, `ops` until the order is styled, the system never. If the customer
/// is asked whether to keep a late order, both can until the box is sent.
#[must_use]
pub fn can_cancel(input: &CancelInput) -> bool {
    let is_offered = input.is_asked == Some(true) && is_unsent(input.status) && input.actor != Actor::System;
    is_offered || input.status.row().cancelled_by.contains(&input.actor)
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
    /// True once a checkout of the order is paid.
    pub has_paid_invoice: bool,
}

/// `order.can_check_out`: the customer may check out in each status in which the dashboard's tile offers it.
#[must_use]
pub const fn can_check_out(input: &CheckOutInput) -> bool {
    match input.status.row().check_out {
        CheckOut::Refused => false,
        CheckOut::Offered => true,
        CheckOut::UntilPaid => !input.has_paid_invoice,
    }
}

/// An order, and whether its box has come to the customer.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct SentBox {
    /// The order's status.
    pub status: Status,
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: bool,
    /// Whether the box has reached the customer.
    pub delivered: bool,
}

/// `order.can_be_lost`: staff may write off a box that the carrier has lost on its way to the customer, even if the customer has
/// checked it out meanwhile. A payment that is under way has to be settled first. After the box has reached the customer, only its return
/// can be lost.
#[must_use]
pub const fn can_be_lost(input: &SentBox) -> bool {
    let is_sent = matches!(input.status.phase(), Phase::OnItsWay | Phase::CheckedOut);
    is_sent && !input.delivered && !input.customer_pick_up
}

/// An order, and whether its box has reached the customer.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DeliveredBox {
    /// The order's status.
    pub status: Status,
    /// Whether the box has reached the customer.
    pub delivered: bool,
}

/// `order.is_after_delivery`: an order's way back and the suggested items are shown from its delivery until it is finished.
#[must_use]
pub const fn is_after_delivery(input: &DeliveredBox) -> bool {
    input.delivered && !input.status.is_finished()
}

/// An order whose return is awaited.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct AwaitedReturn {
    /// The order's status.
    pub status: Status,
    /// Whether the box has reached the customer.
    pub delivered: bool,
    /// Whether its return is overdue (`try_on.return_is_overdue`).
    pub overdue: bool,
}

/// `order.can_write_off`: staff may write off items that will not come back if the box is checked out, is on its way back, or has an
/// overdue return.
#[must_use]
pub const fn can_write_off(input: &AwaitedReturn) -> bool {
    match input.status.phase() {
        Phase::Return => true,
        Phase::CheckedOut => input.delivered,
        Phase::TryOn => input.overdue && input.status.row().is_decidable,
        Phase::Ordered | Phase::BeingStyled | Phase::Packed | Phase::OnItsWay | Phase::Finished => false,
    }
}

/// An order about whose items the customer decides.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DecideInput {
    /// The status of the order.
    pub status: Status,
    /// True once a checkout of the order is paid.
    pub has_paid_invoice: bool,
    /// Whether an invoice of it is being paid. An order on its way back keeps its status while it is paid.
    pub is_being_paid: bool,
}

/// `order.can_decide`: the customer may decide about the items in each status in which they may check out, but not during a payment,
/// while its invoice is frozen.
#[must_use]
pub const fn can_decide(input: &DecideInput) -> bool {
    let DecideInput { status, has_paid_invoice, is_being_paid } = *input;
    can_check_out(&CheckOutInput { status, has_paid_invoice }) && status.row().is_decidable && !is_being_paid
}
