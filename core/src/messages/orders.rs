//! Orders, the dashboard and the checkout (spec B, sections 2 and 4).

use super::Words;
use crate::{
    terms::ShopTerms,
    values::{count::days, money::Money},
};

/// If the wording changes, `policy::CONSENT_VERSION` must change too.
pub(crate) const CONSENT: &str = "I agree that my card is charged the styling fee when my box is styled, and that, if I \
    have not checked out by the day after my try-on days end, the items that I have not marked as returned are charged to \
    it.";

/// Said beside the styling fee of a box that is not styled yet.
pub(crate) const STYLING_FEE_CHARGED: &str =
    "Charged when your box is styled, and taken off the price of whatever you keep.";

/// How much the styling fee of a box that is not styled yet is, and when it is charged.
pub(crate) fn styling_fee(fee: Money) -> String {
    format!(
        "The styling fee is {}. It is charged when your box is styled, and taken off the price of whatever you keep.",
        fee.formatted()
    )
}

/// Said about every box that the program composed (the contract: late orders and other rules).
pub(crate) const CHOSEN_FOR_YOU: &str = "Chosen for you from your style profile";

/// The button of the review form while the form is empty, and otherwise.
pub(crate) const GO_TO_DASHBOARD: &str = "Go To Dashboard";
pub(crate) const SUBMIT_REVIEW: &str = "Submit Review";

/// The text between the reasons and the note of a decision.
pub(crate) const ADDITIONAL_COMMENTS: &str = "Additional comments: ";

/// The rows of an invoice (spec B, section 2).
pub(crate) const SUBTOTAL: &str = "Subtotal";
pub(crate) const DISCOUNT: &str = "Discount";
pub(crate) const TOTAL: &str = "Total";
pub(crate) const TOTAL_BEFORE_TAX: &str = "Total before tax";
pub(crate) const TAX: &str = "Tax";
pub(crate) const ESTIMATED_TAX: &str = "Estimated tax";
pub(crate) const DELIVERY_FEE: &str = "Retail delivery fee";
pub(crate) const TOTAL_WITH_TAX: &str = "Total with tax";
pub(crate) const CREDIT: &str = "Styling fee credit";
pub(crate) const GIFT_CARD: &str = "Gift card";
pub(crate) const FORGIVEN: &str = "Forgiven: too little to charge";

/// Says how many `more` items bring the multi-item discount.
pub(crate) fn keep_more(more: u64, percent: u64) -> String {
    match more {
        0 => format!("You've unlocked {percent}% off!"),
        1 => format!("Keep 1 more item & get {percent}% off"),
        more => format!("Keep {more} more items & get {percent}% off"),
    }
}

/// Says that keeping `count` items brings the multi-item discount.
pub(crate) fn keep_several(count: u64, percent: u64) -> String {
    format!("Keep {count} or more and {percent}% comes off the whole purchase.")
}

/// Says what completing a purchase of `due` charges to the card.
pub(crate) fn charge(due: Money) -> String {
    if due.is_zero() {
        return "Nothing is due: your card is not charged.".to_owned();
    }
    format!("Your card on file is charged {}, once.", due.formatted())
}

/// Says what is refunded for an item that cannot be delivered. The refund may still be under way.
pub(crate) fn refunded(card: Money, gift_card: Money) -> String {
    match (card.is_zero(), gift_card.is_zero()) {
        (true, true) => "Neither your card nor a gift card had paid anything for it.".to_owned(),
        (false, true) => format!("Refund: {} to your card.", card.formatted()),
        (true, false) => format!("Refund: {} to your gift card.", gift_card.formatted()),
        (false, false) => {
            format!("Refund: {} to your card, and {} to your gift card.", card.formatted(), gift_card.formatted())
        }
    }
}

/// Said if the checkout cannot be extended (spec B, section 8).
pub(crate) const EXTENSION_FAILED: &str = "Could not extend checkout. Please try again or contact customer support.";

/// Said about a box at the customer's while its checkout is being paid.
pub(crate) const BEING_PAID: &str = "Your checkout is not finished yet.";

/// Said about a box at the customer's after the day to check out by.
pub(crate) const TRY_ON_IS_OVER: &str = "Please check out now: your time to try on is over.";

/// Said about a box that was sent back, in part or whole, and is not checked out.
pub(crate) const RETURNED_UNPAID: &str = "This box is not checked out yet: what you keep is still to be paid.";

/// Said on a tile if the box is checked out and nothing goes back.
pub(crate) const ALL_KEPT: &str = "You keep everything: nothing goes back.";

/// Said about an order that is not being styled yet, also beside a later moment such as the day on which it is sent.
pub(crate) const CAN_STILL_CANCEL: &str = "You can still cancel until styling begins.";

/// Said about a box that was lost on its way to the customer.
pub(crate) const BOX_LOST: &str = "We are sorry: this box was lost on its way to you. It costs you nothing: everything you paid for it is refunded, including the styling fee.";

/// The words before the day on which a box comes.
pub(crate) const fn arrival(customer_pick_up: bool) -> &'static str {
    if customer_pick_up { "To pick up" } else { "Arriving" }
}

/// The words before the day of a box that is not sent, and can no longer come on that day.
pub(crate) const WAS_PLANNED: &str = "Was planned for";
/// The words before the day on which a box was expected that is still on its way.
pub(crate) const WAS_EXPECTED: &str = "Was expected on";
/// The words before the day of a past order.
pub(crate) const DELIVERED: &str = "Delivered";
pub(crate) const PICKED_UP: &str = "Picked up";
pub(crate) const ORDERED: &str = "Ordered";
pub(crate) const EXPECTED: &str = "Expected";
pub(crate) const NOT_EXPECTED_ANY_MORE: &str = "Was expected";
/// The words before the day to check out by.
pub(crate) const DECIDE_BY: &str = "Decide by";
/// The words before the day to check out by once it is over.
pub(crate) const TRY_ON_ENDED: &str = "Your try-on days ended on";
/// The words before the day by which items that are not kept must be returned.
pub(crate) const RETURN_BY: &str = "Return by";
/// The heading over the items of a box that the customer tries on.
pub(crate) const IN_YOUR_BOX: &str = "In your box";
/// The heading over the items that the customer has kept.
pub(crate) const YOURS_TO_KEEP: &str = "Yours to keep";

/// The heading over the items of a box that go back.
pub(crate) const GOES_BACK: &str = "This goes back";
/// The heading over returned items that have not arrived.
pub(crate) const COMES_BACK: &str = "This is on its way back";
/// The heading over the items of a return that has arrived and was not received yet.
pub(crate) const NOT_RECEIVED: &str = "Not received yet";
/// The words before the day by which a return is handed to the carrier, or brought to the store.
pub(crate) const POSTMARKED_BY: &str = "Returns must be postmarked by";
pub(crate) const BACK_AT_STORE_BY: &str = "Please be there by";
/// How items are returned.
pub(crate) const RETURN_BY_MAIL: &str =
    "For what goes back, use the prepaid return envelope and label that came with your box.";
pub(crate) const RETURN_TO_STORE: &str = "Bring what goes back to the store where you picked your box up.";

/// Says which size of an exchange goes back.
pub(crate) fn old_size(size: &str, new: &str) -> String {
    format!("size {size}, exchanged for {new}")
}

/// Says which size of an exchange the customer gets.
pub(crate) fn new_size(size: &str) -> String {
    format!("in size {size} instead")
}

/// The stages of a box on its way.
pub(crate) const fn stages(customer_pick_up: bool) -> [&'static str; 6] {
    let sent = if customer_pick_up { "Ready" } else { "Sent" };
    ["Ordered", "Styled", sent, "Try-on", "Bought", "Returned"]
}

/// The steps to the first box.
pub(crate) const SIGN_UP_PROFILE: &str = "Your style profile";
pub(crate) const SIGN_UP_DELIVERY: &str = "How and when your boxes come";
pub(crate) const SIGN_UP_PAYMENT: &str = "Address and payment";

/// The heading over what is left to do before a box can come.
pub(crate) const FIRST_BOX: &str = "Your first box";
pub(crate) const NEXT_BOX: &str = "Your next box";
/// While questions are open.
pub(crate) const ANSWERS_OPEN: (&str, &str) =
    ("Let us get to know you", "A few questions, and we can start choosing for you. Your answers are saved as you go.");
/// While only the card is open.
pub(crate) const CARD_OPEN: (&str, &str) =
    ("One step to your first box", "All your answers are here. What is left is your card.");
pub(crate) const CARD_OPEN_AGAIN: (&str, &str) =
    ("One step to your next box", "All your answers are here. What is left is your card.");
/// While only the day is open.
pub(crate) const DAY_OPEN: (&str, &str) = (
    "Choose the day of your first box",
    "All your answers are here. Choose the day of your first box, and we put it together.",
);

/// Questions before a customer changes an order or its box, and confirmations after it, from placing it to the return (spec B, sections 4
/// and 8).
pub(crate) const PROMPTS: Words = &[
    ("can_still_cancel", CAN_STILL_CANCEL),
    ("box_lost", BOX_LOST),
    ("lost", "Lost on its way"),
    ("return_over", "Return closed"),
    ("cancel_order", "Are you sure you want to cancel this order?"),
    ("order_cancelled", "Your current order has been successfully canceled."),
    (
        "order_stopped",
        "This order was stopped. Nothing more is charged for it, and a styling fee that you paid is refunded.",
    ),
    ("order_placed", "Your box is ordered."),
    ("order_kept", "Thank you. We will keep your order."),
    ("answer_by", "Please answer by"),
    ("changes_saved", "Your changes are saved."),
    ("extension_failed", EXTENSION_FAILED),
    ("no_exchange_sizes", "No exchange sizes found"),
    ("extend_once", "You can do this once for a box."),
    ("styling_fee_charged", STYLING_FEE_CHARGED),
    (
        "first_box_with_card",
        "Your first box is ordered as soon as your card is saved. Until styling begins you can cancel it.",
    ),
    (
        "first_box_after_card",
        "Once your card is saved, you can order your first box. Nothing is charged before its styling begins.",
    ),
    ("one_discount", "You can use one discount at a time: another code takes its place."),
    ("return_to_store", RETURN_TO_STORE),
    ("nothing_goes_back", "Nothing more has to go back."),
];

/// The words for a code that name a figure of the terms; nothing if the code's words do not depend on the terms.
pub(crate) fn by_terms(code: &str, terms: &ShopTerms) -> Option<String> {
    Some(match code {
        "checkout_extended" => format!("Your checkout has been extended by {}.", days(terms.extension_days)),
        "delivery_terms" => format!(
            "Shipping is free both ways, and you have {} to try everything on at home.",
            days(terms.try_on_days_shipped)
        ),
        "pickup_terms" => format!(
            "It waits for you at a store near you, and you have {} to try everything on.",
            days(terms.try_on_days_picked_up)
        ),
        "pickup_try_on" => format!(
            "Your box waits at the store on your day. You have {} to try it on.",
            days(terms.try_on_days_picked_up)
        ),
        "referral_days" => days(terms.referral_days),
        "referral_offer" => format!(
            "They get {0}% off their first box, and you get {0}% off once they have checked out.",
            terms.referral_percent
        ),
        "welcome_amount" => terms.welcome_coupon.in_words(),
        "with_four_items" => format!("when you keep {}", terms.multi_item_count),
        "has_four_items" => format!("as you keep {} or more", terms.multi_item_count),
        _ => return None,
    })
}
