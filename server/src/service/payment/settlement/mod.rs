//! Settling: what the gateway's answer changes in an order. It is part of the transaction that settles the attempt.

pub mod checkout;
pub mod exchange;
mod styling_fee;

use crate::platform::error::AppResult;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::CustomerRow;
use crate::store::payment::payment_attempts::{AttemptRow, DeclineReason, Purpose};

/// The outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The money moved.
    Done,
    /// No money moved, and none will. Holds why.
    Declined(DeclineReason),
}

/// Settles an attempt that has just ended.
pub async fn settle(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: CustomerRow,
    attempt: &AttemptRow,
    verdict: &Verdict,
) -> AppResult<()> {
    match (attempt.purpose, verdict) {
        (Purpose::Checkout, Verdict::Done) => checkout::charged(state, tx, customer, attempt).await,
        (Purpose::Checkout, Verdict::Declined(reason)) => {
            checkout::declined(state, tx, customer, attempt, reason).await
        }
        (Purpose::StylingFee, Verdict::Done) => styling_fee::charged(state, tx, customer, attempt).await,
        (Purpose::StylingFee, Verdict::Declined(reason)) => {
            styling_fee::declined(state, tx, customer, attempt, reason).await
        }
        (Purpose::StylingFeeRefund, Verdict::Done) => styling_fee::refunded(state, tx, attempt).await,
        (Purpose::ExchangeRefund, Verdict::Done) => exchange::refunded(state, tx, attempt).await,
        (Purpose::StylingFeeRefund | Purpose::ExchangeRefund, Verdict::Declined(reason)) => {
            tracing::error!(attempt = attempt.id, %reason, "money could not be given back");
            Ok(())
        }
    }
}
