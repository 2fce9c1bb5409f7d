//! E-mails and text messages that are to leave, written in the transaction that causes them.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

words! {
    /// By which way a message leaves.
    pub enum Channel {
        /// An e-mail.
        Email = "email",
        /// A text message to a cell phone.
        Sms = "sms",
    }
}

table! {
    /// A message.
    pub struct MailRow in "outbox", columns columns, written in Tx {
        /// Its id.
        pub id: String,
        /// What it is about: `welcome`, `reset_password`, …
        pub kind: String,
        /// By which way it leaves.
        pub channel: Channel,
        /// The e-mail address or the ten digits of the phone that it goes to.
        pub recipient: String,
        /// The subject; a text message has none.
        pub subject: String,
        /// The text; empty once it has left, but where it is to be read here.
        pub body: String,
        /// When it was written.
        pub created_at: Timestamp,
        /// When it left.
        pub sent_at: Option<Timestamp>,
    }
}

/// The newest messages first, at most `limit`.
pub async fn newest(tx: &mut Tx, limit: i64) -> Result<Vec<MailRow>> {
    fetch_all!(
        tx,
        MailRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM outbox
         ORDER BY created_at DESC, id DESC LIMIT $1"
        ),
        limit
    )
}

/// The oldest messages that are not sent and may be handed over now, at most `limit`.
pub async fn due(tx: &mut Tx, channel: Channel, now: Timestamp, limit: i64) -> Result<Vec<MailRow>> {
    fetch_all!(
        tx,
        MailRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM outbox
         WHERE sent_at IS NULL AND (next_try_at IS NULL OR next_try_at <= $1)
           AND (claimed_until IS NULL OR claimed_until <= $1) AND channel = $3
         ORDER BY created_at, id LIMIT $2"
        ),
        now,
        limit,
        channel.as_str()
    )
}

/// Takes a message to hand it over; nobody else does until then. Whether it was to be had.
pub async fn claim(tx: &mut Tx, id: &str, now: Timestamp, until: Timestamp) -> Result<bool> {
    let claimed = execute!(
        tx,
        "UPDATE outbox SET claimed_until = $3, attempts = attempts + 1
         WHERE id = $1 AND sent_at IS NULL AND (next_try_at IS NULL OR next_try_at <= $2)
           AND (claimed_until IS NULL OR claimed_until <= $2)",
        id,
        now,
        until
    )?;
    Ok(claimed == 1)
}

/// How often a message was handed over.
pub async fn attempts(tx: &mut Tx, id: &str) -> Result<i64> {
    Ok(fetch_one!(tx, (i64,), "SELECT attempts FROM outbox WHERE id = $1", id)?.0)
}

/// Notes that a message left. Its text stays only where it is to be read here: codes and links are nobody's but the customer's.
pub async fn sent(tx: &mut Tx, id: &str, at: Timestamp, is_read_here: bool) -> Result<()> {
    execute!(
        tx,
        "UPDATE outbox SET sent_at = $2, claimed_until = NULL, next_try_at = NULL, last_error = NULL,
           body = CASE WHEN $3 THEN body ELSE '' END
         WHERE id = $1 AND sent_at IS NULL",
        id,
        at,
        is_read_here
    )?;
    Ok(())
}

/// Notes that a message could not be handed over, and when it is tried again.
pub async fn put_off(tx: &mut Tx, id: &str, next_try_at: Timestamp, why: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE outbox SET claimed_until = NULL, next_try_at = $2, last_error = $3 WHERE id = $1",
        id,
        next_try_at,
        why
    )?;
    Ok(())
}

/// A message that does not get through, as the back of the shop sees it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct StuckRow {
    /// Its id.
    pub id: String,
    /// What it is about.
    pub kind: String,
    /// Who does not get it.
    pub recipient: String,
    /// How often it was tried.
    pub attempts: i64,
    /// What went wrong last.
    pub last_error: String,
}

/// The messages that went wrong at least so often and are not sent yet, the oldest first.
pub async fn stuck(tx: &mut Tx, attempts: i64) -> Result<Vec<StuckRow>> {
    fetch_all!(
        tx,
        StuckRow,
        "SELECT id, kind, recipient, attempts, last_error FROM outbox
         WHERE sent_at IS NULL AND last_error IS NOT NULL AND attempts >= $1 ORDER BY created_at, id",
        attempts
    )
}
