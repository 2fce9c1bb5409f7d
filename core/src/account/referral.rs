//! Referring a friend (spec B, section 2).

use crate::{
    values::{
        business_time::{Date, Instant},
        count::Count,
        money::Money,
        url,
        words::{labels, words},
    },
    wire::Input,
};
use serde::Serialize;

/// The name of a friend who has closed their account, as the referrer sees it.
pub const FRIEND_WITHOUT_ACCOUNT: &str = "A friend";

/// `referral.link`: the path that a friend is sent, below the base path.
#[must_use]
pub fn link(referral_code: &str) -> String {
    ["/register?referral=", &url::encoded(referral_code)].concat()
}

words! {
    /// How far a referral is.
    pub enum ReferralState {
        /// The friend has registered with the link, and not ordered yet.
        Invited = "invited",
        /// The friend has ordered a first box, and not checked out yet.
        Joined = "joined",
        /// The friend has checked out: the referrer can use the reward.
        RewardEarned = "reward_earned",
        /// The referrer has used it.
        RewardUsed = "reward_used",
        /// The reward expired unused.
        RewardEnded = "reward_ended",
    }
}

labels! {
    ReferralState {
        Invited = "Invited",
        Joined = "Joined",
        RewardEarned = "Reward earned",
        RewardUsed = "Reward used",
        RewardEnded = "Reward ended",
    }
}

/// What the referrer earned.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReferralReward {
    /// When it ends: it cannot be used from then on.
    pub expires_at: Instant,
    /// When it was used, or null.
    pub used_at: Option<Instant>,
}

impl ReferralReward {
    /// Whether it can be used: until just before it ends, and once.
    fn is_usable(&self, now: Instant) -> bool {
        self.used_at.is_none() && now < self.expires_at
    }
}

/// A referral, and the current time.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Referral {
    /// When the friend registered.
    pub created_at: Instant,
    /// When the friend ordered a first box, or null.
    pub joined_at: Option<Instant>,
    /// Null until the friend has checked out.
    pub reward: Option<ReferralReward>,
    /// The current time.
    pub now: Instant,
}

/// How far a referral is, and since or until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReferralProgress {
    /// How far it is.
    pub state: ReferralState,
    /// The day on which the friend registered or ordered, or the reward was used, ends or ended.
    pub date: Date,
}

/// `referral.progress`: how far a referral is.
#[must_use]
pub fn progress(referral: &Referral) -> ReferralProgress {
    let (state, moment) = match referral.reward {
        None => match referral.joined_at {
            None => (ReferralState::Invited, referral.created_at),
            Some(joined_at) => (ReferralState::Joined, joined_at),
        },
        Some(ReferralReward { used_at: Some(used_at), .. }) => (ReferralState::RewardUsed, used_at),
        Some(reward) if reward.is_usable(referral.now) => (ReferralState::RewardEarned, reward.expires_at),
        Some(ReferralReward { expires_at, .. }) => (ReferralState::RewardEnded, expires_at),
    };
    ReferralProgress { state, date: moment.business_day() }
}

/// What a friend paid at a checkout, by card or gift card, and how much of it went back.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FriendsCheckout {
    /// The sum of what card and gift card paid.
    pub paid: Money,
    /// What went back.
    pub back: Money,
}

/// The checkouts of one friend, which decide whether the referrer has earned a reward.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FriendsCheckouts {
    /// The checkouts that were paid.
    pub checkouts: Vec<FriendsCheckout>,
}

/// `referral.is_earned`: a friend earns the referrer a reward by a checkout at which they pay something, unless all of it has gone back.
#[must_use]
pub fn is_earned(friend: &FriendsCheckouts) -> bool {
    friend.checkouts.iter().any(|checkout| checkout.paid > checkout.back)
}

/// The rewards that a customer earned by their friends, and the current time.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReferralRewards {
    /// All rewards that were ever earned, also those that are used or expired.
    pub rewards: Vec<ReferralReward>,
    /// The current time.
    pub now: Instant,
}

/// What a customer's friends have earned them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReferralEarnings {
    /// How many rewards.
    pub earned: Count,
    /// How many of them can be used now.
    pub usable: Count,
    /// The day on which the first usable reward ends, or null.
    pub use_before: Option<Date>,
}

/// `referral.earnings`: what a customer's friends have earned them.
#[must_use]
pub fn earnings(all: &ReferralRewards) -> ReferralEarnings {
    let usable: Vec<Instant> =
        all.rewards.iter().filter(|reward| reward.is_usable(all.now)).map(|reward| reward.expires_at).collect();
    ReferralEarnings {
        earned: Count::of(all.rewards.len()),
        usable: Count::of(usable.len()),
        use_before: usable.iter().min().map(|moment| moment.business_day()),
    }
}
