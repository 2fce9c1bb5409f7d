//! Times that lie further ahead than the service ever sets them, because a clock was ahead when they were written. Without this, what
//! waits for them would wait until the clock comes there again.

use crate::platform::clock::{CLOCKS_DIFFER, Timestamp};
use crate::store::payment::payment_attempts::CONFIRMED_WITHIN;
use crate::store::{Result, Tx};
use std::time::Duration;
use stylebox_core::policy;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long before a next box is ordered its notice is sent.
const NOTICE: Duration = Duration::from_secs(policy::NEXT_BOX_NOTICE_DAYS * 24 * 60 * 60);

/// What lay too far ahead: a word, and how many rows.
pub type Found = (&'static str, u64);

/// Pulls such times back to now, or deletes what they would keep valid for too long. Returns each kind of them, with how many rows were
/// found. `ran_back_from` is the time that the clock has shown, if it was noticed that it ran back.
///
/// A new table whose rows wait for a time, or from which something is waited for, needs a line here. Times by which a customer's own
/// thing ends (a session, a link, a coupon) are left: it only ends later.
pub async fn pull_back(tx: &mut Tx, now: Timestamp, ran_back_from: Option<Timestamp>) -> Result<Vec<Found>> {
    let mut found = next_boxes(tx, now, ran_back_from).await?;
    found.extend(due(tx, now).await?);
    found.extend(payments(tx, now).await?);
    found.extend(orders(tx, now).await?);
    found.extend(limits(tx, now).await?);
    Ok(found)
}

/// The latest time that is not too far ahead, if the longest that the service ever waits is `longest`.
fn after(now: Timestamp, longest: Duration) -> Timestamp {
    now.plus(longest).plus(CLOCKS_DIFFER)
}

/// Pulls the looks at next boxes back whose days may have been counted from a time ahead. Such a look often lies weeks ahead. So its day
/// counts as wrong only up to the time ahead and the days of notice after it. A look that comes too early only finds its day again.
async fn next_boxes(tx: &mut Tx, now: Timestamp, ran_back_from: Option<Timestamp>) -> Result<Vec<Found>> {
    // Before the times of these messages are pulled back.
    let latest = after(now, Duration::ZERO);
    let sent = fetch_optional!(
        tx,
        (Timestamp,),
        "SELECT sent_at FROM outbox WHERE sent_at IS NOT NULL AND sent_at > $1 ORDER BY sent_at DESC LIMIT 1",
        latest
    )?;
    let written = fetch_optional!(
        tx,
        (Timestamp,),
        "SELECT created_at FROM outbox WHERE created_at > $1 ORDER BY created_at DESC LIMIT 1",
        latest
    )?;
    let of_messages = [sent, written].into_iter().flatten().map(|(at,)| at);
    let ahead = of_messages.chain(ran_back_from).max();
    let rows = match ahead {
        None => 0,
        Some(ahead) => execute!(
            tx,
            "UPDATE next_box_looks SET look_on = $1, changes = changes + 1
             WHERE look_on IS NOT NULL AND look_on > $1 AND look_on <= $2",
            now.today().to_string(),
            ahead.plus(NOTICE).today().to_string()
        )?,
    };
    Ok(vec![("next boxes", rows)])
}

/// What is due at a time, or held by a server until then.
async fn due(tx: &mut Tx, now: Timestamp) -> Result<Vec<Found>> {
    let after = |longest: Duration| after(now, longest);
    Ok(vec![
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
    ])
}

/// Payments, and what is waited for from the time of one.
async fn payments(tx: &mut Tx, now: Timestamp) -> Result<Vec<Found>> {
    let after = |longest: Duration| after(now, longest);
    Ok(vec![
        // An open one is left alone for a while, and a declined one counts against a limit for a day. Of several the order stays: ids
        // rise with time.
        (
            "payments",
            execute!(
                tx,
                "UPDATE payment_attempts SET created_at = $1 WHERE created_at > $2",
                now,
                after(Duration::ZERO)
            )?,
        ),
        // A declined charge is tried again days after it.
        (
            "payments that ended",
            execute!(
                tx,
                "UPDATE payment_attempts SET settled_at = $1 WHERE settled_at IS NOT NULL AND settled_at > $2",
                now,
                after(Duration::ZERO)
            )?,
        ),
        (
            "payments that are to be confirmed",
            execute!(
                tx,
                concat!(
                    "UPDATE payment_attempts SET confirm_by = $1 WHERE status IN ",
                    open_statuses!(),
                    " AND confirm_by IS NOT NULL AND confirm_by > $2"
                ),
                now.plus(CONFIRMED_WITHIN),
                after(CONFIRMED_WITHIN)
            )?,
        ),
        (
            "charges that wait for another card",
            execute!(tx, "UPDATE ended_charges SET ended_at = $1 WHERE ended_at > $2", now, after(Duration::ZERO))?,
        ),
        (
            "declined cards",
            execute!(
                tx,
                "UPDATE declined_cards SET declined_at = $1 WHERE declined_at > $2",
                now,
                after(Duration::ZERO)
            )?,
        ),
        (
            "movements at the gateway",
            execute!(
                tx,
                "UPDATE gateway_movements SET read_at = $1 WHERE outcome = 'waiting' AND read_at > $2",
                now,
                after(Duration::ZERO)
            )?,
        ),
        (
            "payments that the gateway was asked about",
            execute!(
                tx,
                concat!(
                    "UPDATE payment_attempts SET asked_at = $1 WHERE status IN ",
                    open_statuses!(),
                    " AND asked_at IS NOT NULL AND asked_at > $2"
                ),
                now,
                after(Duration::ZERO)
            )?,
        ),
    ])
}

/// Orders, parcels and messages from whose time something is waited for.
async fn orders(tx: &mut Tx, now: Timestamp) -> Result<Vec<Found>> {
    let after = |longest: Duration| after(now, longest);
    Ok(vec![
        // They count among the orders of the last weeks.
        (
            "orders",
            execute!(tx, "UPDATE orders SET created_at = $1 WHERE created_at > $2", now, after(Duration::ZERO))?,
        ),
        // A customer has some days to answer.
        (
            "orders whose customers are asked",
            execute!(
                tx,
                "UPDATE orders SET asked_on = $1 WHERE asked_on IS NOT NULL AND asked_on > $2",
                now.today().to_string(),
                after(Duration::ZERO).today().to_string()
            )?,
        ),
        // What a carrier says is news only if it is later than what is known: a time of now would hide what happened meanwhile. It is
        // put right before its label's time is.
        (
            "parcels that were seen",
            execute!(
                tx,
                "UPDATE shipments SET seen_at = CASE WHEN made_at <= $1 THEN made_at END
                 WHERE look_at IS NOT NULL AND seen_at IS NOT NULL AND seen_at > $1",
                after(Duration::ZERO)
            )?,
        ),
        (
            "labels that were made",
            execute!(
                tx,
                "UPDATE shipments SET made_at = $1 WHERE look_at IS NOT NULL AND made_at > $2",
                now,
                after(Duration::ZERO)
            )?,
        ),
        // Alerts are held back from those of the last day.
        (
            "messages",
            execute!(tx, "UPDATE outbox SET created_at = $1 WHERE created_at > $2", now, after(Duration::ZERO))?,
        ),
        // A box is ordered a week after its notice was sent; a reminder counts until the day that it reminds of.
        (
            "messages that were sent",
            execute!(
                tx,
                "UPDATE outbox SET sent_at = $1 WHERE sent_at IS NOT NULL AND sent_at > $2",
                now,
                after(Duration::ZERO)
            )?,
        ),
        (
            "photos to be deleted",
            execute!(
                tx,
                "UPDATE photos SET delete_failed_at = $1 WHERE delete_failed_at IS NOT NULL AND delete_failed_at > $2",
                now,
                after(Duration::ZERO)
            )?,
        ),
    ])
}

/// What counts against a limit, or is valid for some time.
async fn limits(tx: &mut Tx, now: Timestamp) -> Result<Vec<Found>> {
    let after = |longest: Duration| after(now, longest);
    Ok(vec![
        (
            "refused cards",
            execute!(tx, "UPDATE card_refusals SET created_at = $1 WHERE created_at > $2", now, after(Duration::ZERO))?,
        ),
        (
            "marks of accounts",
            execute!(tx, "UPDATE marks SET created_at = $1 WHERE created_at > $2", now, after(Duration::ZERO))?,
        ),
        // The longest window is a day.
        ("rate limits", execute!(tx, "DELETE FROM tries WHERE expires_at > $1", after(DAY))?),
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
    ])
}
