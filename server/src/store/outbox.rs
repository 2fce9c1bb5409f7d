//! E-mails that are to leave, written in the transaction that causes them.

use super::{Result, Tx};
use crate::clock::Timestamp;

/// An e-mail.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct MailRow {
    /// Its id.
    pub id: String,
    /// What it is about: `welcome`, `reset_password`, …
    pub kind: String,
    /// The address it goes to.
    pub recipient: String,
    /// The subject.
    pub subject: String,
    /// The text.
    pub body: String,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it left.
    pub sent_at: Option<Timestamp>,
}

/// Puts an e-mail into the outbox.
///
/// # Errors
/// Where the database fails.
pub async fn add(tx: &mut Tx, mail: &MailRow) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO outbox (id, kind, recipient, subject, body, created_at, sent_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &mail.id,
        &mail.kind,
        &mail.recipient,
        &mail.subject,
        &mail.body,
        mail.created_at,
        mail.sent_at
    )?;
    Ok(())
}

/// The newest e-mails first, at most `limit`.
///
/// # Errors
/// Where the database fails.
pub async fn newest(tx: &mut Tx, limit: i64) -> Result<Vec<MailRow>> {
    fetch_all!(
        tx,
        MailRow,
        "SELECT id, kind, recipient, subject, body, created_at, sent_at FROM outbox
         ORDER BY created_at DESC, id DESC LIMIT $1",
        limit
    )
}
