//! The friends whom a customer has referred, and the rewards of both.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::service::account::marks;
use crate::service::checkout::coupons::{self, referral_code};
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::marks::MarkKind;
use crate::store::account::referrals::{self, EarnedAs, FriendRow, RewardRow};
use crate::store::order::orders;
use crate::store::payment::ledger::{self, EntryKind, Flow};
use crate::store::{CustomerTx, Tx};
use std::collections::BTreeMap;
use std::time::Duration;
use stylebox_core::account::referral::{
    self, FriendsCheckout, FriendsCheckouts, ReferralEarnings, ReferralReward, ReferralRewards,
};
use stylebox_core::values::money::Money;

/// A page of a customer's friends.
#[derive(Debug)]
pub struct Friends {
    /// The friends on the page.
    pub friends: Vec<FriendRow>,
    /// How many friends there are on all pages.
    pub total: i64,
    /// What all of them have earned the customer.
    pub earnings: ReferralEarnings,
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
        earnings: earnings(state, &mut tx, customer_id).await?,
    })
}

async fn earnings(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<ReferralEarnings> {
    let rewards = referrals::rewards_of(tx, customer_id).await?;
    let rewards = rewards
        .into_iter()
        .filter(|reward| reward.earned_as == EarnedAs::Referrer && reward.counts())
        .map(|reward| ReferralReward {
            expires_at: reward.expires_at.instant(),
            used_at: reward.used_at.map(Timestamp::instant),
        })
        .collect();
    Ok(referral::earnings(&ReferralRewards { rewards, now: state.clock.now().instant() }))
}

/// Gives the reward of a referral, once for the same two customers: to the friend, who registers with a code, or to the referrer,
/// whose friend has checked out. Returns the referrer; `None` if nothing is earned: the code belongs to nobody, or it was earned before.
pub(crate) async fn reward(
    state: &AppState,
    tx: &mut CustomerTx,
    friend: &CustomerRow,
    earned_as: EarnedAs,
) -> AppResult<Option<CustomerRow>> {
    let Some(code) = &friend.referred_by_code else { return Ok(None) };
    let Some(referrer) = customers::by_referral_code(tx, &referral_code(code)).await? else { return Ok(None) };
    // Whoever is leaving invites nobody any more; what was promised before is kept.
    if earned_as == EarnedAs::Friend && referrer.closing_since.is_some() {
        return Ok(None);
    }
    // An email address can use one invitation, even after its account was closed. Nobody earns anything by another one.
    if marks::was_used(state, tx, MarkKind::Invitation, &friend.email_key, &friend.id).await? {
        return Ok(None);
    }
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
        percent: coupons::referral_percent(&state.data.terms)?,
        earned_at: now,
        expires_at: now.plus(Duration::from_secs(state.data.terms.referral_days * 24 * 60 * 60)),
        used_at: None,
        taken_back_at: None,
    };
    let is_new = reward.insert_if_new(tx).await? || reward.give_again(tx).await?;
    Ok(is_new.then_some(referrer))
}

/// Gives the referrer of a customer who has just checked out their reward, if core's `referral.is_earned` says so. Returns the
/// referrer if it is new.
pub(crate) async fn friend_has_paid(
    state: &AppState,
    tx: &mut CustomerTx,
    friend: &CustomerRow,
) -> AppResult<Option<CustomerRow>> {
    if friend.referred_by_code.is_none() || !has_earned(tx, &friend.id).await? {
        return Ok(None);
    }
    reward(state, tx, friend, EarnedAs::Referrer).await
}

/// Takes the reward of a customer's referrer back, if nothing of what the customer paid is left. A reward that is used already stays
/// used: the referrer has bought for a price that we promised, and does not pay for what a friend sends back. It earns no second one
/// either. If that purchase of the referrer is called off itself, the reward is not given back to them.
pub(crate) async fn friend_was_refunded(state: &AppState, tx: &mut CustomerTx, friend_id: &str) -> AppResult<()> {
    if has_earned(tx, friend_id).await? {
        return Ok(());
    }
    Ok(referrals::take_back(tx, friend_id, state.clock.now()).await?)
}

/// Whether the checkouts of a customer earn their referrer a reward.
async fn has_earned(tx: &mut Tx, friend_id: &str) -> AppResult<bool> {
    let orders: Vec<String> = orders::of_customer(tx, friend_id).await?.into_iter().map(|order| order.id).collect();
    let mut checkouts: BTreeMap<String, FriendsCheckout> = BTreeMap::new();
    for entry in ledger::of_orders(tx, &orders).await? {
        let is_payment = matches!(entry.kind, EntryKind::Charge | EntryKind::Refund | EntryKind::GiftCard);
        // A styling fee belongs to no invoice.
        let Some(invoice) = entry.invoice_id.filter(|_| is_payment) else { continue };
        let none = FriendsCheckout { paid: Money::default(), back: Money::default() };
        let checkout = checkouts.entry(invoice).or_insert(none);
        let part = match entry.amount {
            Flow::In(_) => &mut checkout.paid,
            Flow::Out(_) => &mut checkout.back,
        };
        *part = part.plus(entry.amount.money()).map_err(AppError::unexpected)?;
    }
    Ok(referral::is_earned(&FriendsCheckouts { checkouts: checkouts.into_values().collect() }))
}

/// A friend's name as another customer sees it: the first name, and the first letter of the last name. A friend who has closed their
/// account has none.
#[must_use]
pub fn shortened(friend: &FriendRow) -> String {
    let first = friend.first_name.trim();
    if first.is_empty() {
        return referral::FRIEND_WITHOUT_ACCOUNT.to_owned();
    }
    let initial = friend.last_name.trim().chars().next();
    let initial = initial.map(|letter| format!(" {}.", letter.to_uppercase())).unwrap_or_default();
    format!("{first}{initial}")
}
