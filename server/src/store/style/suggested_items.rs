//! Which suggestions customers followed into the shop.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

/// Notes that a customer follows a suggestion.
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
