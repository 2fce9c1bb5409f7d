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

/// Uses a link, which works once. Returns its customer; `None` if it is invalid or expired.
pub async fn take(tx: &mut Tx, token_hash: &str, now: Timestamp) -> Result<Option<String>> {
    let row = fetch_optional!(
        tx,
        (String,),
        "UPDATE reset_tokens SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2
         RETURNING customer_id",
        token_hash,
        now
    )?;
    Ok(row.map(|(customer_id,)| customer_id))
}

/// Deletes all of a customer's links.
pub async fn remove_all(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM reset_tokens WHERE customer_id = $1", customer_id)?;
    Ok(())
}
