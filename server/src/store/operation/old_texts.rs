//! Texts of all rows of a table, to rewrite them in another form: a batch at a time, in the order of the ids.

use crate::store::{Result, Tx};

row! {
    /// A garment's texts.
    #[derive(Debug)]
    pub struct GarmentTexts {
        pub(crate) id: String,
        pub(crate) description: String,
        pub(crate) brand: String,
    }
}

row! {
    /// A customer's names.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct NameTexts {
        pub(crate) id: String,
        pub(crate) first_name: String,
        pub(crate) last_name: String,
    }
}

row! {
    /// A name and an address.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct AddressTexts {
        pub(crate) id: String,
        pub(crate) name: String,
        pub(crate) line_1: String,
        pub(crate) line_2: Option<String>,
        pub(crate) city: String,
    }
}

/// Garments after an id.
pub async fn garments(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<GarmentTexts>> {
    fetch_all!(
        tx,
        GarmentTexts,
        "SELECT id, description, brand FROM line_items WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit
    )
}

/// Stores the words by which a garment is found.
pub async fn set_garment_words(tx: &mut Tx, id: &str, words: &str) -> Result<()> {
    execute!(tx, "UPDATE line_items SET searched = $2 WHERE id = $1", id, words)?;
    Ok(())
}

/// Customers after an id.
pub async fn customers(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<NameTexts>> {
    fetch_all!(
        tx,
        NameTexts,
        "SELECT id, first_name, last_name FROM customers WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit
    )
}

/// Stores a customer's names.
pub async fn set_customer(tx: &mut Tx, texts: &NameTexts) -> Result<()> {
    let NameTexts { id, first_name, last_name } = texts;
    execute!(tx, "UPDATE customers SET first_name = $2, last_name = $3 WHERE id = $1", id, first_name, last_name)?;
    Ok(())
}

/// Shipping addresses after an id.
pub async fn addresses(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<AddressTexts>> {
    fetch_all!(
        tx,
        AddressTexts,
        "SELECT id, name, line_1, line_2, city FROM shipping_addresses WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit
    )
}

/// Stores a shipping address.
pub async fn set_address(tx: &mut Tx, texts: &AddressTexts) -> Result<()> {
    let AddressTexts { id, name, line_1, line_2, city } = texts;
    execute!(
        tx,
        "UPDATE shipping_addresses SET name = $2, line_1 = $3, line_2 = $4, city = $5 WHERE id = $1",
        id,
        name,
        line_1,
        line_2,
        city
    )?;
    Ok(())
}

/// Cardholders after the id of their card.
pub async fn cardholders(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<AddressTexts>> {
    fetch_all!(
        tx,
        AddressTexts,
        "SELECT id, cardholder_name AS name, street_address1 AS line_1, street_address2 AS line_2, city
         FROM cards WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit
    )
}

/// Stores a cardholder.
pub async fn set_cardholder(tx: &mut Tx, texts: &AddressTexts) -> Result<()> {
    let AddressTexts { id, name, line_1, line_2, city } = texts;
    execute!(
        tx,
        "UPDATE cards SET cardholder_name = $2, street_address1 = $3, street_address2 = $4, city = $5 WHERE id = $1",
        id,
        name,
        line_1,
        line_2,
        city
    )?;
    Ok(())
}
