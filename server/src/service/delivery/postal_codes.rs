//! ZIP codes: their city and state, and how far the stores are.

use crate::data::Location;
use crate::data::postal_codes::Place;
use crate::platform::error::AppResult;
use crate::platform::source::Source;
use crate::service::access::rate_limit::Limit;
use crate::state::AppState;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;
use stylebox_core::values::fields::PostalCode;

/// ZIP codes looked up by one caller.
const LOOK_UPS: Limit = Limit::new("postal-codes", limits::POSTAL_CODES_BY_CALLER);

/// The city and state of a ZIP code.
///
/// # Errors
/// [`Refusal::NotFound`] if the code is not known, or too many look-ups.
pub fn place_of<'a>(state: &'a AppState, code: &PostalCode, caller: Source) -> AppResult<Place<'a>> {
    LOOK_UPS.count_in_memory(state, &caller.to_string())?;
    Ok(state.data.postal_codes.find(code).ok_or(Refusal::NotFound)?)
}

/// The stores that are offered, nearest first, each with the miles between the center of its ZIP code and that of the place;
/// none if nobody knows where the place is.
pub fn nearest<'a>(state: &'a AppState, place: &Place<'_>) -> Vec<(&'a Location, f64)> {
    let Some(center) = place.center else { return Vec::new() };
    let far = |store: &'a Location| {
        let there = state.data.postal_codes.place(&store.address.postal_code)?.center?;
        Some((store, center.miles_to(there)))
    };
    let mut stores: Vec<_> = state.data.locations.iter().filter(|store| !store.hidden).filter_map(far).collect();
    stores.sort_by(|(_, miles), (_, more)| miles.total_cmp(more));
    stores
}
