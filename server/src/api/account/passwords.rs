//! Forgotten passwords: requesting a link, and using it.

use crate::api::account::record::Account;
use crate::api::answers::TooManyTries;
use crate::http::body::JsonBody;
use crate::http::client_address::ClientAddress;
use crate::http::response::ErrorBody;
use crate::http::session::Cookies;
use crate::platform::error::AppResult;
use crate::service::access::session::Browser;
use crate::service::account::passwords::{self, Reset};
use crate::service::account::record;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use stylebox_core::account::forgot_password::{self, ForgotPasswordForm};
use stylebox_core::account::reset_password::{self, ResetPasswordForm};
use stylebox_core::wire::{empty_as_null, null_as_empty};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(ask, set))
}

/// A forgotten password.
#[derive(Deserialize, ToSchema)]
pub struct Forgotten {
    customer: ForgottenCustomer,
}

/// The account, and the answer of the human check. Only a network's first call within an hour may leave it out.
#[derive(Deserialize, ToSchema)]
pub struct ForgottenCustomer {
    #[serde(flatten)]
    form: ForgotPasswordForm,
    /// The answer of the human check's widget.
    #[serde(rename = "recaptchaToken", default, deserialize_with = "empty_as_null")]
    human: Option<String>,
}

/// Sends a link for setting a new password. The answer is the same whether or not there is an account, and whether or not it has
/// reached its limit of links per hour. Links that were sent before stay valid.
#[utoipa::path(
    post, path = "/passwords", tag = "access", security(()), request_body = Forgotten,
    responses(
        (status = 204),
        (status = 422, description = "`form_invalid` with issues; `human_check_failed` without a human check, from the second call of a \
            network within an hour on", body = ErrorBody),
        TooManyTries,
    )
)]
async fn ask(
    State(state): State<AppState>,
    ClientAddress(caller): ClientAddress,
    JsonBody(Forgotten { customer }): JsonBody<Forgotten>,
) -> AppResult<StatusCode> {
    let email = forgot_password::parse(&customer.form)?;
    passwords::ask_for_link(&state, &email, customer.human.as_deref(), caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A new password.
#[derive(Deserialize, ToSchema)]
pub struct SetPassword {
    customer: NewPassword,
}

/// A new password, and the link's token.
#[derive(Deserialize, ToSchema)]
pub struct NewPassword {
    #[serde(default, deserialize_with = "empty_as_null")]
    email: Option<String>,
    #[serde(default, deserialize_with = "null_as_empty")]
    reset_password_token: String,
    #[serde(default, deserialize_with = "null_as_empty")]
    password: String,
    #[serde(default, deserialize_with = "null_as_empty")]
    password_confirmation: String,
}

/// Sets a new password with the link's token, ends all other sessions, and signs in.
#[utoipa::path(
    put, path = "/passwords", tag = "access", security(()), request_body = SetPassword,
    responses(
        (status = 200, description = "The password is set; the session's cookies are set", body = Account),
        (status = 422, description = "`form_invalid` with issues, or `reset_password_token`", body = ErrorBody),
        TooManyTries,
    )
)]
async fn set(
    State(state): State<AppState>,
    ClientAddress(caller): ClientAddress,
    browser: Browser,
    JsonBody(SetPassword { customer }): JsonBody<SetPassword>,
) -> AppResult<(Cookies, Json<Account>)> {
    let NewPassword { email, reset_password_token: token, password, password_confirmation } = customer;
    let password = reset_password::parse(&ResetPasswordForm { password, password_confirmation })?;
    let (customer, opened) = passwords::reset(&state, Reset { token, email, password }, caller, &browser).await?;
    let account = Account::new(record::read(&state, &customer.id).await?, &opened.kount_session_id);
    Ok((opened.cookies(&state), Json(account)))
}
