//! `GET /human_check`: a challenge for the widget on the forms.

use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(challenge))
}

/// A new challenge, as the Altcha widget takes it; its answer is sent as `recaptchaToken`.
#[utoipa::path(get, path = "/human_check", tag = "access", security(()), responses((status = 200, body = serde_json::Value)))]
async fn challenge(State(state): State<AppState>) -> AppResult<Json<Value>> {
    let checker = state.providers.human_check.clone();
    // Making one is work too.
    let made = tokio::task::spawn_blocking(move || checker.challenge()).await.map_err(AppError::unexpected)?;
    made.map(Json).map_err(AppError::unexpected)
}
