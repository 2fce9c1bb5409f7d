//! A call's JSON body. A refusal never repeats what was sent: it may hold a card number or a password.

use super::error::{AppError, NOT_JSON, NOT_OF_THE_FORM, NOT_SAID_TO_BE_JSON, TOO_LARGE};
use super::plain_text;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use stylebox_core::policy::limits;

/// The largest body that a call takes, in bytes.
pub const LARGEST_BODY: usize = 1024 * limits::LARGEST_BODY_KIB;

/// The body, read as the call's type.
#[derive(Debug, Clone, Copy)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Self, AppError> {
        if !is_said_to_be_json(request.headers()) {
            return Err(NOT_SAID_TO_BE_JSON.into());
        }
        let bytes = Bytes::from_request(request, state).await.map_err(unread)?;
        read(&bytes).map(Self)
    }
}

/// The bytes of a body, where the call takes it as it comes.
///
/// # Errors
/// Where it is over the limit or does not arrive whole.
pub fn unread(rejection: BytesRejection) -> AppError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE { TOO_LARGE.into() } else { NOT_JSON.into() }
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, AppError> {
    if plain_text::json_holds_nul(bytes) {
        return Err(NOT_OF_THE_FORM.into());
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let refusal = if error.classify() == Category::Data { NOT_OF_THE_FORM } else { NOT_JSON };
        refusal.saying(format!("{} (line {}, column {})", refusal.text(), error.line(), error.column()))
    })
}

/// Whether the request says that its body is JSON; a form on somebody else's page cannot.
fn is_said_to_be_json(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = media_type.and_then(|text| text.split(';').next()).map(str::trim).unwrap_or_default();
    essence.eq_ignore_ascii_case("application/json")
}
