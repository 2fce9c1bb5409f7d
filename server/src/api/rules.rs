//! `POST /rules/{rule}`: anybody can call core's rules.

use crate::http::body::unread;
use crate::http::client_address::ClientAddress;
use crate::platform::error::AppResult;
use crate::service::access::rate_limit::Limit;
use crate::state::AppState;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use stylebox_core::policy::limits::Tries;
use stylebox_core::rules::{self, RuleError};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(call))
}

/// Why a rule gave no answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleFailure {
    error: String,
}

/// Calls a rule. What it takes and answers is the rule's own, so the bodies are any JSON.
#[utoipa::path(
    post, path = "/rules/{rule}", tag = "rules", security(()),
    params(("rule", description = "The rule's id, such as `login.validate`")),
    request_body = serde_json::Value,
    responses(
        (status = 200, description = "The rule's answer", body = serde_json::Value),
        (status = 404, description = "There is no such rule", body = RuleFailure),
        (status = 422, description = "The input is not of the rule's form", body = RuleFailure),
        (status = 413, description = "The input is over 64 KiB", body = crate::http::response::ErrorBody),
        (status = 429, description = "Too many calls from this address; Retry-After says how long to wait",
            body = crate::http::response::ErrorBody),
    )
)]
async fn call(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    Path(rule): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> AppResult<Response> {
    if state.settings.rules_rate_limit > 0 {
        let tries = Tries { most: state.settings.rules_rate_limit, minutes: 1 };
        Limit::new("rules", tries).count_in_memory(&state, &address.to_string())?;
    }
    let body = body.map_err(unread)?;
    let answer = match serde_json::from_slice::<Value>(&body) {
        Ok(input) => rules::call(&rule, &input),
        // A body for an unknown rule cannot be malformed.
        Err(_) if !rules::all().any(|known| known.id == rule) => Err(RuleError::Unknown),
        Err(error) => Err(RuleError::Input(stylebox_core::InputError::new(format!("The input is no JSON: {error}")))),
    };
    Ok(match answer {
        Ok(answer) => Json(answer).into_response(),
        Err(RuleError::Unknown) => failure(StatusCode::NOT_FOUND, format!("There is no rule {rule:?}.")),
        Err(error) => failure(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
    })
}

fn failure(status: StatusCode, error: String) -> Response {
    (status, Json(RuleFailure { error })).into_response()
}
