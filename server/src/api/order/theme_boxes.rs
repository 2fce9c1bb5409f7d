//! The theme boxes.

use crate::data::ThemeBox;
use crate::service::order::theme_boxes;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(current))
}

/// The theme boxes that can be chosen.
#[derive(Serialize, ToSchema)]
pub struct ThemeBoxes {
    results: Vec<ThemeBox>,
}

/// The theme boxes that can be chosen: the provider's, otherwise the built-in ones.
#[utoipa::path(
    get, path = "/current_themeboxes", tag = "reference", security(()), responses((status = 200, body = ThemeBoxes))
)]
async fn current(State(state): State<AppState>) -> Json<ThemeBoxes> {
    Json(ThemeBoxes { results: theme_boxes::current(&state).await })
}
