//! `Idempotency-Key`: a call that charges, sent twice, is done once.
//!
//! The service claims the key in the transaction in which it stores what it is about to do, commits it, does it, and keeps
//! the final answer in the transaction that settles it.

use crate::http::error::{AppError, AppResult, Refusal};
use crate::platform::clock::Timestamp;
use crate::platform::random::hex;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::platform::idempotency;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::time::Duration;
use stylebox_core::messages::refusals;
use stylebox_core::policy::limits;

/// How long a key is kept.
const KEPT: Duration = Duration::from_secs(60 * 60 * limits::IDEMPOTENCY_HOURS);

/// No key, or one that cannot be taken.
pub const KEY_INVALID: Refusal = Refusal::new(StatusCode::BAD_REQUEST, refusals::KEY_INVALID);
/// Another call was made under the key.
pub const KEY_REUSED: Refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, refusals::KEY_REUSED);

/// The key that a call came with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(pub String);

impl FromRequestParts<AppState> for IdempotencyKey {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, AppError> {
        let header = parts.headers.get("idempotency-key").and_then(|value| value.to_str().ok()).unwrap_or_default();
        // HTTP itself takes away what is blank around a value.
        let key = header.trim_matches([' ', '\t']);
        let is_visible = key.bytes().all(|byte| byte.is_ascii_graphic());
        if key.is_empty() || key.len() > limits::IDEMPOTENCY_KEY_MAX_LENGTH || !is_visible {
            return Err(KEY_INVALID.into());
        }
        Ok(Self(key.to_owned()))
    }
}

/// A call that charges nothing need not have a key; one that cannot be taken is refused all the same.
impl OptionalFromRequestParts<AppState> for IdempotencyKey {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, AppError> {
        if !parts.headers.contains_key("idempotency-key") {
            return Ok(None);
        }
        <Self as FromRequestParts<AppState>>::from_request_parts(parts, state).await.map(Some)
    }
}

/// What a claim found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The key is new: go on.
    New,
    /// The same call was begun before and has no final answer yet: take it up where it stands.
    Begun,
    /// The same call was answered: answer the same.
    Answered(Answer),
}

/// A kept answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The JSON body.
    pub body: String,
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        (self.status, [("content-type", "application/json")], self.body).into_response()
    }
}

/// Identifies a call and its body, without keeping either. Never for a body with a card number: a hash can be searched for.
///
/// # Errors
/// Where the body cannot be written as JSON.
pub fn fingerprint(call: &str, body: &impl Serialize) -> AppResult<String> {
    let body = serde_json::to_vec(body).map_err(AppError::unexpected)?;
    Ok(hex(&Sha256::new().chain_update(call).chain_update([0]).chain_update(body).finalize()))
}

impl IdempotencyKey {
    /// Claims the key for a call of `customer_id`, whose fingerprint is `call`; it holds once `tx` is committed.
    ///
    /// # Errors
    /// [`KEY_REUSED`] where it was claimed for another call.
    pub async fn claim(&self, tx: &mut Tx, customer_id: &str, call: &str, now: Timestamp) -> AppResult<Claim> {
        let found = idempotency::claim(tx, customer_id, &self.0, call, now, now.plus(KEPT)).await?;
        let Some(found) = found else { return Ok(Claim::New) };
        if found.request_hash != call {
            return Err(KEY_REUSED.into());
        }
        let status = found.response_status.and_then(|status| u16::try_from(status).ok());
        match (status.and_then(|status| StatusCode::from_u16(status).ok()), found.response_body) {
            (Some(status), Some(body)) => Ok(Claim::Answered(Answer { status, body })),
            _ => Ok(Claim::Begun),
        }
    }

    /// Keeps the final answer to the call.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn complete(&self, tx: &mut Tx, customer_id: &str, answer: &Answer) -> AppResult<()> {
        Ok(idempotency::complete(tx, customer_id, &self.0, answer.status.as_u16(), &answer.body).await?)
    }

    /// Gives the key back: nothing was done, and the same call may be tried again.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn release(&self, tx: &mut Tx, customer_id: &str) -> AppResult<()> {
        Ok(idempotency::release(tx, customer_id, &self.0).await?)
    }
}
