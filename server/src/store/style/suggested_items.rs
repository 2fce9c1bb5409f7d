//! Clicks on suggested items.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};

row! {
    /// A click on a suggested item.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ClickRow {
        pub(crate) product_id: String,
        pub(crate) at: Timestamp,
    }
}

pub async fn add_click(
    tx: &mut CustomerTx,
    id: &str,
    customer_id: &str,
    product_id: &str,
    at: Timestamp,
) -> Result<()> {
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

/// The clicks of a customer, the oldest first.
pub async fn clicks_of(tx: &mut Tx, customer_id: &str) -> Result<Vec<ClickRow>> {
    fetch_list!(
        tx,
        ClickRow,
        "product_id, at",
        "FROM suggested_item_clicks WHERE customer_id = $1",
        "ORDER BY at, id",
        customer_id
    )
}
