//! Phone links, by which a customer continues on their own phone. Only hashes of their tokens are stored.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};

table! {
    /// A link. It ends with the session that it was made in.
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

pub async fn of_session(tx: &mut Tx, session_id: &str) -> Result<Option<PhoneLinkRow>> {
    let sql = concat!("SELECT ", columns!(), " FROM phone_links WHERE session_id = $1");
    fetch_optional!(tx, PhoneLinkRow, sql, session_id)
}

/// Deletes the link of a session.
pub async fn remove(tx: &mut Tx, session_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM phone_links WHERE session_id = $1", session_id)?;
    Ok(())
}

/// The customer of a link that works now.
pub async fn customer_id(tx: &mut Tx, token_hash: &str, now: Timestamp) -> Result<Option<String>> {
    let row = fetch_optional!(
        tx,
        (String,),
        "SELECT customer_id FROM phone_links WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2",
        token_hash,
        now
    )?;
    Ok(row.map(|(customer_id,)| customer_id))
}

/// Uses a link of the customer, which works once. Returns its path; `None` if it is invalid or expired. A new link and a new
/// password lock the customer before the link, and so must this: otherwise two of them could wait for each other.
pub async fn take(tx: &mut CustomerTx, token_hash: &str, now: Timestamp) -> Result<Option<String>> {
    let row = fetch_optional!(
        tx,
        (String,),
        "UPDATE phone_links SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2
         RETURNING path",
        token_hash,
        now
    )?;
    Ok(row.map(|(path,)| path))
}
