//! Making the changes that waited for a code, each by its kind.

use crate::platform::error::{AppError, AppResult};
use crate::platform::session::SignedIn;
use crate::service::account::change::{self, AccountPatch, Asked, Changed, Request};
use crate::service::account::{mfa, record};
use crate::service::card::on_file::CardPatch;
use crate::service::payment::styling_fee;
use crate::state::AppState;
use crate::store::account::mfa::PendingKind;
use crate::store::account::sessions;
use serde::de::DeserializeOwned;
use stylebox_core::account::mfa::TypedCode;
use stylebox_core::messages::refusals::Refusal;

/// Changes some of a customer's record; with a code, as if the change had waited for it.
///
/// # Errors
/// [`Refusal::MfaRequired`] if the change waits for a code from now on; what [`change::ask`] and [`resubmit`] say.
pub async fn change_account(
    state: &AppState,
    session: &SignedIn,
    request: Request,
    code: Option<TypedCode>,
) -> AppResult<Changed> {
    match (change::ask(state, session, request).await?, code) {
        (Asked::Made(changed), _) => Ok(*changed),
        // A code alone is for what waits.
        (Asked::NeedsCode | Asked::Nothing, Some(code)) => resubmit(state, session, &code).await,
        (Asked::NeedsCode, None) => Err(Refusal::MfaRequired.into()),
        (Asked::Nothing, None) => {
            Ok(Changed { record: record::read(state, &session.customer_id).await?, opened: None })
        }
    }
}

/// Makes the change that waits, if the code is right; for some minutes the session then needs no other.
///
/// # Errors
/// What [`mfa::take`] says, and whatever the change itself is refused for (it goes on waiting then).
pub async fn resubmit(state: &AppState, session: &SignedIn, code: &TypedCode) -> AppResult<Changed> {
    let (mut tx, customer, pending) = mfa::take(state, session, code).await?;
    let opened = match pending.kind {
        PendingKind::Account => read::<AccountPatch>(&pending.change)?.apply(state, &mut tx, session, customer).await?,
        PendingKind::Card => {
            read::<CardPatch>(&pending.change)?.apply_after_code(state, &mut tx, session, customer).await?;
            None
        }
    };
    let session_id = opened.as_ref().map_or(&session.session_id, |opened| &opened.session_id);
    sessions::set_verified(&mut tx, session_id, state.clock.now()).await?;
    let record = record::read_in(state, &mut tx, &session.customer_id).await?;
    tx.commit().await?;
    if pending.kind == PendingKind::Card {
        styling_fee::retry_with_new_card(state, &session.customer_id).await;
    }
    Ok(Changed { record, opened })
}

fn read<T: DeserializeOwned>(change: &str) -> AppResult<T> {
    serde_json::from_str(change).map_err(AppError::unexpected)
}
