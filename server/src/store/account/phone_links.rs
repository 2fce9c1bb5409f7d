//! Codes by which a customer goes on on their own phone. Only hashes of their tokens are stored.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

table! {
    /// A code. It ends with the session that it was made in.
    pub struct PhoneLinkRow in "phone_links", columns columns, written in Tx {
        pub session_id: String,
        pub token_hash: String,
        pub customer_id: String,
        /// Where the customer was, as a path of the page.
        pub path: String,
        pub created_at: Timestamp,
        pub expires_at: Timestamp,
        pub used_at: Option<Timestamp>,
    }
}

/// The code of a session.
pub async fn of_session(tx: &mut Tx, session_id: &str) -> Result<Option<PhoneLinkRow>> {
    let sql = concat!("SELECT ", columns!(), " FROM phone_links WHERE session_id = $1");
    fetch_optional!(tx, PhoneLinkRow, sql, session_id)
}

/// Deletes the code of a session.
pub async fn remove(tx: &mut Tx, session_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM phone_links WHERE session_id = $1", session_id)?;
    Ok(())
}

/// Uses a code, which works once. Returns its customer and path; `None` if it is invalid or expired.
pub async fn take(tx: &mut Tx, token_hash: &str, now: Timestamp) -> Result<Option<(String, String)>> {
    fetch_optional!(
        tx,
        (String, String),
        "UPDATE phone_links SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2
         RETURNING customer_id, path",
        token_hash,
        now
    )
}
