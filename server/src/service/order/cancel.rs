//! Calling an order off: what was charged for it goes back.

use crate::http::error::{AppResult, Refusal};
use crate::service::checkout::invoice::money;
use crate::service::message::{mail, order};
use crate::service::order::read::owned;
use crate::service::order::transition::{self, NOT_NOW};
use crate::service::payment::{carry_out, styling_fee};
use crate::state::AppState;
use axum::http::StatusCode;
use stylebox_core::messages::refusals;
use stylebox_core::order::{Actor, CancelInput, Status, can_cancel};

/// The stylist has begun with it, or it is called off already.
const NOT_CANCELLABLE: Refusal = Refusal::new(StatusCode::CONFLICT, refusals::NOT_CANCELLABLE);

/// Calls an order off for its customer.
///
/// # Errors
/// Where it is not the customer's, or cannot be called off any more.
pub async fn cancel(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let mut tx = state.db.read().await?;
    owned(&mut tx, customer_id, id).await?;
    drop(tx);
    call_off(state, id, Actor::Customer).await
}

/// Calls the order off; what was charged goes back.
///
/// # Errors
/// [`NOT_NOW`] where `actor` cannot call it off any more, or the gateway is still being asked about the fee.
pub async fn call_off(state: &AppState, order_id: &str, actor: Actor) -> AppResult<()> {
    let mut tx = state.db.write().await?;
    let (mut order, customer) = transition::locked(&mut tx, order_id).await?;
    if !can_cancel(&CancelInput { status: order.status, actor }) {
        return Err(match actor {
            Actor::Customer => NOT_CANCELLABLE.into(),
            Actor::Ops | Actor::System => {
                NOT_NOW.saying(format!("Order {} is {} and cannot be cancelled.", order.code, order.status))
            }
        });
    }
    let refund = styling_fee::begin_refund(state, &mut tx, &order, actor).await;
    let refund = refund.map_err(|error| if actor == Actor::Customer { transition::plain(error) } else { error })?;
    let why = if actor == Actor::Customer { "Cancelled by the customer" } else { "Cancelled by the shop" };
    transition::step(state, &mut tx, &mut order, Status::Cancelled, actor, why).await?;
    let back = refund.as_ref().map(|refund| money(refund.amount));
    mail::queue(state, &mut tx, order::cancelled(&customer, &order, back)).await?;
    tx.commit().await?;
    if let Some(refund) = refund {
        carry_out::carry_out(state, &refund.id).await?;
    }
    Ok(())
}
