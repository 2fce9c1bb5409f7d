//! Where boxes go.

use crate::platform::clock::Timestamp;
use crate::store::order::orders::OrderRow;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::order;

table! {
    /// A customer's address.
    pub struct AddressRow in "shipping_addresses", columns columns, written in CustomerTx {
        /// Its id.
        pub id: String,
        /// Whose it is.
        pub customer_id: String,
        /// When it was saved.
        pub created_at: Timestamp,
    }
    changing {
        /// Who receives.
        pub name: String,
        /// Ten digits.
        pub phone: String,
        /// Street and number.
        pub line_1: String,
        /// What else the address needs.
        pub line_2: Option<String>,
        /// The city.
        pub city: String,
        /// The state's code.
        pub state: String,
        /// The ZIP.
        pub postal_code: String,
        /// Always US.
        pub country: String,
        /// Whether boxes go here.
        pub is_primary: bool,
    }
}

/// A customer's addresses, the primary one first, then the newest.
pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<AddressRow>> {
    fetch_all!(
        tx,
        AddressRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM shipping_addresses WHERE customer_id = $1 AND removed_at IS NULL
             ORDER BY is_primary DESC, created_at DESC, id DESC"
        ),
        customer_id
    )
}

/// The one where a customer's boxes go; none where there is no address at all.
pub async fn primary(tx: &mut Tx, customer_id: &str) -> Result<Option<AddressRow>> {
    let known = of_customer(tx, customer_id).await?;
    Ok(known.into_iter().find(|address| address.is_primary))
}

/// The address that an order goes or went to, whether the customer still keeps it or not; nothing where it has none.
pub async fn of_order(tx: &mut Tx, order: &OrderRow) -> Result<Option<AddressRow>> {
    let Some(id) = &order.shipping_address_id else { return Ok(None) };
    fetch_optional!(tx, AddressRow, concat!("SELECT ", columns!(), " FROM shipping_addresses WHERE id = $1"), id)
}

/// Saves an address. A primary one takes the place of the primary one before.
pub async fn add(tx: &mut CustomerTx, address: &AddressRow) -> Result<()> {
    if address.is_primary {
        no_primary(tx, &address.customer_id).await?;
    }
    address.insert(tx).await
}

/// Writes an address anew. A primary one takes the place of the primary one before.
pub async fn update(tx: &mut CustomerTx, address: &AddressRow) -> Result<()> {
    if address.is_primary {
        no_primary(tx, &address.customer_id).await?;
    }
    address.update(tx).await
}

async fn no_primary(tx: &mut Tx, customer_id: &str) -> Result<()> {
    execute!(tx, "UPDATE shipping_addresses SET is_primary = $2 WHERE customer_id = $1", customer_id, false)?;
    Ok(())
}

/// Takes an address out of the customer's list; orders still name it.
pub async fn remove(tx: &mut CustomerTx, id: &str, now: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE shipping_addresses SET is_primary = $3, removed_at = $2 WHERE id = $1", id, now, false)?;
    Ok(())
}

/// Turns the orders that went to an address, and can no longer go elsewhere, to a copy of it.
pub async fn keep_for_past_orders(tx: &mut CustomerTx, id: &str, copy: &str, open: order::Status) -> Result<()> {
    execute!(
        tx,
        "UPDATE orders SET shipping_address_id = $2 WHERE shipping_address_id = $1 AND status <> $3",
        id,
        copy,
        open.as_str()
    )?;
    Ok(())
}

/// Whether an order that is past the status `open` went to an address.
pub async fn has_past_orders(tx: &mut Tx, id: &str, open: order::Status) -> Result<bool> {
    let sql = "SELECT id FROM orders WHERE shipping_address_id = $1 AND status <> $2 LIMIT 1";
    Ok(fetch_optional!(tx, (String,), sql, id, open.as_str())?.is_some())
}
