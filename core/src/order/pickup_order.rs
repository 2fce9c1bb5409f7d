//! Ordering a box to be picked up (spec B, section 5).

use crate::{
    InputError,
    delivery::{day::StoreDays, pickup_calendar, pickup_signup},
    order::readiness::{CardOnFile, Missing, OrderReadiness, answers, card_lasts, is_open},
    terms::ShopTerms,
    values::{
        business_time::{Date, Holidays, Instant, holidays_or_none},
        fields,
        responses::Responses,
    },
    wire::{Input, non_empty, or_empty},
};

/// The answers that the order needs.
pub(crate) const ANSWERS: &[Missing] = &[
    Missing::HeightFeet,
    Missing::HeightInches,
    Missing::TopSize,
    Missing::BraBand,
    Missing::BraCup,
    Missing::Brand1,
    Missing::DenimRise,
    Missing::DenimDistress,
    Missing::DenimStyle,
    Missing::DenimSpend,
];

/// What a pick-up order depends on.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PickupOrderInput {
    /// The card on file, or null.
    pub card: Option<CardOnFile>,
    /// The store chosen, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub store: Option<String>,
    /// The day chosen, or null.
    pub ship_by_date: Option<Date>,
    /// The phone as typed; null is empty.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub phone: String,
    /// The answers of the style profile.
    pub responses: Responses,
    /// The current time.
    pub now: Instant,
    /// The holidays; null is none.
    #[serde(default, deserialize_with = "holidays_or_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "Holidays | null"))]
    pub holidays: Holidays,
    /// The days of the store; null if they are not known.
    #[serde(default)]
    pub store_days: Option<StoreDays>,
}

/// `pickup_order.readiness`: what is still missing for the order.
///
/// # Errors
/// If the calendar would leave the years 0001 to 9999.
pub fn readiness(input: &PickupOrderInput, terms: &ShopTerms) -> Result<OrderReadiness, InputError> {
    let store_days = input.store_days.as_ref();
    let blocked = |date| pickup_calendar::blocked_on(date, input.now, &input.holidays, store_days, terms);
    let open = is_open(input.ship_by_date, blocked)?;
    let form = [
        (Missing::Card, input.card.is_some()),
        (Missing::CardExpiry, card_lasts(input.card, input.ship_by_date, input.now)),
        (Missing::Store, input.store.as_deref().is_some_and(pickup_signup::is_store)),
        (Missing::ShipByDate, open),
        (Missing::Phone, fields::phone(&input.phone).is_ok()),
    ];
    Ok(OrderReadiness::of(form.into_iter().chain(answers(ANSWERS, &input.responses))))
}
