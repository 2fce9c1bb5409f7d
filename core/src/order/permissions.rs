//! Who may do what with an order, and when (the contract: orders; try-on, checkout, money).

use super::Status;
use crate::{
    InputError,
    business_time::{Date, Holidays, Weekday, holidays_or_none},
    input::{Count, Input},
    policy,
    values::words::words,
};

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

/// `order.can_cancel`: the customer while nobody has begun with the order, `ops` until it is styled; never the system.
#[must_use]
pub const fn can_cancel(input: &CancelInput) -> bool {
    match input.actor {
        Actor::Customer => matches!(input.status, Status::Created),
        Actor::Ops => matches!(input.status, Status::Created | Status::Styling),
        Actor::System => false,
    }
}

words! {
    /// What was said of an order that might be fraud.
    pub enum FraudVerdict {
        /// The check finds nothing.
        Accepted = "accepted",
        /// The check does not trust it.
        Doubted = "doubted",
        /// The shop has looked at it, and trusts it.
        Cleared = "cleared",
    }
}

words! {
    /// What comes before an order is charged.
    pub enum Screening {
        /// The check is asked.
        Check = "check",
        /// Somebody in the shop looks at it, and clears it or stops it for good.
        Hold = "hold",
        /// Nothing.
        GoOn = "go_on",
    }
}

/// Where an order stands that is to be charged, and what was said of it.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ScreeningInput {
    /// The order's status.
    pub status: Status,
    /// Whether a charge of it is under way.
    pub being_charged: bool,
    /// The last that was said of it, or null.
    pub verdict: Option<FraudVerdict>,
}

/// `order.screening`: the fraud check is asked before the first charge of an order, and of one that is under way nothing more.
/// The check itself stops no order: whom it doubts, the shop looks at, and nothing is charged before it was cleared.
#[must_use]
pub const fn screening(input: &ScreeningInput) -> Screening {
    match (input.status, input.verdict) {
        (Status::Created, None) if !input.being_charged => Screening::Check,
        (Status::Created, Some(FraudVerdict::Doubted)) if !input.being_charged => Screening::Hold,
        _ => Screening::GoOn,
    }
}

/// An order's status.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct EditInput {
    /// The order's status.
    pub status: Status,
}

/// `order.can_edit`: the customer may change date, note and theme while nobody has begun with the order.
#[must_use]
pub const fn can_edit(input: &EditInput) -> bool {
    matches!(input.status, Status::Created)
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
    match input.status {
        Status::ReadyForCustomerPickUp
        | Status::ReadyToPickUp
        | Status::InTransitToCustomer
        | Status::DeliveredToCustomer
        | Status::PaymentProcessing => true,
        Status::InTransitToStylebox | Status::DeliveredToStylebox => !input.has_paid_invoice,
        _ => false,
    }
}

/// `order.can_decide`: decisions about the items may be given wherever the customer may check out, but not while a payment
/// is on its way: its invoice is frozen.
#[must_use]
pub const fn can_decide(input: &CheckOutInput) -> bool {
    can_check_out(input) && !matches!(input.status, Status::PaymentProcessing)
}

/// The status of an order while its checkout is paid; nothing where only the invoice is paid and the order stays where it
/// is, on its way back.
#[must_use]
pub const fn status_while_paying(before: Status) -> Option<Status> {
    match before {
        Status::ReadyForCustomerPickUp
        | Status::ReadyToPickUp
        | Status::InTransitToCustomer
        | Status::DeliveredToCustomer
        | Status::PaymentProcessing => Some(Status::PaymentProcessing),
        _ => None,
    }
}

/// `order.after_checkout`: what follows each way to check out, once it is booked; nothing elsewhere.
#[must_use]
pub const fn after_checkout(input: &EditInput) -> Option<Status> {
    match input.status {
        Status::CheckedOutByCustomer => Some(Status::PostCustomerCheckoutProcessing),
        Status::CheckedOutBySystem => Some(Status::PostSystemCheckoutProcessing),
        Status::CheckedOutByAdmin => Some(Status::PostAdminCheckoutProcessing),
        _ => None,
    }
}

/// Where an order stands whose box is handed over.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DeliveryInput {
    /// The order's status.
    pub status: Status,
    /// Whether the box has come to the customer before.
    pub delivered: bool,
}

words! {
    /// What follows where a box comes to its customer.
    pub enum Delivery {
        /// The try-on days begin.
        Deliver = "deliver",
        /// It is noted; the order stays where it is, checked out or being paid.
        Note = "note",
    }
}

/// `order.on_delivery`: a box comes once, also to a customer who has checked it out on its way, or is doing so; nothing where
/// it cannot come.
#[must_use]
pub const fn on_delivery(input: &DeliveryInput) -> Option<Delivery> {
    if input.delivered {
        return None;
    }
    match input.status {
        Status::ReadyForCustomerPickUp | Status::ReadyToPickUp | Status::InTransitToCustomer => Some(Delivery::Deliver),
        Status::PaymentProcessing => Some(Delivery::Note),
        status if status.is_checked_out() => Some(Delivery::Note),
        _ => None,
    }
}

/// Where an order stands that is to be closed, and what of it is left.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CompletionInput {
    /// The order's status.
    pub status: Status,
    /// Whether the box has come to the customer.
    pub delivered: bool,
    /// Whether one of its invoices is paid.
    pub has_paid_invoice: bool,
    /// How many items are due back (`line_item.is_due_back`).
    pub due_back: Count,
    /// How many other sizes are still to leave.
    pub exchanges_held: Count,
}

/// What an order waits for before it can be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// It is not checked out and paid, or the checkout is not booked.
    Checkout,
    /// The box has not come to the customer.
    Delivery,
    /// Something is to come back.
    Return,
    /// Another size is to leave.
    Exchange,
}

/// What the order waits for first; nothing where it can be closed.
#[must_use]
pub fn unfinished(input: &CompletionInput) -> Option<Unfinished> {
    let is_there = matches!(
        input.status,
        Status::PostCustomerCheckoutProcessing
            | Status::PostSystemCheckoutProcessing
            | Status::PostAdminCheckoutProcessing
            | Status::DeliveredToStylebox
    );
    if !is_there || !input.has_paid_invoice {
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

/// `order.can_complete`: once the box was with the customer, the checkout is booked and paid, all that was due has come back,
/// and no exchange is still to leave. What came back was with the customer, also where nobody has noted it.
#[must_use]
pub fn can_complete(input: &CompletionInput) -> bool {
    unfinished(input).is_none()
}

/// When a box was asked for, and when it left.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ExpectedDeliveryInput {
    /// The day that the customer chose.
    pub ship_by_date: Date,
    /// Whether the customer fetches the box at a store.
    pub customer_pick_up: bool,
    /// The day on which it left; null while it has not.
    pub shipped_on: Option<Date>,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
}

/// `order.expected_delivery_date`: the day that the customer chose; where the box left too late for it, the days of transit
/// later, on a day on which the mail brings it.
///
/// # Errors
/// Where it would be after the year 9999.
pub fn expected_delivery_date(input: &ExpectedDeliveryInput) -> Result<Date, InputError> {
    let Some(shipped_on) = input.shipped_on.filter(|_| !input.customer_pick_up) else {
        return Ok(input.ship_by_date);
    };
    let mut arrives = shipped_on.plus_days(policy::TRANSIT_DAYS)?;
    if arrives <= input.ship_by_date {
        return Ok(input.ship_by_date);
    }
    while arrives.weekday() == Weekday::Sun || input.holidays.mail_holidays.contains(&arrives) {
        arrives = arrives.plus_days(1)?;
    }
    Ok(arrives)
}
