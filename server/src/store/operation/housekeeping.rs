//! Deletes expired rows.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use std::time::Duration;
use stylebox_core::policy::{self, limits};

const fn days(days: u64) -> Duration {
    Duration::from_secs(days * 24 * 60 * 60)
}

/// Deletes expired sessions, hits, challenges, links, codes, waiting changes, idempotency keys and calculated taxes, the
/// events of outside parties that were processed long ago, and what is known of phones that no customer has any more. Returns
/// how many rows.
pub async fn sweep(tx: &mut Tx, now: Timestamp) -> Result<u64> {
    let mut rows = 0;
    rows += execute!(tx, "DELETE FROM sessions WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM tries WHERE expires_at <= $1", now)?;
    // Servers of 0.2.0 count in this table.
    rows += execute!(tx, "DELETE FROM rate_limits WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM human_check_used WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM reset_tokens WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM phone_links WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM email_changes WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM known_devices WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM mfa_codes WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM pending_changes WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM idempotency_keys WHERE expires_at <= $1", now)?;
    rows += execute!(tx, "DELETE FROM marks WHERE expires_at <= $1", now)?;
    rows += execute!(
        tx,
        "DELETE FROM card_refusals WHERE created_at <= $1",
        now.minus(days(limits::CARD_REFUSAL_KEPT_DAYS))
    )?;
    rows += execute!(
        tx,
        "DELETE FROM declined_cards WHERE declined_at <= $1",
        now.minus(days(policy::DECLINED_CARD_KNOWN_DAYS))
    )?;
    rows +=
        execute!(tx, "DELETE FROM webhook_events WHERE worked_at <= $1", now.minus(days(limits::EVENT_KNOWN_DAYS)))?;
    rows += execute!(tx, "DELETE FROM tax_calculations WHERE expires_at <= $1", now)?;
    rows += execute!(
        tx,
        "DELETE FROM phone_facts WHERE known_since <= $1
           AND NOT EXISTS (SELECT 1 FROM customers WHERE customers.phone = phone_facts.phone)",
        now
    )?;
    Ok(rows)
}
