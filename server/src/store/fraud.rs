//! What the shop's own orders tell about fraud.

use super::{Result, Tx};
use crate::clock::Timestamp;

/// Where a box goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Street and number.
    pub line_1: String,
    /// What else the address needs.
    pub line_2: String,
    /// The ZIP.
    pub postal_code: String,
}

/// The saved addresses that are the same place, in either case, with or without the four more digits of the ZIP; `concat!`
/// wants a literal.
macro_rules! same_place {
    () => {
        "(SELECT id FROM shipping_addresses
          WHERE LOWER(line_1) = LOWER($1) AND LOWER(COALESCE(line_2, '')) = LOWER($2)
            AND SUBSTR(postal_code, 1, 5) = SUBSTR($3, 1, 5))"
    };
}

/// The orders that somebody in the shop has stopped: of what the check stopped by itself, as it once did, nothing follows.
macro_rules! stopped_by_the_shop {
    () => {
        "orders.status = 'fraud' AND EXISTS (SELECT 1 FROM order_events WHERE order_id = orders.id
            AND to_status = 'fraud' AND from_status <> 'fraud' AND actor = 'ops')"
    };
}

/// Whether an order of the customer, or of another one with that phone, was stopped by the shop.
///
/// # Errors
/// Where the database fails.
pub async fn was_stopped(tx: &mut Tx, customer_id: &str, phone: Option<&str>) -> Result<bool> {
    let (orders,) = fetch_one!(
        tx,
        (i64,),
        concat!(
            "SELECT COUNT(*) FROM orders JOIN customers ON customers.id = orders.customer_id
             WHERE (customers.id = $1 OR customers.phone = $2) AND ",
            stopped_by_the_shop!()
        ),
        customer_id,
        phone
    )?;
    Ok(orders > 0)
}

/// Whether an order that went to that place was stopped by the shop.
///
/// # Errors
/// Where the database fails.
pub async fn was_stopped_at(tx: &mut Tx, place: &Place) -> Result<bool> {
    let (orders,) = fetch_one!(
        tx,
        (i64,),
        concat!(
            "SELECT COUNT(*) FROM orders WHERE ",
            stopped_by_the_shop!(),
            " AND shipping_address_id IN ",
            same_place!()
        ),
        &place.line_1,
        &place.line_2,
        &place.postal_code
    )?;
    Ok(orders > 0)
}

/// How many customers have ordered to that place since.
///
/// # Errors
/// Where the database fails.
pub async fn customers_at(tx: &mut Tx, place: &Place, since: Timestamp) -> Result<i64> {
    let (customers,) = fetch_one!(
        tx,
        (i64,),
        concat!(
            "SELECT COUNT(DISTINCT customer_id) FROM orders WHERE created_at >= $4 AND shipping_address_id IN ",
            same_place!()
        ),
        &place.line_1,
        &place.line_2,
        &place.postal_code,
        since
    )?;
    Ok(customers)
}

/// How many different cards of the customer were declined since.
///
/// # Errors
/// Where the database fails.
pub async fn declined_cards(tx: &mut Tx, customer_id: &str, since: Timestamp) -> Result<i64> {
    let (cards,) = fetch_one!(
        tx,
        (i64,),
        "SELECT COUNT(DISTINCT card_id) FROM payment_attempts
         WHERE customer_id = $1 AND status = 'declined' AND created_at >= $2
           AND purpose IN ('styling_fee', 'checkout')",
        customer_id,
        since
    )?;
    Ok(cards)
}
