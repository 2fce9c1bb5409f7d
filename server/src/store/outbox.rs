//! E-mails and text messages that are to leave, written in the transaction that causes them.

use super::{Result, Tx};
use crate::clock::Timestamp;

words! {
    /// By which way a message leaves.
    pub enum Channel {
        /// An e-mail.
        Email = "email",
        /// A text message to a cell phone.
        Sms = "sms",
    }
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct MailRow {
    /// Its id.
    pub id: String,
    /// What it is about: `welcome`, `reset_password`, …
    pub kind: String,
    /// By which way it leaves.
    #[sqlx(try_from = "String")]
    pub channel: Channel,
    /// The e-mail address or the ten digits of the phone that it goes to.
    pub recipient: String,
    /// The subject; a text message has none.
    pub subject: String,
    /// The text.
    pub body: String,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it left.
    pub sent_at: Option<Timestamp>,
}

/// Puts a message into the outbox.
///
/// # Errors
/// Where the database fails.
pub async fn add(tx: &mut Tx, mail: &MailRow) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO outbox (id, kind, channel, recipient, subject, body, created_at, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        &mail.id,
        &mail.kind,
        mail.channel.as_str(),
        &mail.recipient,
        &mail.subject,
        &mail.body,
        mail.created_at,
        mail.sent_at
    )?;
    Ok(())
}

/// The newest messages first, at most `limit`.
///
/// # Errors
/// Where the database fails.
pub async fn newest(tx: &mut Tx, limit: i64) -> Result<Vec<MailRow>> {
    fetch_all!(
        tx,
        MailRow,
        "SELECT id, kind, channel, recipient, subject, body, created_at, sent_at FROM outbox
         ORDER BY created_at DESC, id DESC LIMIT $1",
        limit
    )
}
