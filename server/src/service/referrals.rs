//! The friends whom a customer has brought.

use crate::http::error::AppResult;
use crate::state::AppState;
use crate::store::referrals::{self, FriendRow};

/// A page of a customer's friends.
#[derive(Debug)]
pub struct Friends {
    /// Those on the page.
    pub friends: Vec<FriendRow>,
    /// How many there are on all pages.
    pub total: i64,
}

/// A page of the customer's friends by the time at which they registered; pages count from 0.
///
/// # Errors
/// Where the database fails.
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

/// A friend's name as far as another customer reads it: the first name, and what the last one begins with.
#[must_use]
pub fn shortened(friend: &FriendRow) -> String {
    let initial = friend.last_name.trim().chars().next();
    let initial = initial.map(|letter| format!(" {}.", letter.to_uppercase())).unwrap_or_default();
    format!("{}{initial}", friend.first_name.trim())
}
