//! What is suggested beside a box.

use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::platform::session::SignedIn;
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

/// A suggestion that is followed.
#[derive(Serialize, ToSchema)]
pub struct Followed {
    id: String,
    /// Where it is found in the retailer's shop.
    url: String,
}

/// Follows a suggestion of an order's `suggested_items`, which is noted.
#[utoipa::path(
    get, path = "/suggested_items/{id}/click", tag = "orders",
    params(("id", description = "The suggestion's id such as `P001`")),
    responses((status = 200, body = Followed), (status = 404, description = "There is no such item", body = ErrorBody))
)]
async fn click(State(state): State<AppState>, customer: SignedIn, Path(id): Path<String>) -> AppResult<Json<Followed>> {
    let url = suggestions::follow(&state, &customer.customer_id, &id).await?;
    Ok(Json(Followed { id, url }))
}
