//! The warehouse's stock. A reserved item is still in the warehouse, but promised to a customer.

use crate::store::order::items::LineItemRow;
use crate::store::table::JsonList;
use crate::store::{Result, StoreError, Tx};
use std::collections::BTreeSet;

row! {
    /// The free stock of a garment in a size.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct FreeRow {
        /// The garment's id in the catalogue.
        pub product_id: String,
        /// As the catalogue names it.
        pub size: String,
        /// In stock and not reserved.
        pub free: i64,
    }
}

/// Adds the garments that are new in the warehouse, each as its id, its size and how many there are. Existing stock stays as it is.
pub async fn add_new(tx: &mut Tx, garments: &[(&str, &str, u32)]) -> Result<()> {
    /// The statement for both engines: one parameter for any number of garments.
    macro_rules! add_new {
        ($quantity:literal, $from:literal) => {
            concat!(
                "INSERT INTO stock (product_id, size, quantity, reserved)
                 SELECT new.value ->> 0, new.value ->> 1, ",
                $quantity,
                ", 0 FROM ",
                $from,
                " AS new WHERE TRUE ON CONFLICT (product_id, size) DO NOTHING"
            )
        };
    }
    let sql = match tx {
        Tx::Sqlite(_) => add_new!("new.value ->> 2", "json_each($1)"),
        Tx::Postgres(_) => add_new!("CAST(new.value ->> 2 AS BIGINT)", "json_array_elements($1::JSON)"),
    };
    execute!(tx, sql, serde_json::json!(garments).to_string())?;
    Ok(())
}

/// All free stock.
pub async fn free(tx: &mut Tx) -> Result<Vec<FreeRow>> {
    fetch_all!(tx, FreeRow, "SELECT product_id, size, quantity - reserved AS free FROM stock WHERE quantity > reserved")
}

/// The first `limit` of these garments and sizes that are free and were in none of the customer's boxes. How long it takes does not
/// depend on how many boxes they had.
pub async fn free_and_new_to(
    tx: &mut Tx,
    wanted: &[(&str, &str)],
    customer_id: &str,
    limit: i64,
) -> Result<Vec<String>> {
    /// The statement for both engines: `wanted` has the pairs of garment and size with their places. The stock is in a condition
    /// and not joined, so that each pair is looked up by its key, and PostgreSQL stops at the limit.
    macro_rules! free_and_new {
        () => {
            " WHERE (SELECT stock.quantity > stock.reserved FROM stock
                 WHERE stock.product_id = wanted.value ->> 0 AND stock.size = wanted.value ->> 1)
               AND (SELECT COUNT(*) FROM garments_packed
                 WHERE garments_packed.customer_id = $2 AND garments_packed.product_id = wanted.value ->> 0) = 0
             ORDER BY wanted.place LIMIT $3) AS free"
        };
    }
    let sql = match tx {
        Tx::Sqlite(_) => concat!(
            "SELECT json_group_array(product_id ORDER BY place) FROM (SELECT wanted.value ->> 0 AS product_id, wanted.place
             FROM (SELECT value, key AS place FROM json_each($1)) AS wanted",
            free_and_new!()
        ),
        Tx::Postgres(_) => concat!(
            "SELECT COALESCE(json_agg(product_id ORDER BY place), '[]')::TEXT
             FROM (SELECT wanted.value ->> 0 AS product_id, wanted.place
             FROM json_array_elements($1::JSON) WITH ORDINALITY AS wanted (value, place)",
            free_and_new!()
        ),
    };
    let (list,) = fetch_one!(tx, (String,), sql, serde_json::json!(wanted).to_string(), customer_id, limit)?;
    serde_json::from_str(&list).map_err(|error| StoreError::corrupt("stock.product_id", error))
}

/// The free sizes of the garments that the order `$2` exchanges, each with its garment's id.
pub(in crate::store) const FREE_FOR_EXCHANGES: JsonList = json_list!(
    "stock.product_id, stock.size",
    "FROM line_items JOIN stock ON stock.product_id = line_items.product_id
     WHERE line_items.order_id = $2 AND line_items.exchange_size IS NOT NULL AND stock.quantity > stock.reserved",
    ""
);

/// The free sizes of garments, each with its garment's id.
pub async fn free_sizes(tx: &mut Tx, product_ids: &BTreeSet<&str>) -> Result<Vec<(String, String)>> {
    fetch_list_of!(
        tx,
        (String, String),
        json_list_of!(
            "stock.product_id, stock.size",
            "FROM stock WHERE stock.quantity > stock.reserved AND stock.product_id",
            ""
        ),
        product_ids
    )
}

/// Takes one out of the warehouse. Returns false if none is free.
pub async fn take(tx: &mut Tx, product_id: &str, size: &str) -> Result<bool> {
    let taken = execute!(
        tx,
        "UPDATE stock SET quantity = quantity - 1 WHERE product_id = $1 AND size = $2 AND quantity > reserved",
        product_id,
        size
    )?;
    Ok(taken == 1)
}

/// Puts items back. It locks the rows in the order in which every transaction does, so that there is no deadlock.
pub async fn put_back(tx: &mut Tx, mut pieces: Vec<LineItemRow>) -> Result<()> {
    pieces.sort_by(|one, other| (&one.product_id, &one.size).cmp(&(&other.product_id, &other.size)));
    for LineItemRow { product_id, size, .. } in &pieces {
        execute!(
            tx,
            "INSERT INTO stock (product_id, size, quantity, reserved) VALUES ($1, $2, 1, 0)
             ON CONFLICT (product_id, size) DO UPDATE SET quantity = stock.quantity + 1",
            product_id,
            size
        )?;
    }
    Ok(())
}

/// Reserves one. Returns false if none is free.
pub async fn reserve(tx: &mut Tx, product_id: &str, size: &str) -> Result<bool> {
    let reserved = execute!(
        tx,
        "UPDATE stock SET reserved = reserved + 1 WHERE product_id = $1 AND size = $2 AND quantity > reserved",
        product_id,
        size
    )?;
    Ok(reserved == 1)
}

/// Releases a reserved one.
pub async fn release(tx: &mut Tx, product_id: &str, size: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE stock SET reserved = reserved - 1 WHERE product_id = $1 AND size = $2 AND reserved > 0",
        product_id,
        size
    )?;
    Ok(())
}

/// Takes a reserved one out of the warehouse.
pub async fn ship_reserved(tx: &mut Tx, product_id: &str, size: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE stock SET quantity = quantity - 1, reserved = reserved - 1
         WHERE product_id = $1 AND size = $2 AND reserved > 0",
        product_id,
        size
    )?;
    Ok(())
}
