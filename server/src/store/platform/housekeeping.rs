//! Deletes expired rows.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// Deletes expired sessions, hits, challenges, links, codes, waiting changes and idempotency keys. Returns how many rows.
pub async fn sweep(tx: &mut Tx, now: Timestamp) -> Result<u64> {
    let mut rows = 0;
    rows += execute!(tx, "DELETE FROM sessions WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM rate_limits WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM human_check_used WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM reset_tokens WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM phone_links WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM email_changes WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM known_devices WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM mfa_codes WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM pending_changes WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM idempotency_keys WHERE expires_at <= $1", now)?;
    Ok(rows)
}
