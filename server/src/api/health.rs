//! `GET /healthz`: whether the server is alive. `GET /readyz`: whether it can serve.

use crate::service::operation::readiness;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;

/// Answers `ok` as long as the server answers at all. An orchestrator replaces a server that does not. A database that is down is
/// no reason for that, because a new server would not reach it either.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether the server can serve.
#[derive(Debug, Serialize)]
pub struct Ready {
    ready: bool,
}

/// Answers 200 if the database takes writes, otherwise 503: then calls should go to another server. Anybody may ask, so it names nothing
/// else; metrics, `stylebox-server check` and the log name the outside parties.
pub async fn readyz(State(state): State<AppState>) -> (StatusCode, Json<Ready>) {
    let ready = readiness::is_ready(&state).await;
    (if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, Json(Ready { ready }))
}
