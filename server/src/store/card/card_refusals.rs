//! Cards that were refused when a customer wanted to save them, and those that are being tried. They belong to no account: if one ends,
//! a keyed mark stands in its place (`account`).

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::word_enum;

word_enum! {
    /// Why a card was refused, or what it waits for.
    pub enum Reason {
        /// It is being tried, or the answer was never heard. It counts as refused.
        Unanswered = "unanswered",
        /// Its bank wants the cardholder to confirm it. It does not count as refused.
        ToConfirm = "to_confirm",
        /// It was tried in the place of another card, which the cardholder was to confirm.
        OtherCard = "other_card",
        /// The bank refuses it.
        Declined = "declined",
        /// It is a debit card.
        Debit = "debit",
        /// The gateway knows no such card.
        UnknownNumber = "unknown_number",
    }
}

stored_as_text!(Reason);

table! {
    /// A refused card.
    pub struct CardRefusalRow in "card_refusals", columns columns, written in Tx {
        pub id: String,
        /// Whose try it was; `None` once the account has ended.
        pub customer_id: Option<String>,
        /// A hash of the gateway's fingerprint of the card's number; `None` if the gateway gives none.
        pub card: Option<String>,
    }
    changing {
        /// A hash of the caller's network.
        pub network: String,
        pub reason: Reason,
        pub created_at: Timestamp,
    }
}

/// Whose refusals are counted.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    Customer(&'a str),
    /// The refusals from one network, by its hash.
    Network(&'a str),
    /// The refusals of one card, found by its hash, from all customers who sent it.
    Card(&'a str),
}

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<CardRefusalRow>> {
    fetch_optional!(tx, CardRefusalRow, concat!("SELECT ", columns!(), " FROM card_refusals WHERE id = $1"), id)
}

/// Removes a row that was no refusal after all.
pub async fn remove(tx: &mut Tx, id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM card_refusals WHERE id = $1", id)?;
    Ok(())
}

/// When the newest refusals after `since` were, at most so many.
pub async fn newest(tx: &mut Tx, of: Subject<'_>, most: i64, since: Timestamp) -> Result<Vec<Timestamp>> {
    macro_rules! newest_by {
        ($column:literal) => {
            concat!(
                "SELECT created_at FROM card_refusals WHERE ",
                $column,
                " = $1 AND created_at > $2 AND reason <> 'to_confirm' ORDER BY created_at DESC LIMIT $3"
            )
        };
    }
    let (sql, subject) = match of {
        Subject::Customer(id) => (newest_by!("customer_id"), id),
        Subject::Network(network) => (newest_by!("network"), network),
        Subject::Card(card) => (newest_by!("card"), card),
    };
    let found = fetch_all!(tx, (Timestamp,), sql, subject, since, most)?;
    Ok(found.into_iter().map(|(at,)| at).collect())
}

/// How many cards were refused since a time, and to how many customers, including those who have left.
pub async fn count(tx: &mut Tx, since: Timestamp) -> Result<(i64, i64)> {
    fetch_one!(
        tx,
        (i64, i64),
        "SELECT COUNT(*), COUNT(DISTINCT COALESCE(account, customer_id)) FROM card_refusals
         WHERE created_at > $1 AND reason <> 'to_confirm'",
        since
    )
}
