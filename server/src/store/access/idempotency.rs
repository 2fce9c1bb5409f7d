//! Claimed idempotency keys and the answers of their calls.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

row! {
    /// A key's record.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct KeyRow {
        /// A hash of the call and its body.
        pub(crate) request_hash: String,
        /// `None` until the call is answered.
        pub(crate) response_status: Option<i64>,
        pub(crate) response_body: Option<String>,
    }
}

/// Claims a key for a call. Returns the record of an earlier claim, or `None` if the claim is new. An expired record does not
/// count.
pub async fn claim(
    tx: &mut Tx,
    customer_id: &str,
    key: &str,
    request_hash: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<Option<KeyRow>> {
    let claimed = execute!(
        tx,
        "INSERT INTO idempotency_keys (customer_id, idempotency_key, request_hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (customer_id, idempotency_key) DO UPDATE
         SET request_hash = excluded.request_hash, created_at = excluded.created_at, expires_at = excluded.expires_at,
           response_status = NULL, response_body = NULL
         WHERE idempotency_keys.expires_at <= $4",
        customer_id,
        key,
        request_hash,
        now,
        expires_at
    )?;
    if claimed == 1 {
        return Ok(None);
    }
    let row = fetch_one!(
        tx,
        KeyRow,
        "SELECT request_hash, response_status, response_body FROM idempotency_keys
         WHERE customer_id = $1 AND idempotency_key = $2",
        customer_id,
        key
    )?;
    Ok(Some(row))
}

/// Stores the final answer under a key.
pub async fn complete(tx: &mut Tx, customer_id: &str, key: &str, status: Option<u16>, body: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE idempotency_keys SET response_status = $3, response_body = $4
         WHERE customer_id = $1 AND idempotency_key = $2",
        customer_id,
        key,
        status.map(i64::from),
        body
    )?;
    Ok(())
}

/// Releases a key: nothing was done under it.
pub async fn release(tx: &mut Tx, customer_id: &str, key: &str) -> Result<()> {
    execute!(tx, "DELETE FROM idempotency_keys WHERE customer_id = $1 AND idempotency_key = $2", customer_id, key)?;
    Ok(())
}
