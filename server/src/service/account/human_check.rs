//! The human check, once for each form.

use crate::platform::error::AppResult;
use crate::state::AppState;
use crate::store::account::human_checks;
use stylebox_core::messages::refusals::Refusal;

/// Verifies the widget's answer and uses it up, even if the form is refused later.
///
/// # Errors
/// [`Refusal::HumanCheckFailed`] if it does not pass.
pub async fn verify(state: &AppState, token: Option<&str>) -> AppResult<()> {
    let passed = token.and_then(|token| state.providers.human_check.verify(token)).ok_or(Refusal::HumanCheckFailed)?;
    let mut tx = state.db.write().await?;
    let first_time = human_checks::use_up(&mut tx, &passed.challenge, passed.expires_at).await?;
    tx.commit().await?;
    if first_time { Ok(()) } else { Err(Refusal::HumanCheckFailed.into()) }
}
