//! Shipping addresses.

use crate::platform::clock::Timestamp;
use crate::store::order::orders::OrderRow;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};
use crate::values::postal_address::PostalAddress;
use crate::values::recipient::Recipient;
use stylebox_core::order;
use stylebox_core::values::count::Count;

// The suggestion.
stored_as_json!(PostalAddress);

table! {
    pub struct AddressRow in "shipping_addresses", columns columns, written in CustomerTx {
        pub id: String,
        pub customer_id: String,
        pub created_at: Timestamp,
    }
    changing {
        pub name: String,
        /// Ten digits.
        pub phone: String,
        pub country: String,
        /// Boxes go to the primary address.
        pub is_primary: bool,
        /// How the address check writes it, until the customer has taken or declined that.
        pub suggestion: Option<PostalAddress>,
        /// When it is checked again, because the address check did not answer; `None` if it did.
        pub check_due_at: Option<Timestamp>,
        /// How often that was tried.
        pub check_tries: Count,
        /// Since when it is known that nothing can be delivered there.
        pub undeliverable_since: Option<Timestamp>,
    }
    spread {
        pub address: PostalAddress {
            line_1 in line_1, line_2 in line_2, city in city, state in state, postal_code in postal_code,
        }
    }
}

impl AddressRow {
    /// Who receives boxes there.
    #[must_use]
    pub fn recipient(&self) -> Recipient {
        Recipient { name: self.name.clone(), address: self.address.clone(), phone: self.phone.clone() }
    }

    /// The same address, at which boxes can be delivered.
    #[must_use]
    pub fn accepted(self) -> Self {
        Self { check_due_at: None, check_tries: Count::default(), undeliverable_since: None, ..self }
    }
}

/// The addresses that several orders go to, in a larger statement: an address of two orders appears twice.
pub(in crate::store) const OF_ORDERS: JsonList = json_list_of!(
    columns!(),
    "FROM orders JOIN shipping_addresses ON shipping_addresses.id = orders.shipping_address_id WHERE orders.id",
    ""
);

/// The address that the order `$2` goes to, even if the customer has deleted it since.
pub(in crate::store) const OF_ORDER: JsonList = json_list!(
    columns!(),
    "FROM orders JOIN shipping_addresses ON shipping_addresses.id = orders.shipping_address_id WHERE orders.id = $2",
    ""
);

/// The addresses of the customer `$1`, the primary one first, then the newest.
pub(in crate::store) const OF_CUSTOMER: JsonList = json_list!(
    columns!(),
    "FROM shipping_addresses WHERE shipping_addresses.customer_id = $1 AND shipping_addresses.removed_at IS NULL",
    "ORDER BY shipping_addresses.is_primary DESC, shipping_addresses.created_at DESC, shipping_addresses.id DESC"
);

/// A customer's addresses, the primary one first, then the newest.
pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<AddressRow>> {
    fetch_json_list!(tx, AddressRow, OF_CUSTOMER, customer_id)
}

/// The primary address; `None` only if the customer has no address.
pub async fn primary(tx: &mut Tx, customer_id: &str) -> Result<Option<AddressRow>> {
    let known = of_customer(tx, customer_id).await?;
    Ok(known.into_iter().find(|address| address.is_primary))
}

/// The first `limit` addresses that are due to be checked, the earliest due first.
pub async fn to_check(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<AddressRow>> {
    fetch_all!(
        tx,
        AddressRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM shipping_addresses WHERE check_due_at <= $1 AND check_due_at IS NOT NULL
             ORDER BY check_due_at, id LIMIT $2"
        ),
        now,
        limit
    )
}

/// The address of an order, even if the customer has deleted it since; `None` if the order has none.
pub async fn of_order(tx: &mut Tx, order: &OrderRow) -> Result<Option<AddressRow>> {
    let Some(id) = &order.shipping_address_id else { return Ok(None) };
    fetch_optional!(tx, AddressRow, concat!("SELECT ", columns!(), " FROM shipping_addresses WHERE id = $1"), id)
}

/// Saves an address. If it is primary, the primary one before no longer is.
pub async fn add(tx: &mut CustomerTx, address: &AddressRow) -> Result<()> {
    if address.is_primary {
        no_primary(tx, &address.customer_id).await?;
    }
    address.insert(tx).await
}

/// Updates an address. If it is primary, the primary one before no longer is.
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

/// Deletes an address from the customer's list. Orders still refer to it.
pub async fn remove(tx: &mut CustomerTx, id: &str, now: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE shipping_addresses SET is_primary = $3, removed_at = $2 WHERE id = $1", id, now, false)?;
    Ok(())
}

/// Points the past orders of an address to a copy of it.
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

/// Whether the address has an order that is past the status `open`.
pub async fn has_past_orders(tx: &mut Tx, id: &str, open: order::Status) -> Result<bool> {
    let sql = "SELECT id FROM orders WHERE shipping_address_id = $1 AND status <> $2 LIMIT 1";
    Ok(fetch_optional!(tx, (String,), sql, id, open.as_str())?.is_some())
}

/// All of a customer's addresses, including those that only past orders refer to; the oldest first.
pub async fn all_of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<AddressRow>> {
    fetch_list!(
        tx,
        AddressRow,
        columns!(),
        "FROM shipping_addresses WHERE customer_id = $1",
        "ORDER BY created_at, id",
        customer_id
    )
}
