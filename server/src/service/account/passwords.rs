//! Passwords: hashing, comparing, changing, and resetting by a link.

use crate::platform::clock::Timestamp;
use crate::platform::digest::sha256;
use crate::platform::error::{AppError, AppResult};
use crate::platform::source::Source;
use crate::providers::human_check::Action;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::{self, Browser, Opened, SignedIn};
use crate::service::account::{customer, devices, human_check, password_hash};
use crate::service::mail::alert::{self, Alert};
use crate::service::mail::asked_for::{self, MailKind};
use crate::service::mail::{self, bounce};
use crate::state::AppState;
use crate::store::access::sessions;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::{email_changes, known_devices, reset_tokens};
use crate::store::{CustomerTx, Tx};
use std::time::Duration;
use stylebox_core::account::account_details::PasswordChange;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;
use stylebox_core::values::fields::{EmailAddress, Password};
use stylebox_core::values::message::Message;
use stylebox_core::{Issue, policy};

/// Links sent to an email address.
const ASKED_FOR_ADDRESS: Limit = Limit::new("reset-email", limits::RESETS_OF_ADDRESS);
/// Links asked for by a caller.
const ASKED_BY_CALLER: Limit = Limit::new("reset-caller", limits::RESETS_BY_CALLER);
/// Calls of a caller that need no human check.
const WITHOUT_CHECK: Limit = Limit::new("reset-unchecked", limits::RESETS_WITHOUT_CHECK);
/// What is counted of addresses without an account: as much as of one with an account, and nothing is refused by it.
const FOR_NOBODY: [Limit; 3] = [
    Limit::new("reset-nobody", limits::RESETS_OF_ADDRESS),
    Limit::new("reset-nobody-mail", limits::RESET_MAILS_OF_SHOP),
    Limit::new("reset-nobody-link", limits::RESETS_OF_ADDRESS),
];
/// Links tried by a caller. Nobody guesses a link, so each server counts for itself, and a wrong one costs no write.
const TRIED_BY_CALLER: Limit = Limit::new("reset-try", limits::RESET_LINKS_BY_CALLER);

/// Changes tried by a customer.
const CHANGED_BY_CUSTOMER: Limit = Limit::new("password-change", limits::PASSWORD_CHANGES);

/// Hashes a password, in PHC format.
pub async fn hash(state: &AppState, password: &str) -> AppResult<String> {
    let mut salt = [0; 16];
    state.random.fill(&mut salt);
    password_hash::make(state.password_cost, password.to_owned(), salt).await
}

/// Whether `stored` is the hash of `password`. Without a stored hash the answer is no, after the same time.
pub async fn verify(state: &AppState, password: &Password, stored: Option<&str>) -> AppResult<bool> {
    password_hash::matches(state.password_cost, password.expose().to_owned(), stored.map(str::to_owned)).await
}

/// The hash that a password is compared with; `None` if none counts. A password that a store's sign-up made up ends together with the
/// link by which the customer sets another one: nobody knows it, and it should not stay open to guessing.
#[must_use]
pub fn comparable(customer: &CustomerRow, now: Timestamp) -> Option<&str> {
    let lasts = Duration::from_secs(60 * 60 * policy::SET_PASSWORD_LINK_HOURS);
    let counts = customer.has_password || now < customer.created_at.plus(lasts);
    counts.then_some(customer.password_hash.as_str())
}

/// Sends a link to reset the password, if there is an account with that address. Without one the answer is the same, and takes as
/// long. It also stays the same once the address has reached its limit of links: strangers cannot lock the owner out, because the
/// links that were sent stay valid.
///
/// # Errors
/// [`Refusal::HumanCheckFailed`] without a human check, which only the first call of a network within an hour may lack, or too many
/// tries.
pub async fn ask_for_link(
    state: &AppState,
    email: &EmailAddress,
    human: Option<&str>,
    caller: Source,
) -> AppResult<()> {
    let caller = caller.to_string();
    ASKED_BY_CALLER.count_in_memory(state, &caller)?;
    count_call(state, human, &caller).await?;
    let mut tx = state.db.write().await?;
    let Some(found) = customers::by_email(&mut tx, &email.to_key()).await? else {
        // Writes as much as for a customer, so that it takes as long.
        for limit in FOR_NOBODY {
            limit.note_in(state, &mut tx, "").await?;
        }
        return Ok(tx.commit().await?);
    };
    let Some((mut tx, customer)) = tx.about(&found.id).await? else { return Ok(()) };
    // The address may have changed before the row was locked. Then it is nobody's.
    if customer.email_key == email.to_key() && is_mail_left(state, &mut tx, &email.to_key()).await? {
        let link = new_link(state, &mut tx, &customer, LinkKind::Reset).await?;
        mail::queue(state, &mut tx, mail::account::reset_password(&customer, &link)).await?;
    }
    Ok(tx.commit().await?)
}

/// Counts a call for a link. The first call of a caller within an hour needs no human check.
async fn count_call(state: &AppState, human: Option<&str>, caller: &str) -> AppResult<()> {
    let is_check_missing = |error| match error {
        AppError::TooMany(_) => Refusal::HumanCheckFailed.into(),
        other => other,
    };
    let passed = match human {
        Some(_) => Some(human_check::verify(state, human, Action::ForgotPassword).await?),
        None => None,
    };
    let is_left = ASKED_BY_CALLER.check(state, caller).await;
    match &passed {
        Some(passed) => human_check::hide_limits_if_used_up(state, passed, is_left).await?,
        None => {
            WITHOUT_CHECK.check(state, caller).await.map_err(is_check_missing)?;
            is_left?;
        }
    }
    let mut tx = state.db.write().await?;
    match &passed {
        Some(passed) => {
            human_check::use_up(&mut tx, passed).await?;
            WITHOUT_CHECK.note_in(state, &mut tx, caller).await?;
        }
        None => WITHOUT_CHECK.count_in(state, &mut tx, caller).await.map_err(is_check_missing)?,
    }
    ASKED_BY_CALLER.count_in(state, &mut tx, caller).await?;
    Ok(tx.commit().await?)
}

/// Counts a link that is about to be queued for an address, by its key. Returns false if the address, or the shop, has had too many:
/// then none is queued, and the caller does not learn that there is an account.
async fn is_mail_left(state: &AppState, tx: &mut Tx, email_key: &str) -> AppResult<bool> {
    match ASKED_FOR_ADDRESS.check_in(state, tx, email_key).await {
        Ok(()) => {}
        Err(AppError::TooMany(_)) => return Ok(false),
        Err(error) => return Err(error),
    }
    match asked_for::mail(state, tx, MailKind::Reset).await {
        Ok(()) => {}
        Err(AppError::TooMany(_)) => {
            tracing::error!("links for forgotten passwords are left out: the shop has sent too many within the hour");
            return Ok(false);
        }
        Err(error) => return Err(error),
    }
    ASKED_FOR_ADDRESS.note_in(state, tx, email_key).await?;
    Ok(true)
}

/// What a link to set a password is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// The first password of a customer who registered in a store. The page says so by the link's `first`.
    First,
    /// A new one, in the place of one that was forgotten.
    Reset,
}

/// A new link to set a customer's password.
pub async fn new_link(state: &AppState, tx: &mut Tx, customer: &CustomerRow, kind: LinkKind) -> AppResult<String> {
    let (hours, ending) = match kind {
        LinkKind::First => (policy::SET_PASSWORD_LINK_HOURS, "&first=true"),
        LinkKind::Reset => (policy::RESET_LINK_HOURS, ""),
    };
    let (now, token) = (state.clock.now(), state.random.secret());
    let until = now.plus(Duration::from_secs(60 * 60 * hours));
    reset_tokens::add(tx, &sha256(&token), &customer.id, now, until).await?;
    let email: String = customer.email.bytes().map(percent_encoded).collect();
    // Behind the `#`, which no browser sends to a server, so that no log on the way has it.
    let page = format!("/reset_password#email={email}&reset_password_token={token}{ending}");
    Ok(state.settings.public_url.page_link(&page))
}

fn percent_encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

/// A use of a reset link.
#[derive(Debug)]
pub struct Reset {
    pub(crate) token: String,
    /// The account's email address, if the link named it.
    pub(crate) email: Option<String>,
    pub(crate) password: Password,
}

/// Sets a new password by a link, ends all other sessions and opens one.
///
/// # Errors
/// [`Refusal::ResetLinkInvalid`] or too many tries.
pub async fn reset(
    state: &AppState,
    reset: Reset,
    caller: Source,
    browser: &Browser,
) -> AppResult<(CustomerRow, Opened)> {
    TRIED_BY_CALLER.count_in_memory(state, &caller.to_string())?;
    let (now, token) = (state.clock.now(), sha256(&reset.token));
    // The cheap check comes first: without a link, nobody can make the server hash a password.
    let customer_id = reset_tokens::customer_id(&mut state.db.read_single().await?, &token, now).await?;
    let customer_id = customer_id.ok_or(Refusal::ResetLinkInvalid)?;
    let password_hash = hash(state, reset.password.expose()).await?;
    let found = state.db.write_about(&customer_id).await?;
    let (mut tx, mut customer) = found.ok_or(Refusal::ResetLinkInvalid)?;
    // Meanwhile it may have been used.
    if !reset_tokens::take(&mut tx, &token, now).await? {
        return Err(Refusal::ResetLinkInvalid.into());
    }
    if reset.email.is_some_and(|email| email.trim().to_lowercase() != customer.email_key) {
        return Err(Refusal::ResetLinkInvalid.into());
    }
    // The link went to the address, so it takes emails.
    bounce::forget(state, &mut tx, &mut customer).await?;
    set(state, &mut tx, &mut customer, password_hash, None).await?;
    let opened = devices::open_session(state, &mut tx, &customer, browser).await?;
    tx.commit().await?;
    Ok((customer, opened))
}

/// Changes the password, given the current one. All other sessions end, and the caller's gets a new token.
///
/// # Errors
/// An issue of `current_password` if it is wrong, or too many tries.
pub async fn change(state: &AppState, session: &SignedIn, change: PasswordChange) -> AppResult<Opened> {
    CHANGED_BY_CUSTOMER.count(state, &session.customer_id).await?;
    let mut tx = state.db.read().await?;
    let before = customer::read(&mut tx, &session.customer_id).await?;
    drop(tx);
    let wrong = || AppError::Form(vec![Issue::new("current_password", Message::PASSWORD_WRONG)]);
    if !verify(state, &change.current, comparable(&before, state.clock.now())).await? {
        return Err(wrong());
    }
    let password_hash = hash(state, change.new.expose()).await?;
    let (mut tx, mut customer) = customer::locked(state, &session.customer_id).await?;
    // Of two changes at the same time, the second one names a password that is no longer the current one.
    if customer.password_hash != before.password_hash {
        return Err(wrong());
    }
    set(state, &mut tx, &mut customer, password_hash, session.device.hash.as_deref()).await?;
    let opened = session::open(state, &mut tx, &customer.id, Some(session), &session.device).await?;
    tx.commit().await?;
    CHANGED_BY_CUSTOMER.forget(state, &session.customer_id).await?;
    Ok(opened)
}

/// Sets the account's new password, and tells the customer. Withdraws an email address that waits, and ends all links and sessions:
/// the caller opens a new one. The account forgets all devices but the caller's: whoever knew the password before may have signed in from
/// one.
pub async fn set(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &mut CustomerRow,
    password_hash: String,
    kept_device: Option<&str>,
) -> AppResult<()> {
    if customer.has_password {
        alert::tell(state, tx, customer, &Alert::Password).await?;
    }
    customer.password_hash = password_hash;
    customer.has_password = true;
    customer.updated_at = state.clock.now();
    customer.update(tx).await?;
    known_devices::forget_others(tx, &customer.id, kept_device.unwrap_or_default()).await?;
    reset_tokens::remove_all(tx, &customer.id).await?;
    // Whoever knew the old password may have asked for it.
    email_changes::remove(tx, &customer.id).await?;
    Ok(sessions::remove_all(tx, &customer.id).await?)
}
