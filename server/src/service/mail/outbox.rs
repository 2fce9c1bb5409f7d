//! Sending the messages of the outbox.
//!
//! A message is claimed in one transaction, handed over outside any, and marked as sent in another. If the service does not
//! answer, the message is handed over again later, with its own id as the key, so that it is sent once. Only an email that the
//! email server refuses for good or that staff give up ([`bounce`]), and a text message whose phone gets none, are given up; a
//! code goes by email then. The text of what was sent or given up is deleted, because it may hold a code or a link. These are
//! deleted before they are sent: events of a customer who takes back the consent to analytics, events and text messages for a
//! service that was turned off, emails to an address that was corrected, and codes and links that no longer work: after an
//! outage they would only confuse, and a text message costs money.
//!
//! A review and an event are handed over once at most: if it is unknown whether the service took it, also because this server was
//! killed before the answer, it counts as sent. A review that the service refuses for good is given up, and shown to staff.
//!
//! An email that is sent after a day or a time that it names as one to come says so first, by core's `late_mail.note`.
//!
//! A service without keys may have taken a message whose answer is lost ([`NotSent::Unknown`]), also if this server was killed before
//! the answer. Then the service is asked for it. One that is not found is handed over a second time, and never a third; a code is
//! given up instead, because the customer asks for another one.

use crate::platform::backoff::wait_after;
use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::platform::trace;
use crate::providers::Providers;
use crate::providers::analytics::{ClientId, Occurrence};
use crate::providers::common::sender::{MessageSender, NotSent, WithoutKeys};
use crate::providers::mail::EmailMessage;
use crate::providers::reviews::WrittenReview;
use crate::providers::sms::TextMessage;
use crate::service::checkout::reviews;
use crate::service::mail::{self as message, MFA_CODE};
use crate::service::mail::{bounce, email_content};
use crate::service::order::transition;
use crate::state::AppState;
use crate::store::account::customers;
use crate::store::account::phone_facts::{self, PhoneTrouble};
use crate::store::checkout::{refused_reviews, reviews as posted};
use crate::store::mail::outbox::{self, Channel, MailRow, OpenAnswer};
use crate::store::{self, Tx};
use std::collections::HashSet;
use std::time::Duration;
use stylebox_core::mail::late_mail::{self, WrittenMail};
use tracing::Instrument;

/// How many messages are read at once.
const BATCH: i64 = 50;
/// Timeout of the service that a message is handed to.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How long a claim lasts: longer than [`TIMEOUT`].
const CLAIM: Duration = Duration::from_secs(60);
/// The wait after a message was refused.
const WAIT_AFTER_REFUSAL: Duration = Duration::from_secs(24 * 60 * 60);

/// The newest `limit` messages, the newest first.
pub async fn newest(state: &AppState, limit: i64) -> store::Result<Vec<MailRow>> {
    outbox::newest(&mut state.db.read_single().await?, limit).await
}

/// The HTML of a message; `None` if there is no such message.
pub async fn html(state: &AppState, id: &str) -> store::Result<Option<String>> {
    outbox::html(&mut state.db.read_single().await?, id).await
}

/// What is known of the email that tells a customer about a declined card.
pub struct DeclineEmail {
    pub is_written: bool,
    /// Whether emails to the customer come back.
    pub bounces: bool,
}

/// The email about a declined card to the customer of an order, if it was written since then.
pub async fn decline_email_since(state: &AppState, order_id: &str, since: Timestamp) -> AppResult<DeclineEmail> {
    let mut tx = state.db.read().await?;
    let order = transition::load(&mut tx, order_id).await?;
    let Some(customer) = customers::by_id(&mut tx, &order.customer_id).await? else {
        return Ok(DeclineEmail { is_written: false, bounces: false });
    };
    let written = outbox::recent_of_kind(&mut tx, &customer.id, "card_declined", &customer.email, since).await?;
    Ok(DeclineEmail { is_written: !written.is_empty(), bounces: customer.email_bounced_at.is_some() })
}

/// Hands over all messages that are due, of all channels. Returns how many were sent.
pub async fn deliver(state: &AppState) -> AppResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    for channel in Channel::ALL {
        deliver_in(state, *channel, &mut batch).await?;
    }
    Ok(batch)
}

/// Hands over the messages of one channel that are due. Each has a job of its own, so that a slow service delays its own messages
/// alone. Returns how many were sent. A message that cannot be marked waits until its claim ends.
pub async fn deliver_by(state: &AppState, channel: Channel) -> AppResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    deliver_in(state, channel, &mut batch).await?;
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

/// The flag of the party that takes the messages of a channel.
const fn party_of(channel: Channel) -> &'static str {
    match channel {
        Channel::Email => "mail",
        Channel::Sms => "sms",
        Channel::Analytics => "analytics",
        Channel::Review => "reviews",
    }
}

async fn deliver_in(state: &AppState, channel: Channel, batch: &mut Batch<usize>) -> AppResult<()> {
    let is_turned_off = match channel {
        Channel::Email => false,
        Channel::Sms => state.providers.sms.is_none(),
        Channel::Analytics => state.providers.analytics.is_none(),
        Channel::Review => state.providers.reviews.third_party().is_none(),
    };
    if is_turned_off {
        return give_up(state, channel).await;
    }
    let mut seen = HashSet::new();
    loop {
        let mut tx = state.db.read().await?;
        let due = outbox::due(&mut tx, channel, state.clock.now(), BATCH).await?;
        drop(tx);
        let fresh: Vec<MailRow> = due.into_iter().filter(|mail| seen.insert(mail.id.clone())).collect();
        if fresh.is_empty() {
            return Ok(());
        }
        let mut run = match state.breakers().begin(party_of(channel), state.clock.now()) {
            Ok(run) => run,
            Err(rest) => {
                batch.record::<()>("waiting messages", Err(rest));
                return Ok(());
            }
        };
        for mail in fresh {
            match batch.record(&format!("message {}", mail.id), hand_on(state, &mail).await) {
                Some(Some(Outcome::Sent)) => {
                    batch.done += 1;
                    run.answered();
                }
                // If a service does not answer about one message, it is not asked about the others.
                Some(Some(Outcome::Failed(NotSent::Down | NotSent::Unknown))) => {
                    run.silent(state.clock.now());
                    if let Some(rest) = run.over() {
                        batch.record::<()>("waiting messages", Err(rest));
                    }
                    return Ok(());
                }
                // A review is taken later if the service does not take the account.
                Some(Some(Outcome::Failed(NotSent::Later))) if channel == Channel::Review => return Ok(()),
                _ => {}
            }
        }
    }
}

/// What became of a message that was handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Sent,
    Failed(NotSent),
    /// The service has not taken it, as far as it can tell, and it may not be handed over again.
    NotFound,
}

impl Outcome {
    /// A word for traces.
    const fn word(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::NotFound => "not_found",
            Self::Failed(NotSent::Down | NotSent::Later) => "later",
            Self::Failed(NotSent::Unknown) => "unknown",
            Self::Failed(_) => "refused",
        }
    }
}

impl From<Result<(), NotSent>> for Outcome {
    fn from(handed: Result<(), NotSent>) -> Self {
        handed.map_or_else(Self::Failed, |()| Self::Sent)
    }
}

/// Claims a message and hands it over. Returns the outcome; `None` if another server has it, or it is of no use any more.
async fn hand_on(state: &AppState, mail: &MailRow) -> AppResult<Option<Outcome>> {
    let Some(claim) = claimed(state, mail).await? else { return Ok(None) };
    let span = trace::delivery(mail.channel.as_str(), &mail.kind);
    let delivered = async {
        let outcome = hand_over(state, mail, claim).await?;
        trace::record_outcome(&span, outcome.word());
        if outcome != Outcome::Sent {
            trace::failed(&span, outcome.word());
        }
        mark(state, mail, outcome).await?;
        Ok(Some(outcome))
    };
    delivered.instrument(span.clone()).await
}

/// What was found when a message was claimed.
struct Claim {
    /// The answer about it that is open.
    open: Option<OpenAnswer>,
    /// The review that it tells of. It is read before the claim is committed: after that it counts as handed over.
    review: Option<WrittenReview>,
}

/// Claims a message; `None` if another server has it, or if it is deleted because its code or link no longer works.
async fn claimed(state: &AppState, mail: &MailRow) -> AppResult<Option<Claim>> {
    let now = state.clock.now();
    let has_no_keys = match (mail.channel, &state.providers.sms) {
        (Channel::Sms, Some(sms)) => sms.without_keys().is_some(),
        (Channel::Analytics | Channel::Review, _) => true,
        _ => false,
    };
    let mut tx = state.db.write().await?;
    let open = if has_no_keys { outbox::open_answer(&mut tx, &mail.id).await? } else { None };
    let handed_over_at = has_no_keys.then(|| state.clock.real_now());
    if !outbox::claim(&mut tx, &mail.id, now, now.plus(CLAIM), handed_over_at).await? {
        return Ok(None);
    }
    // If it may have been taken before, that is found out first.
    if open.is_none() && message::works_until(mail).is_some_and(|end| now >= end) {
        outbox::remove(&mut tx, &mail.id).await?;
        tx.commit().await?;
        tracing::info!(message = mail.id, kind = mail.kind, "a message is not sent: what it tells of works no more");
        return Ok(None);
    }
    let row = if mail.channel == Channel::Review { posted::by_id(&mut tx, &mail.id).await? } else { None };
    let review = row.as_ref().and_then(reviews::for_third_party);
    tx.commit().await?;
    Ok(Some(Claim { open, review }))
}

async fn hand_over(state: &AppState, mail: &MailRow, Claim { open, review }: Claim) -> AppResult<Outcome> {
    let MailRow { id: key, recipient, subject, body, html, .. } = as_it_is_sent(mail, state.clock.now());
    let Providers { mail: emails, sms, analytics, reviews: review_service, .. } = &state.providers;
    let handed = match mail.channel {
        Channel::Email => {
            send(&**emails, &EmailMessage { key, recipient, subject, body, html, written_at: mail.created_at }).await
        }
        Channel::Sms => {
            let Some(sms) = sms else { return Ok(NotSent::Down.into()) };
            let message = TextMessage { key, phone: recipient, text: body };
            return match (sms.without_keys(), open) {
                (Some(service), Some(open)) => again(state, &**sms, service, &message, mail, open).await,
                _ => Ok(send(&**sms, &message).await.into()),
            };
        }
        // It was handed over before, and this server or another one was killed before the answer.
        Channel::Analytics | Channel::Review if open.is_some() => Err(NotSent::Unknown),
        Channel::Analytics => {
            let Some(analytics) = analytics else { return Ok(NotSent::Down.into()) };
            let (Ok(client_id), Ok(event)) = (ClientId::try_from(recipient), serde_json::from_str(&body)) else {
                return Ok(NotSent::Refused.into());
            };
            let occurrence = Occurrence { key, client_id, at: mail.created_at, event };
            send_or(&**analytics, &occurrence, NotSent::Unknown).await
        }
        Channel::Review => {
            let Some(service) = review_service.third_party() else { return Ok(NotSent::Down.into()) };
            match review {
                Some(review) => send_or(service, &review, NotSent::Unknown).await,
                // The account has ended meanwhile.
                None => Ok(()),
            }
        }
    };
    Ok(handed.into())
}

/// A message with what has to be said before it, because it is late.
fn as_it_is_sent(mail: &MailRow, now: Timestamp) -> MailRow {
    let written = WrittenMail { true_until: mail.true_until.map(Timestamp::instant), now: now.instant() };
    match late_mail::note(&written).filter(|_| mail.channel == Channel::Email) {
        Some(note) => {
            let (body, html) =
                (email_content::text_after(note, &mail.body), email_content::html_after(note, &mail.html));
            MailRow { body, html, ..mail.clone() }
        }
        None => mail.clone(),
    }
}

impl From<NotSent> for Outcome {
    fn from(why: NotSent) -> Self {
        Self::Failed(why)
    }
}

/// Hands a message over. A service that does not answer in time is down, or without keys may have taken it.
async fn send<M>(sender: &dyn MessageSender<M>, message: &M) -> Result<(), NotSent> {
    let late = if sender.without_keys().is_some() { NotSent::Unknown } else { NotSent::Down };
    send_or(sender, message, late).await
}

/// The same, with what it means if the service does not answer in time.
async fn send_or<M>(sender: &dyn MessageSender<M>, message: &M, late: NotSent) -> Result<(), NotSent> {
    tokio::time::timeout(TIMEOUT, sender.send(message)).await.unwrap_or(Err(late))
}

/// Looks for a message that the service may have taken, and hands it over again if that is allowed.
async fn again<M>(
    state: &AppState,
    sender: &dyn MessageSender<M>,
    service: &dyn WithoutKeys<M>,
    message: &M,
    mail: &MailRow,
    open: OpenAnswer,
) -> AppResult<Outcome> {
    let looked_for = tokio::time::timeout(TIMEOUT, service.was_taken(message, open.handed_over_at));
    match looked_for.await.unwrap_or(Err(NotSent::Down)) {
        Ok(true) => Ok(Outcome::Sent),
        // It stays unknown.
        Err(_) => Ok(NotSent::Unknown.into()),
        Ok(false) if mail.kind == MFA_CODE || open.is_repeated => Ok(Outcome::NotFound),
        Ok(false) => {
            let mut tx = state.db.write().await?;
            outbox::repeat(&mut tx, &mail.id, state.clock.real_now()).await?;
            tx.commit().await?;
            Ok(send(sender, message).await.into())
        }
    }
}

async fn mark(state: &AppState, mail: &MailRow, outcome: Outcome) -> AppResult<()> {
    let now = state.clock.now();
    if let Outcome::Failed(why) = outcome
        && is_for_good(mail, why)
    {
        tracing::warn!(message = mail.id, kind = mail.kind, %why, "an email is given up");
        return bounce::failed(state, &mail.id, &why.to_string(), matches!(why, NotSent::NoMailbox(_))).await;
    }
    let mut tx = state.db.write().await?;
    let (why, is_unknown) = match outcome {
        Outcome::Sent => {
            let is_read_here = match mail.channel {
                Channel::Email => state.providers.mail.is_read_here(),
                Channel::Sms => state.providers.sms.as_ref().is_some_and(|service| service.is_read_here()),
                Channel::Analytics => state.providers.analytics.as_ref().is_some_and(|service| service.is_read_here()),
                Channel::Review => false,
            };
            outbox::sent(&mut tx, &mail.id, now, is_read_here).await?;
            tx.commit().await?;
            if mail.channel == Channel::Email {
                bounce::taken(state, mail.customer_id.as_deref(), &mail.recipient).await?;
            }
            return Ok(());
        }
        Outcome::Failed(NotSent::Unknown) if matches!(mail.channel, Channel::Analytics | Channel::Review) => {
            let (message, kind) = (&mail.id, &mail.kind);
            tracing::warn!(message, kind, "whether a message was taken is unknown, and it is not sent again");
            outbox::sent(&mut tx, &mail.id, now, false).await?;
            return Ok(tx.commit().await?);
        }
        Outcome::Failed(why @ NotSent::RefusedWith(_)) if mail.channel == Channel::Review => {
            tracing::warn!(review = mail.id, %why, "a review is given up");
            refused_reviews::failed(&mut tx, &mail.id, now, &why.to_string()).await?;
            return Ok(tx.commit().await?);
        }
        Outcome::Failed(NotSent::Stopped) => return no_texts(state, tx, mail, PhoneTrouble::Stopped).await,
        Outcome::Failed(NotSent::Unreachable) => return no_texts(state, tx, mail, PhoneTrouble::Unreachable).await,
        Outcome::NotFound if mail.kind == MFA_CODE => {
            tracing::warn!(message = mail.id, "a code may not have been sent, and is not sent again");
            outbox::remove(&mut tx, &mail.id).await?;
            return Ok(tx.commit().await?);
        }
        Outcome::NotFound => (NotSent::Unknown, true),
        Outcome::Failed(why) => (why, why == NotSent::Unknown),
    };
    // Only id and kind of a message are logged: its text may hold a code or a link.
    tracing::warn!(message = mail.id, kind = mail.kind, %why, "a message could not be sent, and is tried again");
    let wait = match why {
        NotSent::Refused => WAIT_AFTER_REFUSAL,
        _ => wait_after(outbox::attempts(&mut tx, &mail.id).await?.unwrap_or_default()),
    };
    outbox::put_off(&mut tx, &mail.id, now.plus(wait), &why.to_string(), is_unknown).await?;
    Ok(tx.commit().await?)
}

/// Notes that a phone gets no text messages, and gives the message up. A code that still works goes by email instead.
async fn no_texts(state: &AppState, mut tx: Tx, mail: &MailRow, trouble: PhoneTrouble) -> AppResult<()> {
    tracing::warn!(message = mail.id, kind = mail.kind, trouble = trouble.as_str(), "a phone gets no text messages");
    phone_facts::note(&mut tx, &mail.recipient, Some(trouble), state.clock.real_now()).await?;
    outbox::remove(&mut tx, &mail.id).await?;
    let works = mail.kind == MFA_CODE && message::works_until(mail).is_some_and(|end| state.clock.now() < end);
    let customer_id = mail.customer_id.as_ref().filter(|_| works);
    let Some(customer_id) = customer_id else { return Ok(tx.commit().await?) };
    let Some((mut tx, customer)) = tx.about(customer_id).await? else { return Ok(()) };
    // An account that has ended has no address.
    if customer.erased_at.is_none() {
        let instead = message::account::mfa_code_instead(&customer, &mail.body);
        message::queue_written(&mut tx, state.new_id(), instead, mail.created_at).await?;
    }
    Ok(tx.commit().await?)
}

/// Whether trying an email again is useless.
fn is_for_good(mail: &MailRow, why: NotSent) -> bool {
    mail.channel == Channel::Email && !matches!(why, NotSent::Down | NotSent::Later)
}
