//! The calls, one file a resource. A handler takes the session and the parsed form, calls one service, and answers.

pub mod health;
pub mod rules;
pub mod status;

use crate::app::AppState;
use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// The description's frame; the paths come from the resources' own routers.
#[derive(Debug, OpenApi)]
#[openapi(
    info(title = "Stylebox", description = "The calls of the members' area."),
    servers((url = "/api"))
)]
struct Description;

/// All calls below `/api`, and `/api/openapi.json`, which describes them.
pub fn router(_: &AppState) -> Router<AppState> {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .merge(status::router())
        .merge(rules::router())
        .split_for_parts();
    router.route("/openapi.json", get(async move || Json(description)))
}

/// What lies outside `/api`.
pub fn outside(_: &AppState) -> Router<AppState> {
    Router::new().route("/healthz", get(health::healthz))
}
