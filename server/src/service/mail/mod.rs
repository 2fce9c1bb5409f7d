//! Messages to customers. A message is queued in the transaction that causes it; its words stand in a file for each matter.

pub mod account;
pub mod alert;
pub mod asked_for;
pub mod bounce;
pub mod card;
pub mod declined;
pub mod email_content;
pub mod late;
pub mod order;
pub mod outbox;
mod refund;
pub mod try_on;

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::service::mail::email_content::EmailContent;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::mail::outbox::{Channel, MailRow};
use std::time::Duration;
use stylebox_core::policy;
use stylebox_core::values::business_time::Date;

/// The kind of a message with a code of the second factor. It is the only text message: a phone is never proven for good, so
/// nothing else goes there. The code, sent back, proves only that the person who makes the change can read the phone at that moment.
pub const MFA_CODE: &str = "mfa_code";
/// The kind of an email with a link for a password that was forgotten.
pub const RESET_PASSWORD: &str = "reset_password";
/// The kind of an email with a link that confirms its address.
pub const CONFIRM_EMAIL: &str = "confirm_email";

/// Until when the code or the link of a message works; `None` if it is of use later too. The first link for a password is: its
/// email says how to get another one.
#[must_use]
pub fn works_until(message: &MailRow) -> Option<Timestamp> {
    let minutes = match message.kind.as_str() {
        MFA_CODE => policy::MFA_CODE_MINUTES,
        RESET_PASSWORD => 60 * policy::RESET_LINK_HOURS,
        CONFIRM_EMAIL => 60 * policy::EMAIL_LINK_HOURS,
        _ => return None,
    };
    Some(message.created_at.plus(Duration::from_secs(60 * minutes)))
}

/// A message to a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The kind of the message, such as `welcome`.
    pub kind: &'static str,
    /// Email, text message or event.
    pub channel: Channel,
    /// Whose it is: a customer may take back what is not sent.
    pub customer_id: Option<String>,
    /// As in [`MailRow::recipient`].
    pub recipient: String,
    /// Empty for a text message.
    pub subject: String,
    /// The text.
    pub body: String,
    /// The same as HTML; empty for what is not an email.
    pub html: String,
    /// Until when what it says of days and times is true; `None` if that is always.
    pub true_until: Option<Timestamp>,
}

/// Puts a message into the outbox. It is sent after `tx` is committed.
pub async fn queue(state: &AppState, tx: &mut Tx, mail: Mail) -> AppResult<()> {
    queue_as(state, tx, state.new_id(), mail).await
}

/// The same with a given id, by which the caller can find out later whether it was sent.
pub async fn queue_as(state: &AppState, tx: &mut Tx, id: String, mail: Mail) -> AppResult<()> {
    queue_written(tx, id, mail, state.clock.now()).await
}

/// The same with a given time of writing, from which its code or link works.
pub async fn queue_written(tx: &mut Tx, id: String, mail: Mail, created_at: Timestamp) -> AppResult<()> {
    if mail.channel == Channel::Sms && mail.kind != MFA_CODE {
        return Err(AppError::unexpected("A text message is a code: no phone is proven for anything else."));
    }
    let row = MailRow {
        id,
        kind: mail.kind.to_owned(),
        channel: mail.channel,
        customer_id: mail.customer_id,
        recipient: mail.recipient,
        subject: mail.subject,
        body: mail.body,
        html: mail.html,
        created_at,
        sent_at: None,
        failed_at: None,
        true_until: mail.true_until,
    };
    Ok(row.insert(tx).await?)
}

impl Mail {
    #[must_use]
    pub fn to(customer: &CustomerRow, kind: &'static str, content: EmailContent) -> Self {
        let body = content.text(&customer.first_name);
        // Without it the text goes alone.
        let html = content.html(&customer.first_name).unwrap_or_default();
        let (customer_id, recipient) = (Some(customer.id.clone()), customer.email.clone());
        let (channel, subject) = (Channel::Email, content.subject);
        Self { kind, channel, customer_id, recipient, subject, body, html, true_until: None }
    }

    /// The same, whose text names a day as one to come: it is true until that day is over.
    #[must_use]
    pub fn true_until_end_of(self, day: Date) -> Self {
        // Without a day after it, it is always true.
        let true_until = day.plus_days(1).ok().map(Timestamp::start_of);
        Self { true_until, ..self }
    }

    /// The same, whose text names a time as one to come.
    #[must_use]
    pub fn true_until(self, time: Timestamp) -> Self {
        Self { true_until: Some(time), ..self }
    }
}
