//! Signing in and out, and the time that is left of a session.

use crate::api::account::record::Account;
use crate::api::answers::TooManyTries;
use crate::http::body::JsonBody;
use crate::http::client_address::ClientAddress;
use crate::http::response::ErrorBody;
use crate::http::session::{Cookies, no_cookies};
use crate::platform::error::AppResult;
use crate::service::access::session::{Browser, SignedIn, Visitor};
use crate::service::account::{record, sign_in};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stylebox_core::account::login::{self, LoginForm};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create, end)).routes(routes!(ttl))
}

/// A sign-in.
#[derive(Deserialize, ToSchema)]
pub struct SignIn {
    customer: Credentials,
}

/// The credentials of an account.
#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    #[serde(flatten)]
    form: LoginForm,
    /// The answer of the human check's widget.
    #[serde(rename = "recaptchaToken")]
    human: Option<String>,
}

/// Signs in: opens a session.
#[utoipa::path(
    post, path = "/sessions", tag = "access", security(()), request_body = SignIn,
    responses(
        (status = 200, description = "Signed in; the session's cookies are set", body = Account),
        (status = 401, description = "`credentials_invalid`", body = ErrorBody),
        (status = 422, description = "`form_invalid` with issues, or `human_check_failed`", body = ErrorBody),
        TooManyTries,
    )
)]
async fn create(
    State(state): State<AppState>,
    ClientAddress(caller): ClientAddress,
    browser: Browser,
    JsonBody(SignIn { customer }): JsonBody<SignIn>,
) -> AppResult<(Cookies, Json<Account>)> {
    let login = login::parse(&customer.form)?;
    let (customer, opened) = sign_in::sign_in(&state, &login, customer.human.as_deref(), caller, &browser).await?;
    let account = Account::new(record::read(&state, &customer.id).await?, &opened.kount_session_id);
    Ok((opened.cookies(&state), Json(account)))
}

/// Signs out: ends the session, if there is one. Its cookies are deleted only then: after a sign-out that comes late, the browser may
/// have those of a newer session.
#[utoipa::path(delete, path = "/sessions", tag = "access", security(()), responses((status = 204)))]
async fn end(State(state): State<AppState>, visitor: Visitor) -> AppResult<(StatusCode, Option<Cookies>, ())> {
    let has_ended = match visitor {
        Some(session) => sign_in::sign_out(&state, &session).await?,
        None => false,
    };
    Ok((StatusCode::NO_CONTENT, has_ended.then(|| no_cookies(&state)), ()))
}

/// The time that is left of a session.
#[derive(Serialize, ToSchema)]
pub struct Ttl {
    /// Seconds until the session ends if it is not used again.
    ttl_seconds: u64,
}

/// The time that is left of the session. Asking counts as using it.
#[utoipa::path(
    get, path = "/sessions/ttl", tag = "access",
    responses((status = 200, body = Ttl))
)]
async fn ttl(State(state): State<AppState>, session: SignedIn) -> Json<Ttl> {
    Json(Ttl { ttl_seconds: session.expires_at.since(state.clock.now()).as_secs() })
}
