//! Clicks on suggested items.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// Records a click.
pub async fn add_click(tx: &mut Tx, id: &str, customer_id: &str, product_id: &str, at: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO suggested_item_clicks (id, customer_id, product_id, at) VALUES ($1, $2, $3, $4)",
        id,
        customer_id,
        product_id,
        at
    )?;
    Ok(())
}
