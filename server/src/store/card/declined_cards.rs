//! Cards that were declined for good. They belong to no account.

use crate::platform::clock::Timestamp;
use crate::store::card::cards::CardRow;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::order::Status;

/// The mark of a stored card's number, as [`CardRow::number_mark`] has it.
macro_rules! number_mark {
    () => {
        "COALESCE(cards.fingerprint, 'card ' || cards.id)"
    };
}

/// The mark of a stored card's number and end, as [`CardRow::mark`] has it.
macro_rules! mark {
    () => {
        concat!(number_mark!(), " || ' ' || cards.expiration")
    };
}

/// The marks with which a stored card was declined for good: of its number, or of its number and end. Which card, a condition says.
macro_rules! declines {
    ($of_card:literal) => {
        json_list!(
            "declined_cards.card, declined_cards.reason",
            concat!(
                "FROM cards CROSS JOIN declined_cards WHERE ",
                $of_card,
                " AND declined_cards.card IN (",
                number_mark!(),
                ", ",
                mark!(),
                ")"
            ),
            ""
        )
    };
}

/// The marks of the card on file of the customer `$1`.
pub(in crate::store) const OF_CUSTOMER: JsonList = declines!("cards.customer_id = $1 AND cards.replaced_at IS NULL");

/// The marks of the card `$1`.
const OF_CARD: JsonList = declines!("cards.id = $1");

/// Whether a stored card was declined for good: its number, or the card of this end.
pub async fn is_declined(tx: &mut Tx, card: &CardRow) -> Result<bool> {
    Ok(!fetch_json_list!(tx, (String, String), OF_CARD, &card.id)?.is_empty())
}

/// The same of a card that is not stored yet, by both of its marks.
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
        concat!(
            "SELECT orders.id FROM orders CROSS JOIN cards
             WHERE orders.finished = FALSE AND orders.status = $1
               AND cards.customer_id = orders.customer_id AND cards.replaced_at IS NULL
               AND (EXISTS (SELECT 1 FROM declined_cards WHERE card = ",
            number_mark!(),
            ") OR EXISTS (SELECT 1 FROM declined_cards WHERE card = ",
            mark!(),
            ")) ORDER BY orders.id"
        ),
        Status::Created.as_str()
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
