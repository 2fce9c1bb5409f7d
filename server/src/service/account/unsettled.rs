//! What is not settled about a customer, so that the account cannot end yet.

use crate::platform::error::AppResult;
use crate::store::Tx;
use crate::store::order::orders;
use crate::store::payment::{gateway_notices, payment_attempts};
use stylebox_core::account::account_closing::{self, ClosingInput};

/// What has to happen before the account can end, by core's `account_closing.waits_for`.
pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> AppResult<Vec<&'static str>> {
    let order = orders::unfinished_of_customer(tx, customer_id).await?;
    let is_payment_open = payment_attempts::any_unsettled(tx, customer_id).await?;
    let is_dispute_open = Some(gateway_notices::any_dispute_of(tx, customer_id).await?);
    let status = order.map(|order| order.status);
    Ok(account_closing::waits_for(&ClosingInput { status, is_payment_open, is_dispute_open }))
}
