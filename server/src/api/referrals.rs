//! The friends whom a customer has referred.

use crate::api::orders::Direction;
use crate::api::words::Moment;
use crate::http::QueryOf;
use crate::http::query::page_length;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::platform::session::SignedIn;
use crate::service::account::referrals::{self, Friends, shortened};
use crate::state::AppState;
use crate::store::account::referrals::FriendRow;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stylebox_core::business_time::Instant;
use stylebox_core::policy;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list))
}

/// What friends are sorted by.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SortField {
    /// When they registered.
    CreatedAt,
}

/// A page of the friends.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// The page, counted from 0.
    #[serde(default)]
    #[param(value_type = u64, maximum = 4294967295_i64)]
    page: u32,
    /// How many friends a page holds, 1 to 100. The default is 10.
    #[serde(default, deserialize_with = "page_length")]
    #[param(value_type = Option<u64>, minimum = 1, maximum = 100)]
    limit: Option<usize>,
    /// Always `created_at`: when they registered.
    #[param(inline)]
    sort_field: Option<SortField>,
    /// The default is `asc`.
    #[param(inline)]
    sort_order: Option<Direction>,
}

/// A page of friends.
#[derive(Serialize, ToSchema)]
pub struct Referrals {
    referrals: Vec<Referral>,
    /// The page, counted from 0.
    #[schema(value_type = u64)]
    page: u32,
    /// How many a page holds.
    limit: usize,
    /// How many there are on all pages.
    total: i64,
}

/// A friend who registered with the customer's code.
#[derive(Serialize, ToSchema)]
pub struct Referral {
    /// The referral's id, not the friend's.
    id: String,
    /// The first name, and the first letter of the last name.
    customer_name: String,
    /// When the friend registered.
    #[schema(value_type = Moment)]
    created_at: Instant,
    /// Whether the friend has checked out a first box, which earned the customer a reward.
    checked_out: bool,
}

impl From<FriendRow> for Referral {
    fn from(friend: FriendRow) -> Self {
        Self {
            customer_name: shortened(&friend),
            created_at: friend.created_at.instant(),
            checked_out: friend.rewarded_at.is_some(),
            id: friend.id,
        }
    }
}

/// The friends whom the customer has referred.
#[utoipa::path(
    get, path = "/referrals", tag = "account", params(Page),
    responses(
        (status = 200, body = Referrals),
        (status = 422, description = "`request_invalid`: no such page", body = ErrorBody),
    )
)]
async fn list(
    State(state): State<AppState>,
    customer: SignedIn,
    QueryOf(asked): QueryOf<Page>,
) -> AppResult<Json<Referrals>> {
    let Page { page, limit, sort_field: Some(SortField::CreatedAt) | None, sort_order } = asked;
    let limit = limit.unwrap_or(policy::REFERRAL_PAGE_SIZE);
    let newest_first = sort_order == Some(Direction::Desc);
    let Friends { friends, total } = referrals::list(&state, &customer.customer_id, newest_first, page, limit).await?;
    let referrals = friends.into_iter().map(Referral::from).collect();
    Ok(Json(Referrals { referrals, page, limit, total }))
}
