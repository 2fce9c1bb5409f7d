//! Settling a styling fee or its refund.

use crate::platform::error::{AppResult, StaffError};
use crate::service::message::{mail, order};
use crate::service::order::transition;
use crate::service::payment::ledger::Booking;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards;
use crate::store::payment::ledger::EntryKind;
use crate::store::payment::ledger::Flow::{In, Out};
use crate::store::payment::payment_attempts::{AttemptRow, DeclineReason};
use stylebox_core::order::{Actor, Status};

/// The fee is paid: styling begins.
pub(crate) async fn charged(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: CustomerRow,
    attempt: &AttemptRow,
) -> AppResult<()> {
    let mut order = transition::load(tx, &attempt.order_id).await?;
    let (fee, memo) = (attempt.amount, format!("Styling fee of {}", order.code));
    let entries = [(EntryKind::Charge, In(fee), memo.as_str()), (EntryKind::StylingFee, Out(fee), memo.as_str())];
    Booking::of(attempt).write(state, tx, &entries).await?;
    transition::step(state, tx, &mut order, Status::Styling, attempt.actor, "The styling fee is paid")
        .await
        .map_err(StaffError::into_mistake)?;
    let card = cards::by_id(tx, &attempt.card_id).await?;
    mail::queue(state, tx, order::being_styled(&customer, &order, attempt.amount, card.as_ref())).await
}

/// Leaves the order as it is, and notifies the customer if that is told.
pub(crate) async fn declined(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: CustomerRow,
    attempt: &AttemptRow,
    reason: &DeclineReason,
) -> AppResult<()> {
    let mut order = transition::load(tx, &attempt.order_id).await?;
    let why = format!("The styling fee was declined: {reason}");
    transition::note(state, tx, &mut order, Actor::System, &why).await?;
    if !reason.is_told() {
        return Ok(());
    }
    let page = state.settings.public_url.page_link("/change/payment");
    let card = cards::by_id(tx, &attempt.card_id).await?;
    mail::queue(state, tx, order::fee_declined(&customer, &order, attempt, card.as_ref(), reason, &page)).await
}

/// The fee was refunded.
pub(crate) async fn refunded(state: &AppState, tx: &mut CustomerTx, attempt: &AttemptRow) -> AppResult<()> {
    let (fee, memo) = (attempt.amount, "Styling fee given back");
    let entries = [(EntryKind::Refund, Out(fee), memo), (EntryKind::StylingFee, In(fee), memo)];
    Booking::of(attempt).write(state, tx, &entries).await
}
