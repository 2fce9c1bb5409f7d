//! `GET /holidays`: the closed dates of the calendars.

use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use stylebox_core::values::business_time::Holidays;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(holidays))
}

/// The closed dates of the calendars.
#[utoipa::path(get, path = "/holidays", tag = "reference", security(()), responses((status = 200, body = Holidays)))]
async fn holidays(State(state): State<AppState>) -> Json<Holidays> {
    Json(state.data.holidays.clone())
}
