//! What the shop's own orders tell about fraud.

use crate::platform::clock::Timestamp;
use crate::store::payment::payment_attempts::{ANOTHER_AMOUNT, CONFIRMATION_NEEDED};
use crate::store::{Result, Tx};
use serde::Serialize;
use std::collections::HashSet;

/// Where a box goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Street and number.
    pub line_1: String,
    /// What else the address needs.
    pub line_2: String,
    /// The ZIP.
    pub postal_code: String,
}

impl Place {
    /// The keys under which the addresses of the place stand (`shipping_addresses.place_key`): with the street, and without it if
    /// it has letters whose case a database does not know.
    fn keys(&self) -> [String; 2] {
        let zip: String = self.postal_code.chars().take(5).collect();
        [format!("{zip} {}", self.line_1.trim().to_lowercase()), format!("{zip} ")]
    }

    /// Whether it is the same place, in either case, with or without the four more digits of the ZIP. Not every database knows
    /// the case of every letter.
    fn is(&self, (_, line_1, line_2): &Delivery) -> bool {
        let is_same = |one: &str, other: &str| one.trim().to_lowercase() == other.trim().to_lowercase();
        is_same(&self.line_1, line_1) && is_same(&self.line_2, line_2.as_deref().unwrap_or_default())
    }
}

/// The orders that somebody in the shop has stopped: of what the check stopped by itself, as it once did, nothing follows.
macro_rules! stopped_by_the_shop {
    () => {
        "orders.status = 'fraud' AND EXISTS (SELECT 1 FROM order_events WHERE order_id = orders.id
            AND to_status = 'fraud' AND from_status <> 'fraud' AND actor = 'ops')"
    };
}

/// Whether an order of the customer, or of another one with that phone, was stopped by the shop.
pub async fn was_stopped(tx: &mut Tx, customer_id: &str, phone: Option<&str>) -> Result<bool> {
    let of_customer = concat!("SELECT id FROM orders WHERE customer_id = $1 AND ", stopped_by_the_shop!(), " LIMIT 1");
    if fetch_optional!(tx, (String,), of_customer, customer_id)?.is_some() {
        return Ok(true);
    }
    let Some(phone) = phone else { return Ok(false) };
    // CROSS JOIN: from the few customers of the phone to their orders, never from all the orders that were stopped.
    let of_phone = concat!(
        "SELECT orders.id FROM customers CROSS JOIN orders WHERE customers.phone = $1 AND orders.customer_id = customers.id
           AND ",
        stopped_by_the_shop!(),
        " LIMIT 1"
    );
    Ok(fetch_optional!(tx, (String,), of_phone, phone)?.is_some())
}

/// Whose order went where, as `(customer, line 1, line 2)`.
type Delivery = (String, String, Option<String>);

/// The orders that go to an address of the keys `$1` and `$2`; `concat!` wants a literal. From the few addresses of a place to
/// their orders.
macro_rules! deliveries {
    () => {
        "SELECT orders.customer_id, line_1, line_2 FROM shipping_addresses CROSS JOIN orders
         WHERE place_key IN ($1, $2) AND orders.shipping_address_id = shipping_addresses.id AND NOT customer_pick_up"
    };
}

/// Whether an order that went to that place was stopped by the shop.
pub async fn was_stopped_at(tx: &mut Tx, place: &Place) -> Result<bool> {
    let sql = concat!(deliveries!(), " AND ", stopped_by_the_shop!());
    let [street, zip] = place.keys();
    let stopped = fetch_all!(tx, Delivery, sql, &street, &zip)?;
    Ok(stopped.iter().any(|delivery| place.is(delivery)))
}

/// How many customers have ordered to that place since.
pub async fn customers_at(tx: &mut Tx, place: &Place, since: Timestamp) -> Result<usize> {
    let sql = concat!(deliveries!(), " AND orders.created_at >= $3");
    let [street, zip] = place.keys();
    let ordered = fetch_all!(tx, Delivery, sql, &street, &zip, since)?;
    let customers: HashSet<&String> = ordered.iter().filter(|at| place.is(at)).map(|(customer, ..)| customer).collect();
    Ok(customers.len())
}

/// How many different cards of the customer were declined since, by the bank. A card that is saved again
/// is the same card.
pub async fn declined_cards(tx: &mut Tx, customer_id: &str, since: Timestamp) -> Result<usize> {
    let cards = fetch_all!(
        tx,
        (String, String, String),
        "SELECT DISTINCT brand, last_four, expiration FROM payment_attempts JOIN cards ON cards.id = card_id
         WHERE payment_attempts.customer_id = $1 AND status = 'declined' AND payment_attempts.created_at >= $2
           AND purpose IN ('styling_fee', 'checkout') AND decline_reason NOT IN ($3, $4)",
        customer_id,
        since,
        CONFIRMATION_NEEDED,
        ANOTHER_AMOUNT
    )?;
    Ok(cards.len())
}
