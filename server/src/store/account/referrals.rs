//! Referrals and the rewards that they earned.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::word_enum;

word_enum! {
    /// How a reward was earned.
    pub enum EarnedAs {
        /// Registered with somebody's code.
        Friend = "friend",
        /// Gave the code to a friend, who paid at a checkout.
        Referrer = "referrer",
    }
}

stored_as_text!(EarnedAs);

table! {
    /// A percentage off that a referral earned.
    pub struct RewardRow in "referral_rewards", columns columns, written in CustomerTx {
        pub id: String,
        pub customer_id: String,
        pub earned_as: EarnedAs,
        /// The friend for the referrer, and the other way around.
        pub other_customer_id: String,
        pub percent: i64,
        pub earned_at: Timestamp,
        pub expires_at: Timestamp,
        pub used_at: Option<Timestamp>,
        /// When it was taken back, because the friend's purchase was refunded in full. One that was used before stays used.
        pub taken_back_at: Option<Timestamp>,
    }
}

impl RewardRow {
    /// Whether the customer has it, or has had it.
    #[must_use]
    pub const fn counts(&self) -> bool {
        self.taken_back_at.is_none() || self.used_at.is_some()
    }

    /// Restores a reward that was taken back and not used. Returns whether there was one.
    pub async fn give_again(&self, tx: &mut CustomerTx) -> Result<bool> {
        let given = execute!(
            tx,
            "UPDATE referral_rewards SET taken_back_at = NULL, earned_at = $4, expires_at = $5
             WHERE customer_id = $1 AND earned_as = $2 AND other_customer_id = $3 AND taken_back_at IS NOT NULL AND used_at IS NULL",
            &self.customer_id,
            self.earned_as.as_str(),
            &self.other_customer_id,
            self.earned_at,
            self.expires_at
        )?;
        Ok(given == 1)
    }
}

/// Takes back what a friend has earned the referrer.
pub async fn take_back(tx: &mut CustomerTx, friend_id: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "UPDATE referral_rewards SET taken_back_at = $3 WHERE other_customer_id = $1 AND earned_as = $2 AND taken_back_at IS NULL",
        friend_id,
        EarnedAs::Referrer.as_str(),
        now
    )?;
    Ok(())
}

row! {
    /// A friend who registered with the customer's code.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct FriendRow {
        /// The referral's own id, not the friend's.
        pub(crate) id: String,
        pub(crate) first_name: String,
        pub(crate) last_name: String,
        pub(crate) created_at: Timestamp,
        /// When the friend ordered a first box.
        pub(crate) joined_at: Option<Timestamp>,
        /// When the friend first paid at a checkout, which earned the customer a reward.
        pub(crate) rewarded_at: Option<Timestamp>,
        pub(crate) reward_expires_at: Option<Timestamp>,
        pub(crate) reward_used_at: Option<Timestamp>,
    }
}

/// A page of the customer's friends, ordered by registration.
pub async fn friends(
    tx: &mut Tx,
    customer_id: &str,
    newest_first: bool,
    limit: i64,
    offset: i64,
) -> Result<Vec<FriendRow>> {
    macro_rules! sql {
        ($order:literal) => {
            concat!(
                "SELECT given.id, friend.first_name, friend.last_name, given.earned_at AS created_at,
                 (SELECT MIN(created_at) FROM orders WHERE customer_id = given.customer_id) AS joined_at,
                 earned.earned_at AS rewarded_at, earned.expires_at AS reward_expires_at, earned.used_at AS reward_used_at
                 FROM referral_rewards given JOIN customers friend ON friend.id = given.customer_id
                 LEFT JOIN referral_rewards earned ON earned.customer_id = $1 AND earned.earned_as = $3
                 AND earned.other_customer_id = given.customer_id AND (earned.taken_back_at IS NULL OR earned.used_at IS NOT NULL)
                 WHERE given.other_customer_id = $1 AND given.earned_as = $2 ",
                $order,
                " LIMIT $4 OFFSET $5"
            )
        };
    }
    let sql = if newest_first {
        sql!("ORDER BY given.earned_at DESC, given.id DESC")
    } else {
        sql!("ORDER BY given.earned_at, given.id")
    };
    let (friend, referrer) = (EarnedAs::Friend.as_str(), EarnedAs::Referrer.as_str());
    fetch_all!(tx, FriendRow, sql, customer_id, friend, referrer, limit, offset)
}

/// How many friends the customer has referred.
pub async fn count_friends(tx: &mut Tx, customer_id: &str) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM referral_rewards WHERE other_customer_id = $1 AND earned_as = $2";
    Ok(fetch_one!(tx, (i64,), sql, customer_id, EarnedAs::Friend.as_str())?.0)
}

/// The rewards of a customer, the oldest first.
pub async fn rewards_of(tx: &mut Tx, customer_id: &str) -> Result<Vec<RewardRow>> {
    fetch_list!(
        tx,
        RewardRow,
        columns!(),
        "FROM referral_rewards WHERE customer_id = $1",
        "ORDER BY earned_at, id",
        customer_id
    )
}
