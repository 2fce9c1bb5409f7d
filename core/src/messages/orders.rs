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

/// The rows of an invoice (spec B, section 2).
pub(crate) const SUBTOTAL: &str = "Subtotal";
pub(crate) const MULTI_ITEM_DISCOUNT: &str = "Multi-item discount";
pub(crate) const DISCOUNT: &str = "Discount";
pub(crate) const TOTAL_BEFORE_TAX: &str = "Total before tax";
pub(crate) const TAX: &str = "Tax";
pub(crate) const DELIVERY_FEE: &str = "Retail delivery fee";
pub(crate) const TOTAL_WITH_TAX: &str = "Total with tax";
pub(crate) const CREDIT: &str = "Styling fee credit";
pub(crate) const GIFT_CARD: &str = "Gift card";

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

/// What the tile says below its title; nothing if the store's address says it all.
pub(crate) const fn tile_sentence(kind: TileKind, customer_pick_up: bool) -> Option<&'static str> {
    Some(match kind {
        TileKind::OrderABox => "There is no box under way just now.",
        TileKind::Scheduled => "Your stylist has your profile and starts soon.",
        TileKind::Placed => return None,
        TileKind::BeingStyled => "Your stylist is going along the rails for you, piece by piece.",
        TileKind::OnItsWay => "Packed, sealed and sent. Shipping is free, there and back.",
        TileKind::ReadyToGo => "It waits for you at the store.",
        TileKind::TimeToCheckOut => {
            "Try everything on at home, with what you have. Then say what you keep, exchange and return."
        }
        TileKind::CheckoutComplete if customer_pick_up => "Bring what you did not keep back to the store.",
        TileKind::CheckoutComplete => {
            "Send back what you did not keep, in the prepaid envelope that came with the box."
        }
        TileKind::ReturnShipped => "What you sent back is on its way to us.",
        TileKind::ReturnReceived => "What you sent back has arrived. We are looking it over.",
    })
}

/// Said of an order that is not being styled yet.
pub(crate) const CAN_STILL_CANCEL: &str = "Until then you can still cancel.";

/// Before the day on which a box comes.
pub(crate) const fn arrival(customer_pick_up: bool) -> &'static str {
    if customer_pick_up { "To pick up" } else { "Arriving" }
}

/// Before the day to check out by.
pub(crate) const DECIDE_BY: &str = "Decide by";
/// Before the day until which what is not kept goes back.
pub(crate) const RETURN_BY: &str = "Return by";
/// Above the items of a box that the customer tries on.
pub(crate) const IN_YOUR_BOX: &str = "In your box";
/// Above the items that the customer has kept.
pub(crate) const YOURS_TO_KEEP: &str = "Yours to keep";

/// The stages of a box on its way.
pub(crate) const fn stages(customer_pick_up: bool) -> [&'static str; 6] {
    let sent = if customer_pick_up { "Ready" } else { "Sent" };
    ["Ordered", "Styled", sent, "Try-on", "Bought", "Returned"]
}

/// The steps to the first box.
pub(crate) const SIGN_UP_PROFILE: &str = "Your style profile";
pub(crate) const SIGN_UP_DELIVERY: &str = "How and when your boxes come";
pub(crate) const SIGN_UP_PAYMENT: &str = "Shipping and payment";

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
    ("can_still_cancel", CAN_STILL_CANCEL),
    ("cancel_order", "Are you sure you want to cancel this order?"),
    ("order_cancelled", "Your current order has been successfully canceled."),
    ("checkout_extended", "Your checkout has been extended by 5 days."),
    ("extension_failed", EXTENSION_FAILED),
    ("no_exchange_sizes", "No exchange sizes found"),
    ("delivery_terms", "Shipping is free, there and back, and you have 5 days to try everything on at home."),
    ("extend_once", "You can do this once for a box."),
    ("styling_fee_charged", "Charged when your box is styled, and taken off the price of whatever you keep."),
    ("one_discount", "Only one discount counts: typing another code changes it."),
    ("credit_cards_only", "Credit cards only: debit cards are not accepted."),
    ("nothing_charged", "Nothing was charged. Please enter the CVV again, or use another card."),
    ("waiting_for_bank", "This can take a minute. You can stay here or come back later: you are charged once at most."),
    ("return_by_mail", "For what goes back, use the prepaid return envelope and label that came with your box."),
    ("return_to_store", "Bring what goes back to the store where you picked your box up."),
];
