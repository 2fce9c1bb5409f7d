//! Cards on file: the gateway's token and what may be shown; never a number.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};
use serde::{Deserialize, Serialize};
use stylebox_core::business_time::Date;
use stylebox_core::card::Expiration;

table! {
    /// A card on file and the address that its statements go to.
    #[derive(Serialize, Deserialize)]
    pub struct CardRow in "cards", columns columns, written in CustomerTx {
        /// Its id.
        pub id: String,
        /// Whose it is.
        pub customer_id: String,
        /// What the gateway knows it by.
        pub gateway_token: String,
        /// `Visa`, `Mastercard`, …
        pub brand: String,
        /// The number's last four digits.
        pub last_four: String,
        /// `MM/YY`.
        pub expiration: Expiration,
        /// The name on it.
        pub cardholder_name: String,
        /// Street and number.
        pub street_address1: String,
        /// What else the address needs.
        pub street_address2: Option<String>,
        /// The city.
        pub city: String,
        /// The state's code.
        pub state: String,
        /// The ZIP.
        pub zip_code: String,
        /// Always US.
        pub country: String,
        /// Ten digits.
        pub phone: String,
        /// The version of the sentence of consent that was agreed to.
        pub consent_version: Option<String>,
        /// When it was agreed to.
        pub consent_at: Option<Timestamp>,
        /// When it was saved.
        pub created_at: Timestamp,
    }
}

impl CardRow {
    /// Whether the customer agreed, with this card, to be charged by an automatic checkout.
    #[must_use]
    pub const fn has_consent(&self) -> bool {
        self.consent_version.is_some() && self.consent_at.is_some()
    }
}

/// Saves a card in the place of the one before.
pub async fn replace(tx: &mut CustomerTx, card: &CardRow) -> Result<()> {
    execute!(
        tx,
        "UPDATE cards SET replaced_at = $2 WHERE customer_id = $1 AND replaced_at IS NULL",
        &card.customer_id,
        card.created_at
    )?;
    card.insert(tx).await
}

/// The customer's card.
pub async fn current(tx: &mut Tx, customer_id: &str) -> Result<Option<CardRow>> {
    fetch_optional!(
        tx,
        CardRow,
        concat!("SELECT ", columns!(), " FROM cards WHERE customer_id = $1 AND replaced_at IS NULL"),
        customer_id
    )
}

/// The card of an id, replaced or not.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<CardRow>> {
    fetch_optional!(tx, CardRow, concat!("SELECT ", columns!(), " FROM cards WHERE id = $1"), id)
}

/// A card's end as YYMM, which sorts by time, written as in the index `cards_by_end`.
macro_rules! year_and_month {
    () => {
        "CASE WHEN SUBSTR(expiration, 3, 1) = '/' THEN SUBSTR(expiration, 4, 2) || SUBSTR(expiration, 1, 2) ELSE '' END"
    };
}

/// The current cards that end by the month of a day, and whose customers were not told yet: id and expiration, those first that
/// end first, and before them those whose expiration cannot be read.
pub async fn ending_untold(tx: &mut Tx, by: Date) -> Result<Vec<(String, String)>> {
    fetch_all!(
        tx,
        (String, String),
        concat!(
            "SELECT id, expiration FROM cards WHERE replaced_at IS NULL AND expiry_told_at IS NULL AND ",
            year_and_month!(),
            " <= $1 ORDER BY ",
            year_and_month!()
        ),
        // The years of cards have two digits, those of 2000 to 2099.
        format!("{:02}{:02}", by.year().rem_euclid(100), by.month())
    )
}

/// Notes that the customer is told that the card ends. Whether it was to be told: the card is current, and nobody did so yet.
pub async fn note_expiry_told(tx: &mut CustomerTx, id: &str, now: Timestamp) -> Result<bool> {
    let noted = execute!(
        tx,
        "UPDATE cards SET expiry_told_at = $2 WHERE id = $1 AND replaced_at IS NULL AND expiry_told_at IS NULL",
        id,
        now
    )?;
    Ok(noted == 1)
}
