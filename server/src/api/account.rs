//! The customer's own record.

use crate::http::error::{AppResult, ErrorBody};
use crate::http::{JsonBody, SignedIn};
use crate::service::account::{self, AccountRecord, Background};
use crate::state::AppState;
use crate::store::shipping_addresses::AddressRow;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stylebox_core::account_change::{self, AccountChangeForm};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read, change))
}

/// A customer's record.
#[derive(Debug, Serialize, ToSchema)]
pub struct Account {
    id: String,
    email: String,
    first_name: String,
    last_name: String,
    registration_postal_code: String,
    /// Ten digits.
    phone: Option<String>,
    /// `subscription_30_day`, `subscription_60_day`, `subscription_90_day` or `subscription_on_demand`.
    subscription_type: Option<String>,
    /// By how many days the next box is put off.
    skip_days: i64,
    /// The expiration of the saved card, `MM/YY`.
    cc_expiration: Option<String>,
    referral_code: String,
    /// Until the first order is checked out.
    first_timer: bool,
    preferred_stylist: Option<String>,
    assigned_location_id: Option<String>,
    /// Given when billing is first saved.
    celerant_id: Option<String>,
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
    /// The primary one first.
    shipping_addresses: Vec<ShippingAddress>,
}

/// An address to which boxes can go.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShippingAddress {
    id: String,
    name: String,
    phone: String,
    is_primary: bool,
    shipping_line_1: String,
    shipping_line_2: Option<String>,
    shipping_city: String,
    shipping_state: String,
    shipping_postal_code: String,
    shipping_phone: String,
}

impl From<AddressRow> for ShippingAddress {
    fn from(address: AddressRow) -> Self {
        Self {
            id: address.id,
            name: address.name,
            phone: address.phone.clone(),
            is_primary: address.is_primary,
            shipping_line_1: address.line_1,
            shipping_line_2: address.line_2,
            shipping_city: address.city,
            shipping_state: address.state,
            shipping_postal_code: address.postal_code,
            shipping_phone: address.phone,
        }
    }
}

impl From<AccountRecord> for Account {
    fn from(record: AccountRecord) -> Self {
        let AccountRecord { customer, addresses, card_expiration, style_profile_complete } = record;
        Self {
            id: customer.id,
            email: customer.email,
            first_name: customer.first_name,
            last_name: customer.last_name,
            registration_postal_code: customer.registration_postal_code,
            phone: customer.phone,
            subscription_type_selected: customer.subscription_type.is_some(),
            subscription_type: customer.subscription_type.map(|kind| kind.to_string()),
            skip_days: customer.skip_days,
            billing_info_complete: card_expiration.is_some(),
            cc_expiration: card_expiration,
            referral_code: customer.referral_code,
            first_timer: customer.first_timer,
            preferred_stylist: customer.preferred_stylist,
            assigned_location_id: customer.assigned_location_id,
            celerant_id: customer.celerant_id,
            kount_session_id: customer.kount_session_id,
            dressing_room_to_go_signup: customer.dressing_room_to_go_signup,
            themebox_signup: customer.themebox_signup,
            registered_in_store: customer.registered_in_store,
            styling_fee_override_code: customer.styling_fee_override_code,
            registration_shipping_address_complete: addresses.iter().any(|address| address.is_primary),
            style_profile_complete,
            shipping_addresses: addresses.into_iter().map(ShippingAddress::from).collect(),
        }
    }
}

/// The customer's record.
#[utoipa::path(
    get, path = "/account", tag = "account",
    responses((status = 200, body = Account), (status = 401, description = "Not signed in", body = ErrorBody))
)]
async fn read(State(state): State<AppState>, session: SignedIn) -> AppResult<Json<Account>> {
    Ok(Json(account::read(&state, &session.customer_id).await?.into()))
}

/// A change of the record.
#[derive(Deserialize, ToSchema)]
pub struct ChangeAccount {
    customer: ChangedFields,
}

/// The fields that shall change; one that is null or missing stays as it is.
#[derive(Deserialize, ToSchema)]
pub struct ChangedFields {
    #[serde(flatten)]
    #[schema(value_type = ChangedFormFields)]
    form: AccountChangeForm,
    google_analytics_client_id: Option<String>,
    dressing_room_to_go_signup: Option<bool>,
}

/// What a customer can change.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes core's form")]
struct ChangedFormFields {
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    subscription_type: Option<String>,
    assigned_location_id: Option<String>,
    preferred_stylist: Option<String>,
    password: Option<String>,
    password_confirmation: Option<String>,
}

/// Changes some of the record.
#[utoipa::path(
    patch, path = "/account", tag = "account", request_body = ChangeAccount,
    responses(
        (status = 200, body = Account),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 403, description = "`mfa_required`: a code must be asked for first", body = ErrorBody),
        (status = 422, description = "`form_invalid` with issues, `email_invalid` or `location_unknown`", body = ErrorBody),
    )
)]
async fn change(
    State(state): State<AppState>,
    session: SignedIn,
    JsonBody(ChangeAccount { customer }): JsonBody<ChangeAccount>,
) -> AppResult<Json<Account>> {
    let change = account_change::parse(&customer.form)?;
    let background = Background {
        google_analytics_client_id: customer.google_analytics_client_id,
        dressing_room_to_go_signup: customer.dressing_room_to_go_signup,
    };
    Ok(Json(account::change(&state, &session.customer_id, change, background).await?.into()))
}
