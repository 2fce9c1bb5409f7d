//! The human check, once for each form.

use crate::platform::error::AppResult;
use crate::providers::human_check::Action;
use crate::state::AppState;
use crate::store::account::human_checks;
use stylebox_core::messages::refusals::Refusal;

/// Verifies the widget's answer for a form and uses it up, even if the form is refused later.
///
/// # Errors
/// [`Refusal::HumanCheckFailed`] if it does not pass.
pub async fn verify(state: &AppState, token: Option<&str>, action: Action) -> AppResult<()> {
    let token = token.ok_or(Refusal::HumanCheckFailed)?;
    let passed = state.providers.human_check.verify(token, action).await.ok_or(Refusal::HumanCheckFailed)?;
    let mut tx = state.db.write().await?;
    let first_time = human_checks::use_up(&mut tx, &passed.challenge, passed.expires_at).await?;
    tx.commit().await?;
    if first_time { Ok(()) } else { Err(Refusal::HumanCheckFailed.into()) }
}
