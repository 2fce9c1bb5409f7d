//! Suggestions beside a box.

use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::style::suggestions;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(click))
}

/// Where a suggestion leads.
#[derive(Serialize, ToSchema)]
pub struct Followed {
    id: String,
    /// Its page in the retailer's shop.
    url: String,
}

/// Follows one of an order's `suggested_items`, and records the click.
#[utoipa::path(
    get, path = "/suggested_items/{id}/click", tag = "orders",
    params(("id", description = "The suggestion's id such as `P001`")),
    responses((status = 200, body = Followed), (status = 404, description = "There is no such item", body = ErrorBody))
)]
async fn click(State(state): State<AppState>, customer: SignedIn, Path(id): Path<String>) -> AppResult<Json<Followed>> {
    let url = suggestions::record_click(&state, &customer.customer_id, &id).await?;
    Ok(Json(Followed { id, url }))
}
