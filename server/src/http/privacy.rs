//! Global Privacy Control: a browser's refusal on behalf of its customer.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::convert::Infallible;

/// Whether the browser sent `Sec-GPC: 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GlobalPrivacyControl(pub bool);

impl<S: Send + Sync> FromRequestParts<S> for GlobalPrivacyControl {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.headers.get("sec-gpc").is_some_and(|value| value == "1")))
    }
}
