//! The store of an order, searching stores, and the day on which a box can be there.

use crate::data::Location;
use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::order::orders::OrderRow;
use stylebox_core::delivery::pickup_calendar::first_open;
use stylebox_core::delivery::stores::{SearchedStore, is_found};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::values::business_time::Date;

/// The stores of a state (its code, in any case) that core's search finds.
pub fn matching<'a>(state: &'a AppState, us_state: &'a str, looked_for: &'a str) -> impl Iterator<Item = &'a Location> {
    let us_state = us_state.trim();
    state.data.locations.iter().filter(move |store| {
        let of_state = us_state.is_empty() || store.address.state.eq_ignore_ascii_case(us_state);
        of_state && is_found(looked_for, &searched(store))
    })
}

/// The location of an order; `None` if it has none, or there is no such location any more.
#[must_use]
pub fn of_order<'a>(state: &'a AppState, order: &OrderRow) -> Option<&'a Location> {
    state.data.locations.iter().find(|store| Some(&store.id) == order.assigned_location_id.as_ref())
}

/// The name of an order's store, in a sentence.
#[must_use]
pub fn name_of_order<'a>(state: &'a AppState, order: &OrderRow) -> &'a str {
    of_order(state, order).map_or("your store", |store| &store.name)
}

fn searched(store: &Location) -> SearchedStore {
    SearchedStore {
        id: store.id.clone(),
        name: store.name.clone(),
        address_city: store.address.city.clone(),
        address_state: store.address.state.clone(),
        address_postal_code: store.address.postal_code.clone(),
    }
}

/// The first day on which a box that is ordered now can be picked up at a store, by core's pick-up calendar; `None` if no day is
/// open.
///
/// # Errors
/// [`Refusal::NotFound`] if there is no such store.
pub fn estimated_delivery_date(state: &AppState, id: &str) -> AppResult<Option<Date>> {
    let store = state.data.locations.iter().find(|store| store.id == id).ok_or(Refusal::NotFound)?;
    let (now, holidays) = (state.clock.now().instant(), &state.data.holidays);
    let days = store.days(now, &state.data.terms).map_err(AppError::unexpected)?;
    first_open(now, holidays, &days, &state.data.terms).map_err(AppError::unexpected)
}
