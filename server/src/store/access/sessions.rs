//! Open sessions.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

table! {
    pub struct SessionRow in "sessions", columns columns, written in Tx {
        pub id: String,
        /// Only the browser has the token itself.
        pub token_hash: String,
        pub customer_id: String,
        pub created_at: Timestamp,
        /// To the minute.
        pub last_seen_at: Timestamp,
        /// When it ends unless it is used before.
        pub expires_at: Timestamp,
        /// `Chrome on Android`.
        pub device_name: String,
        /// The known device; `None` for a store's tablet.
        pub device_hash: Option<String>,
        /// Its id at the fraud check.
        pub kount_session_id: String,
    }
}

pub async fn open_by_token(tx: &mut Tx, token_hash: &str, now: Timestamp) -> Result<Option<SessionRow>> {
    fetch_optional!(
        tx,
        SessionRow,
        concat!("SELECT ", columns!(), " FROM sessions WHERE token_hash = $1 AND expires_at > $2"),
        token_hash,
        now
    )
}

/// The open sessions of a customer, the newest first.
pub async fn open_of_customer(tx: &mut Tx, customer_id: &str, now: Timestamp) -> Result<Vec<SessionRow>> {
    fetch_all!(
        tx,
        SessionRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM sessions WHERE customer_id = $1 AND expires_at > $2 ORDER BY created_at DESC, id DESC"
        ),
        customer_id,
        now
    )
}

/// Ends a session of the customer, and returns it; `None` if there is no such session.
pub async fn take(tx: &mut Tx, customer_id: &str, id: &str) -> Result<Option<SessionRow>> {
    let sql = concat!("DELETE FROM sessions WHERE id = $1 AND customer_id = $2 RETURNING ", columns!());
    fetch_optional!(tx, SessionRow, sql, id, customer_id)
}

/// Records a use of a session, and until when it now lasts.
pub async fn touch(tx: &mut Tx, id: &str, now: Timestamp, expires_at: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE id = $1", id, now, expires_at)?;
    Ok(())
}

/// Ends a session.
pub async fn remove(tx: &mut Tx, id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM sessions WHERE id = $1", id)?;
    Ok(())
}

/// Ends all sessions of a customer.
pub async fn remove_all(tx: &mut Tx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM sessions WHERE customer_id = $1", customer_id)?;
    Ok(())
}

/// Ends all sessions of a customer but one. `kept` is empty if none is kept.
pub async fn remove_others(tx: &mut Tx, customer_id: &str, kept: &str) -> Result<()> {
    execute!(tx, "DELETE FROM sessions WHERE customer_id = $1 AND id <> $2", customer_id, kept)?;
    Ok(())
}

/// When a session was last verified by a code, if ever. The outer `None` means that the session has ended.
pub async fn verified_at(tx: &mut Tx, id: &str) -> Result<Option<Option<Timestamp>>> {
    let row = fetch_optional!(tx, (Option<Timestamp>,), "SELECT mfa_verified_at FROM sessions WHERE id = $1", id)?;
    Ok(row.map(|(at,)| at))
}

/// Records that a session was verified by a code.
pub async fn set_verified(tx: &mut Tx, id: &str, now: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE sessions SET mfa_verified_at = $2 WHERE id = $1", id, now)?;
    Ok(())
}
