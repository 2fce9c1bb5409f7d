//! What is missing before an order can be placed (spec B, section 5), for both pick-up and delivery.

use crate::{
    InputError,
    delivery::day::Blocked,
    values::{
        business_time::{Date, Instant, today},
        expiration::Expiration,
        message::Message,
        responses::Responses,
        words::{labels, words},
    },
    wire::Input,
};
use serde::Serialize;

words! {
    /// Something without which an order cannot be placed.
    pub enum Missing {
        /// A card on file.
        Card = "card",
        /// A card that lasts until the box is sent.
        CardExpiry = "card_expiry",
        /// The place of a pick-up.
        Store = "store",
        /// A primary shipping address with all its parts.
        ShippingAddress = "shipping_address",
        /// A date that can be chosen.
        ShipByDate = "ship_by_date",
        /// A phone of ten digits.
        Phone = "phone",
        /// An answer of the style profile.
        HeightFeet = "height_feet",
        /// An answer of the style profile.
        HeightInches = "height_inches",
        /// An answer of the style profile.
        TopSize = "top_size",
        /// An answer of the style profile.
        BraBand = "bra_band",
        /// An answer of the style profile.
        BraCup = "bra_cup",
        /// An answer of the style profile.
        BottomSize = "bottom_size",
        /// An answer of the style profile.
        Brand1 = "brand_1",
        /// An answer of the style profile.
        DenimRise = "denim_rise",
        /// An answer of the style profile.
        DenimDistress = "denim_distress",
        /// An answer of the style profile.
        DenimStyle = "denim_style",
        /// An answer of the style profile.
        DenimSpend = "denim_spend",
    }
}

labels! {
    Missing {
        Card = "Please add a payment card.",
        CardExpiry = "Your card expires before your box is sent. Please change your payment card.",
        Store = "Please choose a store.",
        ShippingAddress = "Please complete your shipping address: street, city, state and ZIP code.",
        ShipByDate = "Please choose a day that is open.",
        Phone = "Please enter a cell phone number of 10 digits.",
        HeightFeet = "Please tell us your height in feet.",
        HeightInches = "Please tell us the inches of your height.",
        TopSize = "Please tell us your top size.",
        BraBand = "Please tell us your bra band size.",
        BraCup = "Please tell us your bra cup size.",
        BottomSize = "Please tell us your bottom size.",
        Brand1 = "Please name a brand that fits you.",
        DenimRise = "Please choose the denim rise that you like.",
        DenimDistress = "Please choose how distressed you like your denim.",
        DenimStyle = "Please choose the denim styles that you like.",
        DenimSpend = "Please tell us what you like to spend on denim.",
    }
}

impl From<Missing> for Message {
    fn from(missing: Missing) -> Self {
        Self::new(missing.as_str(), missing.label())
    }
}

/// What placing an order needs to know about the card.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CardOnFile {
    /// When it expires.
    pub expiration: Expiration,
}

/// Whether an order can be placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OrderReadiness {
    /// Whether nothing is missing.
    pub ready: bool,
    /// What is missing, in the order of the form.
    pub missing: Vec<Missing>,
}

impl OrderReadiness {
    /// The readiness that results from these checks.
    pub(crate) fn of(checks: impl IntoIterator<Item = (Missing, bool)>) -> Self {
        let missing: Vec<_> = checks.into_iter().filter(|(_, met)| !met).map(|(missing, _)| missing).collect();
        Self { ready: missing.is_empty(), missing }
    }
}

/// Whether the card is valid today and on the day that the customer chose. True if there is no card, so that only [`Missing::Card`] is
/// reported.
pub(crate) fn card_lasts(card: Option<CardOnFile>, ship_by_date: Option<Date>, now: Instant) -> bool {
    let Some(CardOnFile { expiration }) = card else { return true };
    !expiration.ends_before(today(now)) && !ship_by_date.is_some_and(|date| expiration.ends_before(date))
}

/// Whether a day is chosen that is not blocked.
pub(crate) fn is_open(
    ship_by_date: Option<Date>,
    blocked: impl FnOnce(Date) -> Result<Option<Blocked>, InputError>,
) -> Result<bool, InputError> {
    ship_by_date.map_or(Ok(false), |date| Ok(blocked(date)?.is_none()))
}

/// A check for each answer that an order needs.
pub(crate) fn answers(needed: &'static [Missing], responses: &Responses) -> impl Iterator<Item = (Missing, bool)> {
    needed.iter().map(|&key| (key, responses.has(key.as_str())))
}
