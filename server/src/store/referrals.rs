//! What referrals earned.

use super::{Result, Tx};
use crate::clock::Timestamp;

words! {
    /// What somebody did to earn a reward.
    pub enum EarnedAs {
        /// Registered with somebody's code.
        Friend = "friend",
        /// Gave the code to a friend, who checked out.
        Referrer = "referrer",
    }
}

/// A percentage off that a referral earned.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct RewardRow {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub customer_id: String,
    /// What it was earned for.
    #[sqlx(try_from = "String")]
    pub earned_as: EarnedAs,
    /// The other one of the two.
    pub other_customer_id: String,
    /// How many percent off.
    pub percent: i64,
    /// When it was earned.
    pub earned_at: Timestamp,
    /// When it ends.
    pub expires_at: Timestamp,
    /// When it was used.
    pub used_at: Option<Timestamp>,
}

/// Keeps a reward; earned twice by the same two, it counts once.
///
/// # Errors
/// Where the database fails.
pub async fn add(tx: &mut Tx, reward: &RewardRow) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO referral_rewards (id, customer_id, earned_as, other_customer_id, percent, earned_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (customer_id, earned_as, other_customer_id) DO NOTHING",
        &reward.id,
        &reward.customer_id,
        reward.earned_as.as_str(),
        &reward.other_customer_id,
        reward.percent,
        reward.earned_at,
        reward.expires_at
    )?;
    Ok(())
}
