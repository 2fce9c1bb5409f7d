//! Orders.

use super::order_body::OrderBody;
use crate::http::error::{AppResult, ErrorBody};
use crate::http::{JsonBody, SignedIn};
use crate::service::cancellation;
use crate::service::orders::{self, Decision};
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use stylebox_core::input::{Count, empty_as_null, null_as_empty};
use stylebox_core::review::{self, SentReview};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(read, update))
        .routes(routes!(cancel))
        .routes(routes!(extend))
}

/// A customer's orders.
#[derive(Serialize, ToSchema)]
pub struct Orders {
    orders: Vec<OrderBody>,
}

/// The customer's orders, the newest first.
#[utoipa::path(get, path = "/orders", tag = "orders", responses((status = 200, body = Orders)))]
async fn list(State(state): State<AppState>, customer: SignedIn) -> AppResult<Json<Orders>> {
    let found = orders::list(&state, &customer.customer_id).await?;
    Ok(Json(Orders { orders: found.into_iter().map(|order| OrderBody::new(&state, order)).collect() }))
}

async fn answer(state: &AppState, customer: &SignedIn, id: &str) -> AppResult<Json<OrderBody>> {
    let order = orders::read(state, &customer.customer_id, id).await?;
    Ok(Json(OrderBody::new(state, order)))
}

/// An order.
#[utoipa::path(
    get, path = "/orders/{id}", tag = "orders", params(("id",)),
    responses((status = 200, body = OrderBody), (status = 404, body = ErrorBody))
)]
async fn read(State(state): State<AppState>, customer: SignedIn, Path(id): Path<String>) -> AppResult<Json<OrderBody>> {
    answer(&state, &customer, &id).await
}

/// A change of an order: decisions, or a review.
#[derive(Deserialize, ToSchema)]
pub struct Update {
    order: Changes,
}

/// What changes.
#[derive(Deserialize, ToSchema)]
pub struct Changes {
    line_items_attributes: Option<Vec<DecisionBody>>,
    #[serde(default, deserialize_with = "empty_as_null")]
    order_review: Option<String>,
    /// Stars, 0 to 5.
    #[schema(value_type = Option<u64>)]
    review_rating: Option<Count>,
}

/// A decision about an item.
#[derive(Deserialize, ToSchema)]
pub struct DecisionBody {
    id: String,
    /// Null takes the decision back.
    claimed_kept: Option<bool>,
    #[serde(default, deserialize_with = "empty_as_null")]
    exchange_size: Option<String>,
    #[serde(default, deserialize_with = "null_as_empty")]
    customer_feedback: String,
}

impl From<DecisionBody> for Decision {
    fn from(body: DecisionBody) -> Self {
        let DecisionBody { id, claimed_kept, exchange_size, customer_feedback } = body;
        Self { id, claimed_kept, exchange_size, customer_feedback }
    }
}

/// Decides about items, or keeps a review.
#[utoipa::path(
    patch, path = "/orders/{id}", tag = "orders", params(("id",)), request_body = Update,
    responses(
        (status = 200, body = OrderBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "`not_decidable`", body = ErrorBody),
        (status = 422, description = "`decisions_invalid`, `exchange_size_unavailable`, or `form_invalid` with issues", body = ErrorBody),
    )
)]
async fn update(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
    JsonBody(Update { order: changes }): JsonBody<Update>,
) -> AppResult<Json<OrderBody>> {
    let Changes { line_items_attributes, order_review, review_rating } = changes;
    let review = review::parse(&SentReview { order_review, review_rating })?;
    if let Some(decisions) = line_items_attributes {
        let decisions = decisions.into_iter().map(Decision::from).collect();
        orders::decide(&state, &customer.customer_id, &id, decisions).await?;
    }
    if review.text.is_some() || review.rating.is_some() {
        orders::review(&state, &customer.customer_id, &id, review).await?;
    }
    answer(&state, &customer, &id).await
}

/// Calls an order off that nobody has begun with.
#[utoipa::path(
    post, path = "/orders/{id}/cancel", tag = "orders", params(("id",)),
    responses(
        (status = 200, body = OrderBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "`not_now`", body = ErrorBody),
    )
)]
async fn cancel(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<OrderBody>> {
    cancellation::cancel(&state, &customer.customer_id, &id).await?;
    answer(&state, &customer, &id).await
}

/// Gives more days to try on, once.
#[utoipa::path(
    patch, path = "/orders/{id}/extend", tag = "orders", params(("id",)),
    responses(
        (status = 200, body = OrderBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "`not_extendable`", body = ErrorBody),
    )
)]
async fn extend(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<OrderBody>> {
    orders::extend(&state, &customer.customer_id, &id).await?;
    answer(&state, &customer, &id).await
}
