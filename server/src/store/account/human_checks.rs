//! Solved challenges of the human check. Each can be used once.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// Uses a solved challenge. Returns false if it was used before.
pub async fn use_up(tx: &mut Tx, challenge: &str, expires_at: Timestamp) -> Result<bool> {
    let added = execute!(
        tx,
        "INSERT INTO human_check_used (challenge, expires_at) VALUES ($1, $2) ON CONFLICT (challenge) DO NOTHING",
        challenge,
        expires_at
    )?;
    Ok(added == 1)
}

/// Whether an answer was used up, which is not known of one that has expired.
pub async fn is_used_up(tx: &mut Tx, challenge: &str) -> Result<bool> {
    let sql = "SELECT expires_at FROM human_check_used WHERE challenge = $1";
    Ok(fetch_optional!(tx, (Timestamp,), sql, challenge)?.is_some())
}
