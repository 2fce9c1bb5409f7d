//! The statuses of an order, and the steps from one to another (spec B, section 4).

use crate::{values::words::words, wire::Input};

words! {
    /// Where an order stands (spec B, section 4).
    pub enum Status {
        /// Ordered; nobody has begun with it.
        Created = "created",
        /// A stylist is choosing.
        Styling = "styling",
        /// The stylist is done.
        Styled = "styled",
        /// Packed, to be shipped.
        ReadyToShip = "ready_to_ship",
        /// Waiting at the store; the customer was told.
        ReadyForCustomerPickUp = "ready_for_customer_pick_up",
        /// Waiting at the store.
        ReadyToPickUp = "ready_to_pick_up",
        /// On its way to the customer.
        InTransitToCustomer = "in_transit_to_customer",
        /// With the customer, who is trying it on.
        DeliveredToCustomer = "delivered_to_customer",
        /// The customer's card is being charged.
        PaymentProcessing = "payment_processing",
        /// Checked out by the customer.
        CheckedOutByCustomer = "checked_out_by_customer",
        /// Checked out by the customer; what follows from it is under way.
        PostCustomerCheckoutProcessing = "post_customer_checkout_processing",
        /// Checked out by the system, after the try-on days.
        CheckedOutBySystem = "checked_out_by_system",
        /// Checked out by the system; what follows from it is under way.
        PostSystemCheckoutProcessing = "post_system_checkout_processing",
        /// Checked out by staff.
        CheckedOutByAdmin = "checked_out_by_admin",
        /// Checked out by staff; what follows from it is under way.
        PostAdminCheckoutProcessing = "post_admin_checkout_processing",
        /// What was not kept is on its way back.
        InTransitToStylebox = "in_transit_to_stylebox",
        /// What was not kept has arrived.
        DeliveredToStylebox = "delivered_to_stylebox",
        /// Done.
        Completed = "completed",
        /// Stopped: the card or the customer was not what it seemed.
        Fraud = "fraud",
        /// Called off before it was styled.
        Cancelled = "cancelled",
    }
}

impl Status {
    /// Whether nothing can follow: completed, cancelled or fraud (spec B, section 4).
    #[must_use]
    pub const fn is_finished(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled | Self::Fraud)
    }

    /// Whether its pieces are packed, and have not left the house: where it is stopped, they go back on the shelf.
    #[must_use]
    pub const fn is_in_the_house(self) -> bool {
        matches!(self, Self::Styled | Self::ReadyToShip | Self::ReadyForCustomerPickUp | Self::ReadyToPickUp)
    }

    /// Whether it is checked out, and nothing has come back yet.
    #[must_use]
    pub const fn is_checked_out(self) -> bool {
        matches!(
            self,
            Self::CheckedOutByCustomer
                | Self::PostCustomerCheckoutProcessing
                | Self::CheckedOutBySystem
                | Self::PostSystemCheckoutProcessing
                | Self::CheckedOutByAdmin
                | Self::PostAdminCheckoutProcessing
        )
    }
}

/// The statuses that fulfilment may give an order next (the contract's `order.can_transition`).
///
/// The customer's own checkout is wider: see [`can_check_out`](super::can_check_out).
#[must_use]
pub const fn next_statuses(from: Status, customer_pick_up: bool) -> &'static [Status] {
    use Status::{
        Cancelled, CheckedOutByAdmin, CheckedOutByCustomer, CheckedOutBySystem, Completed, Created,
        DeliveredToCustomer, DeliveredToStylebox, Fraud, InTransitToCustomer, InTransitToStylebox, PaymentProcessing,
        PostAdminCheckoutProcessing, PostCustomerCheckoutProcessing, PostSystemCheckoutProcessing,
        ReadyForCustomerPickUp, ReadyToPickUp, ReadyToShip, Styled, Styling,
    };
    match (from, customer_pick_up) {
        (Created, _) => &[Styling, Cancelled, Fraud],
        (Styling, _) => &[Styled, Cancelled, Fraud],
        (Styled, false) => &[ReadyToShip, Fraud],
        (ReadyToShip, false) => &[InTransitToCustomer, Fraud],
        (InTransitToCustomer, false) => &[DeliveredToCustomer, Fraud],
        (Styled, true) => &[ReadyForCustomerPickUp, ReadyToPickUp, Fraud],
        (ReadyForCustomerPickUp, true) => &[ReadyToPickUp, DeliveredToCustomer, Fraud],
        (ReadyToPickUp, true) => &[ReadyForCustomerPickUp, DeliveredToCustomer, Fraud],
        // A status of the other kind leads nowhere but there.
        (ReadyToShip | InTransitToCustomer, true) | (ReadyForCustomerPickUp | ReadyToPickUp, false) => &[Fraud],
        (DeliveredToCustomer, _) => &[PaymentProcessing, InTransitToStylebox, Fraud],
        (PaymentProcessing, _) => {
            &[CheckedOutByCustomer, CheckedOutBySystem, CheckedOutByAdmin, DeliveredToCustomer, Fraud]
        }
        (CheckedOutByCustomer, _) => &[PostCustomerCheckoutProcessing],
        (CheckedOutBySystem, _) => &[PostSystemCheckoutProcessing],
        (CheckedOutByAdmin, _) => &[PostAdminCheckoutProcessing],
        (PostCustomerCheckoutProcessing | PostSystemCheckoutProcessing | PostAdminCheckoutProcessing, _) => {
            &[InTransitToStylebox, Completed]
        }
        (InTransitToStylebox, _) => &[DeliveredToStylebox],
        (DeliveredToStylebox, _) => &[Completed],
        (Completed | Cancelled | Fraud, _) => &[],
    }
}

/// A step from one status to another.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Transition {
    /// The status before.
    pub from: Status,
    /// The status after.
    pub to: Status,
    /// Whether the customer fetches the box at a store.
    pub customer_pick_up: bool,
}

/// `order.can_transition`: whether fulfilment may take that step.
#[must_use]
pub fn can_transition(step: &Transition) -> bool {
    next_statuses(step.from, step.customer_pick_up).contains(&step.to)
}
