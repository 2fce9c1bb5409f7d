//! Times that lie further ahead than the service ever sets them, because a clock was ahead when they were written. Without this, what
//! waits for them would wait until the clock comes there again.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How far the clocks of two servers may differ.
pub const CLOCKS_DIFFER: Duration = MINUTE;

/// What lay too far ahead: a word, and how many rows.
pub type Found = (&'static str, u64);

/// Pulls such times back to now, or deletes what they would keep valid for too long. Returns what was found.
///
/// A new table whose rows wait for a time needs a line here. Times by which a customer's own thing ends (a session, a link, a coupon)
/// are left: it only ends later.
pub async fn pull_back(tx: &mut Tx, now: Timestamp) -> Result<Vec<Found>> {
    let after = |longest: Duration| now.plus(longest).plus(CLOCKS_DIFFER);
    let mut found = vec![
        (
            "messages to be tried again",
            execute!(
                tx,
                "UPDATE outbox SET next_try_at = $1
                 WHERE sent_at IS NULL AND failed_at IS NULL AND next_try_at IS NOT NULL AND next_try_at > $2",
                now,
                // An alert is held back for up to 16 hours.
                after(DAY)
            )?,
        ),
        (
            "messages that a server hands over",
            execute!(
                tx,
                "UPDATE outbox SET claimed_until = NULL
                 WHERE sent_at IS NULL AND failed_at IS NULL AND claimed_until IS NOT NULL AND claimed_until > $1",
                after(10 * MINUTE)
            )?,
        ),
        (
            "events of outside parties",
            execute!(
                tx,
                "UPDATE webhook_events SET due_at = $1 WHERE worked_at IS NULL AND due_at > $2",
                now,
                after(HOUR)
            )?,
        ),
        (
            "labels",
            execute!(
                tx,
                "UPDATE shipments SET label_due_at = $1 WHERE label_due_at IS NOT NULL AND label_due_at > $2",
                now,
                after(DAY)
            )?,
        ),
        (
            "parcels",
            execute!(
                tx,
                "UPDATE shipments SET look_at = $1 WHERE look_at IS NOT NULL AND look_at > $2",
                now,
                after(DAY)
            )?,
        ),
        (
            "labels that a server makes",
            execute!(
                tx,
                "UPDATE shipments SET claimed_until = NULL WHERE claimed_until IS NOT NULL AND claimed_until > $1",
                after(10 * MINUTE)
            )?,
        ),
        (
            "records of the sales tax",
            execute!(
                tx,
                "UPDATE tax_records SET next_try_at = $1 WHERE status = 'waiting' AND next_try_at > $2",
                now,
                after(HOUR)
            )?,
        ),
        (
            "what parties have to forget",
            execute!(tx, "UPDATE forget_requests SET due_at = $1 WHERE due_at > $2", now, after(DAY))?,
        ),
        (
            "addresses to be checked",
            execute!(
                tx,
                "UPDATE shipping_addresses SET check_due_at = $1 WHERE check_due_at IS NOT NULL AND check_due_at > $2",
                now,
                after(HOUR)
            )?,
        ),
    ];
    found.extend([
        (
            "open payments",
            execute!(
                tx,
                "UPDATE payment_attempts SET created_at = $1 WHERE status IN ('pending', 'unknown') AND created_at > $2",
                now,
                after(Duration::ZERO)
            )?,
        ),
        (
            "payments that the gateway was asked about",
            execute!(
                tx,
                "UPDATE payment_attempts SET asked_at = $1
                 WHERE status IN ('pending', 'unknown') AND asked_at IS NOT NULL AND asked_at > $2",
                now,
                after(Duration::ZERO)
            )?,
        ),
        (
            "refused cards",
            execute!(tx, "UPDATE card_refusals SET created_at = $1 WHERE created_at > $2", now, after(Duration::ZERO))?,
        ),
        // The longest window is a day.
        ("rate limits", execute!(tx, "DELETE FROM rate_limits WHERE expires_at > $1", after(DAY))?),
        ("codes", execute!(tx, "DELETE FROM mfa_codes WHERE expires_at > $1", after(DAY))?),
        (
            "idempotency keys",
            execute!(
                tx,
                "UPDATE idempotency_keys SET expires_at = $2 WHERE expires_at > $1",
                after(DAY),
                now.plus(DAY)
            )?,
        ),
    ]);
    found.retain(|(_, rows)| *rows > 0);
    Ok(found)
}
