//! How long the service keeps each kind of data, and what happens then (the contract: design, server). One table names them all:
//! `docs/operating/retention.md` shows it, and a test of the server finds each of the database's tables in it.

use super::limits::{
    CARD_REFUSAL_KEPT_DAYS, DEVICE_DAYS, EVENT_KNOWN_DAYS, HUMAN_CHECK_MINUTES, IDEMPOTENCY_HOURS, SESSION_MAX_DAYS,
};
use super::{
    DECLINED_CARD_KNOWN_DAYS, EMAIL_LINK_HOURS, MFA_CHANGE_WAITS_MINUTES, OFFER_MARK_DAYS, PHOTO_UNUSED_MINUTES,
    TAX_CALCULATION_HOURS,
};
use std::fmt;

/// How long a message to a customer is kept after it was written, in days: longer than a bank lets its customer dispute a charge (540
/// days), because the shop has to show that it announced a box or a checkout. Its text is deleted when it is sent.
pub const MESSAGE_DAYS: u64 = 2 * 365;
/// How long an event for the analytics service is kept after it was sent, in days. It no longer says whose it was.
pub const ANALYTICS_EVENT_DAYS: u64 = 30;
/// How long it is kept which suggested items a customer has opened, in days.
pub const CLICK_DAYS: u64 = 365;
/// How long the name, address and token of a replaced card are kept, in days: as long as a message.
pub const REPLACED_CARD_DAYS: u64 = MESSAGE_DAYS;
/// How long the label of a parcel is kept, and where it was last seen, in days: the parcel has long come.
pub const LABEL_DAYS: u64 = 365;
/// How long it is kept why an order was held, in days.
pub const FRAUD_HOLD_DAYS: u64 = 2 * 365;
/// After how many days an account is closed that has no order, no card and no session, and that no device of its customer has signed in
/// to for as long as devices are known.
pub const ABANDONED_ACCOUNT_DAYS: u64 = 2 * 365;

/// A time for which something is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// So many minutes.
    Minutes(u64),
    /// So many hours.
    Hours(u64),
    /// So many days, of 24 hours each.
    Days(u64),
}

impl Time {
    /// The whole time in seconds.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Minutes(minutes) => minutes.saturating_mul(60),
            Self::Hours(hours) => hours.saturating_mul(60 * 60),
            Self::Days(days) => days.saturating_mul(24 * 60 * 60),
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minutes(minutes) => write!(formatter, "{minutes} minutes"),
            Self::Hours(hours) => write!(formatter, "{hours} hours"),
            Self::Days(days) if *days > 365 && days.is_multiple_of(365) => write!(formatter, "{} years", days / 365),
            Self::Days(days) => write!(formatter, "{days} days"),
        }
    }
}

/// How long data is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Each row has its own end. Holds the latest, and what it is counted from.
    AtMost(Time, &'static str),
    /// For this time after something.
    For(Time, &'static str),
    /// As long as the account lives.
    Account,
    /// For good, because the books need it.
    Books,
    /// Until something happens.
    Until(&'static str),
    /// For good: nothing of a person is in it.
    Shop,
}

impl fmt::Display for Kept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(time, since) => write!(formatter, "at most {time} {since}"),
            Self::For(time, since) => write!(formatter, "{time} {since}"),
            Self::Account => formatter.write_str("as long as the account"),
            Self::Books => formatter.write_str("for the books"),
            Self::Until(what) => write!(formatter, "until {what}"),
            Self::Shop => formatter.write_str("for good"),
        }
    }
}

/// A job, or the end of the account, that removes or empties the rows in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedBy {
    /// The job `housekeeping`.
    Housekeeping,
    /// Another job, by its name.
    Job(&'static str),
    /// The end of the account, and nothing before.
    AccountEnd,
    /// It stays for good.
    Nobody,
}

/// The kind of data that the table calls by this name.
#[must_use]
pub fn find(data: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.data == data)
}

/// A kind of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// In words: `sessions`.
    pub data: &'static str,
    /// The tables with rows of it: a table can have rows of several kinds.
    pub tables: &'static [&'static str],
    /// Its time.
    pub kept: Kept,
    /// What happens then.
    pub then: &'static str,
    /// What sees to that.
    pub by: EndedBy,
}

use EndedBy::{AccountEnd, Housekeeping, Job, Nobody};
use Kept::{Account, AtMost, Books, For, Shop, Until};
use Time::{Days, Hours, Minutes};

const fn kind(
    data: &'static str,
    tables: &'static [&'static str],
    kept: Kept,
    then: &'static str,
    by: EndedBy,
) -> Kind {
    Kind { data, tables, kept, then, by }
}

const REMOVED: &str = "removed";
/// What the books say of somebody whose account has ended.
const WITHOUT_PERSON: &str = "the person is taken out when the account ends";

/// Every kind of data in the database.
pub const KINDS: &[Kind] = &[
    kind("sessions", &["sessions"], AtMost(Days(SESSION_MAX_DAYS), "after the sign-in"), REMOVED, Housekeeping),
    kind(
        "codes and waiting changes",
        &["mfa_codes", "pending_changes"],
        AtMost(Minutes(MFA_CHANGE_WAITS_MINUTES), "after they were asked for"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "links for a password, a new email address or a phone",
        &["reset_tokens", "email_changes", "phone_links"],
        AtMost(Hours(EMAIL_LINK_HOURS), "after they were made"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "devices that have signed in",
        &["known_devices"],
        AtMost(Days(DEVICE_DAYS), "after the last sign-in"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "tries that are limited",
        &["tries", "rate_limits"],
        AtMost(Hours(24), "after the last try"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "answers of the human check",
        &["human_check_used"],
        AtMost(Minutes(HUMAN_CHECK_MINUTES), "after the question"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "outcomes of calls with an idempotency key",
        &["idempotency_keys"],
        AtMost(Hours(IDEMPOTENCY_HOURS), "after the call"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "who the customer is, and what they have chosen",
        &["customers", "gateway_customers", "referral_rewards"],
        Account,
        "emptied; that there was one stays for the books",
        AccountEnd,
    ),
    kind(
        "accounts without a card, an order, a session or a known device",
        &["customers"],
        For(Days(ABANDONED_ACCOUNT_DAYS), "after the registration"),
        "closed, as by the customer",
        Job("closings"),
    ),
    kind(
        "addresses, and the card on file",
        &["shipping_addresses", "cards"],
        Account,
        "emptied; orders and payments refer to the rows",
        AccountEnd,
    ),
    kind(
        "replaced cards",
        &["cards"],
        For(Days(REPLACED_CARD_DAYS), "after another took their place"),
        "emptied; payments show brand, last digits and expiration",
        Housekeeping,
    ),
    kind(
        "answers, wishes and notices of boxes",
        &[
            "style_profiles",
            "style_answers",
            "reshuffle_answers",
            "first_order_wishes",
            "next_box_wishes",
            "next_box_looks",
            "next_box_notices",
            "garments_packed",
            "box_proposals",
            "ended_charges",
        ],
        Account,
        REMOVED,
        AccountEnd,
    ),
    kind("photos", &["photos", "photo_files"], Account, "removed, with their files", AccountEnd),
    kind(
        "photos that no answer shows",
        &["photos", "photo_files"],
        For(Minutes(PHOTO_UNUSED_MINUTES), "after the upload"),
        "removed, with their files",
        Job("photos"),
    ),
    kind(
        "clicks on suggested items",
        &["suggested_item_clicks"],
        For(Days(CLICK_DAYS), "after the click"),
        REMOVED,
        Housekeeping,
    ),
    kind("reviews", &["reviews"], Account, "name and text are emptied; the stars stay", AccountEnd),
    kind(
        "messages",
        &["outbox", "reminders", "next_box_notices"],
        For(Days(MESSAGE_DAYS), "after they were written"),
        "removed; the text already when it is sent",
        Housekeeping,
    ),
    kind(
        "events for the analytics service",
        &["outbox"],
        For(Days(ANALYTICS_EVENT_DAYS), "after they were sent"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "phones that text messages do not reach",
        &["phone_facts"],
        Until("no customer has the phone"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "orders",
        &["orders", "order_events", "outfits", "line_items", "exchanges"],
        Books,
        WITHOUT_PERSON,
        AccountEnd,
    ),
    kind(
        "invoices and payments",
        &[
            "invoices",
            "invoice_lines",
            "coupons_used",
            "gift_cards",
            "gift_card_draws",
            "tax_records",
            "payment_attempts",
            "gateway_notices",
            "gateway_movements",
            "ledger",
        ],
        Books,
        WITHOUT_PERSON,
        AccountEnd,
    ),
    kind("parcels", &["shipments"], Books, WITHOUT_PERSON, AccountEnd),
    kind(
        "labels of parcels, and where these were seen",
        &["shipments"],
        For(Days(LABEL_DAYS), "after the label was wanted"),
        "emptied",
        Housekeeping,
    ),
    kind(
        "calculated taxes",
        &["tax_calculations"],
        AtMost(Hours(TAX_CALCULATION_HOURS), "after the calculation"),
        "removed; invoices have what was charged",
        Housekeeping,
    ),
    kind(
        "why orders were held",
        &["fraud_holds"],
        For(Days(FRAUD_HOLD_DAYS), "after the order was held"),
        "emptied; that it was held stays",
        Housekeeping,
    ),
    kind(
        "refused cards",
        &["card_refusals"],
        For(Days(CARD_REFUSAL_KEPT_DAYS), "after the refusal"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "cards that were declined for good",
        &["declined_cards"],
        For(Days(DECLINED_CARD_KNOWN_DAYS), "after the decline"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "coded marks of used offers and stopped orders",
        &["marks"],
        AtMost(Days(OFFER_MARK_DAYS as u64), "after they were made"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "what outside parties have to forget",
        &["forget_requests"],
        Until("the party has forgotten it"),
        REMOVED,
        Job("forgetting"),
    ),
    kind(
        "events of outside parties",
        &["webhook_events"],
        For(Days(EVENT_KNOWN_DAYS), "after they were processed"),
        REMOVED,
        Housekeeping,
    ),
    kind(
        "stock, coupons, and what the service runs by",
        &["stock", "coupons", "jobs", "server_keys", "shop_facts", "readiness"],
        Shop,
        "nothing of a person is in it",
        Nobody,
    ),
    kind(
        "the sandbox gateway's books, in demo mode",
        &["sandbox_tokens", "sandbox_charges", "sandbox_refunds"],
        Shop,
        "tokens are emptied as a gateway does it",
        Nobody,
    ),
];
