//! Email addresses that wait until their link is opened. Only hashes of the links' tokens are stored.

use crate::platform::clock::Timestamp;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};

row! {
    /// An address that waits.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct WaitingEmail {
        /// As typed.
        pub(crate) email: String,
        /// In lower case.
        pub(crate) email_key: String,
    }
}

/// The address that waits for the customer `$1` at the time `$2`.
pub(in crate::store) const OF_CUSTOMER: JsonList = json_list!(
    "email_changes.email, email_changes.email_key",
    "FROM email_changes WHERE email_changes.customer_id = $1 AND email_changes.expires_at > $2",
    ""
);

/// Stores the address that a customer has asked for. It replaces the one before, whose link stops working.
pub async fn put(
    tx: &mut CustomerTx,
    customer_id: &str,
    waiting: &WaitingEmail,
    token_hash: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO email_changes (customer_id, email, email_key, token_hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (customer_id) DO UPDATE SET email = excluded.email, email_key = excluded.email_key,
         token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at",
        customer_id,
        &waiting.email,
        &waiting.email_key,
        token_hash,
        now,
        expires_at
    )?;
    Ok(())
}

/// The address that waits for a customer.
pub async fn of_customer(tx: &mut Tx, customer_id: &str, now: Timestamp) -> Result<Option<WaitingEmail>> {
    Ok(fetch_json_list!(tx, WaitingEmail, OF_CUSTOMER, customer_id, now)?.into_iter().next())
}

/// The customer of a link that works now.
pub async fn customer_id(tx: &mut Tx, token_hash: &str, now: Timestamp) -> Result<Option<String>> {
    let row = fetch_optional!(
        tx,
        (String,),
        "SELECT customer_id FROM email_changes WHERE token_hash = $1 AND expires_at > $2",
        token_hash,
        now
    )?;
    Ok(row.map(|(customer_id,)| customer_id))
}

/// Uses a link of the customer, which works once. Returns its address; `None` if it is invalid or expired.
pub async fn take(tx: &mut CustomerTx, token_hash: &str, now: Timestamp) -> Result<Option<WaitingEmail>> {
    fetch_optional!(
        tx,
        WaitingEmail,
        "DELETE FROM email_changes WHERE token_hash = $1 AND expires_at > $2 RETURNING email, email_key",
        token_hash,
        now
    )
}

/// Withdraws the address that waits for a customer.
pub async fn remove(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM email_changes WHERE customer_id = $1", customer_id)?;
    Ok(())
}
