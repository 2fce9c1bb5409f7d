//! Cards that were declined for good. They belong to no account.

use crate::platform::clock::Timestamp;
use crate::store::card::cards::CardRow;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};

/// The marks of the card of the customer `$1` with which it was declined for good, in a larger statement.
pub(in crate::store) const OF_CUSTOMER: JsonList = json_list!(
    "declined_cards.card, declined_cards.reason",
    "FROM cards CROSS JOIN declined_cards WHERE cards.customer_id = $1 AND cards.replaced_at IS NULL
       AND declined_cards.card IN (COALESCE(cards.fingerprint, 'card ' || cards.id),
         COALESCE(cards.fingerprint, 'card ' || cards.id) || ' ' || cards.expiration)",
    ""
);

/// Whether the card was declined for good: its number, or the card of this end.
pub async fn is_declined(tx: &mut Tx, card: &CardRow) -> Result<bool> {
    is_marked(tx, &card.number_mark(), &card.mark()).await
}

/// Whether one of the two marks is that of a card that was declined for good: of its number, or of its number and end.
pub async fn is_marked(tx: &mut Tx, number: &str, with_end: &str) -> Result<bool> {
    let found = fetch_optional!(
        tx,
        (String,),
        "SELECT card FROM declined_cards WHERE card IN ($1, $2) LIMIT 1",
        number,
        with_end
    )?;
    Ok(found.is_some())
}

/// Records that a card was declined for good, by its number or its mark. The first decline stays.
pub async fn add(tx: &mut CustomerTx, mark: &str, reason: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO declined_cards (card, reason, declined_at) VALUES ($1, $2, $3) ON CONFLICT (card) DO NOTHING",
        mark,
        reason,
        now
    )?;
    Ok(())
}

/// The orders that are not styled yet, and whose customer's card was declined for good.
pub async fn created_orders(tx: &mut Tx) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT orders.id FROM orders CROSS JOIN cards
         WHERE orders.finished = FALSE AND orders.status = 'created'
           AND cards.customer_id = orders.customer_id AND cards.replaced_at IS NULL
           AND (EXISTS (SELECT 1 FROM declined_cards WHERE card = COALESCE(cards.fingerprint, 'card ' || cards.id))
             OR EXISTS (SELECT 1 FROM declined_cards
                 WHERE card = COALESCE(cards.fingerprint, 'card ' || cards.id) || ' ' || cards.expiration))
         ORDER BY orders.id"
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
