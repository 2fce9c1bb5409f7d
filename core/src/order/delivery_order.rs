//! Ordering a box to be shipped (spec B, section 5).

use crate::{
    InputError,
    delivery::delivery_calendar,
    order::readiness::{CardOnFile, Missing, OrderReadiness, answers, card_lasts, is_open},
    terms::ShopTerms,
    values::{
        business_time::{Date, Holidays, Instant, holidays_or_none},
        responses::Responses,
    },
    wire::{Input, or_empty},
};

/// The answers that the order needs.
pub(crate) const ANSWERS: &[Missing] = &[
    Missing::HeightFeet,
    Missing::HeightInches,
    Missing::TopSize,
    Missing::BraBand,
    Missing::BraCup,
    Missing::BottomSize,
    Missing::Brand1,
    Missing::DenimRise,
    Missing::DenimDistress,
    Missing::DenimSpend,
    Missing::DenimStyle,
];

/// The parts of the primary shipping address that an order needs. They are only checked for being there.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct AddressOnFile {
    /// Street and number.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub line_1: String,
    /// The city; blank if the address lacks it.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub city: String,
    /// The state's code.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub state: String,
    /// The ZIP code.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub postal_code: String,
}

impl AddressOnFile {
    fn is_complete(&self) -> bool {
        [&self.line_1, &self.city, &self.state, &self.postal_code].iter().all(|part| !part.trim().is_empty())
    }
}

/// What a delivery order depends on.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct DeliveryOrderInput {
    /// The card on file, or null.
    pub card: Option<CardOnFile>,
    /// The primary shipping address, or null.
    pub shipping_address: Option<AddressOnFile>,
    /// The day chosen, or null.
    pub ship_by_date: Option<Date>,
    /// The answers of the style profile.
    pub responses: Responses,
    /// The current time.
    pub now: Instant,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
}

/// `delivery_order.readiness`: what is still missing for the order.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn readiness(input: &DeliveryOrderInput, terms: &ShopTerms) -> Result<OrderReadiness, InputError> {
    let blocked = |date| delivery_calendar::blocked_on(date, input.now, &input.holidays, terms);
    let open = is_open(input.ship_by_date, blocked)?;
    let form = [
        (Missing::Card, input.card.is_some()),
        (Missing::CardExpiry, card_lasts(input.card, input.ship_by_date, input.now)),
        (Missing::ShippingAddress, input.shipping_address.as_ref().is_some_and(AddressOnFile::is_complete)),
        (Missing::ShipByDate, open),
    ];
    Ok(OrderReadiness::of(form.into_iter().chain(answers(ANSWERS, &input.responses))))
}
