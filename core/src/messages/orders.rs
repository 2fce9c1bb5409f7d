//! Orders, the dashboard and the checkout (spec B, sections 2 and 4).

use super::{Words, labels};
use crate::{
    box_::decision::Action,
    screens::dashboard::{TileAction, TileKind},
};

/// A new wording gets a new version: `policy::CONSENT_VERSION`.
pub(crate) const CONSENT: &str = "I agree that my card is charged the styling fee when my box is styled, and that, if I \
    have not checked out by the day after my try-on days end, the items that I have not marked as returned are charged to \
    it.";

/// The button of the review form while nothing is in it, and else.
pub(crate) const GO_TO_DASHBOARD: &str = "Go To Dashboard";
pub(crate) const SUBMIT_REVIEW: &str = "Submit Review";

/// Between the reasons and the note of a decision.
pub(crate) const ADDITIONAL_COMMENTS: &str = "Additional comments: ";

/// How many `more` items give the multi-item discount.
pub(crate) fn keep_more(more: u64, percent: u32) -> String {
    match more {
        0 => format!("You've unlocked {percent}% off!"),
        1 => format!("Keep 1 more item & get {percent}% off"),
        more => format!("Keep {more} more items & get {percent}% off"),
    }
}

/// What is said if the checkout cannot be extended (spec B, section 8).
pub(crate) const EXTENSION_FAILED: &str = "Could not extend checkout. Please try again or contact customer support.";

// What the tile of the current order says.
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
    }
}

// What the tile offers.
labels! {
    TileAction {
        OrderBox = "Order a box",
        OrderPickup = "Order a pick-up",
        Customize = "Customize my order",
        View = "View my order",
        Cancel = "Cancel my order",
        Track = "Track my shipment",
        CheckOut = "Review and check out",
        Extend = "Extend checkout",
    }
}

// What is done with an item.
labels! {
    Action {
        Return = "Return",
        Exchange = "Exchange",
        Keep = "Keep",
    }
}

/// What is asked before, and said after, what a customer does with an order (spec B, sections 4 and 8).
pub(super) const PROMPTS: Words = &[
    ("can_still_cancel", "Until then you can still cancel."),
    ("cancel_order", "Are you sure you want to cancel this order?"),
    ("order_cancelled", "Your current order has been successfully canceled."),
    ("checkout_extended", "Your checkout has been extended by 5 days."),
    ("extension_failed", EXTENSION_FAILED),
    ("no_exchange_sizes", "No exchange sizes found"),
];
