//! Orders.

use crate::api::answers::{NoSuchPage, NothingChanged, TooManyTries};
use crate::api::order::body::OrderBody;
use crate::api::order::detail::OrderDetail;
use crate::api::order::fields::OrderFields;
use crate::http::body::JsonBody;
use crate::http::query::QueryOf;
use crate::http::query::{page_length, search_text};
use crate::http::response::ErrorBody;
use crate::http::unchanged::IfNoneMatch;
use crate::platform::error::AppResult;
use crate::service::access::idempotency::{IdempotencyKey, fingerprint};
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::SignedIn;
use crate::service::order::change::{self, Change, Decision};
use crate::service::order::{cancel, detail, late, list as listing, place, read as reading};
use crate::state::AppState;
use crate::store::order::orders::GarmentSearch;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stylebox_core::checkout::review::{self, SentReview};
use stylebox_core::order::order_form::{self, OrderForm};
use stylebox_core::policy;
use stylebox_core::policy::limits;
use stylebox_core::{
    values::count::Count,
    wire::{empty_as_null, null_as_empty},
};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(all))
        .routes(routes!(read, update))
        .routes(routes!(cancel))
        .routes(routes!(keep))
        .routes(routes!(extend))
}

/// Orders, and changes with a coupon, by one customer. The limit keeps coupons from being guessed.
const TRIES: Limit = Limit::new("orders", limits::ORDERS);

/// A customer's orders.
#[derive(Serialize, ToSchema)]
pub struct Orders {
    orders: Vec<OrderBody>,
}

/// A page of the orders.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// The page, counted from 0.
    #[serde(default)]
    #[param(value_type = u64, maximum = 4294967295_i64)]
    page: u32,
    /// How many orders a page holds, 1 to 100. The default is 50.
    #[serde(default, deserialize_with = "page_length")]
    #[param(value_type = Option<u64>, minimum = 1, maximum = 100)]
    limit: Option<usize>,
}

/// The customer's orders: the unfinished one first, then the newest first.
#[utoipa::path(
    get, path = "/orders", tag = "orders", params(Page),
    responses(
        (status = 200, body = Orders),
        NothingChanged,
        NoSuchPage,
    )
)]
async fn list(
    State(state): State<AppState>,
    customer: SignedIn,
    if_none_match: IfNoneMatch,
    QueryOf(Page { page, limit }): QueryOf<Page>,
) -> AppResult<Response> {
    let limit = limit.unwrap_or(policy::ORDERS_PAGE_SIZE);
    let (found, mut charge) = listing::with_charge(&state, &customer.customer_id, page, limit).await?;
    let orders = found.into_iter().map(|order| OrderBody::listed(&state, order, &mut charge)).collect();
    if_none_match.answer(&Orders { orders })
}

/// By which day orders are sorted.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SortedBy {
    /// The day on which the box arrived.
    DeliveryDate,
}

/// The order of a list.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// The oldest first.
    Asc,
    /// The newest first.
    #[default]
    Desc,
}

/// A range of the orders.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Stretch {
    /// How many orders, 1 to 100. The default is 10. Fewer come only at the end.
    #[serde(default, deserialize_with = "page_length")]
    #[param(value_type = Option<u64>, minimum = 1, maximum = 100)]
    limit: Option<usize>,
    /// How many orders to skip.
    #[serde(default)]
    #[param(value_type = u64, maximum = 4294967295_i64)]
    offset: u32,
    /// Always `delivery_date`. Orders that have not arrived come last.
    #[param(inline)]
    sort: Option<SortedBy>,
    /// The default is `desc`.
    #[serde(default)]
    #[param(inline)]
    order: Direction,
    /// Only orders with a garment in whose description and brand each word of this text begins a word, as the rule `search.fold`
    /// folds both; at most 100 characters.
    #[serde(default, deserialize_with = "search_text")]
    #[param(value_type = Option<String>, max_length = 100, pattern = r"^[^\x00]*$")]
    q: Option<String>,
}

/// The customer's orders of every status and year: the purchase history.
#[utoipa::path(
    get, path = "/orders/all", tag = "orders", params(Stretch),
    responses(
        (status = 200, body = Orders),
        (status = 422, description = "`request_invalid`: no such range", body = ErrorBody),
    )
)]
async fn all(
    State(state): State<AppState>,
    customer: SignedIn,
    QueryOf(stretch): QueryOf<Stretch>,
) -> AppResult<Json<Orders>> {
    let Stretch { limit, offset, sort: Some(SortedBy::DeliveryDate) | None, order, q } = stretch;
    let garment = q.as_deref().and_then(GarmentSearch::of);
    let newest_first = order == Direction::Desc;
    let limit = limit.unwrap_or(policy::HISTORY_PAGE_SIZE);
    let found =
        reading::list_by_delivery(&state, &customer.customer_id, newest_first, garment.as_ref(), limit, offset).await?;
    Ok(Json(Orders { orders: found.into_iter().map(|order| OrderBody::new(&state, order)).collect() }))
}

/// A new order.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct NewOrder {
    order: OrderFields,
}

/// Orders a box. With an `Idempotency-Key`, a repeated call answers the order that the first one made.
#[utoipa::path(
    post, path = "/orders", tag = "orders", request_body = NewOrder,
    params(("Idempotency-Key" = Option<String>, Header, description = "1 to 255 visible characters, kept for 24 hours",
            min_length = 1, max_length = 255, pattern = "^[!-~]+$")),
    responses(
        (status = 201, body = OrderBody),
        (status = 400, description = "`request_invalid`, or `idempotency_key_invalid`", body = ErrorBody),
        (status = 404, description = "The address is not the customer's", body = ErrorBody),
        (
            status = 409,
            description = "`order_unfinished`: another order is not finished; `account_closing`: the account is being closed",
            body = ErrorBody,
        ),
        (
            status = 422,
            description = "`form_invalid` with issues: what is wrong, or what core's `delivery_order.readiness` or \
                `pickup_order.readiness` finds missing; `PROMO_CODE_NOT_RECOGNIZED`; `idempotency_key_reused`",
            body = ErrorBody,
        ),
        TooManyTries,
    )
)]
async fn create(
    State(state): State<AppState>,
    customer: SignedIn,
    key: Option<IdempotencyKey>,
    JsonBody(new): JsonBody<NewOrder>,
) -> AppResult<(StatusCode, Json<OrderBody>)> {
    TRIES.count(&state, &customer.customer_id).await?;
    let call = key.map(|key| fingerprint("POST /orders", &new).map(|call| (key, call))).transpose()?;
    let wish = order_form::parse(&OrderForm::from(new.order).cleaned().read())?;
    let id = place::place(&state, &customer.customer_id, wish, call.as_ref()).await?;
    Ok((StatusCode::CREATED, answer(&state, &customer, &id).await?))
}

pub(in crate::api) async fn answer(state: &AppState, customer: &SignedIn, id: &str) -> AppResult<Json<OrderBody>> {
    let order = reading::read(state, &customer.customer_id, id).await?;
    Ok(Json(OrderBody::new(state, order)))
}

/// An order, with its money, its return and its exchanges.
#[utoipa::path(
    get, path = "/orders/{id}", tag = "orders", params(("id",)),
    responses((status = 200, body = OrderDetail))
)]
async fn read(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<OrderDetail>> {
    let order = detail::read(&state, &customer.customer_id, &id).await?;
    Ok(Json(OrderDetail::new(&state, order)))
}

/// A change of an order: what was ordered, before the stylist has begun; decisions; a review.
#[derive(Deserialize, ToSchema)]
pub struct Update {
    order: Changes,
}

/// What changes.
#[derive(Deserialize, ToSchema)]
pub struct Changes {
    #[serde(flatten)]
    fields: OrderFields,
    line_items_attributes: Option<Vec<DecisionBody>>,
    #[serde(default, deserialize_with = "empty_as_null")]
    order_review: Option<String>,
    /// Stars, 0 to 5.
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

/// Changes what was ordered, saves decisions about items, or saves a review. Either all of it succeeds, or nothing changes.
#[utoipa::path(
    patch, path = "/orders/{id}", tag = "orders", params(("id",)), request_body = Update,
    responses(
        (status = 200, body = OrderBody),
        (status = 404, description = "Not the customer's order, item or address", body = ErrorBody),
        (
            status = 409,
            description = "`not_now`: styling has begun, or the styling fee is being charged; \
                `not_decidable`",
            body = ErrorBody,
        ),
        (
            status = 422,
            description = "`form_invalid` with issues: what is wrong or missing; `PROMO_CODE_NOT_RECOGNIZED`, \
                `decisions_invalid`, `exchange_size_unavailable`",
            body = ErrorBody,
        ),
        (status = 429, description = "Too many tries of coupons; Retry-After says how long to wait", body = ErrorBody),
    )
)]
async fn update(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
    JsonBody(Update { order: changes }): JsonBody<Update>,
) -> AppResult<Json<OrderBody>> {
    let Changes { fields, line_items_attributes, order_review, review_rating } = changes;
    if fields.coupon.is_some() {
        TRIES.count(&state, &customer.customer_id).await?;
    }
    let wish = order_form::parse(&OrderForm::from(fields).cleaned().read())?;
    let review = review::parse(&SentReview { order_review, review_rating })?;
    let decisions = line_items_attributes.map(|all| all.into_iter().map(Decision::from).collect());
    change::change(&state, &customer.customer_id, &id, Change { wish, decisions, review }).await?;
    answer(&state, &customer, &id).await
}

/// Cancels an order that the stylist has not begun, or about which the customer is asked because it is late (`delay.answer_by`). A
/// styling fee that was paid goes back.
#[utoipa::path(
    post, path = "/orders/{id}/cancel", tag = "orders", params(("id",)),
    responses(
        (status = 200, body = OrderBody),
        (status = 409, description = "`not_now`", body = ErrorBody),
    )
)]
async fn cancel(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<OrderBody>> {
    cancel::by_customer(&state, &customer.customer_id, &id).await?;
    answer(&state, &customer, &id).await
}

/// Keeps a late order, if the customer is asked whether to keep it or cancel it (`delay.answer_by`): it comes on its new day, or on a
/// later one if the box cannot leave in time for that any more. If the customer is not asked, nothing changes.
#[utoipa::path(
    post, path = "/orders/{id}/keep", tag = "orders", params(("id",)),
    responses(
        (status = 200, body = OrderBody),
        (status = 409, description = "`not_now`: the order is over", body = ErrorBody),
    )
)]
async fn keep(State(state): State<AppState>, customer: SignedIn, Path(id): Path<String>) -> AppResult<Json<OrderBody>> {
    late::keep_by_customer(&state, &customer.customer_id, &id).await?;
    answer(&state, &customer, &id).await
}

/// Gives the customer more days to try on, once.
#[utoipa::path(
    patch, path = "/orders/{id}/extend", tag = "orders", params(("id",)),
    responses(
        (status = 200, body = OrderBody),
        (status = 409, description = "`not_extendable`", body = ErrorBody),
    )
)]
async fn extend(
    State(state): State<AppState>,
    customer: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<OrderBody>> {
    change::extend(&state, &customer.customer_id, &id).await?;
    answer(&state, &customer, &id).await
}
