//! `POST /api/webhooks/{party}`: what outside parties tell us. It is for them and not for the page, so the description leaves it out.

use crate::platform::error::{AppError, AppResult};
use crate::providers::common::webhook::{Delivery, NotTaken};
use crate::service::operation::webhooks;
use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{OriginalUri, Path, State};
use axum::http::{HeaderMap, StatusCode};
use stylebox_core::messages::refusals::Refusal;

/// Stores the events of a call that is proved to come from its party, and answers immediately: the job `webhooks` processes them.
pub async fn receive(
    State(state): State<AppState>,
    Path(party): Path<String>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> AppResult<StatusCode> {
    let body = body.map_err(crate::http::body::unread)?;
    let webhook = state.providers.webhook(&party).ok_or(Refusal::NotFound)?;
    let path = uri.path_and_query().map(ToString::to_string).unwrap_or_default();
    let url = format!("{}{path}", state.settings.public_url.origin());
    let headers: Vec<(&str, &str)> =
        headers.iter().filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?))).collect();
    let delivery = Delivery { url: &url, headers: &headers, body: &body, now: state.clock.real_now() };
    let events = webhook.read(&delivery).map_err(|error| {
        tracing::warn!(party = webhook.party(), %error, "a call to a webhook was not taken");
        AppError::from(match error {
            NotTaken::Unproven => Refusal::NotAuthorized,
            NotTaken::Malformed => Refusal::BodyMalformed,
        })
    })?;
    if !events.is_empty() {
        webhooks::take(&state, webhook.party(), events).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
