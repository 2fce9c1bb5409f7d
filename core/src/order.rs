//! An order: its statuses, and the steps that it may take.

use crate::words::words;

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
}
