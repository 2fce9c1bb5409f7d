//! The payment gateway's id of a customer: one for each account, so that all their cards are kept together there.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};

/// The gateway's id of the customer; `None` if it has none yet.
pub async fn reference(tx: &mut Tx, customer_id: &str) -> Result<Option<String>> {
    let row =
        fetch_optional!(tx, (String,), "SELECT reference FROM gateway_customers WHERE customer_id = $1", customer_id)?;
    Ok(row.map(|(reference,)| reference))
}

/// The customer who has this id at the gateway.
pub async fn customer_of(tx: &mut Tx, reference: &str) -> Result<Option<String>> {
    let sql = "SELECT customer_id FROM gateway_customers WHERE reference = $1 LIMIT 1";
    Ok(fetch_optional!(tx, (String,), sql, reference)?.map(|(customer,)| customer))
}

/// Stores the gateway's id of the customer. The first answer stays.
pub async fn keep(tx: &mut CustomerTx, customer_id: &str, reference: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO gateway_customers (customer_id, reference, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        customer_id,
        reference,
        now
    )?;
    Ok(())
}
