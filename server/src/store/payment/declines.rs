//! Charges that were declined, as limits, emails and jobs count them.

use crate::platform::clock::Timestamp;
use crate::store::card::cards::CardRow;
use crate::store::column::Column;
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::payment_attempts::Purpose;
use crate::store::{Result, Tx};
use stylebox_core::order;

/// The condition that an attempt is the customer's own checkout, and was declined.
macro_rules! own_decline {
    () => {
        concat!(was_declined!(), " AND payment_attempts.purpose = 'checkout' AND payment_attempts.customer_present")
    };
}

/// When the customer's own checkouts after `since` were tried with a card and declined: the newest `most`, the newest first. A card is
/// known by its fingerprint, also if another customer has it on file.
pub async fn newest_own(tx: &mut Tx, card: &CardRow, most: i64, since: Timestamp) -> Result<Vec<Timestamp>> {
    macro_rules! newest {
        ($from:literal) => {
            concat!(
                "SELECT payment_attempts.created_at ",
                $from,
                " AND payment_attempts.created_at > $2 AND ",
                own_decline!(),
                " ORDER BY payment_attempts.created_at DESC LIMIT $3"
            )
        };
    }
    let (sql, mark) = match &card.fingerprint {
        Some(fingerprint) => (
            newest!(
                "FROM cards CROSS JOIN payment_attempts WHERE cards.fingerprint = $1 AND payment_attempts.card_id = cards.id"
            ),
            fingerprint,
        ),
        None => (newest!("FROM payment_attempts WHERE payment_attempts.card_id = $1"), &card.id),
    };
    let found = fetch_all!(tx, (Timestamp,), sql, mark, since, most)?;
    Ok(found.into_iter().map(|(at,)| at).collect())
}

/// When and why the customer's own checkouts were declined, of those tried since a time, without one attempt.
pub async fn own_declines_except(
    tx: &mut Tx,
    customer_id: &str,
    since: Timestamp,
    attempt_id: &str,
) -> Result<Vec<(Timestamp, Option<DeclineReason>)>> {
    let rows = fetch_all!(
        tx,
        (Timestamp, Option<String>),
        concat!(
            "SELECT COALESCE(settled_at, created_at), decline_reason FROM payment_attempts
             WHERE customer_id = $1 AND created_at > $2 AND id <> $3 AND ",
            own_decline!()
        ),
        customer_id,
        since,
        attempt_id
    )?;
    let read = |(at, reason)| Ok((at, Option::from_stored(reason).map_err(sqlx::Error::Decode)?));
    rows.into_iter().map(read).collect()
}

/// The orders in that status whose attempts for a purpose were all declined or called off, and that had one. PostgreSQL would answer
/// EXISTS by reading the attempts of all orders: a count is made for each order.
pub async fn all_declined(tx: &mut Tx, purpose: Purpose, status: order::Status) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT orders.id FROM orders WHERE orders.finished = FALSE AND orders.status = $2
           AND (SELECT COUNT(*) FROM payment_attempts WHERE order_id = orders.id AND purpose = $1) > 0
           AND (SELECT COUNT(*) FROM payment_attempts
               WHERE order_id = orders.id AND purpose = $1 AND payment_attempts.status <> 'declined') = 0
         ORDER BY orders.id",
        purpose.as_str(),
        status.as_str()
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
