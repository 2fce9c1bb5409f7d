//! Clearing out what has run its time.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// Removes ended sessions, old hits, used-up challenges, reset links, codes, changes that waited and idempotency keys. Gives how
/// many rows went.
pub async fn sweep(tx: &mut Tx, now: Timestamp) -> Result<u64> {
    let mut rows = 0;
    rows += execute!(tx, "DELETE FROM sessions WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM rate_limits WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM human_check_used WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM reset_tokens WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM mfa_codes WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM pending_changes WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM idempotency_keys WHERE expires_at <= $1", now)?;
    Ok(rows)
}
