//! Settling a styling fee or its refund.

use crate::platform::error::{AppResult, StaffError};
use crate::service::mail::{self, declined, order};
use crate::service::order::transition;
use crate::service::payment::ledger::Booking;
use crate::service::payment::retries;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards::CardRow;
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::ledger::EntryKind;
use crate::store::payment::ledger::Flow::{In, Out};
use crate::store::payment::payment_attempts::AttemptRow;
use stylebox_core::order::{Actor, Status};

/// The fee is paid: styling begins.
pub(crate) async fn charged(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: CustomerRow,
    (attempt, card): (&AttemptRow, &CardRow),
) -> AppResult<()> {
    let mut order = transition::load(tx, &attempt.order_id).await?;
    let (fee, memo) = (attempt.amount, format!("Styling fee of {}", order.code));
    let entries = [(EntryKind::Charge, In(fee), memo.as_str()), (EntryKind::StylingFee, Out(fee), memo.as_str())];
    Booking::of(attempt).write(state, tx, &entries).await?;
    transition::step(state, tx, &mut order, Status::Styling, attempt.actor, "The styling fee is paid")
        .await
        .map_err(StaffError::into_mistake)?;
    mail::queue(state, tx, order::being_styled(&customer, &order, attempt.amount, Some(card))).await
}

/// Leaves the order as it is, and tells the customer if core's `charge.retry` says so: when the card is tried again, or that the order
/// waits for another one.
pub(crate) async fn declined(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: CustomerRow,
    (attempt, card): (&AttemptRow, &CardRow),
    reason: &DeclineReason,
) -> AppResult<()> {
    let mut order = transition::load(tx, &attempt.order_id).await?;
    let why = format!("The styling fee was declined: {reason}");
    transition::note(state, tx, &mut order, Actor::System, &why).await?;
    // What was called off is no decline.
    let Some(declines) = retries::until(tx, attempt, card).await? else { return Ok(()) };
    if !attempt.was_declined() {
        return Ok(());
    }
    if retries::is_replaced(state, tx, card, &declines, reason).await? {
        return Ok(());
    }
    let page = state.settings.public_url.page_link("/change/payment");
    let email = match declines.retry.next_try {
        Some(day) if declines.is_told() && reason.is_told_to_customer() => {
            declined::fee_declined(&customer, &order, attempt, card, reason, day, &page)
        }
        Some(_) => return Ok(()),
        None => {
            if !retries::end(state, tx, &order.id, attempt.purpose, card, Some(reason)).await? {
                return Ok(());
            }
            let by = retries::other_card_by(state.clock.now())?;
            declined::fee_ended(&customer, &order, attempt.amount, card, Some(reason), by, &page)
        }
    };
    mail::queue(state, tx, email).await
}

/// The fee was refunded.
pub(crate) async fn refunded(state: &AppState, tx: &mut CustomerTx, attempt: &AttemptRow) -> AppResult<()> {
    let (fee, memo) = (attempt.amount, "Styling fee given back");
    let entries = [(EntryKind::Refund, Out(fee), memo), (EntryKind::StylingFee, In(fee), memo)];
    Booking::of(attempt).write(state, tx, &entries).await
}
