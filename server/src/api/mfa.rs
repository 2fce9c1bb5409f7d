//! The second factor: asking for a code, and sending it back.

use crate::api::account::{AccountData, MfaTypeBody};
use crate::http::JsonBody;
use crate::http::response::ErrorBody;
use crate::http::session::Cookies;
use crate::platform::error::AppResult;
use crate::platform::session::SignedIn;
use crate::service::account::{mfa, pending};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use stylebox_core::account::mfa::{self as codes, CodeForm, MfaType};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(request)).routes(routes!(resubmit))
}

/// A request for a code.
#[derive(Deserialize, ToSchema)]
pub struct MfaRequest {
    #[schema(value_type = MfaTypeBody)]
    mfa_type: MfaType,
}

/// Sends a code for the change that waits, to the phone or the e-mail address as they are before it. Only the newest code
/// works, for ten minutes and five tries.
#[utoipa::path(
    post, path = "/mfa_requests", tag = "account", request_body = MfaRequest,
    responses(
        (status = 204),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "`not_authorized`: without the anti-forgery token", body = ErrorBody),
        (status = 409, description = "`mfa_not_required`: no change waits for a code", body = ErrorBody),
        (status = 422, description = "`form_invalid` with an issue of `mfa_type`: there is no phone", body = ErrorBody),
        (status = 429, description = "Too many codes; Retry-After says how long to wait", body = ErrorBody),
    )
)]
async fn request(
    State(state): State<AppState>,
    session: SignedIn,
    JsonBody(MfaRequest { mfa_type }): JsonBody<MfaRequest>,
) -> AppResult<StatusCode> {
    mfa::send_code(&state, &session, mfa_type).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A code that was received.
#[derive(Deserialize, ToSchema)]
pub struct MfaResubmission {
    #[schema(value_type = ReceivedCode)]
    customer: CodeForm,
}

/// A code that was received, and the way by which it came.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes core's form")]
struct ReceivedCode {
    mfa_type: Option<MfaTypeBody>,
    mfa_code: String,
}

/// Makes the change that waits, where the code is right. For ten minutes after it the session needs no other.
#[utoipa::path(
    post, path = "/mfa_resubmissions", tag = "account", request_body = MfaResubmission,
    responses(
        (status = 200, description = "The change is made; after one of the password the session's cookies are set anew", body = AccountData),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "`card_in_use`: the card on file came into use meanwhile; `not_authorized`: without the anti-forgery token", body = ErrorBody),
        (status = 409, description = "`mfa_not_required`: no change waits for a code; or `too_many_addresses`", body = ErrorBody),
        (status = 422, description = "`mfa_code_invalid`; `mfa_code_expired` or `mfa_tries_used_up`: another code must be asked for; `form_invalid` with issues; or `email_invalid`, where the address was taken meanwhile", body = ErrorBody),
        (status = 429, description = "Too many tries; Retry-After says how long to wait", body = ErrorBody),
    )
)]
async fn resubmit(
    State(state): State<AppState>,
    session: SignedIn,
    JsonBody(MfaResubmission { customer }): JsonBody<MfaResubmission>,
) -> AppResult<(Option<Cookies>, Json<AccountData>)> {
    let changed = pending::resubmit(&state, &session, &codes::parse(&customer)?).await?;
    Ok((changed.opened.map(|opened| opened.cookies(&state)), Json(AccountData { data: changed.record.into() })))
}
