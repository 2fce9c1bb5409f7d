//! The card on file: when it expires, and what the customer is told about it (spec A, section 8; spec B, section 5).

pub mod billing;
pub mod card_change;
pub mod consent;
pub mod entry;
pub mod field;
mod not_charged;
pub mod payment;

pub use not_charged::{CardNotCharged, CardToCharge, NotCharged, not_charged};

use crate::{
    messages::card as texts,
    policy,
    values::{
        business_time::{Date, Instant, today},
        expiration::Expiration,
        fields::digits,
        words::{labels, words},
    },
    wire::Input,
};
use serde::Serialize;

/// A card's number as it may be shown: `XXXXXXXXXXXX4242`. Its length is not stored, so every number is shown with 16 digits, as most
/// have (the contract: bodies).
#[must_use]
pub fn masked_number(last_four: &str) -> String {
    ["XXXXXXXXXXXX", last_four].concat()
}

/// What is shown of a card.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct NamedCard {
    /// The brand, such as `Visa`.
    pub brand: String,
    /// The last four digits of its number.
    pub last_four: String,
}

/// `card.name`: a card as its owner knows it, `Visa ending in 4242`.
#[must_use]
pub fn name(card: &NamedCard) -> String {
    name_of(&card.brand, &card.last_four)
}

/// The same from the card's parts.
#[must_use]
pub fn name_of(brand: &str, last_four: &str) -> String {
    [brand, " ending in ", last_four].concat()
}

words! {
    /// The reason for a notice about a card.
    pub enum CardNoticeKind {
        /// The card's last month is over.
        Expired = "expired",
        /// It expires before the box is sent.
        ExpiresBeforeShipment = "expires_before_shipment",
        /// It expires soon.
        Expiring = "expiring",
    }
}

labels! {
    CardNoticeKind {
        Expired = "Card expired",
        ExpiresBeforeShipment = "Card expires before your box is sent",
        Expiring = "Card expiring soon",
    }
}

/// A notice to the customer about the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CardNotice {
    /// The reason.
    pub kind: CardNoticeKind,
    /// The words for the customer.
    pub message: &'static str,
}

/// The card, and the current time.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CardToday {
    /// When the card expires; null if there is none.
    pub expiration: Option<Expiration>,
    /// The current time.
    pub now: Instant,
}

/// `card.dashboard_banner`: the banner over the dashboard, or nothing.
#[must_use]
pub fn dashboard_banner(card: &CardToday) -> Option<CardNotice> {
    let today = today(card.now);
    let expiration = card.expiration?;
    if expiration.ends_before(today) {
        return Some(CardNotice { kind: CardNoticeKind::Expired, message: texts::BANNER_EXPIRED });
    }
    let soon = today.days_until(expiration.last_day()) <= policy::CARD_BANNER_DAYS;
    soon.then_some(CardNotice { kind: CardNoticeKind::Expiring, message: texts::BANNER_EXPIRING })
}

/// The card, the current time, and the day for which a box is ordered.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CardForOrder {
    /// When the card expires; null if there is none.
    pub expiration: Option<Expiration>,
    /// The current time.
    pub now: Instant,
    /// The day that the customer chose; null if none is chosen yet.
    pub ship_by_date: Option<Date>,
}

/// `card.order_warning`: the warning beside an order's date, or nothing.
#[must_use]
pub fn order_warning(card: &CardForOrder) -> Option<CardNotice> {
    let expiration = card.expiration?;
    if expiration.ends_before(today(card.now)) {
        return Some(CardNotice { kind: CardNoticeKind::Expired, message: texts::ORDER_EXPIRED });
    }
    let ship_by = card.ship_by_date?;
    if expiration.ends_before(ship_by) {
        let kind = CardNoticeKind::ExpiresBeforeShipment;
        return Some(CardNotice { kind, message: texts::ORDER_EXPIRES_BEFORE_SHIPMENT });
    }
    let soon = ship_by.days_until(expiration.last_day()) <= policy::CARD_ORDER_WARNING_DAYS;
    soon.then_some(CardNotice { kind: CardNoticeKind::Expiring, message: texts::ORDER_EXPIRING })
}

/// `card.brand`: a card's brand from the first digits typed so far, as a hint beside the field; empty if it is unknown.
#[must_use]
pub fn brand(number: &str) -> &'static str {
    let digits = digits(number);
    let first = |count: usize| digits.get(..count).and_then(|text| text.parse::<u32>().ok()).unwrap_or_default();
    match (first(1), first(2), first(4)) {
        (4, _, _) => "Visa",
        (_, 51..=55, _) | (_, _, 2221..=2720) => "Mastercard",
        (_, 34 | 37, _) => "American Express",
        (_, 65, _) | (_, _, 6011) => "Discover",
        _ => "",
    }
}
