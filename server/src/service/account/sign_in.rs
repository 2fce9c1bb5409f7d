//! Signing in and out.

use crate::platform::error::AppResult;
use crate::platform::source::Source;
use crate::providers::human_check::Action;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::{Browser, Opened, SignedIn};
use crate::service::account::{devices, human_check, passwords};
use crate::state::AppState;
use crate::store::access::sessions;
use crate::store::account::customers::{self, CustomerRow};
use stylebox_core::account::login::Login;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;

/// Tries on one device that is known to the account. A success resets the count.
const ON_DEVICE: Limit = Limit::new("login-device", limits::LOGINS_OF_DEVICE);
/// Tries for one account on all other devices. A success on one of them resets the count.
const FOR_ACCOUNT: Limit = Limit::new("login-account", limits::LOGINS_OF_ACCOUNT);
/// Tries by one caller, for any account.
const BY_CALLER: Limit = Limit::new("login-caller", limits::LOGINS_BY_CALLER);

/// Opens a session for the customer with this email address and password.
///
/// # Errors
/// [`Refusal::CredentialsInvalid`], a failed human check, or too many tries.
pub async fn sign_in(
    state: &AppState,
    login: &Login,
    human: Option<&str>,
    caller: Source,
    browser: &Browser,
) -> AppResult<(CustomerRow, Opened)> {
    let (email, caller) = (login.email.to_key(), caller.to_string());
    BY_CALLER.count_in_memory(state, &caller)?;
    // In this order, locking another customer out costs a human check for each try.
    let passed = human_check::verify(state, human, Action::SignIn).await?;
    let mut tx = state.db.read().await?;
    let customer = customers::by_email(&mut tx, &email).await?;
    let device = match &customer {
        Some(customer) => devices::known(state, &mut tx, customer, browser).await?,
        None => None,
    };
    // Strangers lock out strangers: not the owner, on a device from which they have signed in before.
    let (limit, subject) = device.as_deref().map_or((FOR_ACCOUNT, email.as_str()), |device| (ON_DEVICE, device));
    let limits = match BY_CALLER.check_in(state, &mut tx, &caller).await {
        Ok(()) => limit.check_in(state, &mut tx, subject).await,
        refused => refused,
    };
    tx.commit().await?;
    human_check::hide_limits_if_used_up(state, &passed, limits).await?;
    // All in one: if one of them refuses, nothing is written, and the answer of the human check can be sent again.
    let mut tx = state.db.write().await?;
    human_check::use_up(&mut tx, &passed).await?;
    BY_CALLER.count_in(state, &mut tx, &caller).await?;
    limit.count_in(state, &mut tx, subject).await?;
    tx.commit().await?;
    let stored = customer.as_ref().and_then(|customer| passwords::comparable(customer, state.clock.now()));
    let matches = passwords::verify(state, &login.password, stored).await?;
    let customer = customer.filter(|_| matches).ok_or(Refusal::CredentialsInvalid)?;
    limit.forget(state, subject).await?;
    let (mut tx, now) = state.db.write_about(&customer.id).await?.ok_or(Refusal::CredentialsInvalid)?;
    // Meanwhile the password may have changed, or the account may have ended.
    if now.password_hash != customer.password_hash {
        return Err(Refusal::CredentialsInvalid.into());
    }
    let opened = devices::open_session(state, &mut tx, &now, browser).await?;
    tx.commit().await?;
    Ok((now, opened))
}

/// Ends a session. Returns whether it was still open: a sign-in in another tab may have ended it just before.
pub async fn sign_out(state: &AppState, session: &SignedIn) -> AppResult<bool> {
    let mut tx = state.db.write().await?;
    let ended = sessions::take(&mut tx, &session.customer_id, &session.session_id).await?;
    tx.commit().await?;
    Ok(ended.is_some())
}
