//! The friends whom a customer has referred.

use crate::api::answers::NoSuchPage;
use crate::api::order::orders::Direction;
use crate::http::query::QueryOf;
use crate::http::query::page_length;
use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::referrals::{self, Friends, shortened};
use crate::state::AppState;
use crate::store::account::referrals::FriendRow;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stylebox_core::account::referral::ReferralEarnings;
use stylebox_core::policy;
use stylebox_core::values::business_time::{Date, Instant};
use stylebox_core::values::count::Count;
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
    /// What the friends on all pages have earned the customer.
    earnings: EarningsBody,
}

/// What the customer's friends have earned them.
#[derive(Serialize, ToSchema)]
#[schema(as = ReferralEarnings)]
pub struct EarningsBody {
    /// How many rewards.
    earned: Count,
    /// How many of them can be used now.
    usable: Count,
    /// The day on which the first of those ends. Null if none can be used.
    use_before: Option<Date>,
}

impl From<ReferralEarnings> for EarningsBody {
    fn from(ReferralEarnings { earned, usable, use_before }: ReferralEarnings) -> Self {
        Self { earned, usable, use_before }
    }
}

/// A friend who registered with the customer's code.
#[derive(Serialize, ToSchema)]
pub struct Referral {
    /// The referral's id, not the friend's.
    id: String,
    /// The first name, and the first letter of the last name.
    customer_name: String,
    /// When the friend registered.
    created_at: Instant,
    /// When the friend ordered a first box. Null until then.
    joined_at: Option<Instant>,
    /// What the customer earned when the friend first paid at a checkout. Null until then, and again if all of it was refunded before
    /// the customer has used it.
    reward: Option<ReferralReward>,
}

/// What a referral earned the customer.
#[derive(Serialize, ToSchema)]
pub struct ReferralReward {
    earned_at: Instant,
    /// It cannot be used from then on.
    expires_at: Instant,
    /// Null until it is used.
    used_at: Option<Instant>,
}

impl ReferralReward {
    fn of(friend: &FriendRow) -> Option<Self> {
        let (earned_at, expires_at) = friend.rewarded_at.zip(friend.reward_expires_at)?;
        let used_at = friend.reward_used_at.map(Timestamp::instant);
        Some(Self { earned_at: earned_at.instant(), expires_at: expires_at.instant(), used_at })
    }
}

impl From<FriendRow> for Referral {
    fn from(friend: FriendRow) -> Self {
        Self {
            customer_name: shortened(&friend),
            created_at: friend.created_at.instant(),
            joined_at: friend.joined_at.map(Timestamp::instant),
            reward: ReferralReward::of(&friend),
            id: friend.id,
        }
    }
}

/// The friends whom the customer has referred.
#[utoipa::path(
    get, path = "/referrals", tag = "account", params(Page),
    responses(
        (status = 200, body = Referrals),
        NoSuchPage,
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
    let Friends { friends, total, earnings } =
        referrals::list(&state, &customer.customer_id, newest_first, page, limit).await?;
    let referrals = friends.into_iter().map(Referral::from).collect();
    Ok(Json(Referrals { referrals, page, limit, total, earnings: earnings.into() }))
}
