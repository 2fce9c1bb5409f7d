//! Open sessions: who is signed in where.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

table! {
    /// A session.
    pub struct SessionRow in "sessions", columns columns, written in Tx {
        /// The session's id.
        pub id: String,
        /// Hash of its token: the token itself is known to the browser alone.
        pub token_hash: String,
        /// Whose it is.
        pub customer_id: String,
        /// When it was opened.
        pub created_at: Timestamp,
        /// When it was last used, to the minute.
        pub last_seen_at: Timestamp,
        /// When it ends if it is not used before.
        pub expires_at: Timestamp,
    }
}

/// The open session of a token.
pub async fn open_by_token(tx: &mut Tx, token_hash: &str, now: Timestamp) -> Result<Option<SessionRow>> {
    fetch_optional!(
        tx,
        SessionRow,
        concat!("SELECT ", columns!(), " FROM sessions WHERE token_hash = $1 AND expires_at > $2"),
        token_hash,
        now
    )
}

/// Notes that a session was used, and until when it now lasts.
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

/// When a session last proved, by a code, that its customer is there, if ever; nothing at all where it has ended.
pub async fn verified_at(tx: &mut Tx, id: &str) -> Result<Option<Option<Timestamp>>> {
    let row = fetch_optional!(tx, (Option<Timestamp>,), "SELECT mfa_verified_at FROM sessions WHERE id = $1", id)?;
    Ok(row.map(|(at,)| at))
}

/// Notes that a session has proved, by a code, that its customer is there.
pub async fn set_verified(tx: &mut Tx, id: &str, now: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE sessions SET mfa_verified_at = $2 WHERE id = $1", id, now)?;
    Ok(())
}
