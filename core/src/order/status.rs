//! The statuses of an order (spec B, section 4): one table says what holds for each.

use crate::{
    order::{actor::Actor, tile::TileKind},
    values::words::words,
    wire::Input,
};

words! {
    /// What a delivery to the customer does to an order.
    pub enum Delivery {
        /// The try-on days begin.
        Deliver = "deliver",
        /// It is noted. The order keeps its status, because it is checked out or being paid.
        Note = "note",
    }
}

/// Where an order is on its way from being placed to being finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Styling has not begun.
    Ordered,
    /// A stylist is choosing.
    BeingStyled,
    /// Its items are packed, and have not left the warehouse.
    Packed,
    /// On its way to the customer.
    OnItsWay,
    /// With the customer, who is trying it on.
    TryOn,
    /// Checked out, and nothing has come back yet.
    CheckedOut,
    /// Items that are not kept come back.
    Return,
    /// Nothing can follow.
    Finished,
}

/// Whether the customer may check an order out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckOut {
    /// Not in this status.
    Refused,
    /// In any case. The status is `payment_processing` while the checkout is paid.
    Offered,
    /// Until an invoice of it is paid. The status stays as it is meanwhile.
    UntilPaid,
}

/// What differs between a box that is shipped and one that the customer picks up at a store.
#[derive(Debug, Clone, Copy)]
pub(super) struct ByFlow<T> {
    shipped: T,
    picked_up: T,
}

impl<T: Copy> ByFlow<T> {
    const fn both(value: T) -> Self {
        Self { shipped: value, picked_up: value }
    }

    const fn of(&self, customer_pick_up: bool) -> T {
        if customer_pick_up { self.picked_up } else { self.shipped }
    }
}

/// The facts about a status.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    phase: Phase,
    /// What the tile of the current order says.
    tile: ByFlow<TileKind>,
    /// The statuses that fulfilment may give the order next. The customer can check out in more statuses: see `check_out`.
    next: ByFlow<&'static [Status]>,
    /// Who may cancel it.
    pub(super) cancelled_by: &'static [Actor],
    /// Whether the customer may change date, note and theme.
    pub(super) is_editable: bool,
    pub(super) check_out: CheckOut,
    /// Whether decisions about the items may be given. While a payment is under way, its invoice is frozen.
    pub(super) is_decidable: bool,
    /// The status that follows once the checkout is booked.
    pub(super) once_booked: Option<Status>,
    /// What a delivery to the customer does.
    pub(super) delivery: Option<Delivery>,
    /// Whether the system checks it out if the customer does not: the box is with the customer, or back without a checkout.
    system_checks_out: bool,
    /// Whether the checkout is booked, so that the order can be closed once nothing is open.
    pub(super) is_closable: bool,
    /// Whether the purchase history shows it.
    in_history: bool,
    /// Whether it is in the list of former orders.
    is_former: bool,
}

impl Row {
    /// A status in which nobody may do anything.
    const IDLE: Self = Self {
        phase: Phase::Finished,
        tile: ByFlow::both(TileKind::OrderABox),
        next: ByFlow::both(&[]),
        cancelled_by: &[],
        is_editable: false,
        check_out: CheckOut::Refused,
        is_decidable: false,
        once_booked: None,
        delivery: None,
        system_checks_out: false,
        is_closable: false,
        in_history: false,
        is_former: false,
    };
}

/// Defines [`Status`]: for each value its word, the customer's words, and its row. Facts that a row does not name are as in
/// [`Row::IDLE`]; phase, tile and next statuses are always named.
macro_rules! statuses {
    ($(
        $(#[$meta:meta])*
        $status:ident = $word:literal, $label:literal {
            phase: $phase:expr,
            tile: $tile:expr,
            next: $next:expr,
            $( $fact:ident: $value:expr, )*
        }
    )+) => {
        words! {
            /// The status of an order.
            pub enum Status as OrderStatus {
                $( $(#[$meta])* $status = $word, )+
            }
        }

        impl Status {
            /// The words for the customer.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self {
                    $( Self::$status => $label, )+
                }
            }

            pub(super) const fn row(self) -> &'static Row {
                use Status::*;
                match self {
                    $( Self::$status => const {
                        &Row { phase: $phase, tile: $tile, next: $next, $( $fact: $value, )* ..Row::IDLE }
                    }, )+
                }
            }
        }
    };
}

statuses! {
    /// Ordered; styling has not begun.
    Created = "created", "Ordered" {
        phase: Phase::Ordered,
        tile: ByFlow { shipped: TileKind::Scheduled, picked_up: TileKind::Placed },
        next: ByFlow::both(&[Styling, Cancelled, Fraud]),
        cancelled_by: &[Actor::Customer, Actor::Ops],
        is_editable: true,
    }
    /// A stylist is choosing.
    Styling = "styling", "Being styled" {
        phase: Phase::BeingStyled,
        tile: ByFlow::both(TileKind::BeingStyled),
        next: ByFlow::both(&[Styled, Cancelled, Fraud]),
        cancelled_by: &[Actor::Ops],
    }
    /// The stylist is done.
    Styled = "styled", "Styled" {
        phase: Phase::Packed,
        tile: ByFlow::both(TileKind::BeingStyled),
        next: ByFlow { shipped: &[ReadyToShip, Fraud], picked_up: &[ReadyForCustomerPickUp, ReadyToPickUp, Fraud] },
    }
    /// Packed, to be shipped.
    ReadyToShip = "ready_to_ship", "Ready to ship" {
        phase: Phase::Packed,
        tile: ByFlow::both(TileKind::BeingStyled),
        next: ByFlow { shipped: &[InTransitToCustomer, Fraud], picked_up: &[Fraud] },
    }
    /// Waiting at the store; the customer was told.
    ReadyForCustomerPickUp = "ready_for_customer_pick_up", "Ready for you to pick up" {
        phase: Phase::Packed,
        tile: ByFlow { shipped: TileKind::OnItsWay, picked_up: TileKind::ReadyToGo },
        next: ByFlow { shipped: &[Fraud], picked_up: &[ReadyToPickUp, DeliveredToCustomer, Fraud] },
        check_out: CheckOut::Offered,
        is_decidable: true,
        delivery: Some(Delivery::Deliver),
    }
    /// Waiting at the store.
    ReadyToPickUp = "ready_to_pick_up", "Ready to pick up" {
        phase: Phase::Packed,
        tile: ByFlow { shipped: TileKind::OnItsWay, picked_up: TileKind::ReadyToGo },
        next: ByFlow { shipped: &[Fraud], picked_up: &[ReadyForCustomerPickUp, DeliveredToCustomer, Fraud] },
        check_out: CheckOut::Offered,
        is_decidable: true,
        delivery: Some(Delivery::Deliver),
    }
    /// The carrier has the box.
    InTransitToCustomer = "in_transit_to_customer", "On its way to you" {
        phase: Phase::OnItsWay,
        tile: ByFlow { shipped: TileKind::OnItsWay, picked_up: TileKind::ReadyToGo },
        next: ByFlow { shipped: &[DeliveredToCustomer, Fraud], picked_up: &[Fraud] },
        check_out: CheckOut::Offered,
        is_decidable: true,
        delivery: Some(Delivery::Deliver),
    }
    /// With the customer, who is trying it on.
    DeliveredToCustomer = "delivered_to_customer", "Delivered" {
        phase: Phase::TryOn,
        tile: ByFlow::both(TileKind::TimeToCheckOut),
        next: ByFlow::both(&[PaymentProcessing, InTransitToStylebox, Fraud]),
        check_out: CheckOut::Offered,
        is_decidable: true,
        system_checks_out: true,
    }
    /// The customer's card is being charged.
    PaymentProcessing = "payment_processing", "Payment in progress" {
        phase: Phase::TryOn,
        tile: ByFlow::both(TileKind::TimeToCheckOut),
        next: ByFlow::both(&[CheckedOutByCustomer, CheckedOutBySystem, CheckedOutByAdmin, DeliveredToCustomer, Fraud]),
        check_out: CheckOut::Offered,
        delivery: Some(Delivery::Note),
    }
    /// The customer has paid; what follows from it has yet to begin.
    CheckedOutByCustomer = "checked_out_by_customer", "Checked out" {
        phase: Phase::CheckedOut,
        tile: ByFlow::both(TileKind::CheckoutComplete),
        next: ByFlow::both(&[PostCustomerCheckoutProcessing]),
        once_booked: Some(PostCustomerCheckoutProcessing),
        delivery: Some(Delivery::Note),
    }
    /// Checked out by the customer; what follows from it is under way.
    PostCustomerCheckoutProcessing = "post_customer_checkout_processing", "Checked out, return open" {
        phase: Phase::CheckedOut,
        tile: ByFlow::both(TileKind::CheckoutComplete),
        next: ByFlow::both(&[InTransitToStylebox, Completed]),
        delivery: Some(Delivery::Note),
        is_closable: true,
        in_history: true,
    }
    /// Checked out by the system, after the try-on days.
    CheckedOutBySystem = "checked_out_by_system", "Checked out automatically" {
        phase: Phase::CheckedOut,
        tile: ByFlow::both(TileKind::CheckoutComplete),
        next: ByFlow::both(&[PostSystemCheckoutProcessing]),
        once_booked: Some(PostSystemCheckoutProcessing),
        delivery: Some(Delivery::Note),
    }
    /// Checked out by the system; what follows from it is under way.
    PostSystemCheckoutProcessing = "post_system_checkout_processing", "Checked out automatically, return open" {
        phase: Phase::CheckedOut,
        tile: ByFlow::both(TileKind::CheckoutComplete),
        next: ByFlow::both(&[InTransitToStylebox, Completed]),
        delivery: Some(Delivery::Note),
        is_closable: true,
    }
    /// Checked out by staff.
    CheckedOutByAdmin = "checked_out_by_admin", "Checked out by our team" {
        phase: Phase::CheckedOut,
        tile: ByFlow::both(TileKind::CheckoutComplete),
        next: ByFlow::both(&[PostAdminCheckoutProcessing]),
        once_booked: Some(PostAdminCheckoutProcessing),
        delivery: Some(Delivery::Note),
        in_history: true,
    }
    /// Checked out by staff; what follows from it is under way.
    PostAdminCheckoutProcessing = "post_admin_checkout_processing", "Checked out by our team, return open" {
        phase: Phase::CheckedOut,
        tile: ByFlow::both(TileKind::CheckoutComplete),
        next: ByFlow::both(&[InTransitToStylebox, Completed]),
        delivery: Some(Delivery::Note),
        is_closable: true,
        in_history: true,
    }
    /// Items that are not kept are on their way back.
    InTransitToStylebox = "in_transit_to_stylebox", "Return on its way" {
        phase: Phase::Return,
        tile: ByFlow::both(TileKind::ReturnShipped),
        next: ByFlow::both(&[DeliveredToStylebox]),
        check_out: CheckOut::UntilPaid,
        is_decidable: true,
        in_history: true,
    }
    /// Items that are not kept have arrived.
    DeliveredToStylebox = "delivered_to_stylebox", "Return received" {
        phase: Phase::Return,
        tile: ByFlow::both(TileKind::ReturnReceived),
        next: ByFlow::both(&[Completed]),
        check_out: CheckOut::UntilPaid,
        is_decidable: true,
        system_checks_out: true,
        in_history: true,
        is_closable: true,
    }
    /// Done.
    Completed = "completed", "Completed" {
        phase: Phase::Finished,
        tile: ByFlow::both(TileKind::OrderABox),
        next: ByFlow::both(&[]),
        in_history: true,
        is_former: true,
    }
    /// Stopped because of fraud.
    Fraud = "fraud", "Stopped" {
        phase: Phase::Finished,
        tile: ByFlow::both(TileKind::OrderABox),
        next: ByFlow::both(&[]),
    }
    /// Called off before it was styled.
    Cancelled = "cancelled", "Canceled" {
        phase: Phase::Finished,
        tile: ByFlow::both(TileKind::OrderABox),
        next: ByFlow::both(&[]),
        is_former: true,
    }
}

impl Status {
    /// The phase of the order.
    #[must_use]
    pub const fn phase(self) -> Phase {
        self.row().phase
    }

    /// Whether nothing can follow: completed, cancelled or fraud (spec B, section 4).
    #[must_use]
    pub const fn is_finished(self) -> bool {
        matches!(self.phase(), Phase::Finished)
    }

    /// Whether its items are packed, and have not left the warehouse. If the order is stopped, they go back on the shelf.
    #[must_use]
    pub const fn is_in_warehouse(self) -> bool {
        matches!(self.phase(), Phase::Packed)
    }

    /// Whether it is checked out, and nothing has come back yet.
    #[must_use]
    pub const fn is_checked_out(self) -> bool {
        matches!(self.phase(), Phase::CheckedOut)
    }

    /// What the tile of the current order says.
    #[must_use]
    pub const fn tile(self, customer_pick_up: bool) -> TileKind {
        self.row().tile.of(customer_pick_up)
    }

    /// Whether the system checks it out if the customer does not.
    #[must_use]
    pub const fn system_checks_out(self) -> bool {
        self.row().system_checks_out
    }

    /// Whether the purchase history shows it.
    #[must_use]
    pub const fn is_in_history(self) -> bool {
        self.row().in_history
    }

    /// Whether it is in the list of former orders.
    #[must_use]
    pub const fn is_former(self) -> bool {
        self.row().is_former
    }
}

/// The statuses that fulfilment may give an order next (`order.can_transition`).
///
/// The customer can check out in more statuses: see [`can_check_out`](super::can_check_out).
#[must_use]
pub const fn next_statuses(from: Status, customer_pick_up: bool) -> &'static [Status] {
    from.row().next.of(customer_pick_up)
}

/// A step from one status to another.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Transition {
    /// The status before.
    pub from: Status,
    /// The status after.
    pub to: Status,
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: bool,
}

/// `order.can_transition`: whether fulfilment may take that step.
#[must_use]
pub fn can_transition(step: &Transition) -> bool {
    next_statuses(step.from, step.customer_pick_up).contains(&step.to)
}
