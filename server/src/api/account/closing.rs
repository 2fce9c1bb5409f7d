//! Closing the account, and keeping it after all.

use crate::api::account::record::{Account, Closing};
use crate::api::answers::TooManyTries;
use crate::http::body::JsonBody;
use crate::http::response::ErrorBody;
use crate::http::session::{Cookies, no_cookies};
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::closing::{self, Progress};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stylebox_core::account::account_closing;
use stylebox_core::wire::null_as_empty;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(close, take_back))
}

/// The present password, so that nobody closes the account of a customer who has only left the room.
#[derive(Deserialize, ToSchema)]
pub struct CloseAccount {
    #[serde(default, deserialize_with = "null_as_empty")]
    current_password: String,
}

/// The outcome of closing an account.
#[derive(Serialize, ToSchema)]
pub struct ClosedAccount {
    /// What the account waits for; null if it has ended.
    closing: Option<Closing>,
}

/// Closes the account: ends the subscription, and cancels an order that nobody has begun to style. If nothing else is open, the
/// account ends immediately: all sessions end, a last email is sent, and nothing about the person is kept. Otherwise it is
/// `closing` until all is settled.
#[utoipa::path(
    post, path = "/account/close", tag = "account", request_body = CloseAccount,
    responses(
        (status = 200, description = "If it has ended, the session's cookies are deleted", body = ClosedAccount),
        (status = 422, description = "`form_invalid` with an issue of `current_password`", body = ErrorBody),
        TooManyTries,
    )
)]
async fn close(
    State(state): State<AppState>,
    session: SignedIn,
    JsonBody(CloseAccount { current_password }): JsonBody<CloseAccount>,
) -> AppResult<(Option<Cookies>, Json<ClosedAccount>)> {
    let password = account_closing::parse(&current_password)?;
    Ok(match closing::close(&state, &session, &password).await? {
        Progress::Ended => (Some(no_cookies(&state)), Json(ClosedAccount { closing: None })),
        Progress::Waits(record) => (None, Json(ClosedAccount { closing: record.closing.map(Closing::from) })),
    })
}

/// Keeps an account that is being closed. The subscription stays ended, and a cancelled order cancelled. If the account is not being
/// closed, nothing changes.
#[utoipa::path(
    delete, path = "/account/close", tag = "account",
    responses(
        (status = 200, body = Account),
        (status = 409, description = "`account_erased_before`: a restored backup has brought the account back, and it is erased again", body = ErrorBody),
    )
)]
async fn take_back(State(state): State<AppState>, session: SignedIn) -> AppResult<Json<Account>> {
    let record = closing::take_back(&state, &session).await?;
    Ok(Json(Account::new(record, &session.kount_session_id)))
}
