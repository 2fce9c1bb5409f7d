//! The header `Idempotency-Key`.

use crate::platform::error::AppError;
use crate::service::access::idempotency::IdempotencyKey;
use crate::state::AppState;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;

impl FromRequestParts<AppState> for IdempotencyKey {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, AppError> {
        let header = parts.headers.get("idempotency-key").and_then(|value| value.to_str().ok()).unwrap_or_default();
        // HTTP strips blanks around a header's value.
        let key = header.trim_matches([' ', '\t']);
        let is_visible = key.bytes().all(|byte| byte.is_ascii_graphic());
        if key.is_empty() || key.len() > limits::IDEMPOTENCY_KEY_MAX_LENGTH || !is_visible {
            return Err(Refusal::IdempotencyKeyInvalid.into());
        }
        Ok(Self(key.to_owned()))
    }
}

/// A call that charges nothing need not have a key, but an invalid one is refused.
impl OptionalFromRequestParts<AppState> for IdempotencyKey {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, AppError> {
        if !parts.headers.contains_key("idempotency-key") {
            return Ok(None);
        }
        <Self as FromRequestParts<AppState>>::from_request_parts(parts, state).await.map(Some)
    }
}
