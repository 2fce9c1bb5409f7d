//! `Idempotency-Key`: a call that charges, sent twice, is done once.
//!
//! The service claims the key in the transaction in which it stores what it is about to do, commits it, does it, and keeps
//! the final answer in the transaction that settles it.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::random::hex;
use crate::store::Tx;
use crate::store::access::idempotency;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::ops::RangeInclusive;
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;

/// How long a key is kept.
const LIFETIME: Duration = Duration::from_secs(60 * 60 * limits::IDEMPOTENCY_HOURS);

/// The statuses that a response can have.
const STATUSES: RangeInclusive<u16> = 100..=599;

/// The `Idempotency-Key` of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(pub String);

/// What a claim found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The key is new: do the call.
    New,
    /// The same call was begun before and has no final answer yet: continue it.
    Begun,
    /// The same call was answered: give the same answer.
    Answered(Answer),
}

/// A kept answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The response itself.
    Response(KeptResponse),
    /// The id of what was made, from which the response is made anew.
    Made(String),
}

/// A response as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptResponse {
    /// Its HTTP status.
    pub status: u16,
    /// Its body, JSON.
    pub body: String,
}

/// A hash that identifies a call and its body. Never use it for a body with a card number: hashes of card numbers can be guessed.
///
/// # Errors
/// If the body cannot be written as JSON.
pub fn fingerprint(call: &str, body: &impl Serialize) -> AppResult<String> {
    let body = serde_json::to_vec(body).map_err(AppError::unexpected)?;
    Ok(hex(&Sha256::new().chain_update(call).chain_update([0]).chain_update(body).finalize()))
}

impl IdempotencyKey {
    /// Claims the key for a customer's call with the fingerprint `call`. The claim holds once `tx` is committed.
    ///
    /// # Errors
    /// [`Refusal::IdempotencyKeyReused`] if it was claimed for another call.
    pub async fn claim(&self, tx: &mut Tx, customer_id: &str, call: &str, now: Timestamp) -> AppResult<Claim> {
        let found = idempotency::claim(tx, customer_id, &self.0, call, now, now.plus(LIFETIME)).await?;
        let Some(found) = found else { return Ok(Claim::New) };
        if found.request_hash != call {
            return Err(Refusal::IdempotencyKeyReused.into());
        }
        let Some(body) = found.response_body else { return Ok(Claim::Begun) };
        Ok(Claim::Answered(match found.response_status {
            Some(status) => {
                let known = u16::try_from(status).ok().filter(|status| STATUSES.contains(status));
                let status = known.ok_or_else(|| AppError::unexpected(format!("the kept status {status}")))?;
                Answer::Response(KeptResponse { status, body })
            }
            None => Answer::Made(body),
        }))
    }

    /// Keeps the final answer to the call.
    pub async fn complete(&self, tx: &mut Tx, customer_id: &str, answer: &Answer) -> AppResult<()> {
        let (status, body) = match answer {
            Answer::Response(KeptResponse { status, body }) => (Some(*status), body),
            Answer::Made(id) => (None, id),
        };
        Ok(idempotency::complete(tx, customer_id, &self.0, status, body).await?)
    }

    /// Releases the key: nothing was done, and the same call may be tried again.
    pub async fn release(&self, tx: &mut Tx, customer_id: &str) -> AppResult<()> {
        Ok(idempotency::release(tx, customer_id, &self.0).await?)
    }
}
