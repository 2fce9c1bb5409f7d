//! A call's JSON body. A refusal never repeats what was sent: it may hold a card number or a password.

use super::connections::BodyTooSlow;
use super::plain_text;
use crate::platform::error::{AppError, AppResult};
use axum::Router;
use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::error::Error;
use std::iter::successors;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;

/// How large a body may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Largest {
    pub(crate) bytes: usize,
    pub(crate) refusal: Refusal,
}

/// The largest body that a call takes.
pub const LARGEST_BODY: Largest = Largest { bytes: 1024 * limits::LARGEST_BODY_KIB, refusal: Refusal::BodyTooLarge };

/// Limits the bodies of the router's calls to `largest`. A body that is announced as larger is refused before any of it is read.
pub fn limit<S: Clone + Send + Sync + 'static>(router: Router<S>, largest: Largest) -> Router<S> {
    router.layer(DefaultBodyLimit::max(largest.bytes)).layer(from_fn_with_state(largest, refuse_announced))
}

async fn refuse_announced(State(largest): State<Largest>, request: Request, next: Next) -> AppResult<Response> {
    let most = u64::try_from(largest.bytes).unwrap_or(u64::MAX);
    if request.body().size_hint().lower() > most {
        return Err(largest.refusal.into());
    }
    Ok(next.run(request).await)
}

/// The body, read as the call's type.
#[derive(Debug, Clone, Copy)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Self, AppError> {
        if !has_json_content_type(request.headers()) {
            return Err(Refusal::ContentTypeNotJson.into());
        }
        let bytes = Bytes::from_request(request, state).await.map_err(unread)?;
        read(&bytes).map(Self)
    }
}

/// Why a body could not be read: it is over the limit, came too slowly, or broke off.
pub fn unread(rejection: BytesRejection) -> AppError {
    refusal_of(&rejection, LARGEST_BODY, Refusal::NotJson).into()
}

/// The refusal of a body that could not be read: `broken` if it broke off.
pub fn refusal_of(rejection: &BytesRejection, largest: Largest, broken: Refusal) -> Refusal {
    let first: &(dyn Error + 'static) = rejection;
    let mut causes = successors(Some(first), |&error| error.source());
    if causes.any(|cause| cause.is::<BodyTooSlow>()) {
        Refusal::RequestTimeout
    } else if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        largest.refusal
    } else {
        broken
    }
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, AppError> {
    if plain_text::json_holds_nul(bytes) {
        return Err(Refusal::BodyMalformed.into());
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let refusal = if error.classify() == Category::Data { Refusal::BodyMalformed } else { Refusal::NotJson };
        AppError::refused(refusal, format!("{} (line {}, column {})", refusal.text(), error.line(), error.column()))
    })
}

/// Whether the request says that its body is JSON. A form on another site cannot say that.
fn has_json_content_type(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = media_type.and_then(|text| text.split(';').next()).map(str::trim).unwrap_or_default();
    essence.eq_ignore_ascii_case("application/json")
}
