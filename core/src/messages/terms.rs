//! What is wrong with the terms of a shop. Retailers read it.

use crate::values::message::Message;

pub(crate) const STYLING_FEE: Message = Message::new("styling_fee_out_of_range", "A styling fee is 0.50 to 1000.00.");
pub(crate) const TRY_ON_DAYS: Message =
    Message::new("try_on_days_out_of_range", "A customer has 1 to 30 days to try a box on.");
pub(crate) const EXTENSION_DAYS: Message =
    Message::new("extension_days_out_of_range", "An extension adds 1 to 30 days, or 0 if there is none.");
pub(crate) const REMINDER_DAYS: Message = Message::new(
    "reminder_days_out_of_order",
    "Reminders come while the customer can still try the box on, the first one stands first, and at most one has more days than an extension adds.",
);
pub(crate) const MULTI_ITEM_COUNT: Message = Message::new(
    "multi_item_count_out_of_range",
    "The multi-item discount needs 2 to 5 items: a box may have no more.",
);
pub(crate) const PERCENT: Message = Message::new("percent_out_of_range", "A percentage is 1 to 100.");
pub(crate) const REFERRAL_DAYS: Message =
    Message::new("referral_days_out_of_range", "A referral's percentage can be used for 1 to 3650 days.");
pub(crate) const CODE: Message = Message::new(
    "code_unusable",
    "A code has 3 to 30 letters, digits and dashes, and no other term has the same code.",
);
pub(crate) const WELCOME_COUPON: Message = Message::new(
    "welcome_coupon_out_of_range",
    "The welcome coupon takes 0.01 to 1000.00 off, or 0.00 if there is none.",
);
pub(crate) const EXIT_OFFER: Message =
    Message::new("exit_offer_without_coupon", "The exit offer shows the welcome coupon, and there is none.");
pub(crate) const FREQUENCIES: Message =
    Message::new("frequencies_unusable", "On demand is always on offer, and no frequency stands twice.");
pub(crate) const MONTHS_AHEAD: Message =
    Message::new("months_ahead_out_of_range", "A calendar opens 1 to 11 months ahead.");
pub(crate) const CUTOFF_HOUR: Message =
    Message::new("cutoff_hour_out_of_range", "Pick-ups on the same day end at an hour from 0 to 24.");
