//! Solved challenges of the human check: each counts once.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// Takes a solved challenge; false where it was taken before.
pub async fn take(tx: &mut Tx, challenge: &str, expires_at: Timestamp) -> Result<bool> {
    let added = execute!(
        tx,
        "INSERT INTO human_check_used (challenge, expires_at) VALUES ($1, $2) ON CONFLICT (challenge) DO NOTHING",
        challenge,
        expires_at
    )?;
    Ok(added == 1)
}
