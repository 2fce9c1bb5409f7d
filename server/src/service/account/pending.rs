//! Making the changes that waited for a code, by their kind.

use crate::platform::error::{AppError, AppResult};
use crate::platform::session::SignedIn;
use crate::service::account::change::{self, AccountPatch, ChangeOutcome, Changed, Request};
use crate::service::account::{mfa, record};
use crate::service::card::on_file::CardPatch;
use crate::service::payment::styling_fee;
use crate::state::AppState;
use crate::store::account::mfa::PendingKind;
use crate::store::account::sessions;
use serde::de::DeserializeOwned;
use stylebox_core::account::mfa::TypedCode;
use stylebox_core::messages::refusals::Refusal;

/// Changes a customer's record. With a code, the change is made as if it had waited for it.
///
/// # Errors
/// [`Refusal::MfaRequired`] if the change now waits for a code; those of [`change::request_change`] and [`resubmit`].
pub async fn change_account(
    state: &AppState,
    session: &SignedIn,
    request: Request,
    code: Option<TypedCode>,
) -> AppResult<Changed> {
    match (change::request_change(state, session, request).await?, code) {
        (ChangeOutcome::Made(changed), _) => Ok(*changed),
        // A code alone is for the waiting change.
        (ChangeOutcome::NeedsCode | ChangeOutcome::Nothing, Some(code)) => resubmit(state, session, &code).await,
        (ChangeOutcome::NeedsCode, None) => Err(Refusal::MfaRequired.into()),
        (ChangeOutcome::Nothing, None) => {
            Ok(Changed { record: record::read(state, &session.customer_id).await?, opened: None })
        }
    }
}

/// Makes the waiting change, if the code is right. For some minutes the session then needs no other code.
///
/// # Errors
/// Those of [`mfa::redeem_code`], and those of the change itself, which keeps waiting then.
pub async fn resubmit(state: &AppState, session: &SignedIn, code: &TypedCode) -> AppResult<Changed> {
    let (mut tx, customer, pending) = mfa::redeem_code(state, session, code).await?;
    let (opened, is_another_card) = match pending.kind {
        PendingKind::Account => {
            let patch = read::<AccountPatch>(&pending.change)?;
            (patch.apply(state, &mut tx, session, customer).await?, false)
        }
        PendingKind::Card => {
            let patch = read::<CardPatch>(&pending.change)?;
            (None, patch.apply_after_code(state, &mut tx, session, customer).await?)
        }
    };
    let session_id = opened.as_ref().map_or(&session.session_id, |opened| &opened.session_id);
    sessions::set_verified(&mut tx, session_id, state.clock.now()).await?;
    let record = record::read_in(state, &mut tx, &session.customer_id).await?;
    tx.commit().await?;
    if is_another_card {
        styling_fee::retry_with_new_card(state, &session.customer_id).await;
    }
    Ok(Changed { record, opened })
}

fn read<T: DeserializeOwned>(change: &str) -> AppResult<T> {
    serde_json::from_str(change).map_err(AppError::unexpected)
}
