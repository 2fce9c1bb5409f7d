//! Asking the gateway, and settling what it answered.
//!
//! An attempt is stored and committed first, by whoever wants the money. Here the gateway is asked outside any transaction,
//! and one transaction settles. Everything can be repeated: the gateway charges once for each key, and only the first
//! transaction finds the attempt open. What is not known stays open, and is asked about by [`resume_open`] later.

use crate::http::error::{AppError, AppResult};
use crate::providers::Answer;
use crate::providers::payment::{Charge, ChargeOutcome, ChargeRequest, NoAnswer, RefundOutcome, RefundRequest};
use crate::service::{checkout, styling_fee};
use crate::state::AppState;
use crate::store::ledger::{self, EntryKind};
use crate::store::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::{self, Tx, cards, lock_customer};
use std::time::Duration;
use stylebox_core::brand;
use stylebox_core::money::Money;

/// How long the gateway is waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long an attempt that somebody may be working on is left alone.
const LEFT_ALONE: Duration = Duration::from_secs(25);

/// What the gateway said about an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// The money moved as it was asked for; the gateway's id of it.
    Done(String),
    /// The money did not move, and will not.
    Declined(String),
    /// Other money moved than was asked for, and all of it went back.
    GivenBack(Charge),
    /// Nothing that can be built on.
    Unknown,
}

/// Asks the gateway about an attempt that was committed, and settles it. It goes on even where the caller hangs up.
///
/// # Errors
/// Where the database fails; the attempt is open then, and taken up later.
pub async fn carry_out(state: &AppState, attempt_id: &str) -> AppResult<AttemptRow> {
    let (state, attempt_id) = (state.clone(), attempt_id.to_owned());
    let work = tokio::spawn(async move { ask_and_settle(&state, &attempt_id).await });
    work.await.map_err(AppError::unexpected)?
}

/// Takes up every attempt that is open and that nobody works on. It is what a job does, at the start and then regularly.
///
/// # Errors
/// Where the database fails.
pub async fn resume_open(state: &AppState) -> AppResult<usize> {
    let mut tx = state.db.read().await?;
    let open = payment_attempts::open_since(&mut tx, state.clock.now().minus(LEFT_ALONE)).await?;
    drop(tx);
    resume(state, open).await
}

/// The same at the start, when nobody can be working on any.
///
/// # Errors
/// Where the database fails.
pub async fn resume_all(state: &AppState) -> AppResult<usize> {
    let mut tx = state.db.read().await?;
    let open = payment_attempts::open_since(&mut tx, state.clock.now()).await?;
    drop(tx);
    resume(state, open).await
}

async fn resume(state: &AppState, open: Vec<AttemptRow>) -> AppResult<usize> {
    let mut settled = 0;
    for attempt in open {
        match carry_out(state, &attempt.id).await {
            Ok(after) => {
                tracing::info!(attempt = after.id, status = after.status.as_str(), "an open payment was taken up");
                settled += usize::from(!after.is_open());
            }
            // It stays open, and the others are not held up by it.
            Err(error) => tracing::error!(attempt = attempt.id, %error, "an open payment cannot be settled"),
        }
    }
    Ok(settled)
}

async fn ask_and_settle(state: &AppState, attempt_id: &str) -> AppResult<AttemptRow> {
    let (attempt, token) = with_token(state, attempt_id).await?;
    if !attempt.is_open() {
        return Ok(attempt);
    }
    let asked = Question { state, attempt: &attempt, token };
    let said = if attempt.purpose.is_refund() { asked.refund().await } else { asked.charge().await };
    settle(state, attempt, said).await
}

async fn with_token(state: &AppState, attempt_id: &str) -> AppResult<(AttemptRow, String)> {
    let mut tx = state.db.read().await?;
    let attempt = payment_attempts::by_id(&mut tx, attempt_id).await?;
    let attempt = attempt.ok_or_else(|| AppError::unexpected("an attempt without its row"))?;
    let card = cards::by_id(&mut tx, &attempt.card_id).await?;
    let card = card.ok_or_else(|| AppError::unexpected("an attempt without its card"))?;
    Ok((attempt, card.gateway_token))
}

/// A question to the gateway about an attempt.
struct Question<'a> {
    state: &'a AppState,
    attempt: &'a AttemptRow,
    token: String,
}

impl Question<'_> {
    async fn charge(&self) -> Said {
        let gateway = &self.state.providers.payment;
        let known = if self.may_have_been_asked() {
            in_time(gateway.look_up(&self.attempt.gateway_key)).await
        } else {
            Ok(None)
        };
        let outcome = match known {
            Ok(Some(outcome)) => Ok(outcome),
            Ok(None) => in_time(gateway.charge(&self.charge_request())).await,
            Err(NoAnswer) => Err(NoAnswer),
        };
        match outcome {
            Ok(ChargeOutcome::Captured(charge)) => self.captured(charge).await,
            Ok(ChargeOutcome::Declined { reason }) => Said::Declined(reason),
            Ok(ChargeOutcome::ActionRequired { .. } | ChargeOutcome::Pending) | Err(NoAnswer) => Said::Unknown,
        }
    }

    /// Whether the gateway may have charged the attempt already: it was asked before, or by a server that was killed. Then it
    /// is asked what became of it, for gateways forget the keys of charges after a while.
    fn may_have_been_asked(&self) -> bool {
        let age = self.state.clock.now().since(self.attempt.created_at);
        self.attempt.asked_at.is_some() || age >= LEFT_ALONE
    }

    fn charge_request(&self) -> ChargeRequest {
        ChargeRequest {
            key: self.attempt.gateway_key.clone(),
            token: self.token.clone(),
            amount: Money::from_cents(self.attempt.amount).unwrap_or_default(),
            currency: self.attempt.currency.clone(),
            description: format!("{} by {}", brand::PRODUCT, brand::RETAILER),
        }
    }

    /// Only what was asked for counts as paid. Anything else goes back whole, and the attempt has failed.
    async fn captured(&self, charge: Charge) -> Said {
        let asked = Money::from_cents(self.attempt.amount).unwrap_or_default();
        if charge.is_what_was_asked(asked, &self.attempt.currency) {
            return Said::Done(charge.id);
        }
        let Charge { id, amount, currency } = charge.clone();
        tracing::error!(attempt = self.attempt.id, %asked, taken = %amount, %currency, "the gateway took another amount");
        let request = RefundRequest { key: format!("{}-refund", self.attempt.gateway_key), charge_id: id, amount };
        match in_time(self.state.providers.payment.refund(&request)).await {
            Ok(RefundOutcome::Refunded { .. }) => Said::GivenBack(charge),
            Ok(RefundOutcome::Refused { .. }) | Err(NoAnswer) => Said::Unknown,
        }
    }

    async fn refund(&self) -> Said {
        let request = RefundRequest {
            key: self.attempt.gateway_key.clone(),
            charge_id: self.attempt.gateway_charge_id.clone().unwrap_or_default(),
            amount: Money::from_cents(self.attempt.amount).unwrap_or_default(),
        };
        match in_time(self.state.providers.payment.refund(&request)).await {
            Ok(RefundOutcome::Refunded { .. }) => Said::Done(request.charge_id),
            Ok(RefundOutcome::Refused { reason }) => Said::Declined(reason),
            Err(NoAnswer) => Said::Unknown,
        }
    }
}

async fn in_time<T>(answer: Answer<'_, Result<T, NoAnswer>>) -> Result<T, NoAnswer> {
    tokio::time::timeout(PATIENCE, answer).await.unwrap_or(Err(NoAnswer))
}

/// One transaction: the attempt, and all that hangs on it.
async fn settle(state: &AppState, attempt: AttemptRow, said: Said) -> AppResult<AttemptRow> {
    let now = state.clock.now();
    let mut tx = state.db.write().await?;
    lock_customer(&mut tx, &attempt.customer_id).await?;
    let stored = payment_attempts::by_id(&mut tx, &attempt.id).await?;
    let mut attempt = stored.ok_or_else(|| AppError::unexpected("an attempt without its row"))?;
    if !attempt.is_open() {
        return Ok(attempt);
    }
    attempt.asked_at = Some(now);
    let said = match said {
        Said::GivenBack(charge) => {
            book_given_back(state, &mut tx, &attempt, &charge).await?;
            Said::Declined("another_amount_was_taken_and_given_back".to_owned())
        }
        said => said,
    };
    let (status, settled_at) = match &said {
        Said::Done(_) => (AttemptStatus::Succeeded, Some(now)),
        Said::Declined(_) | Said::GivenBack(_) => (AttemptStatus::Declined, Some(now)),
        Said::Unknown => (AttemptStatus::Unknown, None),
    };
    attempt.status = status;
    attempt.settled_at = settled_at;
    match &said {
        Said::Done(charge) => attempt.gateway_charge_id = Some(charge.clone()),
        Said::Declined(reason) => attempt.decline_reason = Some(reason.clone()),
        Said::GivenBack(_) | Said::Unknown => {}
    }
    payment_attempts::update(&mut tx, &attempt).await?;
    match attempt.purpose {
        Purpose::StylingFee => styling_fee::settle(state, &mut tx, &attempt, &said).await?,
        Purpose::StylingFeeRefund => styling_fee::settle_refund(state, &mut tx, &attempt, &said).await?,
        Purpose::Checkout => checkout::settle(state, &mut tx, &attempt, &said).await?,
    }
    tx.commit().await?;
    Ok(attempt)
}

async fn book_given_back(state: &AppState, tx: &mut Tx, attempt: &AttemptRow, charge: &Charge) -> AppResult<()> {
    let booking = Booking {
        attempt: Some(attempt),
        customer_id: &attempt.customer_id,
        order_id: &attempt.order_id,
        invoice_id: None,
        currency: &charge.currency,
    };
    let (taken, memo) = (charge.amount.to_cents(), "Taken by mistake, and given back");
    booking.write(state, tx, &[(EntryKind::Charge, taken, memo), (EntryKind::Refund, -taken, memo)]).await
}

/// Entries of the ledger for one event; what comes in and what it is for make nothing together.
#[derive(Debug)]
pub struct Booking<'a> {
    /// Whose money, and for what.
    pub attempt: Option<&'a AttemptRow>,
    /// Whose money.
    pub customer_id: &'a str,
    /// Of which order.
    pub order_id: &'a str,
    /// Of which invoice.
    pub invoice_id: Option<&'a str>,
    /// Of which currency.
    pub currency: &'a str,
}

impl Booking<'_> {
    /// Books the entries (kind, cents, words) that are not nothing.
    ///
    /// # Errors
    /// Where they do not balance, or the database fails.
    pub async fn write(&self, state: &AppState, tx: &mut Tx, entries: &[(EntryKind, i64, &str)]) -> AppResult<()> {
        let sum: i64 = entries.iter().map(|(_, amount, _)| amount).sum();
        if sum != 0 {
            return Err(AppError::unexpected(format!("entries of the ledger that are {sum} cents off")));
        }
        for (kind, amount, memo) in entries.iter().filter(|(_, amount, _)| *amount != 0) {
            let entry = ledger::EntryRow {
                id: state.new_id(),
                customer_id: self.customer_id.to_owned(),
                order_id: Some(self.order_id.to_owned()),
                invoice_id: self.invoice_id.map(ToOwned::to_owned),
                payment_attempt_id: self.attempt.map(|attempt| attempt.id.clone()),
                kind: *kind,
                amount: *amount,
                currency: self.currency.to_owned(),
                memo: (*memo).to_owned(),
                at: state.clock.now(),
            };
            ledger::add(tx, &entry).await?;
        }
        Ok(())
    }
}

/// The styling fee that was paid for an order and not given back, in cents: its credit at the checkout.
///
/// # Errors
/// Where the database fails.
pub async fn fee_paid(tx: &mut Tx, order_id: &str) -> store::Result<i64> {
    let entries = ledger::of_order(tx, order_id).await?;
    Ok(-entries.iter().filter(|entry| entry.kind == EntryKind::StylingFee).map(|entry| entry.amount).sum::<i64>())
}
