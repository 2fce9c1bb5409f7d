//! `GET /healthz`: whether the service works.

use crate::platform::error::AppResult;
use crate::state::AppState;
use axum::extract::State;

/// Answers `ok` if the database answers.
///
/// # Errors
/// If the database does not answer.
pub async fn healthz(State(state): State<AppState>) -> AppResult<&'static str> {
    state.db.ping().await?;
    Ok("ok\n")
}
