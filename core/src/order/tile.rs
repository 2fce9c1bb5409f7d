//! The kinds of the tile of the current order; each status has one.

use crate::values::words::{labels, words};

words! {
    /// What the tile of the current order says.
    pub enum TileKind {
        /// There is no current order; the customer can order a box.
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
        /// Checked out; items that are not kept have to go back.
        CheckoutComplete = "checkout_complete",
        /// Items that are not kept are on their way back.
        ReturnShipped = "return_shipped",
        /// Items that are not kept have arrived.
        ReturnReceived = "return_received",
        /// Items that are not kept will not arrive.
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
