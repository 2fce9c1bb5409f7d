//! Orders, the dashboard and the checkout (spec B, sections 2 and 4).

use super::Words;

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

/// What is said where the checkout cannot be extended (spec B, section 8).
pub(crate) const EXTENSION_FAILED: &str = "Could not extend checkout. Please try again or contact customer support.";

/// Where an order stands.
pub(super) const STATUSES: Words = &[
    ("created", "Ordered"),
    ("styling", "With your stylist"),
    ("styled", "Styled"),
    ("ready_to_ship", "Ready to ship"),
    ("ready_for_customer_pick_up", "Ready for you to pick up"),
    ("ready_to_pick_up", "Ready to pick up"),
    ("in_transit_to_customer", "On its way to you"),
    ("delivered_to_customer", "Delivered"),
    ("payment_processing", "Payment in progress"),
    ("checked_out_by_customer", "Checked out"),
    ("post_customer_checkout_processing", "Checked out, return open"),
    ("checked_out_by_system", "Checked out automatically"),
    ("post_system_checkout_processing", "Checked out automatically, return open"),
    ("checked_out_by_admin", "Checked out by our team"),
    ("post_admin_checkout_processing", "Checked out by our team, return open"),
    ("in_transit_to_stylebox", "Return on its way"),
    ("delivered_to_stylebox", "Return received"),
    ("completed", "Completed"),
    ("fraud", "Stopped"),
    ("cancelled", "Cancelled"),
];

/// What the tile of the current order says.
pub(super) const TILES: Words = &[
    ("order_a_box", "Ready for your next box?"),
    ("scheduled", "Your box is scheduled"),
    ("placed", "Your pick-up order is placed"),
    ("being_styled", "Your box is being styled"),
    ("on_its_way", "Your box is on its way"),
    ("ready_to_go", "Your box is ready to go"),
    ("time_to_check_out", "Time to check out"),
    ("checkout_complete", "Checkout complete"),
    ("return_shipped", "Your return is on its way"),
    ("return_received", "We have received your return"),
];

/// What the tile offers.
pub(super) const ACTIONS: Words = &[
    ("order_box", "Order a box"),
    ("order_pickup", "Order a pick-up"),
    ("customize", "Customize my order"),
    ("view", "View my order"),
    ("cancel", "Cancel my order"),
    ("track", "Track my shipment"),
    ("check_out", "Review and check out"),
    ("extend", "Extend checkout"),
];

/// What is done with an item.
pub(super) const DECISIONS: Words = &[("Return", "Return"), ("Exchange", "Exchange"), ("Keep", "Keep")];

/// What is asked before, and said after, what a customer does with an order (spec B, sections 4 and 8).
pub(super) const PROMPTS: Words = &[
    ("cancel_order", "Are you sure you want to cancel this order?"),
    ("order_cancelled", "Your current order has been successfully canceled."),
    ("checkout_extended", "Your checkout has been extended by 5 days."),
    ("extension_failed", EXTENSION_FAILED),
    ("no_exchange_sizes", "No exchange sizes found"),
];
