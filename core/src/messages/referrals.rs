//! Referring a friend (spec B, section 2).

use super::labels;
use crate::account::referral::ReferralState;

// How far a referral is.
labels! {
    ReferralState {
        Invited = "Invited",
        Joined = "Joined",
        RewardEarned = "Reward earned",
        RewardUsed = "Reward used",
        RewardEnded = "Reward ended",
    }
}
