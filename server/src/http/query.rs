//! The query of a call. A refusal is a form's issues, never a bare text.

use crate::platform::error::AppError;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy;

/// The query, read as the call's type.
#[derive(Debug, Clone, Copy)]
pub struct QueryOf<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryOf<T> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        // No database keeps a NUL in a text.
        if parts.uri.query().is_some_and(|query| query.contains("%00")) {
            return Err(Refusal::BodyMalformed.into());
        }
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(query)| Self(query)).map_err(|_| Refusal::BodyMalformed.into())
    }
}

/// For `#[serde(default, deserialize_with = "page_length")]`: how many entries a page holds, from 1 to the longest page.
///
/// # Errors
/// If it is no number between them.
pub fn page_length<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    let length = Option::<usize>::deserialize(deserializer)?;
    match length {
        Some(length) if length == 0 || length > policy::LONGEST_PAGE => {
            Err(serde::de::Error::custom("a page holds 1 to 100 entries"))
        }
        _ => Ok(length),
    }
}

/// For `#[serde(default, deserialize_with = "search_text")]`: what is searched for; `None` if it is blank.
///
/// # Errors
/// If it is too long.
pub fn search_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?.unwrap_or_default();
    let text = text.trim();
    if text.chars().count() > policy::SEARCH_MAX_LENGTH {
        return Err(serde::de::Error::custom("the text is too long to search for"));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}
