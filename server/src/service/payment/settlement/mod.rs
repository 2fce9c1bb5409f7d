//! Settling: what the gateway's answer changes in an order. It is part of the transaction that settles the attempt.

pub mod checkout;
pub mod exchange;
mod refund;
mod styling_fee;

use crate::platform::error::AppResult;
use crate::providers::payment::charge::Charge;
use crate::service::mail::{self, declined};
use crate::service::order::transition;
use crate::service::payment::ledger::Booking;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards::CardRow;
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::ledger::{EntryKind, Flow};
use crate::store::payment::payment_attempts::{AttemptRow, Purpose};
use stylebox_core::order::Actor;

/// The outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The money moved.
    Done,
    /// No money moved, and none will. Holds why.
    Declined(DeclineReason),
}

/// The bank wants the customer to confirm a charge. Asks them by email if they are not there: at their own checkout the page leads
/// them to the bank.
pub async fn ask_to_confirm(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &CustomerRow,
    attempt: &AttemptRow,
) -> AppResult<()> {
    let mut order = transition::load(tx, &attempt.order_id).await?;
    let why = format!("The bank wants {} to be confirmed", attempt.amount.formatted());
    transition::note(state, tx, &mut order, Actor::System, &why).await?;
    if attempt.purpose == Purpose::Checkout && attempt.actor == Actor::Customer {
        return Ok(());
    }
    let page = state.settings.public_url.page_link("/dashboard");
    let until = attempt.confirm_by.unwrap_or_else(|| state.clock.now());
    mail::queue(state, tx, declined::please_confirm(customer, &order, attempt, until, &page)).await
}

/// Settles an attempt that has just ended, and is of that card.
pub async fn settle(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: CustomerRow,
    (attempt, card): (&AttemptRow, &CardRow),
    verdict: &Verdict,
) -> AppResult<()> {
    match (attempt.purpose, verdict) {
        (Purpose::Checkout, Verdict::Done) => checkout::charged(state, tx, customer, (attempt, card)).await,
        (Purpose::Checkout, Verdict::Declined(reason)) => {
            checkout::declined(state, tx, customer, (attempt, card), reason).await
        }
        (Purpose::StylingFee, Verdict::Done) => styling_fee::charged(state, tx, customer, (attempt, card)).await,
        (Purpose::StylingFee, Verdict::Declined(reason)) => {
            styling_fee::declined(state, tx, customer, (attempt, card), reason).await
        }
        (Purpose::StylingFeeRefund, Verdict::Done) => styling_fee::refunded(state, tx, attempt).await,
        (Purpose::ExchangeRefund, Verdict::Done) => exchange::refunded(state, tx, attempt).await,
        (Purpose::CheckoutRefund, Verdict::Done) => checkout::refunded(state, tx, attempt).await,
        (Purpose::StylingFeeRefund | Purpose::ExchangeRefund | Purpose::CheckoutRefund, Verdict::Declined(reason)) => {
            tracing::error!(attempt = attempt.id, %reason, "money could not be given back");
            Ok(())
        }
    }
}

/// Books money of another amount than was asked for, or of another card, which was taken and given back.
pub async fn given_back(state: &AppState, tx: &mut CustomerTx, attempt: &AttemptRow, charge: &Charge) -> AppResult<()> {
    let booking = Booking { invoice_id: None, currency: &charge.currency, ..Booking::of(attempt) };
    let (taken, memo) = (charge.amount, "Taken by mistake, and given back");
    booking
        .write(state, tx, &[(EntryKind::Charge, Flow::In(taken), memo), (EntryKind::Refund, Flow::Out(taken), memo)])
        .await
}
