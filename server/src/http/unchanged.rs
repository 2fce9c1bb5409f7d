//! Answers to calls that the page makes again and again: `304` without a body if the caller has the same answer already.

use crate::platform::digest::sha256;
use crate::platform::error::{AppError, AppResult};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::convert::Infallible;

/// The tags of the answers that the caller has: its `If-None-Match`.
#[derive(Debug, Clone)]
pub struct IfNoneMatch(HeaderMap);

impl<S: Send + Sync> FromRequestParts<S> for IfNoneMatch {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let tags = parts.headers.get_all(header::IF_NONE_MATCH).iter();
        Ok(Self(tags.map(|tags| (header::IF_NONE_MATCH, tags.clone())).collect()))
    }
}

impl IfNoneMatch {
    /// The answer with this body, or that nothing has changed. The tag is a digest of the body: nobody can read the body from it.
    ///
    /// # Errors
    /// If the body cannot be written as JSON.
    pub fn answer(&self, body: &impl Serialize) -> AppResult<Response> {
        let text = serde_json::to_vec(body).map_err(AppError::unexpected)?;
        // Weak: the answer may be compressed on its way.
        let tag = format!("W/\"{}\"", sha256(&text));
        let is_known = is_known(&self.0, tag.trim_start_matches("W/"));
        let tag = HeaderValue::try_from(tag).map_err(AppError::unexpected)?;
        if is_known {
            return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
        }
        let media_type = HeaderValue::from_static("application/json");
        Ok(([(header::CONTENT_TYPE, media_type), (header::ETAG, tag)], text).into_response())
    }
}

/// Whether the caller has the answer with this tag. A proxy that compresses marks the tag as weak.
pub(super) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let mut known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|known| known.to_str().ok());
    known.any(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag))
}
