//! What belongs to a customer's record besides the row of the customer, with one statement.

use crate::platform::clock::Timestamp;
use crate::store::account::email_changes::{self, WaitingEmail};
use crate::store::account::phone_facts::{self, TroubleRow};
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::card::cards::{self, CardRow};
use crate::store::card::declined_cards;
use crate::store::payment::payment_attempts::{self, AttemptRow};
use crate::store::table::{FromJsonRow, JsonLists, read_json_rows};
use crate::store::{Result, Tx};
use std::sync::LazyLock;

/// What belongs to a customer's record.
#[derive(Debug)]
pub struct RecordRows {
    /// The addresses, the primary one first, then the newest.
    pub addresses: Vec<AddressRow>,
    /// The email address that waits until its link is opened.
    pub pending_email: Option<WaitingEmail>,
    /// The trouble of the customer's phone.
    pub phone_trouble: Option<TroubleRow>,
    /// The card on file.
    pub card: Option<CardRow>,
    /// Whether that card was declined for good.
    pub is_card_declined: bool,
    /// The newest charge of that card.
    pub newest_charge: Option<AttemptRow>,
}

/// What belongs to a customer's record.
pub async fn of_customer(tx: &mut Tx, customer_id: &str, now: Timestamp) -> Result<RecordRows> {
    static LISTS: LazyLock<JsonLists> = LazyLock::new(|| {
        JsonLists::new(&[
            shipping_addresses::OF_CUSTOMER,
            email_changes::OF_CUSTOMER,
            phone_facts::OF_CUSTOMER,
            cards::OF_CUSTOMER,
            declined_cards::OF_CUSTOMER,
            payment_attempts::NEWEST_OF_CUSTOMER,
        ])
    });
    let (addresses, emails, troubles, cards, declines, charges) =
        fetch_one!(tx, (String, String, String, String, String, String), LISTS.of(tx), customer_id, now)?;
    Ok(RecordRows {
        addresses: read_json_rows("shipping_addresses", &addresses)?,
        pending_email: optional_row("email_changes", &emails)?,
        phone_trouble: optional_row("phone_facts", &troubles)?,
        card: optional_row("cards", &cards)?,
        is_card_declined: optional_row::<(String, String)>("declined_cards", &declines)?.is_some(),
        newest_charge: optional_row("payment_attempts", &charges)?,
    })
}

fn optional_row<T: FromJsonRow>(what: &str, list: &str) -> Result<Option<T>> {
    Ok(read_json_rows(what, list)?.into_iter().next())
}
