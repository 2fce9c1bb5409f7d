//! `/locations`: the stores, and when a box can be there.

use crate::data::{Location, OpeningHours};
use crate::http::query::QueryOf;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::delivery::stores as service;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use stylebox_core::delivery::day::StoreDays;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::{count::Count, reading::state};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(locations)).routes(routes!(estimated_delivery_date))
}

/// The stores.
#[derive(Serialize, ToSchema)]
pub struct Locations {
    locations: Vec<LocationBody>,
}

/// The store of an order.
#[derive(Serialize, ToSchema)]
pub struct OrderLocation {
    id: String,
    name: String,
    address_line_1: String,
    address_city: String,
    address_state: String,
    address_postal_code: String,
    /// On the days that are not listed it is closed.
    opening_hours: Vec<OpeningHoursBody>,
}

impl From<&Location> for OrderLocation {
    fn from(location: &Location) -> Self {
        Self {
            opening_hours: location.opening_hours.iter().map(OpeningHoursBody::of).collect(),
            id: location.id.clone(),
            name: location.name.clone(),
            address_line_1: location.address.line_1.clone(),
            address_city: location.address.city.clone(),
            address_state: location.address.state.clone(),
            address_postal_code: location.address.postal_code.clone(),
        }
    }
}

/// A store.
#[derive(Serialize, ToSchema)]
pub struct LocationBody {
    id: String,
    name: String,
    /// The choice of the questions `preferred_store` and `match_with_stylist_2` that means this store.
    label: String,
    address_line_1: String,
    address_city: String,
    address_state: String,
    address_postal_code: String,
    /// Whether a box can be picked up there.
    pickup: bool,
    /// Whether it is left out of the choices.
    hidden: bool,
    /// On the days that are not listed it is closed.
    opening_hours: Vec<OpeningHoursBody>,
    store_days: StoreDaysBody,
}

/// When a box can be at a store, and when the store is closed: what core's pick-up calendar goes by.
#[derive(Serialize, ToSchema)]
pub struct StoreDaysBody {
    /// How many days after it left the studio a box is there; 0 is the same day.
    transit_days: Count,
    /// The days on which it is closed besides the stores' holidays, as far as the pick-up calendar goes.
    closed_dates: Vec<Date>,
}

/// When a store is open on some days of the week.
#[derive(Serialize, ToSchema)]
pub struct OpeningHoursBody {
    /// `Monday to Saturday`.
    days: String,
    /// `10am to 8pm`.
    hours: String,
}

impl OpeningHoursBody {
    fn of(hours: &OpeningHours) -> Self {
        Self { days: hours.days(), hours: hours.hours.clone() }
    }
}

impl LocationBody {
    /// A store as it is now.
    fn of(state: &AppState, location: &Location) -> Self {
        // Only a calendar after the year 9999 has none.
        let StoreDays { transit_days, closed_dates } =
            location.days(state.clock.now().instant(), &state.data.terms).unwrap_or_default();
        Self {
            id: location.id.clone(),
            name: location.name.clone(),
            label: location.label.clone(),
            address_line_1: location.address.line_1.clone(),
            address_city: location.address.city.clone(),
            address_state: location.address.state.clone(),
            address_postal_code: location.address.postal_code.clone(),
            pickup: location.pickup,
            hidden: location.hidden,
            opening_hours: location.opening_hours.iter().map(OpeningHoursBody::of).collect(),
            store_days: StoreDaysBody { transit_days, closed_dates },
        }
    }
}

/// A search for stores.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Looked {
    /// Stores in this state: `MN`, or its name.
    #[serde(default)]
    #[param(required = false)]
    state: String,
    /// Stores in whose name, city, state (its name and code) and ZIP code each word of this begins a word, as the rule `stores.found`
    /// finds them.
    #[serde(default)]
    #[param(required = false)]
    q: String,
}

/// All stores, or those that a search finds.
#[utoipa::path(
    get, path = "/locations", tag = "reference", security(()), params(Looked),
    responses(
        (status = 200, body = Locations),
        (status = 422, description = "`request_invalid`", body = ErrorBody),
    )
)]
async fn locations(State(app): State<AppState>, QueryOf(looked): QueryOf<Looked>) -> Json<Locations> {
    let us_state = state::read(&looked.state).map_or(looked.state, ToOwned::to_owned);
    let found = service::matching(&app, &us_state, &looked.q);
    Json(Locations { locations: found.map(|location| LocationBody::of(&app, location)).collect() })
}

/// The first day on which a box can be picked up at a store.
#[derive(Serialize, ToSchema)]
pub struct EstimatedDelivery {
    location_id: String,
    /// Null if no day is open.
    estimated_delivery_date: Option<Date>,
}

/// The first day on which a box that is ordered now can be picked up at a store, by its days of transit and its closing days.
#[utoipa::path(
    get, path = "/locations/{id}/estimated_delivery_date", tag = "reference", security(()),
    params(("id", description = "The store's id: `L01`")),
    responses(
        (status = 200, body = EstimatedDelivery),
        (status = 404, description = "There is no such store", body = ErrorBody),
    )
)]
async fn estimated_delivery_date(
    State(state): State<AppState>,
    Path(location_id): Path<String>,
) -> AppResult<Json<EstimatedDelivery>> {
    let day = service::estimated_delivery_date(&state, &location_id)?;
    Ok(Json(EstimatedDelivery { location_id, estimated_delivery_date: day }))
}
