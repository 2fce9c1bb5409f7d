//! A new email address: it counts once the link that is sent there is opened. Until then the old one stands.

use crate::platform::digest::sha256;
use crate::platform::error::AppResult;
use crate::platform::source::Source;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::{SignedIn, Visitor};
use crate::service::account::registration::email_taken;
use crate::service::account::{customer, marks, record};
use crate::service::mail;
use crate::service::mail::alert::{self, Alert};
use crate::service::mail::asked_for::{self, MailKind};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::access::sessions;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::email_changes::{self, WaitingEmail};
use crate::store::account::reset_tokens;
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy;
use stylebox_core::policy::limits;

const SENT_FOR_CUSTOMER: Limit = Limit::new("email-links", limits::EMAIL_LINKS);
const SENT_TO_ADDRESS: Limit = Limit::new("email-links-to", limits::EMAIL_LINKS_TO_ADDRESS);
/// Tokens of links tried by a caller. Nobody guesses one, so each server counts for itself, and a wrong one costs no write.
const TRIED_BY_CALLER: Limit = Limit::new("email-link-try", limits::EMAIL_LINKS_BY_CALLER);

/// How long a link works.
const LIFETIME: Duration = Duration::from_secs(60 * 60 * policy::EMAIL_LINK_HOURS);

/// Lets an address wait, in the place of the one before, and sends its link there. The present address is told, unless the same
/// one waits already and only its link is sent again. The caller has to check that the address is free.
///
/// # Errors
/// Too many links.
pub async fn ask(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &CustomerRow,
    email: String,
    email_key: String,
) -> AppResult<()> {
    // Counted with the change: what is not sent does not count.
    SENT_FOR_CUSTOMER.count_in(state, tx, &customer.id).await?;
    let before = email_changes::of_customer(tx, &customer.id, state.clock.now()).await?;
    let waiting = WaitingEmail { email, email_key };
    send_link(state, tx, customer, &waiting).await?;
    if before.is_none_or(|before| before.email_key != waiting.email_key) {
        alert::tell(state, tx, customer, &Alert::EmailAsked { email: waiting.email }).await?;
    }
    Ok(())
}

/// Sends the link to the waiting address again; the link before stops working. It needs no code: the address was confirmed when
/// it was asked for, and nothing else changes.
///
/// # Errors
/// [`Refusal::NotFound`] if none waits, [`Refusal::EmailTaken`] if another account has got the address meanwhile, or too many links.
pub async fn send_again(state: &AppState, session: &SignedIn) -> AppResult<()> {
    SENT_FOR_CUSTOMER.count(state, &session.customer_id).await?;
    let (mut tx, customer) = customer::locked(state, &session.customer_id).await?;
    let waiting = email_changes::of_customer(&mut tx, &customer.id, state.clock.now()).await?;
    let waiting = waiting.ok_or(Refusal::NotFound)?;
    if customers::by_email(&mut tx, &waiting.email_key).await?.is_some() {
        return Err(Refusal::EmailTaken.into());
    }
    send_link(state, &mut tx, &customer, &waiting).await?;
    Ok(tx.commit().await?)
}

/// Lets an address wait, and sends its link there.
async fn send_link(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &CustomerRow,
    waiting: &WaitingEmail,
) -> AppResult<()> {
    SENT_TO_ADDRESS.count_in(state, tx, &waiting.email_key).await?;
    asked_for::mail(state, tx, MailKind::EmailLink).await?;
    let (now, token) = (state.clock.now(), state.random.secret());
    email_changes::put(tx, &customer.id, waiting, &sha256(&token), now, now.plus(LIFETIME)).await?;
    let link = state.settings.public_url.page_link(&format!("/confirm_email#token={token}"));
    mail::queue(state, tx, mail::account::confirm_email(customer, &waiting.email, &link)).await
}

/// Makes the address of a link the account's. All other sessions end, and links for a password that went to the old address stop
/// working. Returns the new address.
///
/// # Errors
/// [`Refusal::EmailLinkInvalid`], [`Refusal::EmailTaken`] if another account has got the address meanwhile, or too many tries.
pub async fn confirm(state: &AppState, token: &str, caller: Source, visitor: &Visitor) -> AppResult<String> {
    TRIED_BY_CALLER.count_in_memory(state, &caller.to_string())?;
    let (now, hash) = (state.clock.now(), sha256(token));
    let customer_id = email_changes::customer_id(&mut state.db.read_single().await?, &hash, now).await?;
    let customer_id = customer_id.ok_or(Refusal::EmailLinkInvalid)?;
    let found = state.db.write_about(&customer_id).await?;
    let (mut tx, mut customer) = found.ok_or(Refusal::EmailLinkInvalid)?;
    let waiting = email_changes::take(&mut tx, &hash, now).await?.ok_or(Refusal::EmailLinkInvalid)?;
    let before = customer.clone();
    marks::keep(state, &mut tx, &before).await?;
    (customer.email, customer.email_key) = (waiting.email, waiting.email_key);
    record::write(state, &mut tx, &mut customer).await.map_err(email_taken)?;
    reset_tokens::remove_all(&mut tx, &customer.id).await?;
    let kept = visitor.as_ref().filter(|session| session.customer_id == customer.id);
    sessions::remove_others(&mut tx, &customer.id, kept.map_or("", |session| &session.session_id)).await?;
    alert::tell(state, &mut tx, &before, &Alert::EmailChanged { email: customer.email.clone() }).await?;
    tx.commit().await?;
    Ok(customer.email)
}

/// Withdraws the address that waits. If none does, nothing changes.
pub async fn withdraw(state: &AppState, session: &SignedIn) -> AppResult<()> {
    let (mut tx, customer) = customer::locked(state, &session.customer_id).await?;
    email_changes::remove(&mut tx, &customer.id).await?;
    Ok(tx.commit().await?)
}
