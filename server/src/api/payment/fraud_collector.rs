//! The script of the fraud check's kit, which the shop's own domain serves.

use crate::platform::digest::sha256;
use crate::platform::error::{AppError, AppResult};
use crate::providers::fraud::Collector;
use crate::state::AppState;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use stylebox_core::messages::refusals::Refusal;

/// Where it is, below `/api`.
pub const PATH: &str = "/fraud_collector.js";

/// Its address. It contains a hash of the script, because browsers cache the script.
#[must_use]
pub fn address(collector: &Collector) -> String {
    let hash = sha256(&*collector.script);
    format!("/api{PATH}?version={}", hash.get(..16).unwrap_or_default())
}

/// The script of the fraud check that is chosen.
///
/// # Errors
/// [`Refusal::NotFound`] if it has none.
pub async fn script(State(state): State<AppState>) -> AppResult<impl IntoResponse> {
    let collector = state.collector().ok_or_else(|| AppError::from(Refusal::NotFound))?;
    let kept = (header::CACHE_CONTROL, "public, max-age=31536000, immutable");
    let is_script = (header::CONTENT_TYPE, "text/javascript; charset=utf-8");
    Ok(([is_script, kept], collector.script.to_string()))
}
