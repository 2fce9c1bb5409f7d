//! Proving a new email address by the link that was sent there.

use crate::api::answers::{ForgedInSession, TooManyTries};
use crate::http::body::JsonBody;
use crate::http::client_address::ClientAddress;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::access::session::Visitor;
use crate::service::account::new_email;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stylebox_core::wire::null_as_empty;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create))
}

/// A use of a link.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmEmail {
    /// The token in the fragment of the link's address.
    #[serde(default, deserialize_with = "null_as_empty")]
    token: String,
}

/// The account's email address from now on.
#[derive(Serialize, ToSchema)]
pub struct ConfirmedEmail {
    email: String,
}

/// Makes the address of a link the account's. It needs no session: the link may be opened on another device. All other sessions of
/// the customer end, and the old address is told.
#[utoipa::path(
    post, path = "/email_confirmations", tag = "access", security(()), request_body = ConfirmEmail,
    responses(
        (status = 200, body = ConfirmedEmail),
        ForgedInSession,
        (status = 422, description = "`email_link_invalid`: used, withdrawn, too old or unknown; or `email_invalid`: another account has the address by now", body = ErrorBody),
        TooManyTries,
    )
)]
async fn create(
    State(state): State<AppState>,
    ClientAddress(caller): ClientAddress,
    visitor: Visitor,
    JsonBody(ConfirmEmail { token }): JsonBody<ConfirmEmail>,
) -> AppResult<Json<ConfirmedEmail>> {
    Ok(Json(ConfirmedEmail { email: new_email::confirm(&state, &token, caller, &visitor).await? }))
}
