//! Emails that do not arrive, and addresses that take none.
//!
//! An email that the server refuses for good, that comes back later, or that staff give up is never sent again. If it is the
//! address that takes none, the customer is told on every page. Emails to it still go out: they are few, one may be a link that
//! the customer waits for, and an address is often mended at the other end.
//!
//! The mark of an address ends
//! - if the customer gets another address ([`record::write`](crate::service::account::record::write)),
//! - if the customer uses a link that was sent to it, which proves that it arrived,
//! - if the email server takes a later email for it. That only counts if the server does not tell us of bounces: one that does is
//!   a relay, which takes everything and learns later what becomes of it.
//! - if staff say that it is right: `ops customer clear-bounces`.

use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::mail::undelivered;
use crate::store::{self, CustomerTx};
use stylebox_core::policy::limits;

/// Records that an email does not arrive. `is_address` says that the address takes none.
pub async fn failed(state: &AppState, id: &str, why: &str, is_address: bool) -> AppResult<()> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    let Some(addressee) = undelivered::addressee(&mut tx, id).await? else { return Ok(()) };
    let Some(customer_id) = addressee.customer_id else {
        undelivered::failed(&mut tx, id, now, why).await?;
        return Ok(tx.commit().await?);
    };
    let gone = || AppError::unexpected("an email of a customer who is not there");
    let (mut tx, mut customer) = tx.about(&customer_id).await?.ok_or_else(gone)?;
    undelivered::failed(&mut tx, id, now, why).await?;
    // It may have gone to the address before, or to one that is not confirmed yet.
    if is_address && addressee.recipient.to_lowercase() == customer.email_key && customer.email_bounced_at.is_none() {
        customer.email_bounced_at = Some(now);
        customer.update(&mut tx).await?;
    }
    Ok(tx.commit().await?)
}

/// Staff give up an email that waits: it will never be taken. The last reason stays.
///
/// # Errors
/// If no such email was tried so often that staff are told of it, or it is being handed over.
pub async fn give_up(state: &AppState, id: &str) -> StaffResult<()> {
    let mut tx = state.db.write().await?;
    if !undelivered::give_up(&mut tx, id, state.clock.now(), limits::STUCK_AFTER_TRIES).await? {
        return Err(StaffError::refused(format!("No email {id} waits that was tried again and again.")));
    }
    Ok(tx.commit().await?)
}

/// A relay says that an email came back. An email that is not ours is ignored.
pub async fn record_bounce(state: &AppState, id: &str, why: &str, is_address: bool) -> StaffResult<()> {
    let what = if is_address { "the address takes no emails" } else { "it came back" };
    Ok(failed(state, id, &format!("{what} ({why})"), is_address).await?)
}

/// Ends the mark of an address for which the email server took an email.
pub async fn taken(state: &AppState, customer_id: Option<&str>, recipient: &str) -> AppResult<()> {
    let Some(customer_id) = customer_id.filter(|_| state.providers.mail.webhook().is_none()) else { return Ok(()) };
    let is_marked =
        |customer: &CustomerRow| customer.email_bounced_at.is_some() && recipient.to_lowercase() == customer.email_key;
    // Mostly there is nothing to end, and nobody has to wait for a lock.
    let found = customers::by_id(&mut state.db.read_single().await?, customer_id).await?;
    if !found.as_ref().is_some_and(is_marked) {
        return Ok(());
    }
    let Some((mut tx, mut customer)) = state.db.write_about(customer_id).await? else { return Ok(()) };
    if is_marked(&customer) {
        forget(state, &mut tx, &mut customer).await?;
        customer.update(&mut tx).await?;
    }
    Ok(tx.commit().await?)
}

/// Emails reach the customer, or have another address now. The caller writes the record. Returns whether anything was known of emails
/// that did not arrive.
pub async fn forget(state: &AppState, tx: &mut CustomerTx, customer: &mut CustomerRow) -> store::Result<bool> {
    let was_marked = customer.email_bounced_at.take().is_some();
    Ok(undelivered::dismiss(tx, &customer.id, state.clock.now()).await? || was_marked)
}

/// Staff say that the address is right, or have seen to what did not arrive.
///
/// # Errors
/// [`StaffError::Refused`] if no email to the customer came back or was given up.
pub async fn clear(state: &AppState, customer_id: &str) -> StaffResult<()> {
    let Some((mut tx, mut customer)) = state.db.write_about(customer_id).await? else { return Ok(()) };
    if !forget(state, &mut tx, &mut customer).await? {
        return Err(StaffError::refused(format!("No email to {} came back: nothing was changed.", customer.email)));
    }
    customer.update(&mut tx).await?;
    Ok(tx.commit().await?)
}
