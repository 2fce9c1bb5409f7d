//! Ordering a box and subscribing (spec A, section 5; spec B, sections 3 to 5).

use super::Words;

pub(crate) const EVERY_30_DAYS: &str = "Can't get enough! (Every month)";
pub(crate) const EVERY_60_DAYS: &str = "Keep 'em comin (Every other month)";
pub(crate) const EVERY_90_DAYS: &str = "Seasonal hauls (Quarterly)";
pub(crate) const ON_DEMAND: &str = "My people will call your people (On demand)";
pub(crate) const ONE_DOLLAR_FEE: &str =
    "The $1 styling fee applies to each box through 2020 while you stay on a subscription.";

/// Why a day cannot be chosen: for the eye beside the day, for the screen reader after its date.
pub(super) const BLOCKED: Words = &[
    ("past", "This day is over."),
    ("same_day_cutoff", "It is too late to pick up today. Please choose another day."),
    ("too_far", "This day is too far ahead to choose yet."),
    ("sunday", "We do not deliver on Sundays."),
    ("holiday", "This day is a holiday. Please choose another day."),
    ("disallowed", "No box can arrive on this day. Please choose another day."),
    ("friday_cutoff", "It is too late in the week for this day. Please choose Thursday or later."),
    ("ship_date_past", "Your box could not reach you by this day. Please choose a later one."),
];

/// What an order still misses: pressing the button that is not ready yet shows these.
pub(super) const MISSING: Words = &[
    ("card", "Please add a payment card."),
    ("card_expiry", "Your card ends before your box is sent. Please change your payment card."),
    ("store", "Please choose a store."),
    ("shipping_address", "Please complete your shipping address: street, city, state and ZIP code."),
    ("ship_by_date", "Please choose a day that is open."),
    ("phone", "Please enter a cell phone number of 10 digits."),
    ("height_feet", "Please tell us your height in feet."),
    ("height_inches", "Please tell us your height: the inches."),
    ("top_size", "Please tell us your top size."),
    ("bra_band", "Please tell us your bra band size."),
    ("bra_cup", "Please tell us your bra cup size."),
    ("bottom_size", "Please tell us your bottom size."),
    ("brand_1", "Please name a brand that fits you."),
    ("denim_rise", "Please choose the denim rise that you like."),
    ("denim_distress", "Please choose how distressed you like your denim."),
    ("denim_style", "Please choose the denim styles that you like."),
    ("denim_spend", "Please tell us what you like to spend on denim."),
];

/// Why a coupon cannot be issued.
pub(super) const COUPONS: Words = &[
    ("coupon_code_malformed", "A coupon's code has 3 to 30 letters, digits and dashes."),
    ("coupon_code_taken", "There is a coupon with this code already."),
    ("coupon_worthless", "A coupon takes something off."),
    ("coupon_ends_early", "A coupon ends on the day on which it begins, or later."),
];

/// How often boxes come.
pub(super) const SUBSCRIPTIONS: Words = &[
    ("subscription_30_day", EVERY_30_DAYS),
    ("subscription_60_day", EVERY_60_DAYS),
    ("subscription_90_day", EVERY_90_DAYS),
    ("subscription_on_demand", ON_DEMAND),
];

/// How a box reaches the customer.
pub(super) const FLOWS: Words = &[("pickup", "Pick up at a store"), ("delivery", "Ship to me")];
