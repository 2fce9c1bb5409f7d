//! Where boxes go.

use super::{Result, Tx};
use crate::clock::Timestamp;

/// A customer's address.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct AddressRow {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub customer_id: String,
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
    /// When it was saved.
    pub created_at: Timestamp,
}

/// A customer's addresses, the primary one first, then the newest.
///
/// # Errors
/// Where the database fails.
pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<AddressRow>> {
    fetch_all!(
        tx,
        AddressRow,
        "SELECT id, customer_id, name, phone, line_1, line_2, city, state, postal_code, country, is_primary, created_at
         FROM shipping_addresses WHERE customer_id = $1 ORDER BY is_primary DESC, created_at DESC, id DESC",
        customer_id
    )
}

/// Saves an address. A primary one takes the place of the primary one before.
///
/// # Errors
/// Where the database fails.
pub async fn add(tx: &mut Tx, address: &AddressRow) -> Result<()> {
    if address.is_primary {
        execute!(
            tx,
            "UPDATE shipping_addresses SET is_primary = $2 WHERE customer_id = $1",
            &address.customer_id,
            false
        )?;
    }
    execute!(
        tx,
        "INSERT INTO shipping_addresses
         (id, customer_id, name, phone, line_1, line_2, city, state, postal_code, country, is_primary, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        &address.id,
        &address.customer_id,
        &address.name,
        &address.phone,
        &address.line_1,
        &address.line_2,
        &address.city,
        &address.state,
        &address.postal_code,
        &address.country,
        address.is_primary,
        address.created_at
    )?;
    Ok(())
}
