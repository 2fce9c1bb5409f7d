//! The devices on which the customer is signed in.

use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::devices;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use stylebox_core::values::business_time::Instant;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list, end_others)).routes(routes!(end))
}

/// The devices on which the customer is signed in.
#[derive(Serialize, ToSchema)]
pub struct AccountDevices {
    /// The one that signed in last comes first.
    devices: Vec<AccountDevice>,
}

/// A device on which the customer is signed in.
#[derive(Serialize, ToSchema)]
pub struct AccountDevice {
    id: String,
    /// The browser and its system: `Chrome on Android`, or `A browser`.
    name: String,
    /// When it signed in.
    created_at: Instant,
    /// When it was last used, to the minute.
    last_seen_at: Instant,
    /// Whether this call comes from it.
    current: bool,
}

/// The devices on which the customer is signed in.
#[utoipa::path(
    get, path = "/account/devices", tag = "account",
    responses((status = 200, body = AccountDevices))
)]
async fn list(State(state): State<AppState>, session: SignedIn) -> AppResult<Json<AccountDevices>> {
    let open = devices::list(&state, &session.customer_id).await?.into_iter();
    let devices = open.map(|row| AccountDevice {
        current: row.id == session.session_id,
        id: row.id,
        name: row.device_name,
        created_at: row.created_at.instant(),
        last_seen_at: row.last_seen_at.instant(),
    });
    Ok(Json(AccountDevices { devices: devices.collect() }))
}

/// Signs the customer out on another device. If that device signs in again, the customer is notified as for a new device.
#[utoipa::path(
    delete, path = "/account/devices/{id}", tag = "account", params(("id" = String, Path)),
    responses(
        (status = 204),
        (status = 404, description = "It is signed out already, or somebody else's", body = ErrorBody),
        (status = 409, description = "`current_device`: the one that asks; sign out instead", body = ErrorBody),
    )
)]
async fn end(State(state): State<AppState>, session: SignedIn, Path(id): Path<String>) -> AppResult<StatusCode> {
    devices::end(&state, &session, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs the customer out on all other devices.
#[utoipa::path(
    delete, path = "/account/devices", tag = "account",
    responses(
        (status = 204),
    )
)]
async fn end_others(State(state): State<AppState>, session: SignedIn) -> AppResult<StatusCode> {
    devices::end_others(&state, &session).await?;
    Ok(StatusCode::NO_CONTENT)
}
