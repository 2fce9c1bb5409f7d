//! Searching stores, and the day on which a box can be there.

use crate::data::Location;
use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use stylebox_core::business_time::Date;
use stylebox_core::delivery::delivery_calendar::{DeliveryPresent, default_date};
use stylebox_core::messages::refusals::Refusal;

/// The stores of a state (its code, in any case) whose name, city or ZIP contains the searched text.
pub fn matching<'a>(state: &'a AppState, us_state: &'a str, looked_for: &'a str) -> impl Iterator<Item = &'a Location> {
    let (us_state, looked_for) = (us_state.trim(), looked_for.trim().to_lowercase());
    state.data.locations.iter().filter(move |store| {
        let of_state = us_state.is_empty() || store.address_state.eq_ignore_ascii_case(us_state);
        let texts = [&store.name, &store.address_city, &store.address_postal_code];
        of_state && texts.iter().any(|text| text.to_lowercase().contains(&looked_for))
    })
}

/// The day on which a box that is ordered now can be at a store, as core's calendar proposes it; `None` if no day is open.
///
/// # Errors
/// [`Refusal::NotFound`] if there is no such store.
pub fn estimated_delivery_date(state: &AppState, id: &str) -> AppResult<Option<Date>> {
    if !state.data.locations.iter().any(|store| store.id == id) {
        return Err(Refusal::NotFound.into());
    }
    let present = DeliveryPresent { now: state.clock.now().instant(), holidays: state.data.holidays.clone() };
    default_date(&present).map_err(AppError::unexpected)
}
