//! What the tile of the current order is about: each status has its own.

use crate::values::words::{labels, words};

words! {
    /// What the tile of the current order says.
    pub enum TileKind {
        /// There is none: order one.
        OrderABox = "order_a_box",
        /// Ordered, to be shipped.
        Scheduled = "scheduled",
        /// Ordered, to be picked up.
        Placed = "placed",
        /// With the stylist.
        BeingStyled = "being_styled",
        /// On its way to the customer.
        OnItsWay = "on_its_way",
        /// Waiting at the store.
        ReadyToGo = "ready_to_go",
        /// With the customer.
        TimeToCheckOut = "time_to_check_out",
        /// Checked out; what was not kept has to go back.
        CheckoutComplete = "checkout_complete",
        /// What was not kept is on its way back.
        ReturnShipped = "return_shipped",
        /// What was not kept has arrived.
        ReturnReceived = "return_received",
        /// What was not kept will not arrive.
        ReturnClosed = "return_closed",
    }
}

labels! {
    TileKind {
        OrderABox = "Ready for your next box?",
        Scheduled = "Your box is scheduled",
        Placed = "Your pick-up order is placed",
        BeingStyled = "Your box is being styled",
        OnItsWay = "Your box is on its way",
        ReadyToGo = "Your box is ready to go",
        TimeToCheckOut = "Time to check out",
        CheckoutComplete = "Checkout complete",
        ReturnShipped = "Your return is on its way",
        ReturnReceived = "We have received your return",
        ReturnClosed = "Your return is closed",
    }
}
