//! What outside parties still have to forget: of people whose accounts have ended, and of cards that were never put on file or were replaced.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use stylebox_core::word_enum;

word_enum! {
    /// An outside party, and what of a customer it keeps.
    pub enum Party {
        /// The payment gateway: the customer, as it knows them, whose account has ended, with all their cards.
        GatewayCustomer = "payment",
        /// The payment gateway: one card that was never put on file, or was replaced.
        GatewayCard = "card",
        /// The reviews service: who has written a review.
        Reviews = "reviews",
    }
}

stored_as_text!(Party);

table! {
    /// One thing that a party has to forget. The row is removed once it has.
    pub struct ForgetRow in "forget_requests", columns columns, written in CustomerTx {
        pub id: String,
        pub party: Party,
        /// Identifies it at the party: the token of a card, which also names the gateway's customer; that customer alone, if no
        /// card of theirs was kept; or the order of a review.
        pub reference: String,
        /// The email address with which a review was posted.
        pub author_email: Option<String>,
        pub created_at: Timestamp,
        /// When the party is asked at the earliest: until then a card may still be put on file.
        pub due_at: Timestamp,
    }
}

/// The requests that were due until `by` and are not done, the earliest due first.
pub async fn open(tx: &mut Tx, by: Timestamp) -> Result<Vec<ForgetRow>> {
    fetch_all!(
        tx,
        ForgetRow,
        concat!("SELECT ", columns!(), " FROM forget_requests WHERE due_at <= $1 ORDER BY due_at, id"),
        by
    )
}

/// The requests to forget a card.
pub async fn of_card(tx: &mut Tx, token: &str) -> Result<Vec<ForgetRow>> {
    fetch_all!(
        tx,
        ForgetRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM forget_requests WHERE reference = $1 AND party = 'card' ORDER BY due_at, id"
        ),
        token
    )
}

/// Lets a request wait until `due_at`.
pub async fn postpone(tx: &mut Tx, id: &str, due_at: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE forget_requests SET due_at = $2 WHERE id = $1", id, due_at)?;
    Ok(())
}

/// Removes what a party has forgotten.
pub async fn remove(tx: &mut Tx, id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM forget_requests WHERE id = $1", id)?;
    Ok(())
}
