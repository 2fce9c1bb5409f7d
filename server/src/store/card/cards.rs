//! Cards on file: the gateway's token and what may be shown, never a number.

use crate::platform::clock::Timestamp;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};
use crate::values::postal_address::PostalAddress;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use stylebox_core::card::entry::PaymentMethod;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::expiration::Expiration;

table! {
    /// A card on file and its billing address.
    #[derive(Serialize, Deserialize)]
    pub struct CardRow in "cards", columns columns, written in CustomerTx {
        pub id: String,
        pub customer_id: String,
        pub gateway_token: String,
        /// The payment method that the gateway's own fields made of it; `None` if it was typed.
        pub payment_method: Option<String>,
        /// `Visa`, `Mastercard`, …
        pub brand: String,
        pub last_four: String,
        /// `MM/YY`.
        pub expiration: Expiration,
        pub cardholder_name: String,
        pub country: String,
        /// Ten digits.
        pub phone: String,
        /// `None` if the customer did not agree to automatic checkouts.
        pub consent_version: Option<String>,
        pub consent_at: Option<Timestamp>,
        /// A keyed hash of the gateway's fingerprint of the number; `None` if the gateway tells none, or did not when the card was saved.
        pub fingerprint: Option<String>,
        pub created_at: Timestamp,
    }
    spread {
        #[serde(flatten, with = "BillingAddress")]
        pub address: PostalAddress {
            line_1 in street_address1, line_2 in street_address2, city in city, state in state, postal_code in zip_code,
        }
    }
}

/// The names of the billing address's fields in a card that waits for a code, which is stored as JSON.
#[derive(Serialize, Deserialize)]
#[serde(remote = "PostalAddress")]
struct BillingAddress {
    #[serde(rename = "street_address1")]
    line_1: String,
    #[serde(rename = "street_address2")]
    line_2: Option<String>,
    city: String,
    state: String,
    #[serde(rename = "zip_code")]
    postal_code: String,
}

row! {
    /// What is read of a card if nothing is charged: neither the gateway's token nor the billing address.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct KnownCard {
        pub(crate) id: String,
        pub(crate) brand: String,
        pub(crate) last_four: String,
        pub(crate) expiration: Expiration,
        pub(crate) consent_version: Option<String>,
        pub(crate) consent_at: Option<Timestamp>,
        /// As in [`CardRow`].
        pub(crate) fingerprint: Option<String>,
    }
}

/// The columns of [`KnownCard`].
macro_rules! known_columns {
    () => {
        "cards.id, cards.brand, cards.last_four, cards.expiration, cards.consent_version, cards.consent_at, cards.fingerprint"
    };
}

impl KnownCard {
    /// As [`CardRow::mark`].
    #[must_use]
    pub fn mark(&self) -> String {
        mark_with_end(&number_mark(&self.id, self.fingerprint.as_deref()), self.expiration)
    }

    /// As [`CardRow::has_consent`].
    #[must_use]
    pub const fn has_consent(&self) -> bool {
        self.consent_version.is_some() && self.consent_at.is_some()
    }
}

impl From<&CardRow> for KnownCard {
    fn from(card: &CardRow) -> Self {
        Self {
            id: card.id.clone(),
            brand: card.brand.clone(),
            last_four: card.last_four.clone(),
            expiration: card.expiration,
            consent_version: card.consent_version.clone(),
            consent_at: card.consent_at,
            fingerprint: card.fingerprint.clone(),
        }
    }
}

impl CardRow {
    #[must_use]
    pub fn is_made_of(&self, payment_method: &PaymentMethod) -> bool {
        self.payment_method.as_deref() == Some(payment_method.id())
    }

    /// Whether `other` is made of the same payment method, and says the same of cardholder and consent.
    #[must_use]
    pub fn is_repeated_by(&self, other: &Self) -> bool {
        self.payment_method.is_some() && self.says_the_same_as(other)
    }

    /// Whether `other` has the same token, and says the same of cardholder and consent.
    #[must_use]
    pub fn says_the_same_as(&self, other: &Self) -> bool {
        let again = Self {
            id: self.id.clone(),
            consent_at: self.consent_at,
            fingerprint: self.fingerprint.clone(),
            created_at: self.created_at,
            ..other.clone()
        };
        again == *self
    }

    /// The number by which it is known that it was declined for good, whoever has it on file.
    #[must_use]
    pub fn number_mark(&self) -> String {
        number_mark(&self.id, self.fingerprint.as_deref())
    }

    /// The same with the card's end: a renewed card has another one.
    #[must_use]
    pub fn mark(&self) -> String {
        mark_with_end(&self.number_mark(), self.expiration)
    }

    /// Whether the customer agreed to automatic checkouts with this card.
    #[must_use]
    pub const fn has_consent(&self) -> bool {
        self.consent_version.is_some() && self.consent_at.is_some()
    }
}

/// The card on file of the customer `$1`.
pub(in crate::store) const OF_CUSTOMER: JsonList =
    json_list!(columns!(), "FROM cards WHERE cards.customer_id = $1 AND cards.replaced_at IS NULL", "");

/// The same without token and address.
pub(in crate::store) const KNOWN_OF_CUSTOMER: JsonList =
    json_list!(known_columns!(), "FROM cards WHERE cards.customer_id = $1 AND cards.replaced_at IS NULL", "");

/// What is read of the cards with which charges of the order `$2` were tried.
pub(in crate::store) const KNOWN_OF_ATTEMPTS: JsonList = json_list!(
    known_columns!(),
    "FROM cards WHERE cards.id IN
       (SELECT payment_attempts.card_id FROM payment_attempts WHERE payment_attempts.order_id = $2)",
    ""
);

/// Saves a card. It replaces the one before.
pub async fn replace(tx: &mut CustomerTx, card: &CardRow) -> Result<()> {
    execute!(
        tx,
        "UPDATE cards SET replaced_at = $2 WHERE customer_id = $1 AND replaced_at IS NULL",
        &card.customer_id,
        card.created_at
    )?;
    card.insert(tx).await
}

pub async fn current(tx: &mut Tx, customer_id: &str) -> Result<Option<CardRow>> {
    Ok(fetch_json_list!(tx, CardRow, OF_CUSTOMER, customer_id)?.into_iter().next())
}

/// The card with this id, even if it was replaced.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<CardRow>> {
    fetch_optional!(tx, CardRow, concat!("SELECT ", columns!(), " FROM cards WHERE id = $1"), id)
}

/// What is read of the customer's card.
pub async fn known_current(tx: &mut Tx, customer_id: &str) -> Result<Option<KnownCard>> {
    Ok(fetch_json_list!(tx, KnownCard, KNOWN_OF_CUSTOMER, customer_id)?.into_iter().next())
}

/// The cards with these ids, even those that were replaced.
pub async fn known(tx: &mut Tx, ids: &BTreeSet<&String>) -> Result<Vec<KnownCard>> {
    fetch_list_of!(tx, KnownCard, json_list_of!(known_columns!(), "FROM cards WHERE cards.id", ""), ids)
}

/// Whether the token is that of a card on file.
pub async fn is_on_file(tx: &mut Tx, token: &str) -> Result<bool> {
    let found = fetch_optional!(
        tx,
        (String,),
        "SELECT id FROM cards WHERE gateway_token = $1 AND replaced_at IS NULL LIMIT 1",
        token
    )?;
    Ok(found.is_some())
}

/// The mark of a card's number: the hash of its fingerprint, or the card itself if the gateway tells none.
fn number_mark(id: &str, fingerprint: Option<&str>) -> String {
    fingerprint.map_or_else(|| format!("card {id}"), str::to_owned)
}

/// The mark of a card's number and end.
#[must_use]
pub fn mark_with_end(number_mark: &str, expiration: Expiration) -> String {
    format!("{number_mark} {expiration}")
}

/// A card's expiration as YYMM, which sorts by time; the same expression as in the index `cards_by_end`.
macro_rules! year_and_month {
    () => {
        "CASE WHEN SUBSTR(expiration, 3, 1) = '/' THEN SUBSTR(expiration, 4, 2) || SUBSTR(expiration, 1, 2) ELSE '' END"
    };
}

/// Id and expiration of the current cards that end by the month of a day and whose customers were not notified yet. Cards
/// whose expiration cannot be read come first, then those that end first.
pub async fn expiring_unnotified(tx: &mut Tx, by: Date) -> Result<Vec<(String, String)>> {
    fetch_all!(
        tx,
        (String, String),
        concat!(
            "SELECT id, expiration FROM cards WHERE replaced_at IS NULL AND expiry_told_at IS NULL AND ",
            year_and_month!(),
            " <= $1 ORDER BY ",
            year_and_month!()
        ),
        // A card's year has two digits, for 2000 to 2099.
        format!("{:02}{:02}", by.year().rem_euclid(100), by.month())
    )
}

/// Records that the customer is notified of the card's end. Returns false if the card was replaced or the customer was notified
/// before.
pub async fn set_expiry_notified(tx: &mut CustomerTx, id: &str, now: Timestamp) -> Result<bool> {
    let noted = execute!(
        tx,
        "UPDATE cards SET expiry_told_at = $2 WHERE id = $1 AND replaced_at IS NULL AND expiry_told_at IS NULL",
        id,
        now
    )?;
    Ok(noted == 1)
}

/// All of a customer's cards, the replaced ones too; the oldest first.
pub async fn all_of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<CardRow>> {
    fetch_list!(tx, CardRow, columns!(), "FROM cards WHERE customer_id = $1", "ORDER BY created_at, id", customer_id)
}

#[cfg(test)]
mod tests {
    use super::CardRow;
    use serde_json::{Value, json};

    #[test]
    fn a_card_that_waits_for_a_code_is_stored_with_the_names_of_the_columns() {
        let stored = json!({
            "id": "c", "customer_id": "a", "gateway_token": "t", "payment_method": null, "brand": "Visa",
            "last_four": "4242", "expiration": "12/29", "cardholder_name": "Ann Lund",
            "street_address1": "7 Elliot Avenue", "street_address2": null, "city": "Minneapolis", "state": "MN",
            "zip_code": "55404", "country": "US", "phone": "6125550142", "consent_version": null, "consent_at": null,
            "fingerprint": null, "created_at": 1,
        });
        let card: CardRow = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!((card.address.line_1.as_str(), card.address.postal_code.as_str()), ("7 Elliot Avenue", "55404"));
        assert_eq!(serde_json::to_value(&card).unwrap(), stored);
        let mut without_zip: Value = stored;
        without_zip.as_object_mut().unwrap().remove("zip_code");
        assert!(serde_json::from_value::<CardRow>(without_zip).is_err());
    }
}
