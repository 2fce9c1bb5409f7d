//! `GET /healthz`: whether the server is alive. `GET /readyz`: whether it can serve, and which outside parties it reaches.

use crate::providers::reach::Reach;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use std::collections::BTreeMap;

/// Answers `ok` as long as the server answers at all. Whoever starts servers replaces one that does not; a database that is down is
/// no reason, because a new server would not reach it either.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// What the server works with.
#[derive(Debug, Serialize)]
pub struct Ready {
    database: &'static str,
    parties: BTreeMap<&'static str, &'static str>,
}

/// Answers 200 if the database answers, else 503: then calls should go to another server. A party that is down delays only what
/// needs it, so it is named and changes no status. What a party said stays with the operator (`stylebox-server check`, the log).
pub async fn readyz(State(state): State<AppState>) -> (StatusCode, Json<Ready>) {
    let parties = state.party_watch().seen().into_iter().map(|(party, seen)| (party, seen.reach.word())).collect();
    let (status, database) = match state.db.ping().await {
        Ok(()) => (StatusCode::OK, Reach::Reached),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Reach::NotReachable),
    };
    (status, Json(Ready { database: database.word(), parties }))
}
