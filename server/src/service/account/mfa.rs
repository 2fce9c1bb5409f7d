//! The second factor. A change that needs it waits here, is answered with [`MFA_REQUIRED`], and is made once the session
//! sends back the code that went to the phone or the e-mail address as they were before.
//!
//! All fields of a change wait together, protected or not: it was one form, and it is made as one or not at all.

use crate::http::Refusal;
use crate::http::error::{AppError, AppResult, NOT_SIGNED_IN};
use crate::http::rate_limit::Limit;
use crate::http::session::{self, Opened, SignedIn};
use crate::platform::clock::Timestamp;
use crate::service::account::change::AccountPatch;
use crate::service::account::record::{self, AccountRecord};
use crate::service::card::save::CardPatch;
use crate::service::message::mail;
use crate::service::payment::styling_fee;
use crate::state::AppState;
use crate::store::account::{customers, mfa, sessions};
use crate::store::message::outbox::Channel;
use crate::store::{Tx, lock_customer};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use stylebox_core::account::mfa::{MfaType, TypedCode};
use stylebox_core::messages::Message;
use stylebox_core::messages::refusals;
use stylebox_core::policy::limits;
use stylebox_core::{Issue, policy};
use subtle::ConstantTimeEq;

/// A change that needs a code first. The words are what the page knows it by.
pub const MFA_REQUIRED: Refusal = Refusal::new(StatusCode::FORBIDDEN, refusals::MFA_REQUIRED);
/// Not the code that was sent.
pub const MFA_CODE_INVALID: Refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, refusals::MFA_CODE_INVALID);
/// No code was sent, or it is too old. By its words the page asks for a code anew.
pub const MFA_CODE_EXPIRED: Refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, refusals::MFA_CODE_EXPIRED);
/// The code was tried too often. By its words the page asks for a code anew.
pub const MFA_TRIES_USED_UP: Refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, refusals::MFA_TRIES_USED_UP);
/// No change waits for a code.
pub const MFA_NOT_REQUIRED: Refusal = Refusal::new(StatusCode::CONFLICT, refusals::MFA_NOT_REQUIRED);

/// Codes sent to a customer.
const SENT: Limit = Limit::new("mfa-sent", limits::MFA_CODES_SENT);
/// Codes tried by a customer, in all sessions: however many codes are sent, guessing gets nowhere.
const TRIED: Limit = Limit::new("mfa-tried", limits::MFA_CODES_TRIED);

/// A change that waits for a code.
#[derive(Serialize, Deserialize)]
pub enum Waiting {
    /// Of the account.
    Account(Box<AccountPatch>),
    /// Of the card.
    Card(Box<CardPatch>),
}

/// A change that was made.
#[derive(Debug)]
pub struct Changed {
    /// The account as it is now.
    pub record: AccountRecord,
    /// The session that took the place of the caller's: a change of password ends all.
    pub opened: Option<Opened>,
}

/// Whether the session has proved within the last minutes that its customer is there.
///
/// # Errors
/// [`NOT_SIGNED_IN`] where the session has ended meanwhile, by a change of password in another one.
pub async fn is_verified(tx: &mut Tx, session: &SignedIn, now: Timestamp) -> AppResult<bool> {
    let verified_at = sessions::verified_at(tx, &session.session_id).await?.ok_or(NOT_SIGNED_IN)?;
    Ok(verified_at.is_some_and(|at| now.since(at) < minutes(policy::MFA_VERIFIED_MINUTES)))
}

/// Lets a change wait for a code, in the place of the one that waited before. The caller commits, and answers
/// [`MFA_REQUIRED`].
///
/// # Errors
/// Where the database fails.
pub async fn hold(state: &AppState, tx: &mut Tx, session: &SignedIn, waiting: &Waiting) -> AppResult<()> {
    let now = state.clock.now();
    let until = now.plus(minutes(policy::MFA_CHANGE_WAITS_MINUTES));
    let change = serde_json::to_string(waiting).map_err(AppError::unexpected)?;
    Ok(mfa::put_change(tx, &session.session_id, &session.customer_id, &change, now, until).await?)
}

/// Sends a code for the change that waits: to the phone or the e-mail address that the account has, whatever the change
/// makes of them. The newest code is the only one that works.
///
/// # Errors
/// [`MFA_NOT_REQUIRED`], an issue of `mfa_type` where there is no phone, too many codes, or the database fails.
pub async fn send_code(state: &AppState, session: &SignedIn, way: MfaType) -> AppResult<()> {
    SENT.count(state, &session.customer_id).await?;
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    lock_customer(&mut tx, &session.customer_id).await?;
    let customer = customers::by_id(&mut tx, &session.customer_id).await?.ok_or(NOT_SIGNED_IN)?;
    mfa::change(&mut tx, &session.session_id, now).await?.ok_or(MFA_NOT_REQUIRED)?;
    let no_phone = || AppError::Form(vec![Issue::new("mfa_type", Message::NoPhoneOnFile)]);
    let (channel, recipient) = match way {
        MfaType::Email => (Channel::Email, customer.email.clone()),
        MfaType::Sms => (Channel::Sms, customer.phone.clone().ok_or_else(no_phone)?),
    };
    let code = state.random.text(b"0123456789", policy::MFA_CODE_LENGTH);
    let until = now.plus(minutes(policy::MFA_CODE_MINUTES));
    mfa::put_code(&mut tx, &session.session_id, &customer.id, &hash(session, &code), now, until).await?;
    mail::queue(state, &mut tx, mail::mfa_code(&customer, channel, recipient, &code)).await?;
    tx.commit().await?;
    Ok(())
}

/// Makes the change that waits, where the code is right; for some minutes the session then needs no other.
///
/// # Errors
/// [`MFA_NOT_REQUIRED`], [`MFA_CODE_INVALID`], [`MFA_CODE_EXPIRED`], [`MFA_TRIES_USED_UP`], too many tries, whatever the
/// change itself is refused for (it goes on waiting then), or the database fails.
pub async fn resubmit(state: &AppState, session: &SignedIn, code: &TypedCode) -> AppResult<Changed> {
    TRIED.count(state, &session.customer_id).await?;
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    lock_customer(&mut tx, &session.customer_id).await?;
    let waiting = mfa::change(&mut tx, &session.session_id, now).await?.ok_or(MFA_NOT_REQUIRED)?;
    if let Err(refusal) = check(&mut tx, session, code, now).await? {
        // What was counted holds.
        tx.commit().await?;
        return Err(refusal.into());
    }
    mfa::forget(&mut tx, &session.session_id).await?;
    let waiting: Waiting = serde_json::from_str(&waiting).map_err(AppError::unexpected)?;
    let has_new_card = matches!(waiting, Waiting::Card(_));
    let opened = match waiting {
        Waiting::Account(patch) => patch.apply(state, &mut tx, session).await?,
        Waiting::Card(patch) => {
            patch.apply_after_code(state, &mut tx, session).await?;
            None
        }
    };
    let session_id = opened.as_ref().map_or(&session.session_id, |opened| &opened.session_id);
    sessions::set_verified(&mut tx, session_id, now).await?;
    let record = record::read_in(state, &mut tx, &session.customer_id).await?;
    tx.commit().await?;
    if has_new_card {
        styling_fee::retry_with_new_card(state, &session.customer_id).await;
    }
    Ok(Changed { record, opened })
}

/// Whether it is the code that the session was sent. Each comparison counts as a try.
async fn check(tx: &mut Tx, session: &SignedIn, code: &TypedCode, now: Timestamp) -> AppResult<Result<(), Refusal>> {
    let Some(sent) = mfa::code(tx, &session.session_id).await?.filter(|sent| sent.expires_at > now) else {
        return Ok(Err(MFA_CODE_EXPIRED));
    };
    if sent.tries >= policy::MFA_CODE_TRIES {
        return Ok(Err(MFA_TRIES_USED_UP));
    }
    mfa::count_try(tx, &session.session_id).await?;
    let is_right = hash(session, code.expose()).as_bytes().ct_eq(sent.code_hash.as_bytes());
    Ok(if bool::from(is_right) { Ok(()) } else { Err(MFA_CODE_INVALID) })
}

/// A code as the database knows it: together with its session, so that equal codes do not look alike.
fn hash(session: &SignedIn, code: &str) -> String {
    session::hash(&format!("{} {code}", session.session_id))
}

const fn minutes(count: u64) -> Duration {
    Duration::from_secs(60 * count)
}
