//! What everybody may read: the calendars' closed dates, the stores, the pictures.

use crate::data::{self, Location};
use crate::http::error::{AppError, AppResult, ErrorBody, NOT_FOUND};
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use stylebox_core::business_time::Holidays;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(holidays)).routes(routes!(locations)).routes(routes!(product_image))
}

/// The dates that the calendars close on, `YYYY-MM-DD`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes core's Holidays")]
struct HolidaysBody {
    company_holidays: Vec<String>,
    mail_holidays: Vec<String>,
    pickup_holidays: Vec<String>,
    custom_ship_disallowed_dates: Vec<String>,
}

/// The dates that the calendars close on.
#[utoipa::path(get, path = "/holidays", tag = "reference", security(()), responses((status = 200, body = HolidaysBody)))]
async fn holidays(State(state): State<AppState>) -> Json<Holidays> {
    Json(state.data.holidays.clone())
}

/// The stores.
#[derive(Serialize, ToSchema)]
pub struct Locations {
    locations: Vec<LocationBody>,
}

/// A store.
#[derive(Serialize, ToSchema)]
pub struct LocationBody {
    id: String,
    name: String,
    address_line_1: String,
    address_city: String,
    address_state: String,
    address_postal_code: String,
}

impl From<&Location> for LocationBody {
    fn from(location: &Location) -> Self {
        Self {
            id: location.id.clone(),
            name: location.name.clone(),
            address_line_1: location.address_line_1.clone(),
            address_city: location.address_city.clone(),
            address_state: location.address_state.clone(),
            address_postal_code: location.address_postal_code.clone(),
        }
    }
}

/// The stores.
#[utoipa::path(get, path = "/locations", tag = "reference", security(()), responses((status = 200, body = Locations)))]
async fn locations(State(state): State<AppState>) -> Json<Locations> {
    Json(Locations { locations: state.data.locations.iter().map(LocationBody::from).collect() })
}

/// The picture of a garment, of an outfit of the shuffle, or of a choice of the quiz.
#[utoipa::path(
    get, path = "/product_images/{id}", tag = "reference", security(()),
    params(("id", description = "A garment's id such as `P001`, or a picture's name")),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 404, description = "There is no such picture", body = ErrorBody),
    )
)]
async fn product_image(Path(id): Path<String>) -> AppResult<Response> {
    let picture = data::image(&id).ok_or_else(|| AppError::from(NOT_FOUND))?;
    let kept_for_a_day = (header::CACHE_CONTROL, "public, max-age=86400");
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), kept_for_a_day], picture).into_response())
}
