//! Claimed idempotency keys and the outcomes of their calls.

use crate::platform::clock::Timestamp;
use crate::store::column::Column;
use crate::store::{Result, Tx};
use serde::{Deserialize, Serialize};
use stylebox_core::messages::refusals::Refusal;

/// How a call has ended, for a repeat of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The id of the order that it made.
    Ordered(String),
    /// The id of the invoice that it paid.
    Paid(String),
    /// It was refused for good, so a repeat is refused too.
    Refused(#[serde(with = "refusal_code")] Refusal),
}

// A stored outcome of another form is an error: a repeated call would get another answer.
stored_as_json!(Outcome);

/// A refusal is stored as its code.
mod refusal_code {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use stylebox_core::messages::refusals::Refusal;

    pub fn serialize<S: Serializer>(refusal: &Refusal, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(refusal.code())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Refusal, D::Error> {
        let code = String::deserialize(deserializer)?;
        Refusal::of_code(&code).ok_or_else(|| D::Error::custom(format!("no refusal is kept under the code {code}")))
    }
}

row! {
    /// A key's record.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct KeyRow {
        /// A hash of the call and its body.
        pub(crate) request_hash: String,
        /// `None` until the call has ended.
        pub(crate) outcome: Option<Outcome>,
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
           outcome = NULL
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
        "SELECT request_hash, outcome FROM idempotency_keys
         WHERE customer_id = $1 AND idempotency_key = $2",
        customer_id,
        key
    )?;
    Ok(Some(row))
}

/// The record of a key. An expired one does not count.
pub async fn find(tx: &mut Tx, customer_id: &str, key: &str, now: Timestamp) -> Result<Option<KeyRow>> {
    fetch_optional!(
        tx,
        KeyRow,
        "SELECT request_hash, outcome FROM idempotency_keys
         WHERE customer_id = $1 AND idempotency_key = $2 AND expires_at > $3",
        customer_id,
        key,
        now
    )
}

/// Stores how the call of a key has ended.
pub async fn complete(tx: &mut Tx, customer_id: &str, key: &str, outcome: &Outcome) -> Result<()> {
    execute!(
        tx,
        "UPDATE idempotency_keys SET outcome = $3 WHERE customer_id = $1 AND idempotency_key = $2",
        customer_id,
        key,
        outcome.stored()
    )?;
    Ok(())
}
