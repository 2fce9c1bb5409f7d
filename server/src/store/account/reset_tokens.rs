//! Links by which a password is set anew; only hashes of their tokens.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};

/// Keeps a new link's token.
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

/// Uses a link: whose it is, where it still holds. It holds once.
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

/// Makes all of a customer's links worthless.
pub async fn remove_all(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM reset_tokens WHERE customer_id = $1", customer_id)?;
    Ok(())
}
