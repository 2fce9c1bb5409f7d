//! The payment that the bank wants the customer to confirm, when the customer comes back from the bank.

use crate::platform::error::AppResult;
use crate::service::order::read::owned;
use crate::service::payment::{attempts, carry_out};
use crate::state::AppState;

/// Asks the gateway what became of the payment of an order that waits at the bank, and settles it if that is known. Without one
/// nothing happens.
///
/// # Errors
/// [`Refusal::NotFound`](stylebox_core::messages::refusals::Refusal::NotFound) if the order is not the customer's.
pub async fn check(state: &AppState, customer_id: &str, order_id: &str) -> AppResult<()> {
    let mut tx = state.db.read().await?;
    owned(&mut tx, customer_id, order_id).await?;
    let waits = attempts::at_bank(&mut tx, order_id).await?;
    drop(tx);
    if let Some(attempt) = waits {
        carry_out::carry_out(state, &attempt.id).await?;
    }
    Ok(())
}
