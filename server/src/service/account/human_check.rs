//! That a person is at the other end, once for each form.

use crate::http::Refusal;
use crate::http::error::AppResult;
use crate::state::AppState;
use crate::store::account::human_checks;
use axum::http::StatusCode;

/// The human check's answer is missing, wrong, too old, or was used before.
pub const FAILED: Refusal = Refusal::known(StatusCode::UNPROCESSABLE_ENTITY, "human_check_failed");

/// Takes the widget's answer. It counts once, whatever becomes of the form.
///
/// # Errors
/// [`FAILED`] where it does not pass.
pub async fn take(state: &AppState, token: Option<&str>) -> AppResult<()> {
    let passed = token.and_then(|token| state.providers.human_check.verify(token)).ok_or(FAILED)?;
    let mut tx = state.db.write().await?;
    let first_time = human_checks::take(&mut tx, &passed.challenge, passed.expires_at).await?;
    tx.commit().await?;
    if first_time { Ok(()) } else { Err(FAILED.into()) }
}
