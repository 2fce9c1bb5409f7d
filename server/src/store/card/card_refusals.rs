//! Cards that were refused when a customer wanted to save them.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

words! {
    /// Why a card was refused.
    pub enum Reason {
        /// The bank refuses it.
        Declined = "declined",
        /// It is a debit card.
        Debit = "debit",
        /// The gateway knows no such card.
        UnknownNumber = "unknown_number",
    }
}

table! {
    /// A refused card.
    pub struct CardRefusalRow in "card_refusals", columns columns, written in Tx {
        pub id: String,
        pub customer_id: String,
        /// A hash of the caller's network.
        pub network: String,
        /// A hash of what the gateway knows the card's number by; `None` if it knows none.
        pub card: Option<String>,
        pub reason: Reason,
        pub created_at: Timestamp,
    }
}

/// Whose refusals are counted.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// One customer's.
    Customer(&'a str),
    /// Those from one network, by its hash.
    Network(&'a str),
    /// Those of one card, by its hash, whoever sent it.
    Card(&'a str),
}

/// When the refusal before the newest `newer` was, if that is after `since`.
pub async fn nth_newest(tx: &mut Tx, of: Subject<'_>, newer: i64, since: Timestamp) -> Result<Option<Timestamp>> {
    let found = match of {
        Subject::Customer(id) => fetch_optional!(
            tx,
            (Timestamp,),
            "SELECT created_at FROM card_refusals WHERE customer_id = $1 AND created_at > $2
             ORDER BY created_at DESC LIMIT 1 OFFSET $3",
            id,
            since,
            newer
        ),
        Subject::Network(network) => fetch_optional!(
            tx,
            (Timestamp,),
            "SELECT created_at FROM card_refusals WHERE network = $1 AND created_at > $2
             ORDER BY created_at DESC LIMIT 1 OFFSET $3",
            network,
            since,
            newer
        ),
        Subject::Card(card) => fetch_optional!(
            tx,
            (Timestamp,),
            "SELECT created_at FROM card_refusals WHERE card = $1 AND created_at > $2
             ORDER BY created_at DESC LIMIT 1 OFFSET $3",
            card,
            since,
            newer
        ),
    }?;
    Ok(found.map(|(at,)| at))
}

/// How many cards were refused since a time, and to how many customers.
pub async fn count(tx: &mut Tx, since: Timestamp) -> Result<(i64, i64)> {
    fetch_one!(
        tx,
        (i64, i64),
        "SELECT COUNT(*), COUNT(DISTINCT customer_id) FROM card_refusals WHERE created_at > $1",
        since
    )
}
