//! A card that the bank wants its cardholder to confirm before it is saved.

use crate::platform::error::AppResult;
use crate::providers::payment::NoAnswer;
use crate::providers::payment::charge::ClientSecret;
use crate::service::payment::gateway;
use crate::state::AppState;
use crate::store::card::gateway_customers;
use stylebox_core::card::entry::PaymentMethod;
use stylebox_core::messages::refusals::Refusal;

/// The secret by which the page lets the customer confirm a card of theirs; `None` if there is nothing to confirm, so that the card can
/// be sent again.
///
/// # Errors
/// [`Refusal::GatewayUnavailable`].
pub async fn secret(state: &AppState, customer_id: &str, card: &PaymentMethod) -> AppResult<Option<ClientSecret>> {
    let reference = gateway_customers::reference(&mut state.db.read_single().await?, customer_id).await?;
    let Some(reference) = reference else { return Ok(None) };
    let answer = gateway::in_time(state, state.providers.payment.card_secret(&reference, card)).await;
    Ok(answer.map_err(|NoAnswer| Refusal::GatewayUnavailable)?)
}
