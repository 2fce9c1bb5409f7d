//! The second factor: the change that waits in a session, and the code that was sent for it.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::word_enum;

word_enum! {
    /// What kind of change waits for a code.
    pub enum PendingKind {
        /// A change of the account.
        Account = "account",
        /// Another card.
        Card = "card",
    }
}

stored_as_text!(PendingKind);

row! {
    /// A change that waits for a code: its kind, and JSON that only its kind can read.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct PendingRow {
        pub(crate) kind: PendingKind,
        pub(crate) change: String,
    }
}

/// Stores a session's waiting change. It replaces the one before.
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

/// Lets a session's waiting change wait longer.
pub async fn keep_change(tx: &mut CustomerTx, session_id: &str, expires_at: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE pending_changes SET expires_at = $2 WHERE session_id = $1", session_id, expires_at)?;
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

/// The changes that wait in all of a customer's sessions, including those that have ended.
pub async fn changes_of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<PendingRow>> {
    fetch_all!(
        tx,
        PendingRow,
        "SELECT pending_changes.kind, pending_changes.change FROM sessions CROSS JOIN pending_changes
         WHERE sessions.customer_id = $1 AND pending_changes.session_id = sessions.id",
        customer_id
    )
}

row! {
    /// The code of a session.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct CodeRow {
        pub(crate) code_hash: String,
        pub(crate) tries: i64,
        pub(crate) expires_at: Timestamp,
    }
}

/// Stores a session's new code. It replaces the one before.
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

/// The newest code of a session.
pub async fn code(tx: &mut Tx, session_id: &str) -> Result<Option<CodeRow>> {
    fetch_optional!(tx, CodeRow, "SELECT code_hash, tries, expires_at FROM mfa_codes WHERE session_id = $1", session_id)
}

/// Counts a try of a session's code.
pub async fn count_try(tx: &mut CustomerTx, session_id: &str) -> Result<()> {
    execute!(tx, "UPDATE mfa_codes SET tries = tries + 1 WHERE session_id = $1", session_id)?;
    Ok(())
}

/// Deletes a session's code.
pub async fn forget_code(tx: &mut CustomerTx, session_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM mfa_codes WHERE session_id = $1", session_id)?;
    Ok(())
}

/// Deletes a session's waiting change and its code.
pub async fn forget(tx: &mut CustomerTx, session_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM pending_changes WHERE session_id = $1", session_id)?;
    forget_code(tx, session_id).await
}
