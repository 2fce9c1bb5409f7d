//! Confirmation by a code: asking for it, and sending it back.

use crate::api::account::record::{Account, AccountData};
use crate::http::body::JsonBody;
use crate::http::client_address::ClientAddress;
use crate::http::response::ErrorBody;
use crate::http::session::Cookies;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::pending;
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
    mfa_type: MfaType,
}

/// Sends a code for the waiting change, to the phone or email address from before the change. The message names the change, and
/// the code is for that change alone. Only the newest code works, for ten minutes and five tries.
#[utoipa::path(
    post, path = "/mfa_requests", tag = "account", request_body = MfaRequest,
    responses(
        (status = 204),
        (status = 409, description = "`mfa_not_required`: no change waits for a code", body = ErrorBody),
        (status = 422, description = "`form_invalid` with an issue of `mfa_type`: there is no phone (`no_phone_on_file`), or it gets no text messages (`no_text_messages`): `text_messages` of the account says why", body = ErrorBody),
        (status = 429, description = "Too many codes; Retry-After says how long to wait", body = ErrorBody),
    )
)]
async fn request(
    State(state): State<AppState>,
    session: SignedIn,
    ClientAddress(caller): ClientAddress,
    JsonBody(MfaRequest { mfa_type }): JsonBody<MfaRequest>,
) -> AppResult<StatusCode> {
    pending::send_code(&state, &session, mfa_type, caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The code that the customer received.
#[derive(Deserialize, ToSchema)]
pub struct MfaResubmission {
    customer: CodeForm,
}

/// Makes the waiting change if the code is right. For the next ten minutes the session needs no other code. The bank of a card is
/// asked only now: if it declines the card, the change waits no longer, and another card needs no code.
#[utoipa::path(
    post, path = "/mfa_resubmissions", tag = "account", request_body = MfaResubmission,
    responses(
        (status = 200, description = "The change is made; after a change of password the session's cookies are replaced", body = AccountData),
        (status = 402, description = "`card_declined`", body = ErrorBody),
        (status = 403, description = "`card_in_use`: meanwhile the card on file came into use; `not_authorized`: without the anti-forgery token", body = ErrorBody),
        (status = 409, description = "`mfa_not_required`: no change waits for a code; or `too_many_addresses`", body = ErrorBody),
        (status = 422, description = "`mfa_code_invalid`; `mfa_code_expired` (also if another change has taken the place of the one that the code was sent for) or `mfa_tries_used_up`: ask for another code; `form_invalid` with issues; or `email_invalid`, if somebody else took the address meanwhile", body = ErrorBody),
        (status = 429, description = "Too many codes or cards tried; Retry-After says how long to wait", body = ErrorBody),
        (status = 503, description = "`gateway_unavailable`: send the same code again", body = ErrorBody),
    )
)]
async fn resubmit(
    State(state): State<AppState>,
    session: SignedIn,
    JsonBody(MfaResubmission { customer }): JsonBody<MfaResubmission>,
) -> AppResult<(Option<Cookies>, Json<AccountData>)> {
    let changed = pending::resubmit(&state, &session, &codes::parse(&customer.read())?).await?;
    let (opened, data) = Account::changed(changed, &session);
    Ok((opened.map(|opened| opened.cookies(&state)), Json(AccountData { data })))
}
