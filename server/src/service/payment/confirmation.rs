//! The payment that the bank wants the customer to confirm: in our page, or when the customer comes back from the bank's.

use crate::platform::error::AppResult;
use crate::providers::payment::NoAnswer;
use crate::providers::payment::charge::ClientSecret;
use crate::service::order::read::owned;
use crate::service::payment::{attempts, carry_out, gateway};
use crate::state::AppState;
use crate::values::confirmation::Confirmation;
use stylebox_core::messages::refusals::Refusal;

/// Asks the gateway what became of the payment of an order that waits at the bank, and settles it if that is known. Without one
/// nothing happens.
///
/// # Errors
/// [`Refusal::NotFound`] if the order is not the customer's.
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

/// The secret by which the page lets the customer confirm the payment of an order; `None` if nothing is to be confirmed in our page, or
/// not any more: [`check`] settles it then.
///
/// # Errors
/// [`Refusal::NotFound`] if the order is not the customer's; [`Refusal::GatewayUnavailable`].
pub async fn secret(state: &AppState, customer_id: &str, order_id: &str) -> AppResult<Option<ClientSecret>> {
    let mut tx = state.db.read().await?;
    owned(&mut tx, customer_id, order_id).await?;
    let waits = attempts::at_bank(&mut tx, order_id).await?;
    drop(tx);
    let in_page = waits.filter(|attempt| attempt.confirmation() == Some(Confirmation::InPage));
    let Some(attempt) = in_page else { return Ok(None) };
    let (attempt, card) = carry_out::with_card(state, &attempt.id).await?;
    Ok(gateway::secret(state, &attempt, card.gateway_token).await.map_err(|NoAnswer| Refusal::GatewayUnavailable)?)
}
