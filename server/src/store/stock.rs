//! What lies in the warehouse. What is reserved is promised to somebody, and still lies there.

use super::order::items::LineItemRow;
use super::{Result, StoreError, Tx};

/// A garment in a size.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct FreeRow {
    /// The garment.
    pub product_id: String,
    /// The size.
    pub size: String,
    /// How many are there and not promised.
    pub free: i64,
}

/// Notes a garment that is new in the warehouse; what is known of it already stays.
///
/// # Errors
/// Where the database fails.
pub async fn begin_with(tx: &mut Tx, product_id: &str, size: &str, quantity: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO stock (product_id, size, quantity, reserved) VALUES ($1, $2, $3, 0)
         ON CONFLICT (product_id, size) DO NOTHING",
        product_id,
        size,
        quantity
    )?;
    Ok(())
}

/// All that is free.
///
/// # Errors
/// Where the database fails.
pub async fn free(tx: &mut Tx) -> Result<Vec<FreeRow>> {
    fetch_all!(tx, FreeRow, "SELECT product_id, size, quantity - reserved AS free FROM stock WHERE quantity > reserved")
}

/// The first `limit` of these garments, each in a size, that are free and were never sent to the customer.
///
/// # Errors
/// If the database fails.
pub async fn free_and_new_to(
    tx: &mut Tx,
    wanted: &[(&str, &str)],
    customer_id: &str,
    limit: i64,
) -> Result<Vec<String>> {
    /// The part that both engines take: `wanted` has the garments, the sizes and their places.
    macro_rules! free_and_new {
        () => {
            "JOIN stock ON stock.product_id = wanted.product_id AND stock.size = wanted.size
             WHERE stock.quantity > stock.reserved AND wanted.product_id NOT IN (
               SELECT line_items.product_id FROM orders JOIN line_items ON line_items.order_id = orders.id
               WHERE orders.customer_id = $2)
             ORDER BY wanted.place LIMIT $3"
        };
    }
    match tx {
        Tx::Sqlite(transaction) => {
            let sql = concat!(
                "SELECT json_group_array(product_id) FROM (SELECT wanted.product_id FROM (
                   SELECT value ->> 0 AS product_id, value ->> 1 AS size, key AS place FROM json_each($1)) AS wanted CROSS ",
                free_and_new!(),
                ")"
            );
            let query = sqlx::query_as(sql).bind(serde_json::json!(wanted).to_string()).bind(customer_id).bind(limit);
            let (list,): (String,) = query.fetch_one(&mut **transaction).await?;
            serde_json::from_str(&list).map_err(|error| StoreError::corrupt("stock.product_id", error))
        }
        Tx::Postgres(transaction) => {
            let sql = concat!(
                "SELECT wanted.product_id FROM UNNEST($1::TEXT[], $4::TEXT[]) WITH ORDINALITY
                   AS wanted (product_id, size, place) ",
                free_and_new!()
            );
            let (garments, sizes): (Vec<&str>, Vec<&str>) = wanted.iter().copied().unzip();
            let query = sqlx::query_as(sql).bind(garments).bind(customer_id).bind(limit).bind(sizes);
            let rows: Vec<(String,)> = query.fetch_all(&mut **transaction).await?;
            Ok(rows.into_iter().map(|(id,)| id).collect())
        }
    }
}

/// How many are promised in all.
///
/// # Errors
/// Where the database fails.
pub async fn reserved(tx: &mut Tx) -> Result<i64> {
    Ok(fetch_one!(tx, (i64,), "SELECT CAST(COALESCE(SUM(reserved), 0) AS BIGINT) FROM stock")?.0)
}

/// The sizes of a garment that are free.
///
/// # Errors
/// Where the database fails.
pub async fn free_sizes(tx: &mut Tx, product_id: &str) -> Result<Vec<String>> {
    let rows =
        fetch_all!(tx, (String,), "SELECT size FROM stock WHERE product_id = $1 AND quantity > reserved", product_id)?;
    Ok(rows.into_iter().map(|(size,)| size).collect())
}

/// Takes one out of the warehouse. Whether there was one.
///
/// # Errors
/// Where the database fails.
pub async fn take(tx: &mut Tx, product_id: &str, size: &str) -> Result<bool> {
    let taken = execute!(
        tx,
        "UPDATE stock SET quantity = quantity - 1 WHERE product_id = $1 AND size = $2 AND quantity > reserved",
        product_id,
        size
    )?;
    Ok(taken == 1)
}

/// Puts pieces back, in the order in which everybody takes hold of garments: nobody waits for somebody who waits for them.
///
/// # Errors
/// Where the database fails.
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

/// Promises one. Whether there was one.
///
/// # Errors
/// Where the database fails.
pub async fn reserve(tx: &mut Tx, product_id: &str, size: &str) -> Result<bool> {
    let reserved = execute!(
        tx,
        "UPDATE stock SET reserved = reserved + 1 WHERE product_id = $1 AND size = $2 AND quantity > reserved",
        product_id,
        size
    )?;
    Ok(reserved == 1)
}

/// Takes a promise back.
///
/// # Errors
/// Where the database fails.
pub async fn release(tx: &mut Tx, product_id: &str, size: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE stock SET reserved = reserved - 1 WHERE product_id = $1 AND size = $2 AND reserved > 0",
        product_id,
        size
    )?;
    Ok(())
}

/// Sends off one that was promised.
///
/// # Errors
/// Where the database fails.
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
