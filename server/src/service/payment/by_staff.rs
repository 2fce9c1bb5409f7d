//! Payments that have come to a stop, and that staff retry or settle.

use crate::platform::error::{StaffError, StaffResult};
use crate::platform::metrics;
use crate::service::order::transition;
use crate::service::payment::gateway::{self, GatewayVerdict};
use crate::service::payment::settlement::{self, Verdict};
use crate::service::payment::{attempts, carry_out, restored_money};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::order::orders::OrderRow;
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus};
use crate::store::returns::exchanges;
use stylebox_core::order::Actor;

/// Retries a stopped payment: asks about an open attempt, or asks again for a refused refund. A refusal is final under its key,
/// so the refund gets another one.
///
/// # Errors
/// [`StaffError::Refused`] if there is nothing to retry; those of [`restored_money::refuse_paused`].
pub async fn retry(state: &AppState, attempt_id: &str) -> StaffResult<AttemptRow> {
    let (mut tx, mut attempt, mut order, _) = locked(state, attempt_id).await?;
    if attempt.is_stuck() {
        restored_money::refuse_paused(state, &mut tx).await?;
        attempt.give_back_key = Some(attempts::new_key(state, attempt.purpose));
        attempt.decline_reason = None;
        attempt.update(&mut tx).await?;
    } else if !attempt.is_open() {
        is_refused_refund(&attempt)?;
        attempts::refuse_open(&mut tx, &order, attempt.purpose).await?;
        let charge_id = attempt.gateway_charge_id.as_deref();
        let amount = (attempt.purpose, attempt.amount);
        let items = exchanges::items_of_refund(&mut tx, &attempt.id).await?;
        let known = restored_money::key_of_refund(state, &mut tx, charge_id, amount, &items).await?;
        attempt.status = AttemptStatus::Pending;
        (attempt.decline_reason, attempt.settled_at) = (None, None);
        // It was asked for again after a backup that was restored: then it is only looked up.
        attempt.asked_at = known.is_some().then(|| state.clock.now());
        attempt.gateway_key = known.unwrap_or_else(|| attempts::new_key(state, attempt.purpose));
        attempt.update(&mut tx).await?;
        let why = format!("{} is asked back for the card once more", attempt.amount.formatted());
        transition::note(state, &mut tx, &mut order, Actor::Ops, &why).await?;
    }
    tx.commit().await?;
    Ok(carry_out::carry_out(state, attempt_id).await?)
}

/// Settles a stopped payment after staff have acted at the gateway by hand. A refused refund counts as made. An open attempt is
/// settled by the gateway's answer. That a wrong amount was refunded by hand is believed only if the gateway has refused to
/// refund it.
///
/// # Errors
/// [`StaffError::Refused`] if the attempt does not need staff, the gateway does not know its outcome, or was not asked to refund
/// a wrong amount.
pub async fn settle_by_hand(state: &AppState, attempt_id: &str) -> StaffResult<AttemptRow> {
    let (mut tx, mut attempt, mut order, customer) = locked(state, attempt_id).await?;
    if attempt.is_open() {
        drop(tx);
        let (_, card) = carry_out::with_card(state, attempt_id).await?;
        let answer = gateway::find(state, &attempt, card.gateway_token.clone()).await;
        if matches!(answer, GatewayVerdict::GivenBack(_)) && !attempt.is_stuck() {
            let why = "The gateway took another amount, and has not refused to give it back: retry the payment first.";
            return Err(StaffError::refused(why));
        }
        let attempt = carry_out::settle(state, &attempt, &card, answer).await?;
        if attempt.is_open() {
            return Err(StaffError::refused(if attempt.purpose.is_refund() {
                "The gateway does not say whether it gave this back: it is asked again, so do not give it back by hand."
            } else {
                "The gateway does not say what became of this payment: it stays open."
            }));
        }
        return Ok(attempt);
    }
    is_refused_refund(&attempt)?;
    (attempt.status, attempt.decline_reason) = (AttemptStatus::Succeeded, None);
    attempt.settled_by_hand = true;
    attempt.settled_at = Some(state.clock.now());
    attempt.update(&mut tx).await?;
    let card = carry_out::card_of(&mut tx, &attempt).await?;
    settlement::settle(state, &mut tx, customer, (&attempt, &card), &Verdict::Done).await?;
    let why = format!("{} was given back by hand", attempt.amount.formatted());
    transition::note(state, &mut tx, &mut order, Actor::Ops, &why).await?;
    tx.commit().await?;
    metrics::of_money().settled(attempt.purpose.as_str(), "by_hand");
    Ok(attempt)
}

/// Begins a transaction about an attempt, its order and its customer, with the customer's row locked.
async fn locked(state: &AppState, attempt_id: &str) -> StaffResult<(CustomerTx, AttemptRow, OrderRow, CustomerRow)> {
    let gone = || StaffError::refused("There is no such payment. \"ops attention\" shows those that need somebody.");
    let attempt = payment_attempts::by_id(&mut state.db.read_single().await?, attempt_id).await?.ok_or_else(gone)?;
    let (mut tx, order, customer) = transition::locked(state, &attempt.order_id).await?;
    // Read again: another server may have settled it before the row was locked.
    let attempt = payment_attempts::by_id(&mut tx, attempt_id).await?.ok_or_else(gone)?;
    Ok((tx, attempt, order, customer))
}

fn is_refused_refund(attempt: &AttemptRow) -> StaffResult<()> {
    if attempt.purpose.is_refund() && attempt.status == AttemptStatus::Declined {
        return Ok(());
    }
    Err(StaffError::refused(format!("This payment needs nobody: it is {}.", attempt.status)))
}
