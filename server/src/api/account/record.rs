//! The customer's own record.

use crate::api::account::shipping_addresses::ShippingAddress;
use crate::api::answers::NothingChanged;
use crate::http::body::JsonBody;
use crate::http::privacy::GlobalPrivacyControl;
use crate::http::response::ErrorBody;
use crate::http::session::Cookies;
use crate::http::unchanged::IfNoneMatch;
use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::providers::analytics::{ClientId, client_id};
use crate::service::access::session::{Opened, SignedIn};
use crate::service::account::analytics::ConsentRequest;
use crate::service::account::change::{Changed, Request};
use crate::service::account::record::{self, AccountRecord};
use crate::service::account::{new_email, pending};
use crate::service::subscription::skip;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use stylebox_core::account::account_change::{self, AccountChangeForm};
use stylebox_core::account::analytics::ConsentAnswer;
use stylebox_core::account::mfa::{self, CodeForm, MfaType};
use stylebox_core::account::shipping_address::{self, Names, ShippingAddressForm};
use stylebox_core::account::text_messages::TextMessages;
use stylebox_core::values::business_time::Instant;
use stylebox_core::values::frequency::Type;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read, change))
        .routes(routes!(skip_a_box))
        .routes(routes!(unskip_a_box))
        .routes(routes!(send_email_link, withdraw_email))
}

/// A customer's record.
#[derive(Debug, Serialize, ToSchema)]
pub struct Account {
    id: String,
    email: String,
    /// The new address, until the link that was sent there is opened.
    pending_email: Option<String>,
    /// Whether emails to the address came back: the customer should check it, or request a link to confirm it.
    email_bounced: bool,
    first_name: String,
    last_name: String,
    registration_postal_code: String,
    /// Ten digits.
    phone: Option<String>,
    /// Whether codes can go to the phone by text message. The words for it are the text `texts_…` of the rule `messages.text`.
    text_messages: TextMessages,
    subscription_type: Option<Type>,
    /// By how many days the next box is postponed.
    skip_days: u64,
    /// The expiration of the saved card, `MM/YY`.
    cc_expiration: Option<String>,
    /// Whether the card needs the customer: there is none, it has expired or expires soon (`card.dashboard_banner`), it was declined for
    /// good, or the newest charge with it was declined or waits for the customer to confirm it. Hand it to the rule
    /// `card_change.access`.
    payment_needed: bool,
    referral_code: String,
    /// True until the first order is checked out.
    first_timer: bool,
    preferred_stylist: Option<String>,
    assigned_location_id: Option<String>,
    /// Assigned when a card is first saved.
    celerant_id: Option<String>,
    /// The id under which the fraud check's kit watches this session: a new one at each sign-in.
    kount_session_id: String,
    dressing_room_to_go_signup: bool,
    themebox_signup: bool,
    registered_in_store: bool,
    styling_fee_override_code: Option<String>,
    registration_shipping_address_complete: bool,
    /// Whether every required question of the quiz is answered.
    style_profile_complete: bool,
    subscription_type_selected: bool,
    billing_info_complete: bool,
    /// Whether the customer agreed to analytics; null if they were not asked.
    analytics_consent: Option<bool>,
    /// Set while the account is being closed: it ends by itself once all is settled.
    closing: Option<Closing>,
    /// The primary one first.
    shipping_addresses: Vec<ShippingAddress>,
}

/// An account that is being closed. The customer can check out, change the card and read, but begin nothing new.
#[derive(Debug, Serialize, ToSchema)]
pub struct Closing {
    since: Instant,
    /// What has to happen before it ends, in sentences for the customer. It ends some minutes after the last.
    waits_for: Vec<&'static str>,
}

impl From<(Timestamp, Vec<&'static str>)> for Closing {
    fn from((since, waits_for): (Timestamp, Vec<&'static str>)) -> Self {
        Self { since: since.instant(), waits_for }
    }
}

impl Account {
    /// The account after a change, and the session that has taken the place of `before`, if it did.
    pub(in crate::api) fn changed(Changed { record, opened }: Changed, before: &SignedIn) -> (Option<Opened>, Self) {
        let id = opened.as_ref().map_or(&before.kount_session_id, |opened| &opened.kount_session_id);
        let account = Self::new(record, id);
        (opened, account)
    }

    /// The account of `record`, in the session with this id at the fraud check.
    pub(in crate::api) fn new(record: AccountRecord, kount_session_id: &str) -> Self {
        let AccountRecord {
            customer,
            pending_email,
            addresses,
            card_expiration,
            payment_needed,
            style_profile_complete,
            analytics_consent,
            text_messages,
            closing,
        } = record;
        Self {
            id: customer.id,
            email: customer.email,
            pending_email,
            email_bounced: customer.email_bounced_at.is_some(),
            first_name: customer.first_name,
            last_name: customer.last_name,
            registration_postal_code: customer.registration_postal_code,
            phone: customer.phone,
            text_messages,
            subscription_type_selected: customer.subscription_type.is_some(),
            subscription_type: customer.subscription_type,
            skip_days: customer.skip_days.get(),
            billing_info_complete: card_expiration.is_some(),
            cc_expiration: card_expiration.map(|expiration| expiration.to_string()),
            payment_needed,
            referral_code: customer.referral_code,
            first_timer: customer.first_timer,
            preferred_stylist: customer.preferred_stylist,
            assigned_location_id: customer.assigned_location_id,
            celerant_id: customer.celerant_id,
            kount_session_id: kount_session_id.to_owned(),
            dressing_room_to_go_signup: customer.dressing_room_to_go_signup,
            themebox_signup: customer.themebox_signup,
            registered_in_store: customer.registered_in_store,
            styling_fee_override_code: customer.styling_fee_override_code,
            registration_shipping_address_complete: addresses.iter().any(|address| address.is_primary),
            style_profile_complete,
            analytics_consent,
            closing: closing.map(Closing::from),
            shipping_addresses: addresses.into_iter().map(ShippingAddress::from).collect(),
        }
    }
}

/// The customer's record.
#[utoipa::path(
    get, path = "/account", tag = "account",
    responses(
        (status = 200, body = Account),
        NothingChanged,
    )
)]
async fn read(State(state): State<AppState>, session: SignedIn, if_none_match: IfNoneMatch) -> AppResult<Response> {
    let record = record::read(&state, &session.customer_id).await?;
    if_none_match.answer(&Account::new(record, &session.kount_session_id))
}

/// The customer's record, under `data`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountData {
    pub(in crate::api) data: Account,
}

/// A change of the record: the fields under `customer`, or at the top of the body.
pub struct ChangeAccount {
    customer: ChangedFields,
    shipping_address: Option<ShippingAddressForm>,
}

impl<'de> Deserialize<'de> for ChangeAccount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut body = Map::deserialize(deserializer)?;
        let shipping_address = body.remove("shipping_address").unwrap_or_default();
        let customer = body.remove("customer").unwrap_or_default();
        let customer: Option<ChangedFields> = serde_json::from_value(customer).map_err(D::Error::custom)?;
        let at_the_top: ChangedFields = serde_json::from_value(Value::Object(body)).map_err(D::Error::custom)?;
        Ok(Self {
            customer: customer.unwrap_or(at_the_top),
            shipping_address: serde_json::from_value(shipping_address).map_err(D::Error::custom)?,
        })
    }
}

/// A change of the record: the fields under `customer`, or at the top of the body.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes ChangeAccount")]
struct ChangeAccountBody {
    customer: Option<ChangedFormFields>,
    /// Saved as the primary address if it differs from the present one.
    shipping_address: Option<ShippingAddressForm>,
    /// The fields at the top of the body, read if there is no `customer`.
    #[serde(flatten)]
    fields: ChangedFormFields,
}

/// The fields to change. One that is null or missing stays as it is.
#[derive(Deserialize)]
struct ChangedFields {
    #[serde(flatten)]
    form: AccountChangeForm,
    #[serde(flatten)]
    code: CodeForm,
    #[serde(default, deserialize_with = "client_id")]
    google_analytics_client_id: Option<ClientId>,
    analytics_consent: Option<AnalyticsAnswer>,
    dressing_room_to_go_signup: Option<bool>,
    themebox_signup: Option<bool>,
    registered_in_store: Option<bool>,
}

/// A customer's answer to the question about analytics.
#[derive(Deserialize, ToSchema)]
pub struct AnalyticsAnswer {
    /// `consent_version` of `GET /status`.
    version: String,
    agreed: bool,
}

/// What a call says about analytics; `None` if nothing.
pub(in crate::api) fn consent_request(
    answer: Option<AnalyticsAnswer>,
    client_id: Option<ClientId>,
    GlobalPrivacyControl(refused_by_browser): GlobalPrivacyControl,
) -> Option<ConsentRequest> {
    let says_something = answer.is_some() || client_id.is_some();
    let answer = answer.map(|AnalyticsAnswer { version, agreed }| ConsentAnswer { version, agreed });
    says_something.then_some(ConsentRequest { answer, client_id, refused_by_browser })
}

/// What a customer can change. A field that is null or missing stays as it is; fields that are not listed are ignored.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes core's form")]
struct ChangedFormFields {
    #[serde(flatten)]
    form: AccountChangeForm,
    mfa_type: Option<MfaType>,
    /// The code, if this repeats a change that was answered with `mfa_required`.
    mfa_code: Option<String>,
    /// The analytics service's id of the browser: two numbers of at most ten digits, such as `1234567890.987654321`, or the
    /// browser's cookie, which ends with them: `GA1.2.1234567890.987654321`. It is kept only with consent; a value without such an
    /// end is ignored.
    #[schema(value_type = Option<Value>)]
    google_analytics_client_id: Option<Value>,
    analytics_consent: Option<AnalyticsAnswer>,
    /// Whether the customer signs up for a pick-up. Ignored once there was an order.
    dressing_room_to_go_signup: Option<bool>,
    /// False if the customer goes on without a theme box. Ignored once there was an order.
    themebox_signup: Option<bool>,
    /// True if the customer signs up in a store. It stays true. Ignored once there was an order.
    registered_in_store: Option<bool>,
}

/// Changes some of the record. If a field needs a code, the whole change waits for it: repeat this call with the code, or send
/// the code to `POST /mfa_resubmissions`. If the repeated call has other fields, the code is not accepted, and these fields
/// wait instead.
///
/// Another email address is not changed here: it is `pending_email` until the link that is sent there is opened. Another
/// address replaces it, and repeating the same one sends its link again.
#[utoipa::path(
    patch, path = "/account", tag = "account", request_body = ChangeAccountBody,
    responses(
        (status = 200, description = "Changed; after a change of password the session's cookies are replaced", body = Account),
        (status = 402, description = "`card_declined`: a card waited for this code", body = ErrorBody),
        (status = 403, description = "`mfa_required`: the change waits for a code; `card_in_use`: a card waited for this code, and meanwhile the card on file came into use; or `not_authorized` without the anti-forgery token", body = ErrorBody),
        (status = 409, description = "`mfa_not_required`: there is a code but no change; `too_many_addresses`; `not_now`: the styling fee of an order to this address is being charged; or `account_closing`: no subscription begins while the account is being closed", body = ErrorBody),
        (status = 422, description = "`form_invalid` with issues, `email_invalid`, `location_unknown`, `shippo_id_invalid`, `mfa_code_invalid`, `mfa_code_expired` or `mfa_tries_used_up`", body = ErrorBody),
        (status = 429, description = "Too many changes, links to one address, or codes or cards tried; Retry-After says how long to wait", body = ErrorBody),
        (status = 503, description = "`gateway_unavailable`: a card waited for this code; send it again", body = ErrorBody),
    )
)]
async fn change(
    State(state): State<AppState>,
    session: SignedIn,
    control: GlobalPrivacyControl,
    JsonBody(ChangeAccount { customer, shipping_address }): JsonBody<ChangeAccount>,
) -> AppResult<(Option<Cookies>, Json<Account>)> {
    let ChangedFields {
        form,
        code,
        google_analytics_client_id,
        analytics_consent,
        dressing_room_to_go_signup,
        themebox_signup,
        registered_in_store,
    } = customer;
    let change = account_change::parse(&form.cleaned().read())?;
    let shipping_address =
        shipping_address.map(|form| shipping_address::parse(&form.cleaned().read(), Names::OfAccount)).transpose()?;
    let request = Request {
        change,
        shipping_address,
        analytics: consent_request(analytics_consent, google_analytics_client_id, control),
        dressing_room_to_go_signup,
        themebox_signup,
        registered_in_store: registered_in_store == Some(true),
    };
    // An empty code counts as none.
    let code = mfa::parse(&code.read()).ok();
    let changed = pending::change_account(&state, &session, request, code).await?;
    let (opened, account) = Account::changed(changed, &session);
    Ok((opened.map(|opened| opened.cookies(&state)), Json(account)))
}

/// Postpones the next box by one interval.
#[utoipa::path(
    patch, path = "/account/skip_a_box", tag = "account",
    responses(
        (status = 200, body = Account),
        (status = 409, description = "`skip_not_offered`: by the rule `subscription.skip_offered`; `account_closing`: the account is being closed", body = ErrorBody),
    )
)]
async fn skip_a_box(State(state): State<AppState>, session: SignedIn) -> AppResult<Json<Account>> {
    let record = skip::skip_a_box(&state, &session.customer_id).await?;
    Ok(Json(Account::new(record, &session.kount_session_id)))
}

/// Takes a skip back. If the next box is not skipped, nothing changes.
#[utoipa::path(
    patch, path = "/account/unskip_a_box", tag = "account",
    responses(
        (status = 200, body = Account),
    )
)]
async fn unskip_a_box(State(state): State<AppState>, session: SignedIn) -> AppResult<Json<Account>> {
    let record = skip::unskip_a_box(&state, &session.customer_id).await?;
    Ok(Json(Account::new(record, &session.kount_session_id)))
}

/// Sends the link to the pending email address again. The links sent before stop working.
#[utoipa::path(
    post, path = "/account/pending_email", tag = "account",
    responses(
        (status = 204, description = "Sent"),
        (status = 404, description = "`not_found`: no address waits", body = ErrorBody),
        (status = 422, description = "`email_invalid`: another account has got the address meanwhile", body = ErrorBody),
        (status = 429, description = "Too many links for the customer, or to the address; Retry-After says how long to wait", body = ErrorBody),
    )
)]
async fn send_email_link(State(state): State<AppState>, session: SignedIn) -> AppResult<StatusCode> {
    new_email::send_again(&state, &session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraws the pending email address. If there is none, nothing changes.
#[utoipa::path(
    delete, path = "/account/pending_email", tag = "account",
    responses(
        (status = 204),
    )
)]
async fn withdraw_email(State(state): State<AppState>, session: SignedIn) -> AppResult<StatusCode> {
    new_email::withdraw(&state, &session).await?;
    Ok(StatusCode::NO_CONTENT)
}
