//! The second factor. A change that needs it is stored here and answered with [`Refusal::MfaRequired`]. A code goes to the phone
//! or email address from before the change, and the change is made once the session sends that code
//! ([`pending`](super::pending)).
//!
//! All fields of a change wait together, protected or not: it was one form, and it is made as a whole or not at all. A code is for
//! one change: its hash is of both, and it is void when another change takes the place of the first.

use crate::platform::clock::{CLOCKS_DIFFER, Timestamp};
use crate::platform::digest::sha256;
use crate::platform::error::{AppError, AppResult};
use crate::platform::keys::Purpose;
use crate::service::access::session::SignedIn;
use crate::state::AppState;
use crate::store::access::sessions;
use crate::store::account::mfa::{self as mfa_store, PendingKind, PendingRow};
use crate::store::{CustomerTx, Tx};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use stylebox_core::account::mfa::TypedCode;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy;

/// A change that can wait for a code.
pub trait CanWait: Serialize + DeserializeOwned {
    const KIND: PendingKind;

    /// Whether `again` asks for the same change.
    fn is_repeated_by(&self, again: &Self) -> bool;
}

/// A part of a change that a code confirms, if one is due. The message with the code names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfirmedPart {
    Password,
    /// The account's email address.
    Email,
    Phone,
    /// The card on file. Only this much of the new card may be shown.
    Card {
        /// `Visa`, `Mastercard`, …
        brand: String,
        /// The number's last four digits.
        last_four: String,
    },
}

/// How a change came to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PendingResult {
    /// It takes the place of the change before, if there was one. There is no code for it yet.
    New,
    /// It was waiting already, and its code, if one was sent, goes on working.
    Again,
}

/// Whether the session was verified by a code in the last minutes.
///
/// # Errors
/// [`Refusal::NotSignedIn`] if the session has ended meanwhile, such as by a change of password in another one.
pub async fn is_verified(tx: &mut Tx, session: &SignedIn, now: Timestamp) -> AppResult<bool> {
    let verified_at = sessions::verified_at(tx, &session.session_id).await?.ok_or(Refusal::NotSignedIn)?;
    // A time in the future was written by a clock that was ahead.
    Ok(verified_at
        .is_some_and(|at| at <= now.plus(CLOCKS_DIFFER) && now.since(at) < minutes(policy::MFA_VERIFIED_MINUTES)))
}

/// The change of this kind that waits in the session.
pub async fn waiting<C: CanWait>(tx: &mut Tx, session: &SignedIn, now: Timestamp) -> AppResult<Option<C>> {
    let pending = mfa_store::change(tx, &session.session_id, now).await?;
    Ok(pending.as_ref().and_then(read))
}

/// A waiting change, if it is of this kind. One in a form that this version does not know counts as none, as when a server of
/// another version has stored it during an upgrade; it goes on waiting for that one.
pub fn read<C: CanWait>(pending: &PendingRow) -> Option<C> {
    if pending.kind != C::KIND {
        return None;
    }
    let change = serde_json::from_str(&pending.change).ok();
    if change.is_none() {
        tracing::warn!(kind = C::KIND.as_str(), "a waiting change is in a form that this version does not know");
    }
    change
}

/// Lets a change wait for a code. It replaces the change that waited before, and voids its code. The caller has to commit and
/// answer [`Refusal::MfaRequired`].
pub async fn hold_until_code<C: CanWait>(
    state: &AppState,
    tx: &mut CustomerTx,
    session: &SignedIn,
    change: &C,
) -> AppResult<PendingResult> {
    let now = state.clock.now();
    let until = now.plus(minutes(policy::MFA_CHANGE_WAITS_MINUTES));
    if waiting::<C>(tx, session, now).await?.is_some_and(|before| before.is_repeated_by(change)) {
        mfa_store::keep_change(tx, &session.session_id, until).await?;
        return Ok(PendingResult::Again);
    }
    let pending = PendingRow { kind: C::KIND, change: json(change)? };
    mfa_store::put_change(tx, &session.session_id, &session.customer_id, &pending, now, until).await?;
    mfa_store::forget_code(tx, &session.session_id).await?;
    Ok(PendingResult::New)
}

/// Makes a code for the waiting change, and stores its hash. Only the newest code works.
pub async fn new_code(
    state: &AppState,
    tx: &mut CustomerTx,
    session: &SignedIn,
    change: &impl CanWait,
) -> AppResult<String> {
    let now = state.clock.now();
    let code = state.random.text(b"0123456789", policy::MFA_CODE_LENGTH);
    let until = now.plus(minutes(policy::MFA_CODE_MINUTES));
    let code_hash = state.keys.hash(Purpose::MfaCodes, &text(session, change, &code)?);
    mfa_store::put_code(tx, &session.session_id, &session.customer_id, &code_hash, now, until).await?;
    Ok(code)
}

/// Whether the code was sent to the session for this change: if not, why. Each comparison counts as a try, once the caller has
/// committed it.
pub async fn compare(
    state: &AppState,
    tx: &mut CustomerTx,
    session: &SignedIn,
    change: &impl CanWait,
    code: &TypedCode,
) -> AppResult<Result<(), Refusal>> {
    let now = state.clock.now();
    let Some(sent) = mfa_store::code(tx, &session.session_id).await?.filter(|sent| sent.expires_at > now) else {
        return Ok(Err(Refusal::MfaCodeExpired));
    };
    if sent.tries >= policy::MFA_CODE_TRIES {
        return Ok(Err(Refusal::MfaTriesUsedUp));
    }
    mfa_store::count_try(tx, &session.session_id).await?;
    let is_right = state.keys.is_signed(Purpose::MfaCodes, &text(session, change, code.expose())?, &sent.code_hash);
    Ok(if is_right { Ok(()) } else { Err(Refusal::MfaCodeInvalid) })
}

/// A code together with its session and the hash of its change. The change is taken as its kind reads it, so that it stays the same if
/// an upgrade stores it in another form.
fn text<C: CanWait>(session: &SignedIn, change: &C, code: &str) -> AppResult<String> {
    let change = sha256(&format!("{} {}", C::KIND.as_str(), json(change)?));
    Ok(format!("{} {change} {code}", session.session_id))
}

fn json(change: &impl Serialize) -> AppResult<String> {
    serde_json::to_string(change).map_err(AppError::unexpected)
}

const fn minutes(count: u64) -> Duration {
    Duration::from_secs(60 * count)
}
