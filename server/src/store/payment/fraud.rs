//! What the shop's own orders say about fraud.

use crate::platform::clock::Timestamp;
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::{Result, Tx};
use crate::values::place::Place;
use std::collections::HashSet;

/// The possible values of `shipping_addresses.place_key` for this place: with the street, and without it, for streets with letters
/// whose case the database does not know. A stored street has no other blanks than spaces and those of Unicode.
fn keys(place: &Place) -> [String; 2] {
    let Place { line_1, postal_code: zip, .. } = place.normalized();
    [format!("{zip} {}", line_1.replace(' ', "")), format!("{zip} ")]
}

/// Whether a delivery to the same ZIP code went to the same place, without regard to case and spaces. It is compared here because not every
/// database knows the case of every letter.
fn is_same_place(to: &Place, (_, line_1, line_2): &Delivery) -> bool {
    place((line_1.clone(), line_2.clone(), to.postal_code.clone())).normalized() == to.normalized()
}

/// Whether staff stopped an order of the customer, or of another one with that phone.
pub async fn was_stopped(tx: &mut Tx, customer_id: &str, phone: Option<&str>) -> Result<bool> {
    let of_customer = "SELECT id FROM orders WHERE customer_id = $1 AND status = 'fraud' LIMIT 1";
    if fetch_optional!(tx, (String,), of_customer, customer_id)?.is_some() {
        return Ok(true);
    }
    let Some(phone) = phone else { return Ok(false) };
    // CROSS JOIN makes SQLite go from the few customers of the phone to their orders, not from all stopped orders.
    let of_phone = "SELECT orders.id FROM customers CROSS JOIN orders
         WHERE customers.phone = $1 AND orders.customer_id = customers.id AND orders.status = 'fraud' LIMIT 1";
    Ok(fetch_optional!(tx, (String,), of_phone, phone)?.is_some())
}

/// The text whose hash is stored as the mark of a phone.
#[must_use]
pub fn phone_text_for_marks(phone: &str) -> String {
    format!("phone {phone}")
}

/// The text whose hash is stored as the mark of an email address, by its key.
#[must_use]
pub fn email_text_for_marks(email_key: &str) -> String {
    format!("email {email_key}")
}

/// The phones that were named with the customer's stopped orders.
pub async fn phones_of_stopped(tx: &mut Tx, customer_id: &str) -> Result<Vec<String>> {
    let sql = "SELECT phone FROM orders
         WHERE customer_id = $1 AND phone IS NOT NULL AND phone <> '' AND status = 'fraud'";
    Ok(fetch_all!(tx, (String,), sql, customer_id)?.into_iter().map(|(phone,)| phone).collect())
}

/// A place as it is stored: line 1, line 2, ZIP code.
type StoredPlace = (String, Option<String>, String);

fn place((line_1, line_2, postal_code): StoredPlace) -> Place {
    Place { line_1, line_2: line_2.unwrap_or_default(), postal_code }
}

/// The places to which the customer's stopped orders went.
pub async fn places_of_stopped(tx: &mut Tx, customer_id: &str) -> Result<Vec<Place>> {
    let sql = "SELECT line_1, line_2, postal_code FROM orders
         JOIN shipping_addresses ON shipping_addresses.id = orders.shipping_address_id
         WHERE orders.customer_id = $1 AND NOT customer_pick_up AND orders.status = 'fraud'";
    Ok(fetch_all!(tx, StoredPlace, sql, customer_id)?.into_iter().map(place).collect())
}

/// The places to which the customer has ordered since a time, each with the time.
pub async fn places_since(tx: &mut Tx, customer_id: &str, since: Timestamp) -> Result<Vec<(Place, Timestamp)>> {
    let found = fetch_all!(
        tx,
        (String, Option<String>, String, Timestamp),
        "SELECT line_1, line_2, postal_code, orders.created_at FROM orders
         JOIN shipping_addresses ON shipping_addresses.id = orders.shipping_address_id
         WHERE orders.customer_id = $1 AND NOT customer_pick_up AND orders.created_at >= $2",
        customer_id,
        since
    )?;
    Ok(found.into_iter().map(|(one, two, zip, at)| (place((one, two, zip)), at)).collect())
}

/// A delivery: `(customer id, line 1, line 2)`.
type Delivery = (String, String, Option<String>);

/// The orders to addresses of the keys `$1` and `$2`, from the few addresses of a place to their orders. A macro, because
/// `concat!` needs a literal.
macro_rules! deliveries {
    () => {
        "SELECT orders.customer_id, line_1, line_2 FROM shipping_addresses CROSS JOIN orders
         WHERE place_key IN ($1, $2) AND orders.shipping_address_id = shipping_addresses.id AND NOT customer_pick_up"
    };
}

/// Whether staff stopped an order to that place.
pub async fn was_stopped_at(tx: &mut Tx, place: &Place) -> Result<bool> {
    let sql = concat!(deliveries!(), " AND orders.status = 'fraud'");
    let [street, zip] = keys(place);
    let stopped = fetch_all!(tx, Delivery, sql, &street, &zip)?;
    Ok(stopped.iter().any(|delivery| is_same_place(place, delivery)))
}

/// How many customers have ordered to that place since a time.
pub async fn customers_at(tx: &mut Tx, place: &Place, since: Timestamp) -> Result<usize> {
    let sql = concat!(deliveries!(), " AND orders.created_at >= $3");
    let [street, zip] = keys(place);
    let ordered = fetch_all!(tx, Delivery, sql, &street, &zip, since)?;
    let customers: HashSet<&String> =
        ordered.iter().filter(|at| is_same_place(place, at)).map(|(customer, ..)| customer).collect();
    Ok(customers.len())
}

/// How many different cards of the customer the bank has declined since a time. A card that is saved again is the same card.
pub async fn declined_cards(tx: &mut Tx, customer_id: &str, since: Timestamp) -> Result<usize> {
    let [unconfirmed, called_off, other_amount, other_card] = DeclineReason::NOT_BY_BANK;
    let cards = fetch_all!(
        tx,
        (String, String, String),
        concat!(
            "SELECT DISTINCT brand, last_four, expiration FROM payment_attempts JOIN cards ON cards.id = card_id
             WHERE payment_attempts.customer_id = $1 AND status = 'declined' AND payment_attempts.created_at >= $2
               AND purpose IN ",
            charge_purposes!(),
            " AND decline_reason NOT IN ($3, $4, $5, $6)"
        ),
        customer_id,
        since,
        unconfirmed.as_str(),
        called_off.as_str(),
        other_amount.as_str(),
        other_card.as_str()
    )?;
    Ok(cards.len())
}

#[cfg(test)]
mod tests {
    use super::is_same_place;
    use crate::values::place::Place;

    #[test]
    fn a_place_is_known_without_regard_to_case_and_spaces() {
        let to = |line_1: &str, line_2: &str| Place {
            line_1: line_1.to_owned(),
            line_2: line_2.to_owned(),
            postal_code: "55403-1234".to_owned(),
        };
        let delivery = (String::new(), "14 Élan Avenue".to_owned(), Some(" apt  4".to_owned()));
        assert!(is_same_place(&to("14 ÉLAN Avenue ", "Apt 4"), &delivery));
        assert!(!is_same_place(&to("14 Élan Avenue", "Apt 5"), &delivery));
        assert!(!is_same_place(&to("14 Élan Avenue", "Apt 4"), &(String::new(), "14 Élan Avenue".to_owned(), None)));
    }
}
