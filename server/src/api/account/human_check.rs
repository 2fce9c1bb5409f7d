//! `GET /human_check`: a challenge for the widget on the forms, if it is the proof of work.

use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(challenge))
}

/// A proof of work for the widget on the forms. Only the provider and its widget know what is in it.
#[derive(Serialize, ToSchema)]
#[schema(value_type = Object)]
pub struct Challenge(Value);

/// A new proof of work, as the Altcha widget takes it; its answer is sent as `recaptchaToken`. If the status names an outside
/// party's widget, this challenge is for pages on which that widget does not work, and takes longer.
#[utoipa::path(get, path = "/human_check", tag = "access", security(()), responses((status = 200, body = Challenge)))]
async fn challenge(State(state): State<AppState>) -> AppResult<Json<Challenge>> {
    let checker = state.providers.human_check.clone();
    // Making a challenge takes processor time too.
    let made = tokio::task::spawn_blocking(move || checker.challenge()).await.map_err(AppError::unexpected)?;
    made.map(Challenge).map(Json).map_err(AppError::unexpected)
}
