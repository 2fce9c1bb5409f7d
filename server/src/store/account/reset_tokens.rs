//! Links to reset a password. Only hashes of their tokens are stored.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};

/// Stores a new link's token.
pub async fn add(
    tx: &mut Tx,
    token_hash: &str,
    customer_id: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO reset_tokens (token_hash, customer_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
        token_hash,
        customer_id,
        now,
        expires_at
    )?;
    Ok(())
}

/// The customer of a link that works now.
pub async fn customer_id(tx: &mut Tx, token_hash: &str, now: Timestamp) -> Result<Option<String>> {
    let row = fetch_optional!(
        tx,
        (String,),
        "SELECT customer_id FROM reset_tokens WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2",
        token_hash,
        now
    )?;
    Ok(row.map(|(customer_id,)| customer_id))
}

/// Uses a link of the customer, which works once. Returns false if it is invalid or expired. A new password locks the customer
/// before the link, and so must this: otherwise two of them could wait for each other.
pub async fn take(tx: &mut CustomerTx, token_hash: &str, now: Timestamp) -> Result<bool> {
    let taken = execute!(
        tx,
        "UPDATE reset_tokens SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2",
        token_hash,
        now
    )?;
    Ok(taken == 1)
}

/// Deletes all of a customer's links.
pub async fn remove_all(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM reset_tokens WHERE customer_id = $1", customer_id)?;
    Ok(())
}
