//! Demo mode: a visitor plays the stylists, the warehouse and the carriers. Outside demo mode these calls do not exist.

use crate::api::order::body::OrderBody;
use crate::fulfilment::demo;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::order::read;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(advance))
}

/// Moves the customer's current order a step on, as stylists and carriers would.
#[utoipa::path(
    post, path = "/demo/advance", tag = "demo",
    responses(
        (status = 200, body = OrderBody),
        (status = 409, description = "`not_now`: the next step is the customer's", body = ErrorBody),
    )
)]
async fn advance(State(state): State<AppState>, customer: SignedIn) -> AppResult<Json<OrderBody>> {
    let id = demo::advance(&state, &customer.customer_id).await?;
    let order = read::read(&state, &customer.customer_id, &id).await?;
    Ok(Json(OrderBody::new(&state, order)))
}
