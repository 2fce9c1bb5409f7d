//! The second factor. A change that needs it is stored here, answered with [`Refusal::MfaRequired`], and made once the session
//! sends back the code that went to the phone or e-mail address before the change ([`pending`](super::pending)).
//!
//! All fields of a change wait together, protected or not: it was one form, and it is made as a whole or not at all.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::rate_limit::Limit;
use crate::platform::session::{self, SignedIn};
use crate::service::account::record;
use crate::service::message::mail;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::account::mfa::{self, PendingKind, PendingRow};
use crate::store::account::sessions;
use crate::store::{CustomerTx, Tx};
use serde::Serialize;
use std::time::Duration;
use stylebox_core::account::mfa::{MfaType, TypedCode};
use stylebox_core::messages::Message;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;
use stylebox_core::{Issue, policy};
use subtle::ConstantTimeEq;

/// Codes sent to a customer.
const SENT: Limit = Limit::new("mfa-sent", limits::MFA_CODES_SENT);
/// Codes tried by a customer, in all sessions, so that asking for new codes does not help guessing.
const TRIED: Limit = Limit::new("mfa-tried", limits::MFA_CODES_TRIED);

/// Whether the session was verified by a code in the last minutes.
///
/// # Errors
/// [`Refusal::NotSignedIn`] if the session has ended meanwhile, such as by a change of password in another one.
pub async fn is_verified(tx: &mut Tx, session: &SignedIn, now: Timestamp) -> AppResult<bool> {
    let verified_at = sessions::verified_at(tx, &session.session_id).await?.ok_or(Refusal::NotSignedIn)?;
    Ok(verified_at.is_some_and(|at| now.since(at) < minutes(policy::MFA_VERIFIED_MINUTES)))
}

/// Lets a change wait for a code. It replaces the change that waited before. The caller has to commit and answer
/// [`Refusal::MfaRequired`].
pub async fn hold_until_code(
    state: &AppState,
    tx: &mut CustomerTx,
    session: &SignedIn,
    kind: PendingKind,
    change: &impl Serialize,
) -> AppResult<()> {
    let now = state.clock.now();
    let until = now.plus(minutes(policy::MFA_CHANGE_WAITS_MINUTES));
    let pending = PendingRow { kind, change: serde_json::to_string(change).map_err(AppError::unexpected)? };
    Ok(mfa::put_change(tx, &session.session_id, &session.customer_id, &pending, now, until).await?)
}

/// Sends a code for the waiting change to the account's present phone or e-mail address, even if the change replaces it. Only the
/// newest code works.
///
/// # Errors
/// [`Refusal::MfaNotRequired`], an issue of `mfa_type` if there is no phone, or too many codes.
pub async fn send_code(state: &AppState, session: &SignedIn, way: MfaType) -> AppResult<()> {
    SENT.count(state, &session.customer_id).await?;
    let now = state.clock.now();
    let (mut tx, customer) = record::locked(state, &session.customer_id).await?;
    mfa::change(&mut tx, &session.session_id, now).await?.ok_or(Refusal::MfaNotRequired)?;
    let no_phone = || AppError::Form(vec![Issue::new("mfa_type", Message::NoPhoneOnFile)]);
    let phone = match way {
        MfaType::Email => None,
        MfaType::Sms => Some(customer.phone.clone().ok_or_else(no_phone)?),
    };
    let code = state.random.text(b"0123456789", policy::MFA_CODE_LENGTH);
    let until = now.plus(minutes(policy::MFA_CODE_MINUTES));
    mfa::put_code(&mut tx, &session.session_id, &customer.id, &hash(session, &code), now, until).await?;
    mail::queue(state, &mut tx, mail::mfa_code(&customer, phone, &code)).await?;
    tx.commit().await?;
    Ok(())
}

/// Takes the waiting change, if the code is right. The caller has to make it in the same transaction.
///
/// # Errors
/// [`Refusal::MfaNotRequired`], [`Refusal::MfaCodeInvalid`], [`Refusal::MfaCodeExpired`], [`Refusal::MfaTriesUsedUp`], or too
/// many tries.
pub async fn redeem_code(
    state: &AppState,
    session: &SignedIn,
    code: &TypedCode,
) -> AppResult<(CustomerTx, CustomerRow, PendingRow)> {
    TRIED.count(state, &session.customer_id).await?;
    let now = state.clock.now();
    let (mut tx, customer) = record::locked(state, &session.customer_id).await?;
    let pending = mfa::change(&mut tx, &session.session_id, now).await?.ok_or(Refusal::MfaNotRequired)?;
    if let Err(refusal) = check(&mut tx, session, code, now).await? {
        // The count is kept even if the code is wrong.
        tx.commit().await?;
        return Err(refusal.into());
    }
    mfa::forget(&mut tx, &session.session_id).await?;
    Ok((tx, customer, pending))
}

/// Compares the code with the one that was sent to the session. Each comparison counts as a try.
async fn check(
    tx: &mut CustomerTx,
    session: &SignedIn,
    code: &TypedCode,
    now: Timestamp,
) -> AppResult<Result<(), Refusal>> {
    let Some(sent) = mfa::code(tx, &session.session_id).await?.filter(|sent| sent.expires_at > now) else {
        return Ok(Err(Refusal::MfaCodeExpired));
    };
    if sent.tries >= policy::MFA_CODE_TRIES {
        return Ok(Err(Refusal::MfaTriesUsedUp));
    }
    mfa::count_try(tx, &session.session_id).await?;
    let is_right = hash(session, code.expose()).as_bytes().ct_eq(sent.code_hash.as_bytes());
    Ok(if bool::from(is_right) { Ok(()) } else { Err(Refusal::MfaCodeInvalid) })
}

/// The hash of a code together with its session, so that equal codes have different hashes.
fn hash(session: &SignedIn, code: &str) -> String {
    session::hash(&format!("{} {code}", session.session_id))
}

const fn minutes(count: u64) -> Duration {
    Duration::from_secs(60 * count)
}
