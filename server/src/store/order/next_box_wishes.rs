//! The items of past boxes that customers want more of.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};

row! {
    /// An item that the customer wants more of.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct WishedItemRow {
        pub(crate) line_item_id: String,
        pub(crate) description: String,
        pub(crate) brand: String,
    }
}

/// The customer's items that wait for the next box, in the order in which they were chosen.
pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<WishedItemRow>> {
    fetch_all!(
        tx,
        WishedItemRow,
        "SELECT next_box_wishes.line_item_id, line_items.description, line_items.brand
         FROM next_box_wishes JOIN line_items ON line_items.id = next_box_wishes.line_item_id
         WHERE next_box_wishes.customer_id = $1 AND next_box_wishes.order_id IS NULL
         ORDER BY next_box_wishes.created_at, next_box_wishes.line_item_id",
        customer_id
    )
}

/// The customer's items that an order has taken along, in the order in which they were chosen.
pub async fn of_order(tx: &mut Tx, customer_id: &str, order_id: &str) -> Result<Vec<WishedItemRow>> {
    fetch_all!(
        tx,
        WishedItemRow,
        "SELECT next_box_wishes.line_item_id, line_items.description, line_items.brand
         FROM next_box_wishes JOIN line_items ON line_items.id = next_box_wishes.line_item_id
         WHERE next_box_wishes.customer_id = $1 AND next_box_wishes.order_id = $2
         ORDER BY next_box_wishes.created_at, next_box_wishes.line_item_id",
        customer_id,
        order_id
    )
}

/// Adds an item. One that waits already stays; one that an order has taken along waits once more.
pub async fn add(tx: &mut CustomerTx, customer_id: &str, line_item_id: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO next_box_wishes (customer_id, line_item_id, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (customer_id, line_item_id) DO UPDATE SET order_id = NULL, created_at = excluded.created_at
         WHERE next_box_wishes.order_id IS NOT NULL",
        customer_id,
        line_item_id,
        now
    )?;
    Ok(())
}

/// Records that an order has taken an item along; with `None`, that the item waits for the next box again.
pub async fn set_order(
    tx: &mut CustomerTx,
    customer_id: &str,
    line_item_id: &str,
    order_id: Option<&str>,
) -> Result<()> {
    execute!(
        tx,
        "UPDATE next_box_wishes SET order_id = $3 WHERE customer_id = $1 AND line_item_id = $2",
        customer_id,
        line_item_id,
        order_id
    )?;
    Ok(())
}

/// Removes an item that waits. What an order has taken along stays with it.
pub async fn remove(tx: &mut CustomerTx, customer_id: &str, line_item_id: &str) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM next_box_wishes WHERE customer_id = $1 AND line_item_id = $2 AND order_id IS NULL",
        customer_id,
        line_item_id
    )?;
    Ok(())
}
