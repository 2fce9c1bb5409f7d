//! The styling fee: charged before styling, and refunded if the order is cancelled afterwards.

use crate::platform::error::{AppResult, StaffError, StaffResult};
use crate::platform::trace;
use crate::providers::payment::charge::Capture;
use crate::service::order::{late, transition};
use crate::service::payment::attempts::{self, Amount, BegunAttempt};
use crate::service::payment::screening::Screened;
use crate::service::payment::{carry_out, restored_money, screening, waiting};
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::account::customers;
use crate::store::card::{cards, declined_cards};
use crate::store::order::orders::{self, OrderRow};
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::{CustomerTx, Tx};
use std::collections::BTreeSet;
use stylebox_core::messages::staff;
use stylebox_core::order::{Actor, Status};

/// Charges the fee of a new order for `actor`. If that works, styling begins.
///
/// # Errors
/// [`StaffError::Refused`] with the reason if the fee is not paid; those of [`late::refuse_unsettled`] and [`screening::screen`].
pub async fn charge(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    late::refuse_unsettled(state, order_id).await?;
    // Before the fraud check, which may cost something.
    refuse_declined_card(&mut state.db.read().await?, order_id).await?;
    refuse_charged_before(state, order_id).await?;
    let screened = screening::screen(state, order_id).await?;
    let attempt = begin(state, order_id, screened, actor).await?;
    let attempt = carry_out::carry_out_begun(state, attempt).await?;
    let fee = attempt.amount.formatted();
    match attempt.status {
        AttemptStatus::Pending | AttemptStatus::Unknown if attempt.is_held() => {
            screening::refuse_held(state, order_id).await?;
            Err(StaffError::refused(format!(
                "The styling fee of {fee} is reserved, and not taken yet. Please try again."
            )))
        }
        AttemptStatus::Succeeded => Ok(()),
        AttemptStatus::Declined if !DeclineReason::is_told(attempt.decline_reason.as_ref()) => {
            Err(StaffError::refused(format!("The styling fee of {fee} was not taken. The order stays created.")))
        }
        AttemptStatus::Declined => Err(StaffError::refused(format!(
            "The styling fee of {fee} was declined. The order stays created: the fee is tried again by itself, or waits for another \
             card."
        ))),
        AttemptStatus::Pending | AttemptStatus::Unknown if attempt.waits_for_cardholder() => {
            let customer = customers::by_id(&mut state.db.read().await?, &attempt.customer_id).await?;
            let told = staff::confirmation_asked(customer.is_some_and(|customer| customer.email_bounced_at.is_some()));
            Err(StaffError::refused(format!("The bank wants the customer to confirm the styling fee of {fee}. {told}")))
        }
        AttemptStatus::Pending | AttemptStatus::Unknown => Err(StaffError::refused(format!(
            "The payment gateway has not answered about the styling fee of {fee}. It is asked again soon; nothing is styled \
             before."
        ))),
    }
}

/// Checks that the card on file may be charged the fee of an order.
///
/// # Errors
/// [`StaffError::Refused`] if it was declined for good.
async fn refuse_declined_card(tx: &mut Tx, order_id: &str) -> StaffResult<()> {
    let order = transition::load(tx, order_id).await?;
    let Some(card) = cards::current(tx, &order.customer_id).await? else { return Ok(()) };
    if !declined_cards::is_declined(tx, &card).await? || attempts::open_charge(tx, order_id).await?.is_some() {
        return Ok(());
    }
    Err(StaffError::refused(format!(
        "The card of order {} was declined for good, and is not charged again: the order waits for another one.",
        order.code
    )))
}

/// Checks that no restored backup lets the fee wait.
async fn refuse_charged_before(state: &AppState, order_id: &str) -> StaffResult<()> {
    let mut tx = state.db.read().await?;
    match restored_money::why_not_charged(state, &mut tx, order_id, Purpose::StylingFee).await? {
        Some(why) => Err(restored_money::for_staff(why, &transition::load(&mut tx, order_id).await?.code)),
        None => Ok(()),
    }
}

/// Charges the new card the fee that the card before did not pay, if core's `styling_fee.by_new_card` says so, and calls off what
/// the bank wanted confirmed for the card before, or what of it is held; even if the caller hangs up. The customer gets the result
/// by email; the card is saved either way.
pub async fn retry_with_new_card(state: &AppState, customer_id: &str) {
    let (state, customer_id) = (state.clone(), customer_id.to_owned());
    let work = trace::step("charge the new card", async move { charge_new_card(&state, &customer_id).await });
    if let Err(error) = tokio::spawn(trace::carried(work)).await {
        tracing::error!(%error, "a new card cannot be charged");
    }
}

async fn charge_new_card(state: &AppState, customer_id: &str) {
    // Asked first: what is called off here is charged to the new card instead.
    let unpaid = unpaid_order(state, customer_id).await;
    if let Err(error) = call_off_old_card(state, customer_id).await {
        tracing::error!(%error, "a charge of the old card cannot be called off");
    }
    match still_declined(state, unpaid).await {
        Ok(Some(order)) => match charge(state, &order, Actor::Customer).await {
            Ok(()) => tracing::info!(order, "a fee was paid by a new card"),
            Err(StaffError::Refused(text)) => tracing::info!(order, reason = %text, "a fee is still not paid"),
            Err(error) => tracing::error!(order, %error, "a fee cannot be tried again"),
        },
        Ok(None) => {}
        Err(error) => tracing::error!(%error, "it cannot be looked up whether a fee is to be tried again"),
    }
}

/// A charge of the new card stays: a checkout in another tab may have begun it already.
async fn call_off_old_card(state: &AppState, customer_id: &str) -> AppResult<()> {
    let mut tx = state.db.read().await?;
    let on_file = cards::current(&mut tx, customer_id).await?;
    let order = orders::unfinished_of_customer(&mut tx, customer_id).await?;
    drop(tx);
    let Some(order) = order else { return Ok(()) };
    carry_out::call_off_unless_on_file(state, &order.id, on_file.as_ref()).await
}

/// The new order whose fee another card pays.
async fn unpaid_order(state: &AppState, customer_id: &str) -> StaffResult<Option<String>> {
    let mut tx = state.db.read().await?;
    let orders = orders::of_customer(&mut tx, customer_id).await?;
    for order in orders.into_iter().filter(|order| order.status == Status::Created) {
        let attempts = payment_attempts::of_order(&mut tx, &order.id, Purpose::StylingFee).await?;
        if waiting::is_paid_by_new_card(attempts.first()) {
            return Ok(Some(order.id));
        }
    }
    Ok(None)
}

/// The order, unless the customer has confirmed its fee meanwhile, or the gateway does not say whether it is called off.
async fn still_declined(state: &AppState, order: StaffResult<Option<String>>) -> StaffResult<Option<String>> {
    Ok(match order? {
        Some(order) if newest_has_failed(state, &order).await? => Some(order),
        _ => None,
    })
}

/// Whether the newest attempt at the fee of an order took nothing: it was declined or called off.
pub async fn newest_has_failed(state: &AppState, order_id: &str) -> StaffResult<bool> {
    let mut tx = state.db.read().await?;
    let attempts = payment_attempts::of_order(&mut tx, order_id, Purpose::StylingFee).await?;
    Ok(attempts.first().is_some_and(|newest| newest.status == AttemptStatus::Declined))
}

/// Stores the attempt in one transaction, or finds the open one. Only the purchase that was checked is charged, and nothing for a
/// box without an address.
async fn begin(
    state: &AppState,
    order_id: &str,
    screened: Option<Screened>,
    actor: Actor,
) -> StaffResult<BegunAttempt> {
    let (mut tx, order, customer) = transition::locked(state, order_id).await?;
    if order.status != Status::Created {
        return Err(StaffError::refused(format!("Order {} is {} and cannot be styled.", order.code, order.status)));
    }
    transition::has_address(&order)?;
    let before = payment_attempts::of_order(&mut tx, &order.id, Purpose::StylingFee).await?;
    if let Some(open) = before.into_iter().find(AttemptRow::is_open) {
        return Ok(BegunAttempt::Before(open));
    }
    refuse_declined_card(&mut tx, &order.id).await?;
    screening::may_be_charged(&mut tx, &order, &customer, screened.as_ref()).await?;
    let card = cards::current(&mut tx, &customer.id).await?;
    let card =
        card.ok_or_else(|| StaffError::refused(format!("The customer of order {} has no card on file.", order.code)))?;
    let fee = Amount {
        purpose: Purpose::StylingFee,
        money: plan::styling_fee(&customer, state.clock.now(), &state.data.terms),
        actor,
    };
    let capture = screened.map_or(Capture::AtOnce, |screened| screened.capture);
    let attempt = attempts::charge(state, &mut tx, &order, None, card, fee, capture).await?;
    tx.commit().await?;
    Ok(attempt)
}

/// Stores the attempt to refund the fee of an order, if it was paid. The caller has to carry it out after committing `tx`.
///
/// # Errors
/// [`StaffError::Refused`] while the gateway has not answered about the fee; those of [`restored_money::refuse_unmatched`].
pub async fn begin_refund(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &OrderRow,
    actor: Actor,
) -> StaffResult<Option<AttemptRow>> {
    restored_money::refuse_unmatched(state, tx, order).await?;
    attempts::refuse_open(tx, order, Purpose::StylingFee).await?;
    let attempts = payment_attempts::of_order(tx, &order.id, Purpose::StylingFee).await?;
    let Some(paid) = attempts.into_iter().find(|attempt| attempt.status == AttemptStatus::Succeeded) else {
        return Ok(None);
    };
    let back = Amount { purpose: Purpose::StylingFeeRefund, money: paid.amount, actor };
    attempts::refund(state, tx, order, paid, back, &BTreeSet::new()).await.map(Some)
}
