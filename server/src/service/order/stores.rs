//! Searching stores, how far they are, and the day on which a box can be there.

use crate::data::Location;
use crate::data::postal_codes::Place;
use crate::platform::error::{AppError, AppResult};
use crate::platform::rate_limit::Limit;
use crate::state::AppState;
use std::net::IpAddr;
use stylebox_core::business_time::Date;
use stylebox_core::delivery::pickup_calendar::first_open;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;
use stylebox_core::values::fields::PostalCode;

/// The stores of a state (its code, in any case) whose name, city or ZIP contains the searched text.
pub fn matching<'a>(state: &'a AppState, us_state: &'a str, looked_for: &'a str) -> impl Iterator<Item = &'a Location> {
    let (us_state, looked_for) = (us_state.trim(), looked_for.trim().to_lowercase());
    state.data.locations.iter().filter(move |store| {
        let of_state = us_state.is_empty() || store.address_state.eq_ignore_ascii_case(us_state);
        let texts = [&store.name, &store.address_city, &store.address_postal_code];
        of_state && texts.iter().any(|text| text.to_lowercase().contains(&looked_for))
    })
}

/// The first day on which a box that is ordered now can be picked up at a store, by core's pick-up calendar; `None` if no day is
/// open.
///
/// # Errors
/// [`Refusal::NotFound`] if there is no such store.
pub fn estimated_delivery_date(state: &AppState, id: &str) -> AppResult<Option<Date>> {
    let store = state.data.locations.iter().find(|store| store.id == id).ok_or(Refusal::NotFound)?;
    let (now, holidays) = (state.clock.now().instant(), &state.data.holidays);
    first_open(now, holidays, &store.days(now).map_err(AppError::unexpected)?).map_err(AppError::unexpected)
}

/// ZIP codes looked up by one caller.
const LOOK_UPS: Limit = Limit::new("postal-codes", limits::POSTAL_CODES_BY_CALLER);

/// The city and state of a ZIP code.
///
/// # Errors
/// [`Refusal::NotFound`] if the code is not known, or too many look-ups.
pub async fn place_of<'a>(state: &'a AppState, code: &PostalCode, caller: IpAddr) -> AppResult<Place<'a>> {
    LOOK_UPS.count(state, &caller.to_string()).await?;
    Ok(state.data.postal_codes.find(code).ok_or(Refusal::NotFound)?)
}

/// The stores that are offered, nearest first, each with the miles between the middle of its ZIP code and that of the place;
/// none if nobody knows where the place is.
pub fn nearest<'a>(state: &'a AppState, place: &Place<'_>) -> Vec<(&'a Location, f64)> {
    let Some(centre) = place.centre else { return Vec::new() };
    let far = |store: &'a Location| {
        let there = state.data.postal_codes.place(&store.address_postal_code)?.centre?;
        Some((store, centre.miles_to(there)))
    };
    let mut stores: Vec<_> = state.data.locations.iter().filter(|store| !store.hidden).filter_map(far).collect();
    stores.sort_by(|(_, miles), (_, more)| miles.total_cmp(more));
    stores
}
