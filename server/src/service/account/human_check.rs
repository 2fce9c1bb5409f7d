//! The human check, once for each form.
//!
//! An answer that does not pass costs no write. One that passes is used up in the transaction that counts the try.

use crate::platform::error::AppResult;
use crate::providers::human_check::{Action, Passed};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::human_checks;
use stylebox_core::messages::refusals::Refusal;

/// Verifies the widget's answer for a form. The caller has to use it up.
///
/// # Errors
/// [`Refusal::HumanCheckFailed`] if it does not pass.
pub async fn verify(state: &AppState, token: Option<&str>, action: Action) -> AppResult<Passed> {
    let token = token.ok_or(Refusal::HumanCheckFailed)?;
    Ok(state.providers.human_check.verify(token, action).await.ok_or(Refusal::HumanCheckFailed)?)
}

/// Returns what the limits have said of a call whose answer has passed, before a transaction that writes. If tries are used up and the answer
/// was used before, it fails as a human check does: nobody learns from a used answer whether tries are left.
///
/// # Errors
/// [`Refusal::HumanCheckFailed`] if tries are used up and the answer is, too.
pub async fn hide_limits_if_used_up(state: &AppState, passed: &Passed, limits: AppResult<()>) -> AppResult<()> {
    if limits.is_err() && human_checks::is_used_up(&mut state.db.read_single().await?, &passed.challenge).await? {
        return Err(Refusal::HumanCheckFailed.into());
    }
    limits
}

/// Uses up an answer that has passed. It counts once `tx` is committed, which has to be before the form is looked at: it is used up even
/// if the form is refused later.
///
/// # Errors
/// [`Refusal::HumanCheckFailed`] if it was used before.
pub async fn use_up(tx: &mut Tx, passed: &Passed) -> AppResult<()> {
    let is_first = human_checks::use_up(tx, &passed.challenge, passed.expires_at).await?;
    if is_first { Ok(()) } else { Err(Refusal::HumanCheckFailed.into()) }
}
