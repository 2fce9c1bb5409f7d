//! The second factor: the change that waits in a session, and the code that the session was sent.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};

words! {
    /// What kind of change waits for a code.
    pub enum PendingKind {
        /// Of the account.
        Account = "account",
        /// Of the card.
        Card = "card",
    }
}

/// A change that waits for a code: its kind, and JSON that only its kind can read.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct PendingRow {
    /// Which part of the service makes it.
    #[sqlx(try_from = "String")]
    pub kind: PendingKind,
    /// The change, as JSON.
    pub change: String,
}

/// Lets a change wait in a session, in the place of the one that waited before.
pub async fn put_change(
    tx: &mut CustomerTx,
    session_id: &str,
    customer_id: &str,
    pending: &PendingRow,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO pending_changes (session_id, customer_id, kind, change, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (session_id) DO UPDATE
         SET kind = excluded.kind, change = excluded.change, created_at = excluded.created_at, expires_at = excluded.expires_at",
        session_id,
        customer_id,
        pending.kind.as_str(),
        &pending.change,
        now,
        expires_at
    )?;
    Ok(())
}

/// The change that waits in a session.
pub async fn change(tx: &mut Tx, session_id: &str, now: Timestamp) -> Result<Option<PendingRow>> {
    fetch_optional!(
        tx,
        PendingRow,
        "SELECT kind, change FROM pending_changes WHERE session_id = $1 AND expires_at > $2",
        session_id,
        now
    )
}

/// A code that a session was sent.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct CodeRow {
    /// Its hash.
    pub code_hash: String,
    /// How often it was tried.
    pub tries: i64,
    /// Until when it works.
    pub expires_at: Timestamp,
}

/// Keeps a session's new code, in the place of the one before.
pub async fn put_code(
    tx: &mut CustomerTx,
    session_id: &str,
    customer_id: &str,
    code_hash: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO mfa_codes (session_id, customer_id, code_hash, tries, created_at, expires_at)
         VALUES ($1, $2, $3, 0, $4, $5)
         ON CONFLICT (session_id) DO UPDATE SET code_hash = excluded.code_hash, tries = 0,
         created_at = excluded.created_at, expires_at = excluded.expires_at",
        session_id,
        customer_id,
        code_hash,
        now,
        expires_at
    )?;
    Ok(())
}

/// The code that a session was sent last.
pub async fn code(tx: &mut Tx, session_id: &str) -> Result<Option<CodeRow>> {
    fetch_optional!(tx, CodeRow, "SELECT code_hash, tries, expires_at FROM mfa_codes WHERE session_id = $1", session_id)
}

/// Counts a try of a session's code.
pub async fn count_try(tx: &mut CustomerTx, session_id: &str) -> Result<()> {
    execute!(tx, "UPDATE mfa_codes SET tries = tries + 1 WHERE session_id = $1", session_id)?;
    Ok(())
}

/// Forgets the change that waited in a session, and its code: it is done.
pub async fn forget(tx: &mut CustomerTx, session_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM pending_changes WHERE session_id = $1", session_id)?;
    execute!(tx, "DELETE FROM mfa_codes WHERE session_id = $1", session_id)?;
    Ok(())
}
