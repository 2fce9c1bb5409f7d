//! `POST /address_checks`: whether boxes can be delivered to an address that is not saved, such as that of an exchange.

use crate::api::account::shipping_addresses::TypedAddress;
use crate::api::answers::{AddressInvalid, TooManyTries};
use crate::http::body::JsonBody;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::addresses;
use crate::state::AppState;
use crate::values::postal_address::PostalAddress;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stylebox_core::account::shipping_address::{self, Names};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(check))
}

/// What the check found.
#[derive(Serialize, ToSchema)]
pub struct AddressCheck {
    /// Another way to write the address; null if there is none, or nobody could say.
    suggestion: Option<PostalAddress>,
}

/// Checks an address without saving it.
#[utoipa::path(
    post, path = "/address_checks", tag = "account", request_body = TypedAddress,
    responses(
        (status = 200, body = AddressCheck),
        AddressInvalid,
        TooManyTries,
    )
)]
async fn check(
    State(state): State<AppState>,
    session: SignedIn,
    JsonBody(typed): JsonBody<TypedAddress>,
) -> AppResult<Json<AddressCheck>> {
    let address = shipping_address::parse(&typed.shipping_address.cleaned().read(), Names::Own)?;
    let suggestion = addresses::suggestion_for(&state, &session.customer_id, address).await?;
    Ok(Json(AddressCheck { suggestion }))
}
