//! `Idempotency-Key`: a call that charges, sent twice, is done once.
//!
//! The service claims the key in the transaction in which it stores what it is about to do, commits it, does it, and keeps the
//! outcome. A repeated call is answered from the kept outcome.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::random::hex;
use crate::store::Tx;
use crate::store::access::idempotency::{self, KeyRow, Outcome};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;

/// How long a key is kept.
const LIFETIME: Duration = Duration::from_secs(60 * 60 * limits::IDEMPOTENCY_HOURS);

/// The `Idempotency-Key` of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(pub String);

/// The key of a call, and the call's fingerprint.
pub type KeyedCall = (IdempotencyKey, String);

/// What a claim found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The key is new: do the call.
    New,
    /// The same call was begun before and has no final answer yet: continue it.
    Begun,
    /// The same call has ended; holds its outcome.
    Ended(Outcome),
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
        claim_of(found, call)
    }

    /// What [`claim`](Self::claim) would find now. It claims nothing: a call looks before it asks an outside party.
    ///
    /// # Errors
    /// [`Refusal::IdempotencyKeyReused`] if the key was claimed for another call.
    pub async fn look(&self, tx: &mut Tx, customer_id: &str, call: &str, now: Timestamp) -> AppResult<Claim> {
        claim_of(idempotency::find(tx, customer_id, &self.0, now).await?, call)
    }

    /// Keeps how the call has ended.
    pub async fn complete(&self, tx: &mut Tx, customer_id: &str, outcome: &Outcome) -> AppResult<()> {
        Ok(idempotency::complete(tx, customer_id, &self.0, outcome).await?)
    }
}

/// What the record of an earlier claim says to a call.
fn claim_of(found: Option<KeyRow>, call: &str) -> AppResult<Claim> {
    let Some(found) = found else { return Ok(Claim::New) };
    if found.request_hash != call {
        return Err(Refusal::IdempotencyKeyReused.into());
    }
    Ok(found.outcome.map_or(Claim::Begun, Claim::Ended))
}
