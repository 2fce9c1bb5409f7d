//! The header `Idempotency-Key`, and the response made from a kept answer.

use crate::platform::error::AppError;
use crate::service::access::idempotency::{IdempotencyKey, KeptResponse};
use crate::state::AppState;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
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

impl IntoResponse for KeptResponse {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, [("content-type", "application/json")], self.body).into_response()
    }
}
