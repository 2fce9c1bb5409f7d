//! Fraud: an order is looked at before its first money moves, and stopped where it is not what it seems. The customer is not
//! told why; nothing is charged, and what was is given back.

use super::order_log::{self, NOT_NOW, locked, seen};
use super::{payments, styling_fee};
use crate::http::error::AppResult;
use crate::providers::fraud::{Purchase, Verdict};
use crate::state::AppState;
use crate::store::fraud::Place;
use crate::store::payment_attempts::{self, AttemptRow, Purpose};
use crate::store::{Tx, boxes, shipping_addresses, stock};
use std::time::Duration;
use stylebox_core::order::{Actor, Status};

/// How long the check is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Has an order looked at that is about to be charged for the first time, and stops it where it may not be. Of a charge that is
/// under way already nothing is asked again.
///
/// # Errors
/// [`NOT_NOW`] where it was stopped, or the check does not answer.
pub async fn screen(state: &AppState, order_id: &str) -> AppResult<()> {
    let mut tx = state.db.read().await?;
    let (order, customer) = seen(&mut tx, order_id).await?;
    if order.status != Status::Created || is_being_charged(&mut tx, &order.id).await? {
        return Ok(());
    }
    let place = match &order.shipping_address_id {
        Some(id) => shipping_addresses::of_order(&mut tx, id).await?.map(|address| Place {
            line_1: address.line_1,
            line_2: address.line_2.unwrap_or_default(),
            postal_code: address.postal_code,
        }),
        None => None,
    };
    drop(tx);
    let purchase = Purchase {
        session_id: customer.kount_session_id,
        customer_id: customer.id,
        email: customer.email,
        phone: customer.phone,
        place,
    };
    let verdict = tokio::time::timeout(PATIENCE, state.providers.fraud.check(&purchase)).await;
    match verdict {
        Ok(Ok(Verdict::Accept)) => Ok(()),
        Ok(Ok(Verdict::Refuse(why))) => {
            tracing::warn!(order = order.code, why, "the fraud check stops an order");
            stop(state, &order.id, Actor::System, &format!("Stopped by the fraud check: {why}")).await?;
            Err(NOT_NOW
                .saying(format!("Order {} was stopped by the fraud check: {why}. Nothing was charged.", order.code)))
        }
        Ok(Err(_)) | Err(_) => Err(NOT_NOW.saying(format!(
            "The fraud check does not answer about order {}. Nothing is charged before it does; please try again.",
            order.code
        ))),
    }
}

/// Stops an order for good: the styling fee goes back, and so do the pieces that have not left the house.
///
/// # Errors
/// [`NOT_NOW`] where core's `order.can_transition` does not let it be stopped any more, or the gateway is still being asked
/// about a charge.
pub async fn stop(state: &AppState, order_id: &str, actor: Actor, why: &str) -> AppResult<()> {
    let mut tx = state.db.write().await?;
    let (mut order, _) = locked(&mut tx, order_id).await?;
    if is_being_charged(&mut tx, &order.id).await? {
        return Err(NOT_NOW.saying(format!(
            "The payment gateway is still being asked about order {}. Please try again in a minute.",
            order.code
        )));
    }
    let is_in_the_house = matches!(
        order.status,
        Status::Styled | Status::ReadyToShip | Status::ReadyForCustomerPickUp | Status::ReadyToPickUp
    );
    order_log::step(state, &mut tx, &mut order, Status::Fraud, actor, why).await?;
    let refund = styling_fee::begin_refund(state, &mut tx, &order, actor).await?;
    if is_in_the_house {
        let pieces = boxes::lines(&mut tx, &order.id).await?;
        stock::put_back(&mut tx, pieces).await?;
    }
    tx.commit().await?;
    if let Some(refund) = refund {
        payments::carry_out(state, &refund.id).await?;
    }
    Ok(())
}

/// Whether a charge of the order has no answer yet.
async fn is_being_charged(tx: &mut Tx, order_id: &str) -> AppResult<bool> {
    for purpose in [Purpose::StylingFee, Purpose::Checkout] {
        if payment_attempts::of_order(tx, order_id, purpose).await?.iter().any(AttemptRow::is_open) {
            return Ok(true);
        }
    }
    Ok(false)
}
