//! The friends whom a customer has referred, and the rewards of both.

use crate::platform::error::AppResult;
use crate::service::checkout::coupons::referral_code;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::referrals::{self, EarnedAs, FriendRow, RewardRow};
use std::time::Duration;
use stylebox_core::policy;

/// A page of a customer's friends.
#[derive(Debug)]
pub struct Friends {
    /// The friends on the page.
    pub friends: Vec<FriendRow>,
    /// How many friends there are on all pages.
    pub total: i64,
}

/// A page of the customer's friends, ordered by registration. Pages count from 0.
pub async fn list(
    state: &AppState,
    customer_id: &str,
    newest_first: bool,
    page: u32,
    limit: usize,
) -> AppResult<Friends> {
    let mut tx = state.db.read().await?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let offset = i64::from(page).saturating_mul(limit);
    Ok(Friends {
        friends: referrals::friends(&mut tx, customer_id, newest_first, limit, offset).await?,
        total: referrals::count_friends(&mut tx, customer_id).await?,
    })
}

/// Gives the reward of a referral, once for the same two customers: to the friend, who registers with a code, or to the referrer,
/// whose friend has checked out. Returns the referrer; `None` if the code belongs to nobody, which earns nothing.
pub(crate) async fn reward(
    state: &AppState,
    tx: &mut CustomerTx,
    friend: &CustomerRow,
    earned_as: EarnedAs,
) -> AppResult<Option<CustomerRow>> {
    let Some(code) = &friend.referred_by_code else { return Ok(None) };
    let Some(referrer) = customers::by_referral_code(tx, &referral_code(code)).await? else { return Ok(None) };
    let (whose, other) = match earned_as {
        EarnedAs::Friend => (&friend.id, &referrer.id),
        EarnedAs::Referrer => (&referrer.id, &friend.id),
    };
    let now = state.clock.now();
    let reward = RewardRow {
        id: state.new_id(),
        customer_id: whose.clone(),
        earned_as,
        other_customer_id: other.clone(),
        percent: policy::REFERRAL_PERCENT,
        earned_at: now,
        expires_at: now.plus(Duration::from_secs(policy::REFERRAL_DAYS * 24 * 60 * 60)),
        used_at: None,
    };
    reward.insert_if_new(tx).await?;
    Ok(Some(referrer))
}

/// A friend's name as another customer sees it: the first name, and the first letter of the last name.
#[must_use]
pub fn shortened(friend: &FriendRow) -> String {
    let initial = friend.last_name.trim().chars().next();
    let initial = initial.map(|letter| format!(" {}.", letter.to_uppercase())).unwrap_or_default();
    format!("{}{initial}", friend.first_name.trim())
}
