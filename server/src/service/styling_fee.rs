//! The styling fee: charged before anything is styled, given back where the order is cancelled after that.

use crate::clock::Timestamp;
use crate::http::error::{AppError, AppResult};
use crate::providers::payment::CURRENCY;
use crate::service::order_log::{NOT_NOW, locked};
use crate::service::{fraud, payments};
use crate::state::AppState;
use crate::store::customers::CustomerRow;
use crate::store::orders::{self, OrderRow};
use crate::store::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::{Tx, cards};
use stylebox_core::money::Money;
use stylebox_core::order::Status;
use stylebox_core::styling_fee::{StylingFeeInput, amount};

/// The fee of the customer's next box.
#[must_use]
pub fn of(customer: &CustomerRow, now: Timestamp) -> Money {
    amount(&StylingFeeInput {
        first_timer: customer.first_timer,
        styling_fee_override_code: customer.styling_fee_override_code.clone(),
        subscription_type: customer.subscription_type,
        now: now.instant(),
    })
}

/// Charges the fee of an order that was just made; it is in the stylist's hands once that has worked.
///
/// # Errors
/// [`NOT_NOW`] with the reason, where the fee is not paid; what [`fraud::screen`] says.
pub async fn charge(state: &AppState, order_id: &str) -> AppResult<()> {
    fraud::screen(state, order_id).await?;
    let attempt = begin(state, order_id).await?;
    let attempt = payments::carry_out(state, &attempt.id).await?;
    let fee = Money::from_cents(attempt.amount).unwrap_or_default().formatted();
    match attempt.status {
        AttemptStatus::Succeeded => Ok(()),
        AttemptStatus::Declined => Err(NOT_NOW.saying(format!(
            "The styling fee of {fee} was declined. The order stays created, and the customer was told by e-mail."
        ))),
        AttemptStatus::Pending | AttemptStatus::Unknown => Err(NOT_NOW.saying(format!(
            "The payment gateway has not answered about the styling fee of {fee}. It is asked again soon; nothing is styled \
             before."
        ))),
    }
}

/// Tries the declined fees again whose day is over. How many are paid now.
///
/// # Errors
/// Where the database fails.
pub async fn retry_declined(state: &AppState) -> AppResult<usize> {
    let before = state.clock.now().minus(payments::TRIED_AGAIN_AFTER);
    let mut tx = state.db.read().await?;
    let orders = payment_attempts::declined_before(&mut tx, Purpose::StylingFee, Status::Created, before).await?;
    drop(tx);
    let mut paid = 0;
    for order in orders {
        match charge(state, &order).await {
            Ok(()) => paid += 1,
            Err(AppError::Refused { text, .. }) => tracing::info!(order, reason = %text, "a fee was tried again"),
            // The others are not held up by it.
            Err(error) => tracing::error!(order, %error, "a fee cannot be tried again"),
        }
    }
    Ok(paid)
}

/// Tries the declined fee of a customer's order again at once: there is a new card. What comes of it is told by e-mail, as
/// ever; the card is saved either way.
pub async fn retry_with_new_card(state: &AppState, customer_id: &str) {
    match declined_order(state, customer_id).await {
        Ok(Some(order)) => match charge(state, &order).await {
            Ok(()) => tracing::info!(order, "a fee was paid by a new card"),
            Err(AppError::Refused { text, .. }) => tracing::info!(order, reason = %text, "a fee was tried again"),
            Err(error) => tracing::error!(order, %error, "a fee cannot be tried again"),
        },
        Ok(None) => {}
        Err(error) => tracing::error!(%error, "it cannot be looked up whether a fee is to be tried again"),
    }
}

async fn declined_order(state: &AppState, customer_id: &str) -> AppResult<Option<String>> {
    let mut tx = state.db.read().await?;
    let orders = orders::of_customer(&mut tx, customer_id).await?;
    drop(tx);
    for order in orders.into_iter().filter(|order| order.status == Status::Created) {
        if was_declined(state, &order.id).await? {
            return Ok(Some(order.id));
        }
    }
    Ok(None)
}

/// Whether the newest attempt at the fee of an order was declined.
///
/// # Errors
/// Where the database fails.
pub async fn was_declined(state: &AppState, order_id: &str) -> AppResult<bool> {
    let mut tx = state.db.read().await?;
    let attempts = payment_attempts::of_order(&mut tx, order_id, Purpose::StylingFee).await?;
    Ok(attempts.first().is_some_and(|newest| newest.status == AttemptStatus::Declined))
}

/// One transaction: stores the attempt, or finds the one that is open.
async fn begin(state: &AppState, order_id: &str) -> AppResult<AttemptRow> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    let (order, customer) = locked(&mut tx, order_id).await?;
    if order.status != Status::Created {
        return Err(NOT_NOW.saying(format!("Order {} is {} and cannot be styled.", order.code, order.status)));
    }
    let before = payment_attempts::of_order(&mut tx, &order.id, Purpose::StylingFee).await?;
    if let Some(open) = before.into_iter().find(AttemptRow::is_open) {
        return Ok(open);
    }
    let card = cards::current(&mut tx, &customer.id).await?;
    let card =
        card.ok_or_else(|| NOT_NOW.saying(format!("The customer of order {} has no card on file.", order.code)))?;
    let attempt = AttemptRow {
        id: state.new_id(),
        customer_id: customer.id.clone(),
        order_id: order.id.clone(),
        invoice_id: None,
        card_id: card.id,
        purpose: Purpose::StylingFee,
        gateway_key: format!("fee-{}", state.new_id()),
        amount: of(&customer, now).to_cents(),
        currency: CURRENCY.to_owned(),
        status: AttemptStatus::Pending,
        gateway_charge_id: None,
        decline_reason: None,
        created_at: now,
        asked_at: None,
        settled_at: None,
    };
    payment_attempts::add(&mut tx, &attempt).await?;
    tx.commit().await?;
    Ok(attempt)
}

/// Stores the attempt to give the fee of an order back, where it was paid; it is carried out once `tx` is committed.
///
/// # Errors
/// [`NOT_NOW`] while the gateway is still being asked about the fee.
pub async fn begin_refund(state: &AppState, tx: &mut Tx, order: &OrderRow) -> AppResult<Option<AttemptRow>> {
    let attempts = payment_attempts::of_order(tx, &order.id, Purpose::StylingFee).await?;
    if attempts.iter().any(AttemptRow::is_open) {
        return Err(NOT_NOW.saying(format!(
            "The payment gateway is still being asked about the styling fee of order {}. Please try again in a minute.",
            order.code
        )));
    }
    let Some(paid) = attempts.into_iter().find(|attempt| attempt.status == AttemptStatus::Succeeded) else {
        return Ok(None);
    };
    let refund = AttemptRow {
        id: state.new_id(),
        purpose: Purpose::StylingFeeRefund,
        gateway_key: format!("{}-refund", paid.gateway_key),
        status: AttemptStatus::Pending,
        created_at: state.clock.now(),
        asked_at: None,
        settled_at: None,
        ..paid
    };
    payment_attempts::add(tx, &refund).await?;
    Ok(Some(refund))
}
