//! Every business constant that is the same in every shop, once: those of the specs' sections 9, and those that the contract adds. What a
//! retailer can change is in [`terms`](crate::terms). A constant that follows from another is calculated from it.
//! `core/tests/words.rs` checks that the sentences for customers name the right numbers.

pub mod limits;
pub mod retention;

use serde::Serialize;

/// Defines the constants that a screen shows or calculates with: each by its name here, and as a field of [`Policy`].
// Without it, each constant's comment, type and name would stand three times, and a field could be given another constant's value.
macro_rules! shown {
    ($( $(#[$meta:meta])* $field:ident, $name:ident: $type:ty = $value:expr; )+) => {
        $( $(#[$meta])* pub const $name: $type = $value; )+

        /// The constants that a screen shows or calculates with.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
        pub struct Policy {
            $( $(#[$meta])* pub $field: $type, )+
        }

        /// The constants that a screen shows or calculates with.
        pub const POLICY: Policy = Policy { $( $field: $name, )+ };
    };
}

shown! {
    /// Timeout of a call, in milliseconds (spec A, section 9).
    request_timeout_ms, REQUEST_TIMEOUT_MS: u32 = 300_000;
    /// The zone of the business day, as time zone databases name it (spec B, section 2: hours are CST).
    business_zone, BUSINESS_ZONE: &'static str = "America/Chicago";
    /// On a phone, the exit offer opens after this time without a touch, in milliseconds (spec A, section 9).
    exit_offer_idle_ms, EXIT_OFFER_IDLE_MS: u32 = 5000;
    /// On a store's tablet, the customer is asked whether they are still there after this time without a touch, in seconds (the
    /// contract: screens).
    store_idle_seconds, STORE_IDLE_SECONDS: u32 = 120;
    /// The time to answer that question, in seconds; then the tablet forgets the customer. At least 20 (WCAG 2.2, criterion 2.2.1).
    store_idle_answer_seconds, STORE_IDLE_ANSWER_SECONDS: u32 = 30;
    /// The campaign code of a registration that began with the printed catalog's QR code (spec A, section 2).
    catalog_campaign, CATALOG_CAMPAIGN: &'static str = "catalog-qr";
    /// Shortest password, in characters (spec A, section 5).
    password_min_length, PASSWORD_MIN_LENGTH: usize = 8;
    /// Length of a code of the second factor (spec A, section 9).
    mfa_code_length, MFA_CODE_LENGTH: usize = 6;
    /// How long after a code was sent another one can be requested, in seconds (the contract: screens).
    mfa_resend_seconds, MFA_RESEND_SECONDS: u32 = 30;
    /// Most photos that a customer keeps (spec A, section 9).
    max_photos, MAX_PHOTOS: u64 = 5;
    /// The media types of photos that are accepted (spec A, section 5).
    photo_media_types, PHOTO_MEDIA_TYPES: [&'static str; 2] = ["image/jpeg", "image/png"];
    /// How many first bytes of a file show whether it is a photo (the contract: photos).
    photo_first_bytes, PHOTO_FIRST_BYTES: usize = 8;
    /// Most colors that a customer avoids (spec A, section 9).
    max_disliked_colors, MAX_DISLIKED_COLORS: usize = 12;
    /// The least that a customer spends on denim, in dollars (spec A, section 5).
    denim_spend_min, DENIM_SPEND_MIN: u32 = 90;
    /// The most that a customer spends on denim, in dollars (spec A, section 5).
    denim_spend_max, DENIM_SPEND_MAX: u32 = 300;
    /// The steps of the denim slider, in dollars (spec A, section 5).
    denim_spend_step, DENIM_SPEND_STEP: u32 = 5;
    /// The least distance between both ends of the denim slider, in dollars (spec A, section 5).
    denim_spend_gap, DENIM_SPEND_GAP: u32 = 10;
    /// The questions that must be answered before the first box can be ordered, besides those of the quiz: how often boxes come,
    /// and when the first one comes (spec A, section 3).
    delivery_questions, DELIVERY_QUESTIONS: [&'static str; 2] = [FREQUENCY_QUESTION, DAY_QUESTION];
    /// The questions that plan a pick-up: how the box comes, the store, the day, and whether shoes are wanted (spec A,
    /// section 4).
    pickup_questions, PICKUP_QUESTIONS: &'static [&'static str] = &[FLOW_QUESTION, STORE_QUESTION, DAY_QUESTION, SHOES_QUESTION];
    /// The question that asks customers whose box is shipped which store they like best (spec A, section 2).
    other_store_question, OTHER_STORE_QUESTION: &'static str = "match_with_stylist_2";
    /// The question that asks for the theme of a theme box (spec A, section 3).
    theme_question, THEME_QUESTION: &'static str = "themebox";
    /// Swipes after which the style shuffle may be left (spec A, section 9).
    shuffle_min_swipes, SHUFFLE_MIN_SWIPES: u64 = 10;
    /// With fewer unanswered cards than this the "just in" deck shows; this many answers complete it (spec B, section 9).
    reshuffle_threshold, RESHUFFLE_THRESHOLD: u64 = 15;
    /// Cards of a deck that are loaded ahead (spec B, section 9).
    deck_preload, DECK_PRELOAD: u32 = 2;
    /// How many orders a page of the purchase history has (spec B, section 9).
    history_page_size, HISTORY_PAGE_SIZE: usize = 10;
    /// The longest text to search for in the purchase history, in characters.
    search_max_length, SEARCH_MAX_LENGTH: usize = 100;
    /// The value of a customer that the analytics service is told at registration, in dollars (spec A, section 9).
    analytics_lifetime_value_dollars, ANALYTICS_LIFETIME_VALUE_DOLLARS: u32 = 220;
    /// The most stars of a review (spec B, section 2).
    review_max_stars, REVIEW_MAX_STARS: usize = 5;
    /// How many referrals a page of them has (spec B, section 9).
    referral_page_size, REFERRAL_PAGE_SIZE: usize = 10;
    /// Most digits of a card's security code (spec A, section 5).
    cvv_max_length, CVV_MAX_LENGTH: usize = 4;
    /// How long a session lasts without being used, in days.
    session_idle_days, SESSION_IDLE_DAYS: u64 = 14;
    /// The choice of no particular store or stylist (spec A, section 2).
    no_preference, NO_PREFERENCE: &'static str = "No Preference";
}

/// The question that asks how a box reaches the customer (spec A, section 2).
pub const FLOW_QUESTION: &str = "delivery_style";
/// The question that asks how often boxes come (spec A, section 3).
pub const FREQUENCY_QUESTION: &str = "subscription_type";
/// The question that asks for the day on which the first box comes, or is picked up (spec A, section 3).
pub const DAY_QUESTION: &str = "ship_by_date";
/// The question that asks at which store a box is picked up (spec A, section 3).
pub const STORE_QUESTION: &str = "preferred_store";
/// The question that the swipes of the daily deck answer. The server adds each day's swipes (spec B, section 9).
pub const DAILY_DECK_QUESTION: &str = "style_reshuffle";
/// The question that asks what else the customer wants to say (spec A, section 3).
pub const NOTES_QUESTION: &str = "anything_else_notes";
/// The question that asks which stylist the customer would like (spec A, section 3).
pub const STYLIST_QUESTION: &str = "match_with_stylist";
/// The question that asks for a note to the stylist about the first box (spec A, section 3).
pub const MESSAGE_QUESTION: &str = "msg";
/// The question that asks whether the customer wants to try shoes on at the store (spec A, section 4).
pub const SHOES_QUESTION: &str = "wants_shoes";

/// The sizes for which a garment with lettered sizes can be exchanged, smallest first (spec B, section 9).
pub const EXCHANGE_SIZES: &[&str] = &["XS", "S", "M", "L", "XL"];

/// How far the embedded fraud check looks back, in hours.
pub const FRAUD_WINDOW_HOURS: u64 = 24;
/// The embedded fraud check doubts an order if this many different cards of the customer were declined within [`FRAUD_WINDOW_HOURS`].
pub const FRAUD_DECLINED_CARDS: usize = 5;
/// The embedded fraud check doubts an order if more customers than this order to one address within [`FRAUD_WINDOW_HOURS`].
pub const FRAUD_CUSTOMERS_PER_ADDRESS: usize = 10;
/// A held charge is called off this many hours before the bank would release the reserved money, so that it does not end while somebody
/// clears the order.
pub const AUTHORIZATION_RELEASED_HOURS: i64 = 12;

/// How long an offer that each person can use once stays marked as used for the email address of an account that has ended, in days:
/// three years (the contract: late orders and other rules).
pub const OFFER_MARK_DAYS: u32 = 3 * 365;
/// How long somebody whose order was stopped as fraud is remembered after the account has ended, in days: three years.
pub const STOPPED_FRAUD_MARK_DAYS: u32 = 3 * 365;

/// Longest password, in characters. Without a limit, hashing very long ones could stop the service.
pub const PASSWORD_MAX_LENGTH: usize = 128;
/// Shortest first or last name, in characters (spec A, section 5).
pub const NAME_MIN_LENGTH: usize = 2;
/// Most characters of a name, a line of an address, a city or a campaign's text (the contract: lengths and links).
pub const LINE_MAX_LENGTH: usize = 100;
/// Longest email address, in characters (RFC 5321).
pub const EMAIL_MAX_LENGTH: usize = 254;
/// Longest part of an email address before the `@`, in characters (RFC 5321).
pub const EMAIL_LOCAL_MAX_LENGTH: usize = 64;
/// Fewest characters of a ZIP code (spec A, section 5).
pub const ZIP_MIN_LENGTH: usize = 5;
/// Most characters of a ZIP code, its dash counted (spec A, section 5).
pub const ZIP_MAX_LENGTH: usize = 10;
/// The digits of a phone number (spec A, section 5).
pub const PHONE_DIGITS: usize = 10;
/// The earliest year of birth that is accepted (spec A, section 5).
pub const BIRTH_YEAR_MIN: i32 = 1900;
/// The largest photo, in bytes: 10 MB (the contract: photos).
pub const PHOTO_MAX_BYTES: usize = 10 * 1024 * 1024;
/// The greatest width and height of a photo, in pixels. Photos of phones with 48 megapixels have 8,064.
pub const PHOTO_MAX_SIDE: u32 = 10_000;
/// The largest photo, in pixels: a device that shows it has to hold them all in memory.
pub const PHOTO_MAX_PIXELS: u64 = 60_000_000;
/// How long a photo can be sent to its upload address, in minutes (the contract: photos).
pub const PHOTO_LINK_MINUTES: u64 = 10;
/// How long a photo that is in no answer is kept, in minutes.
pub const PHOTO_UNUSED_MINUTES: u64 = 60;
/// The most new cards of the daily deck: one fewer than [`RESHUFFLE_THRESHOLD`], so that the deck is shown and can be completed (the
/// contract: quiz).
pub const RESHUFFLE_DAILY_CARDS: usize = RESHUFFLE_THRESHOLD as usize - 1;
/// Most characters of a line in the quiz, unless the question names another number.
pub const SHORT_TEXT_MAX_LENGTH: usize = 200;
/// Most characters of a longer text in the quiz, unless the question names another number.
pub const LONG_TEXT_MAX_LENGTH: usize = 2000;

/// Fewest digits of a card's security code (the contract: field checks).
pub const CVV_MIN_LENGTH: usize = 3;
/// A box leaves this many days before its delivery, or earlier (spec A, section 5).
pub const TRANSIT_DAYS: u64 = 3;
/// How many days ahead the proposed delivery date is (spec A, section 9).
pub const DEFAULT_DELIVERY_DAYS_AHEAD: u64 = 4;
/// The carrier's page about a shipment; the tracking code follows.
pub const TRACKING_PAGE: &str = "https://tools.usps.com/go/TrackConfirmAction?tLabels=";
/// Most days in one answer of `calendar.window`.
pub const CALENDAR_WINDOW_MAX_DAYS: u64 = 400;
/// How many days after the end of its interval the next subscription box comes (spec A, section 9).
pub const NEXT_BOX_EXTRA_DAYS: u64 = 5;
/// How many days before its day the next subscription box is ordered: time to style and to ship it.
pub const NEXT_BOX_LEAD_DAYS: u64 = 7;
/// How many days before the next subscription box is ordered the customer is told (the contract: orders).
pub const NEXT_BOX_NOTICE_DAYS: u64 = 7;

/// The new day of a late box that is shipped is at least this many days ahead (the contract: late orders and other rules).
pub const LATE_DELIVERY_DAYS: u64 = 7;
/// The new day of a late pick-up is at least this many days ahead (the contract: late orders and other rules).
pub const LATE_PICKUP_DAYS: u64 = 3;
/// How often a late order moves at most (the contract: late orders and other rules).
pub const LATE_MOVES: u64 = 2;
/// How many days a customer has to say whether they keep a late order (the contract: late orders and other rules).
pub const LATE_ANSWER_DAYS: u64 = 7;

/// The dashboard mentions a card that expires within this many days (spec A, section 9).
pub const CARD_BANNER_DAYS: i64 = 45;
/// An order form mentions a card that expires within this many days after the order's date (spec A, section 9).
pub const CARD_ORDER_WARNING_DAYS: i64 = 14;

/// The longest review, in characters.
pub const REVIEW_MAX_LENGTH: usize = 5000;
/// How long a review can be left with the signature that came with the order, in hours.
pub const REVIEW_SIGNATURE_HOURS: u64 = 24;

/// The hour of the business day from which reminders are sent.
pub const REMINDER_HOUR: u32 = 9;
/// The hour of the day after the day to check out by at which the system checks out (the contract: try-on).
pub const SYSTEM_CHECKOUT_HOUR: u32 = 12;
/// How many days after its first, second and third decline a charge that the service starts is tried again (the contract: `charge.retry`).
pub const CHARGE_RETRY_DAYS: [u64; 3] = [1, 3, 7];
/// The hour of the business day from which a declined styling fee is tried again.
pub const FEE_RETRY_HOUR: u32 = 9;
/// Days that an order waits for another card after the last try of its styling fee; then it is cancelled (the contract: orders).
pub const OTHER_CARD_DAYS: u64 = 14;
/// Days for which a card that was declined for good stays marked, for every customer who saves it.
pub const DECLINED_CARD_KNOWN_DAYS: u64 = 3 * 365;
/// The least that the gateway charges, in cents. A smaller amount due is forgiven (the contract: late orders and other rules).
pub const LEAST_CHARGE_CENTS: i64 = 50;
/// Hours in which a customer may confirm a charge at the bank; then it is called off as if the card were declined. An idempotency key
/// lasts longer, so that a repeated checkout learns how the charge ended.
pub const BANK_CONFIRMATION_HOURS: u64 = 23;
/// Hours without an answer of the gateway after which `ops` sees a payment (the contract: try-on, checkout, money).
pub const PAYMENT_SILENT_HOURS: u64 = 1;
/// After a restore, for so many hours a charge since the backup that cannot be taken up is tried again, and nothing is charged meanwhile. They
/// begin with its first failure, and do not pass while nothing can be tried. After them it is left to staff, so that the rest of the shop goes on.
pub const RESTORED_CHARGE_TRIED_HOURS: u64 = 1;
/// Hours for which the tax that a service has calculated is reused for the same items, prices and address. Rates can change at the turn
/// of a month (the contract: try-on, checkout, money).
pub const TAX_CALCULATION_HOURS: u64 = 24;
/// A return that has not arrived is overdue once this many days have passed since the day to check out by (the contract: try-on).
pub const RETURN_OVERDUE_DAYS: u64 = 30;
/// `ops` asks the carrier about a box once this many days have passed since the day on which it was expected.
pub const DELIVERY_OVERDUE_DAYS: u64 = 7;
/// `ops` sees a parcel that the carrier has not scanned this many days after its label was made.
pub const PARCEL_UNSCANNED_DAYS: u64 = 3;
/// `ops` sees a parcel that the carrier has not scanned again for this many days.
pub const PARCEL_SILENT_DAYS: u64 = 5;
/// The carrier is asked about a parcel for this many days.
pub const PARCEL_FOLLOWED_DAYS: u64 = 100;
/// Days for which `ops` sees a parcel that arrived although nobody expected it any more.
pub const UNEXPECTED_PARCEL_SHOWN_DAYS: u64 = 30;
/// Days for which `ops` sees a label that was not used and not refunded.
pub const LABEL_REFUND_SHOWN_DAYS: u64 = 14;
/// Days to send items back once the day to check out by is over (spec B, section 2).
pub const LATE_RETURN_DAYS: u64 = 2;

/// The code with which subscribers paid the first box's fee for each box (spec B, section 1).
pub const ONE_DOLLAR_CODE: &str = "ONE_DOLLAR_2020";
/// The last year in which [`ONE_DOLLAR_CODE`] counts (spec B, section 4).
pub const ONE_DOLLAR_CODE_LAST_YEAR: i32 = 2020;

/// Fewest characters of the code of a coupon that the shop issues.
pub const COUPON_CODE_MIN_LENGTH: usize = 3;
/// Most characters of the code of a coupon that the shop issues.
pub const COUPON_CODE_MAX_LENGTH: usize = 30;
/// The largest styling fee and the largest welcome coupon that a retailer can set, in dollars.
pub const LARGEST_FEE_DOLLARS: u32 = 1000;
/// The most days to try a box on that a retailer can set, and the most that an extension can add.
pub const MOST_TRY_ON_DAYS: u64 = 30;
/// The largest number of items that a retailer can ask for before the multi-item discount: a box may have no more.
pub const LARGEST_MULTI_ITEM_COUNT: u64 = FEWEST_PIECES as u64;
/// The longest time for which a retailer can let a referral's percentage be used, in days.
pub const LONGEST_REFERRAL_DAYS: u64 = 3650;
/// How many months ahead a retailer can open a calendar at most. The page asks for whole months, and one call answers at most
/// [`CALENDAR_WINDOW_MAX_DAYS`] days.
pub const MOST_MONTHS_AHEAD: u64 = 11;

/// The currency of every price (spec A, section 9: dollars).
pub const CURRENCY: &str = "USD";
/// The first digits of each gift card's number; no payment card's number begins with them.
pub const GIFT_CARD_PREFIX: &str = "9035";
/// The digits of a gift card's number.
pub const GIFT_CARD_DIGITS: usize = 16;

/// How many orders a page of a customer's orders has (the contract: screens).
pub const ORDERS_PAGE_SIZE: usize = 50;
/// Most entries of a page of any list.
pub const LONGEST_PAGE: usize = 100;
/// The fewest pieces that make a box.
pub const FEWEST_PIECES: usize = 5;
/// How many pieces are suggested to the stylist besides those of the box.
pub const SUGGESTED_ITEMS: usize = 4;

/// The reasons to return an item (spec B, section 9).
pub const RETURN_REASONS: &[&str] = &[
    "Too Small",
    "Too Big",
    "Not My Style",
    "Have Something Similar",
    "Too Expensive",
    "Didn't Like Fit",
    "Damaged",
    "Wouldn't Wear Enough",
    "Couldn't Keep It All",
];
/// The reasons to keep an item (spec B, section 9).
pub const KEEP_REASONS: &[&str] =
    &["Perfect Fit", "Versatile", "Comfortable", "Totally my style", "Wouldn't have picked myself", "Great Price"];

/// The version of [`consent::current`](crate::card::consent::current): a new wording needs a new version.
pub const CONSENT_VERSION: &str = "2026-11";

/// The version of the question about analytics: a new wording needs a new version, so that customers are asked again.
pub const ANALYTICS_CONSENT_VERSION: &str = "2026-11";

/// How long a code of the second factor works, in minutes (the contract: accounts).
pub const MFA_CODE_MINUTES: u64 = 10;
/// How long a phone gets no codes after a text message did not reach it, in hours. It may only have been off.
pub const PHONE_UNREACHABLE_HOURS: u64 = 24;
/// How many times a code may be tried (the contract: accounts).
pub const MFA_CODE_TRIES: i64 = 5;
/// How long after a right code a session needs no other one, in minutes (the contract: accounts).
pub const MFA_VERIFIED_MINUTES: u64 = 10;
/// How long a change waits for its code, in minutes.
pub const MFA_CHANGE_WAITS_MINUTES: u64 = 60;
/// Most shipping addresses that a customer keeps.
pub const MAX_SHIPPING_ADDRESSES: usize = 20;
/// How long a link for a forgotten password works, in hours (the contract: accounts).
pub const RESET_LINK_HOURS: u64 = 2;
/// How long the link in the email after a store sign-up works, in hours (the contract: accounts).
pub const SET_PASSWORD_LINK_HOURS: u64 = 72;
/// How long the link that proves a new email address works, in hours.
pub const EMAIL_LINK_HOURS: u64 = 72;
/// How long the link works with which a customer continues on their own phone, in minutes (the contract: screens).
pub const PHONE_LINK_MINUTES: u64 = 5;
/// The digits of the password that a store sign-up makes (spec A, section 4).
pub const STORE_PASSWORD_DIGITS: usize = 10;
