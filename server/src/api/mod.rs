//! The calls: one folder for each area, one file for each resource. A handler takes the session and the parsed form, calls one
//! service, and answers.

pub mod account;
pub mod answers;
pub mod card;
pub mod checkout;
pub mod delivery;
pub mod demo;
mod description;
pub mod dev;
pub mod health;
pub mod order;
pub mod payment;
pub mod rules;
pub mod status;
pub mod style;
pub mod webhooks;

use crate::api::payment::{bank, fraud_collector};
use crate::api::style::uploads;
use crate::http::response::ErrorBody;
use crate::http::rules_version;
use crate::platform::error::{AppError, AppResult};
use crate::platform::metrics;
use crate::state::AppState;
use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use std::sync::OnceLock;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// The head of the description. The paths come from the resources' routers.
#[derive(Debug, OpenApi)]
#[openapi(
    info(title = "Stylebox", description = "The calls of the members' area."),
    servers((url = "/api")),
    components(schemas(ErrorBody))
)]
struct Description;

/// All calls below `/api`, and `/api/openapi.json`, which describes them. A process makes them once for a demonstration and once for a
/// live shop: to describe all calls takes longer than most of what else a server does when it starts.
pub fn router(state: &AppState) -> Router<AppState> {
    static IN_DEMO: OnceLock<Router<AppState>> = OnceLock::new();
    static OUTSIDE_DEMO: OnceLock<Router<AppState>> = OnceLock::new();
    match state.settings.is_demo() {
        true => IN_DEMO.get_or_init(|| described(demo::router())).clone(),
        false => OUTSIDE_DEMO.get_or_init(|| described(OpenApiRouter::new())).clone(),
    }
}

/// The calls of every shop and these, with their description.
fn described(more: OpenApiRouter<AppState>) -> Router<AppState> {
    let (router, mut description) = OpenApiRouter::with_openapi(Description::openapi())
        .merge(status::router())
        .merge(rules::router())
        .merge(account::router())
        .merge(card::router())
        .merge(checkout::router())
        .merge(delivery::router())
        .merge(order::router())
        .merge(payment::router())
        .merge(style::router())
        .merge(more)
        .split_for_parts();
    description::complete(&mut description);
    rules_version::describe(&mut description);
    for (path, item) in &mut description.paths.paths {
        for (method, _) in description::operations(item) {
            metrics::may_fail(method, &format!("/api{path}"));
        }
    }
    metrics::may_fail("POST", "/api/webhooks/{party}");
    // Written once: as values it takes many times the memory, and each answer would copy it.
    let written = description::written(&description).map(Bytes::from).map_err(|error| error.to_string());
    router
        .route("/openapi.json", get(async move || answer(written.clone())))
        .route("/webhooks/{party}", post(webhooks::receive))
        .route(fraud_collector::PATH, get(fraud_collector::script))
}

fn answer(description: Result<Bytes, String>) -> AppResult<impl IntoResponse> {
    let description = description.map_err(AppError::unexpected)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], description))
}

/// The calls outside `/api`.
pub fn outside(state: &AppState) -> Router<AppState> {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .merge(dev::router(state))
        .merge(bank::router(state))
        .merge(uploads::outside())
}
