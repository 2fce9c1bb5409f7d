//! Sending the messages of the outbox.
//!
//! A message is claimed in one transaction, handed over outside any, and marked as sent in another. If the service does not
//! answer, the message is handed over again later, with its own id as the key, so that it is sent once. Only an e-mail that the
//! e-mail server refuses for good is given up ([`bounce`]). The text of what was sent or given up is deleted, because it may hold a
//! code or a link. Before they are sent these are deleted too: events of a customer who takes back the consent to analytics, events
//! for a service that was turned off, and e-mails to an address that was mended.

use crate::platform::backoff::wait_after;
use crate::platform::batch::Batch;
use crate::platform::error::AppResult;
use crate::providers::Providers;
use crate::providers::analytics::{ClientId, Occurrence};
use crate::providers::mail::Letter;
use crate::providers::sender::{MessageSender, NotSent};
use crate::providers::sms::TextMessage;
use crate::service::message::bounce;
use crate::state::AppState;
use crate::store::message::outbox::{self, Channel, MailRow};
use std::collections::HashSet;
use std::time::Duration;

/// How many messages are read at once.
const BATCH: i64 = 50;
/// Timeout of the service that a message is handed to.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How long a claim lasts: longer than [`TIMEOUT`].
const CLAIM: Duration = Duration::from_secs(60);
/// The wait after a message was refused.
const WAIT_AFTER_REFUSAL: Duration = Duration::from_secs(24 * 60 * 60);

/// Hands over all messages that are due. Returns how many were sent. A message that cannot be marked waits until its claim ends.
pub async fn deliver(state: &AppState) -> AppResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    for channel in [Channel::Email, Channel::Sms, Channel::Analytics] {
        if channel == Channel::Analytics && state.providers.analytics.is_none() {
            give_up(state, channel).await?;
            continue;
        }
        deliver_by(state, channel, &mut batch).await?;
    }
    Ok(batch)
}

/// Deletes messages for a service that was turned off. The next service may be another, which nobody agreed to.
async fn give_up(state: &AppState, channel: Channel) -> AppResult<()> {
    // Mostly there is nothing to delete, and nobody has to wait for a lock.
    if !outbox::any_waits(&mut state.db.read().await?, channel).await? {
        return Ok(());
    }
    let mut tx = state.db.write().await?;
    outbox::give_up(&mut tx, channel).await?;
    tx.commit().await?;
    Ok(())
}

/// The same for one channel, so that a service that is down does not delay the other channel.
async fn deliver_by(state: &AppState, channel: Channel, batch: &mut Batch<usize>) -> AppResult<()> {
    let mut seen = HashSet::new();
    loop {
        let mut tx = state.db.read().await?;
        let due = outbox::due(&mut tx, channel, state.clock.now(), BATCH).await?;
        drop(tx);
        let fresh: Vec<MailRow> = due.into_iter().filter(|mail| seen.insert(mail.id.clone())).collect();
        if fresh.is_empty() {
            return Ok(());
        }
        for mail in fresh {
            match batch.record(&format!("message {}", mail.id), hand_on(state, &mail).await) {
                Some(Some(Ok(()))) => batch.done += 1,
                // If a service does not answer about one message, it is not asked about the others.
                Some(Some(Err(NotSent::Down))) => return Ok(()),
                _ => {}
            }
        }
    }
}

/// Claims a message and hands it over. Returns the outcome; `None` if another server has it.
async fn hand_on(state: &AppState, mail: &MailRow) -> AppResult<Option<Result<(), NotSent>>> {
    if !claimed(state, mail).await? {
        return Ok(None);
    }
    let handed = hand_over(state, mail).await?;
    mark(state, mail, handed).await?;
    Ok(Some(handed))
}

async fn claimed(state: &AppState, mail: &MailRow) -> AppResult<bool> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    let is_ours = outbox::claim(&mut tx, &mail.id, now, now.plus(CLAIM)).await?;
    tx.commit().await?;
    Ok(is_ours)
}

async fn hand_over(state: &AppState, mail: &MailRow) -> AppResult<Result<(), NotSent>> {
    let MailRow { id: key, recipient, subject, body, html, .. } = mail.clone();
    let Providers { mail: letters, sms, analytics, .. } = &state.providers;
    Ok(match mail.channel {
        Channel::Email => {
            send(&**letters, Letter { key, recipient, subject, body, html, written_at: mail.created_at }).await
        }
        Channel::Sms => send(&**sms, TextMessage { key, phone: recipient, text: body }).await,
        Channel::Analytics => {
            let Some(analytics) = analytics else { return Ok(Err(NotSent::Down)) };
            let (Ok(client_id), Ok(event)) = (ClientId::try_from(recipient), serde_json::from_str(&body)) else {
                return Ok(Err(NotSent::Refused));
            };
            send(&**analytics, Occurrence { key, client_id, at: mail.created_at, event }).await
        }
    })
}

/// Hands a message over. A service that does not answer in time is down.
async fn send<M>(sender: &dyn MessageSender<M>, message: M) -> Result<(), NotSent> {
    tokio::time::timeout(TIMEOUT, sender.send(&message)).await.unwrap_or(Err(NotSent::Down))
}

async fn mark(state: &AppState, mail: &MailRow, handed: Result<(), NotSent>) -> AppResult<()> {
    let now = state.clock.now();
    if let Err(why) = handed
        && is_for_good(mail, why)
    {
        tracing::warn!(message = mail.id, kind = mail.kind, %why, "an e-mail is given up");
        return bounce::failed(state, &mail.id, &why.to_string(), matches!(why, NotSent::NoMailbox(_))).await;
    }
    let mut tx = state.db.write().await?;
    match handed {
        Ok(()) => {
            let is_read_here = match mail.channel {
                Channel::Email => state.providers.mail.is_read_here(),
                Channel::Sms => state.providers.sms.is_read_here(),
                Channel::Analytics => state.providers.analytics.as_ref().is_some_and(|service| service.is_read_here()),
            };
            outbox::sent(&mut tx, &mail.id, now, is_read_here).await?;
        }
        Err(why) => {
            // Only id and kind of a message are logged: its text may hold a code or a link.
            tracing::warn!(message = mail.id, kind = mail.kind, %why, "a message could not be sent, and is tried again");
            let wait = match why {
                NotSent::Down | NotSent::Later => {
                    wait_after(outbox::attempts(&mut tx, &mail.id).await?.unwrap_or_default())
                }
                NotSent::Refused | NotSent::Rejected(_) | NotSent::NoMailbox(_) => WAIT_AFTER_REFUSAL,
            };
            outbox::put_off(&mut tx, &mail.id, now.plus(wait), &why.to_string()).await?;
        }
    }
    tx.commit().await?;
    if handed.is_ok() && mail.channel == Channel::Email {
        bounce::taken(state, mail.customer_id.as_deref(), &mail.recipient).await?;
    }
    Ok(())
}

/// Whether it is of no use to try an e-mail again.
fn is_for_good(mail: &MailRow, why: NotSent) -> bool {
    mail.channel == Channel::Email && !matches!(why, NotSent::Down | NotSent::Later)
}
