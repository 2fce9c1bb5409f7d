//! Registering, correcting the email address of a registration, and changing the password.

use crate::api::account::record::{Account, AnalyticsAnswer, consent_request};
use crate::api::answers::TooManyTries;
use crate::http::body::JsonBody;
use crate::http::client_address::ClientAddress;
use crate::http::privacy::GlobalPrivacyControl;
use crate::http::response::ErrorBody;
use crate::http::session::Cookies;
use crate::platform::error::AppResult;
use crate::providers::analytics::{ClientId, client_id};
use crate::service::access::session::{Browser, SignedIn};
use crate::service::account::registration::{self, Newcomer, RegistrationDetails};
use crate::service::account::{passwords, record};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use stylebox_core::account::campaign::{self, CampaignForm};
use stylebox_core::account::password_change::{self, PasswordChangeForm};
use stylebox_core::account::registration::RegistrationForm;
use stylebox_core::account::store_signup::StoreSignupForm;
use stylebox_core::values::issue::Issues;
use stylebox_core::wire::{empty_as_null, null_as_empty};
use stylebox_core::{
    Issue,
    account::{registration as online, store_signup as in_store},
};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create, change_password, mend_email))
}

/// A registration.
#[derive(Deserialize, ToSchema)]
pub struct Register {
    customer: NewCustomer,
}

/// The new customer.
#[derive(Deserialize, ToSchema)]
pub struct NewCustomer {
    #[serde(default, deserialize_with = "null_as_empty")]
    first_name: String,
    #[serde(default, deserialize_with = "null_as_empty")]
    last_name: String,
    #[serde(default, deserialize_with = "null_as_empty")]
    email: String,
    #[serde(default, deserialize_with = "null_as_empty")]
    registration_postal_code: String,
    #[serde(default, deserialize_with = "null_as_empty")]
    password: String,
    /// The password again. It is not compared: the form asks for the password once, and the page sends a copy.
    #[expect(dead_code, reason = "the password is not asked for twice")]
    password_confirmation: Option<String>,
    /// A friend's referral code.
    #[serde(default, deserialize_with = "empty_as_null")]
    referred_by_code: Option<String>,
    #[serde(default, deserialize_with = "empty_as_null")]
    campaign_code: Option<String>,
    /// The address of the page that the customer came from: at most 100 characters, no control characters.
    #[serde(default, deserialize_with = "empty_as_null")]
    campaign_url: Option<String>,
    #[serde(default, deserialize_with = "empty_as_null")]
    internal_note: Option<String>,
    #[serde(default)]
    themebox_signup: Option<bool>,
    /// Whether the customer signs up in a store: the password is ignored, and a link to choose one is sent.
    #[serde(default)]
    registered_in_store: Option<bool>,
    /// As in `PATCH /account`.
    #[serde(default, deserialize_with = "client_id")]
    #[schema(value_type = Option<serde_json::Value>)]
    google_analytics_client_id: Option<ClientId>,
    analytics_consent: Option<AnalyticsAnswer>,
    /// The answer of the human check's widget.
    #[serde(rename = "recaptchaToken")]
    human: Option<String>,
}

impl NewCustomer {
    fn newcomer(&self) -> Result<Newcomer, Vec<Issue>> {
        let (first_name, last_name) = (self.first_name.clone(), self.last_name.clone());
        let (email, registration_postal_code) = (self.email.clone(), self.registration_postal_code.clone());
        if self.registered_in_store == Some(true) {
            let form = StoreSignupForm { first_name, last_name, email, registration_postal_code };
            return in_store::parse(&form.cleaned().read()).map(Newcomer::InStore);
        }
        // The page has compared the two email addresses and sends one.
        let confirm_email = email.trim().to_owned();
        let password = self.password.clone();
        let form = RegistrationForm { first_name, last_name, email, confirm_email, registration_postal_code, password };
        online::parse(&form.cleaned().read()).map(Newcomer::Online)
    }

    fn campaign(&self) -> CampaignForm {
        CampaignForm {
            campaign_code: self.campaign_code.clone(),
            campaign_url: self.campaign_url.clone(),
            internal_note: self.internal_note.clone(),
            blog_interest: None,
        }
    }
}

/// Makes an account and signs the customer in.
#[utoipa::path(
    post, path = "/registrations", tag = "access", security(()), request_body = Register,
    responses(
        (status = 201, description = "The account is made; the session's cookies are set", body = Account),
        (status = 422, description = "`form_invalid` with issues, `email_invalid` or `human_check_failed`", body = ErrorBody),
        TooManyTries,
    )
)]
async fn create(
    State(state): State<AppState>,
    ClientAddress(caller): ClientAddress,
    browser: Browser,
    control: GlobalPrivacyControl,
    JsonBody(Register { customer }): JsonBody<Register>,
) -> AppResult<(StatusCode, Cookies, Json<Account>)> {
    let mut issues = Issues::default();
    let newcomer = issues.take(customer.newcomer());
    let campaign = issues.take(campaign::parse(&customer.campaign().cleaned()));
    let (newcomer, campaign) = newcomer.zip(campaign).ok_or_else(|| issues.into_vec())?;
    let details = RegistrationDetails {
        referred_by_code: customer.referred_by_code,
        campaign,
        themebox_signup: customer.themebox_signup.unwrap_or_default(),
        analytics: consent_request(customer.analytics_consent, customer.google_analytics_client_id, control)
            .unwrap_or_default(),
    };
    let human = customer.human.as_deref();
    let (customer, opened) = registration::register(&state, newcomer, details, human, caller, &browser).await?;
    let account = Account::new(record::read(&state, &customer.id).await?, &opened.kount_session_id);
    Ok((StatusCode::CREATED, opened.cookies(&state), Json(account)))
}

/// A change of password.
#[derive(Deserialize, ToSchema)]
pub struct ChangePassword {
    customer: PasswordChangeForm,
}

/// Changes the password, given the present one. All other sessions end; this one continues with a new token.
#[utoipa::path(
    put, path = "/registrations", tag = "account", request_body = ChangePassword,
    responses(
        (status = 200, description = "The password is changed; the session's cookies are replaced", body = Account),
        (status = 422, description = "`form_invalid` with issues; one is of `current_password` if it is wrong", body = ErrorBody),
        TooManyTries,
    )
)]
async fn change_password(
    State(state): State<AppState>,
    session: SignedIn,
    JsonBody(ChangePassword { customer }): JsonBody<ChangePassword>,
) -> AppResult<(Cookies, Json<Account>)> {
    let change = password_change::parse(&customer)?;
    let opened = passwords::change(&state, &session, change).await?;
    let account = Account::new(record::read(&state, &session.customer_id).await?, &opened.kount_session_id);
    Ok((opened.cookies(&state), Json(account)))
}

/// The corrected email address of a registration in a store.
#[derive(Deserialize, ToSchema)]
pub struct MendEmail {
    customer: MendedEmail,
}

/// The right address.
#[derive(Deserialize, ToSchema)]
pub struct MendedEmail {
    #[serde(default, deserialize_with = "null_as_empty")]
    email: String,
}

/// Corrects the email address of a registration in a store, until the customer has a password or an order. The link to
/// choose a password is sent there, and the link that was sent before stops working.
#[utoipa::path(
    patch, path = "/registrations", tag = "account", request_body = MendEmail,
    responses(
        (status = 200, description = "The link is sent", body = Account),
        (status = 409, description = "`signup_email_fixed`: not registered in a store, or there is a password or an order", body = ErrorBody),
        (status = 422, description = "`form_invalid` with issues, or `email_invalid`", body = ErrorBody),
        (status = 429, description = "Too many addresses; Retry-After says how long to wait", body = ErrorBody),
    )
)]
async fn mend_email(
    State(state): State<AppState>,
    ClientAddress(caller): ClientAddress,
    session: SignedIn,
    JsonBody(MendEmail { customer }): JsonBody<MendEmail>,
) -> AppResult<Json<Account>> {
    let email = in_store::parse_email(&customer.email)?;
    registration::mend_email(&state, &session, email, caller).await?;
    let record = record::read(&state, &session.customer_id).await?;
    Ok(Json(Account::new(record, &session.kount_session_id)))
}
