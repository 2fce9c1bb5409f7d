//! `GET /healthz`: whether the service can do its work.

use crate::platform::error::AppResult;
use crate::state::AppState;
use axum::extract::State;

/// Says `ok` where the database answers.
///
/// # Errors
/// If it does not.
pub async fn healthz(State(state): State<AppState>) -> AppResult<&'static str> {
    state.db.ping().await?;
    Ok("ok\n")
}
