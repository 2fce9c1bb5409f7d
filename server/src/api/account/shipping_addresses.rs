//! The customer's addresses.

use crate::api::answers::{AddressInvalid, TooManyTries};
use crate::http::body::JsonBody;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::addresses;
use crate::state::AppState;
use crate::store::account::shipping_addresses::AddressRow;
use crate::values::postal_address::PostalAddress;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stylebox_core::account::shipping_address::{self, Names, ShippingAddressForm};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(change, remove)).routes(routes!(decline_suggestion))
}

/// An address that boxes can go to.
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
    /// Another way to write the address: send its lines with `PATCH` to take it, or decline it. Null if there is none.
    suggestion: Option<PostalAddress>,
    /// Whether nothing can be delivered there, as was found after the address was saved.
    undeliverable: bool,
}

impl From<AddressRow> for ShippingAddress {
    fn from(row: AddressRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            phone: row.phone.clone(),
            is_primary: row.is_primary,
            shipping_line_1: row.address.line_1,
            shipping_line_2: row.address.line_2,
            shipping_city: row.address.city,
            shipping_state: row.address.state,
            shipping_postal_code: row.address.postal_code,
            shipping_phone: row.phone,
            suggestion: row.suggestion,
            undeliverable: row.undeliverable_since.is_some(),
        }
    }
}

/// An address, as typed.
#[derive(Deserialize, ToSchema)]
pub struct TypedAddress {
    pub(in crate::api) shipping_address: ShippingAddressForm,
}

/// Adds an address. The first one becomes the primary one.
#[utoipa::path(
    post, path = "/shipping_addresses", tag = "account", request_body = TypedAddress,
    responses(
        (status = 201, body = ShippingAddress),
        (status = 409, description = "`too_many_addresses`", body = ErrorBody),
        AddressInvalid,
        TooManyTries,
    )
)]
async fn create(
    State(state): State<AppState>,
    session: SignedIn,
    JsonBody(TypedAddress { shipping_address }): JsonBody<TypedAddress>,
) -> AppResult<(StatusCode, Json<ShippingAddress>)> {
    let address = shipping_address::parse(&shipping_address.cleaned().read(), Names::Own)?;
    let row = addresses::add(&state, &session.customer_id, address).await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// Changes an address. Boxes that are already styled keep the old one.
#[utoipa::path(
    patch, path = "/shipping_addresses/{id}", tag = "account", params(("id",)), request_body = TypedAddress,
    responses(
        (status = 200, body = ShippingAddress),
        (status = 409, description = "`not_now`: the styling fee of an order to this address is being charged", body = ErrorBody),
        AddressInvalid,
        TooManyTries,
    )
)]
async fn change(
    State(state): State<AppState>,
    session: SignedIn,
    Path(id): Path<String>,
    JsonBody(TypedAddress { shipping_address }): JsonBody<TypedAddress>,
) -> AppResult<Json<ShippingAddress>> {
    Ok(Json(addresses::change(&state, &session.customer_id, &id, shipping_address.cleaned().read()).await?.into()))
}

/// Deletes an address. If it was the primary one, the newest other one becomes primary.
#[utoipa::path(
    delete, path = "/shipping_addresses/{id}", tag = "account", params(("id",)),
    responses(
        (status = 204),
        (status = 409, description = "`address_in_use`: an unfinished order goes to it", body = ErrorBody),
    )
)]
async fn remove(State(state): State<AppState>, session: SignedIn, Path(id): Path<String>) -> AppResult<StatusCode> {
    addresses::remove(&state, &session.customer_id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Declines the address's `suggestion`: the address stays as it is. Repeating it does nothing.
#[utoipa::path(
    delete, path = "/shipping_addresses/{id}/suggestion", tag = "account", params(("id",)),
    responses(
        (status = 204),
    )
)]
async fn decline_suggestion(
    State(state): State<AppState>,
    session: SignedIn,
    Path(id): Path<String>,
) -> AppResult<StatusCode> {
    addresses::decline_suggestion(&state, &session.customer_id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
