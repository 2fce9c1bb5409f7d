//! A charge since the backup becomes an attempt of its order, if the order as the backup has it can be charged so: a fee that is due, or the
//! checkout of what was bought.

use crate::platform::error::{AppError, StaffError};
use crate::providers::payment::made::MadeCharge;
use crate::service::checkout::first_invoice;
use crate::service::checkout::invoice;
use crate::service::checkout::purchase::freeze_and_reserve;
use crate::service::checkout::tax::{Asker, Calculator, Taxed};
use crate::service::order::read::has_paid;
use crate::service::order::transition;
use crate::service::payment::attempts::{self, Amount};
use crate::service::payment::carry_out;
use crate::state::AppState;
use crate::store::card::cards::{self, CardRow};
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use crate::store::payment::payment_attempts::{self, AttemptRow, AttemptStatus, Purpose};
use crate::store::{StoreError, Tx};
use std::collections::BTreeSet;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{CheckOutInput, Status, can_check_out};
use stylebox_core::policy;

/// If a party is silent so often in a row, it is asked no more in this run, because each question waits as long. Once may be chance, or be about
/// one charge alone.
pub(super) const MOST_SILENT: usize = 3;

/// Why a charge did not become an attempt.
pub(super) enum TakeUpError {
    /// It cannot be matched with the order as the backup has it. Holds why, as the end of a sentence.
    Unmatched(String),
    /// Another server has just done it.
    AlreadyDone,
    /// What it needs fails at the moment.
    Failed(StaffError),
}

impl TakeUpError {
    pub(super) fn unmatched(why: impl Into<String>) -> Self {
        Self::Unmatched(why.into())
    }
}

impl From<AppError> for TakeUpError {
    fn from(error: AppError) -> Self {
        match error {
            AppError::Refused { refusal: Refusal::TaxUnavailable, .. } | AppError::Unexpected(_) => {
                Self::Failed(error.into())
            }
            // Such as a coupon or a size that is gone.
            AppError::Refused { .. } | AppError::Form(_) | AppError::TooMany(_) => Self::Unmatched(error.to_string()),
        }
    }
}

impl From<StoreError> for TakeUpError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

/// Makes a charge an attempt of its order. `silent_of_tax` counts how often in a row the tax service did not answer: it is not asked if that is
/// too often.
///
/// # Errors
/// If it cannot be matched with the order as the backup has it.
pub(super) async fn take_up(
    state: &AppState,
    purpose: Purpose,
    (order_id, charge): (&str, &MadeCharge),
    silent_of_tax: &mut usize,
) -> Result<AttemptRow, TakeUpError> {
    if !charge.currency.eq_ignore_ascii_case(policy::CURRENCY) {
        return Err(TakeUpError::unmatched(format!("it is in {}", charge.currency)));
    }
    // One that was open when the backup was taken has ended since: only then another was begun.
    let open = attempts::open_charge(&mut state.db.read().await?, order_id).await?;
    if let Some(open) = open {
        let open = carry_out::carry_out(state, &open.id).await?;
        if open.is_open() && !open.is_stuck() {
            return Err(TakeUpError::Failed(StaffError::refused("the payment before it is not settled yet")));
        }
    }
    match purpose {
        Purpose::StylingFee => fee(state, order_id, charge).await,
        Purpose::Checkout => {
            let mut calculator = Calculator::new(state, Asker::Shop).unless_silent(*silent_of_tax >= MOST_SILENT);
            let attempt = calculator.until_known(|| checkout(state, order_id, charge)).await;
            if calculator.is_silent() {
                *silent_of_tax = silent_of_tax.saturating_add(1);
            } else if calculator.has_asked() {
                *silent_of_tax = 0;
            }
            attempt
        }
        Purpose::StylingFeeRefund | Purpose::ExchangeRefund | Purpose::CheckoutRefund => {
            Err(AppError::unexpected("a charge with the key of a refund").into())
        }
    }
}

async fn fee(state: &AppState, order_id: &str, charge: &MadeCharge) -> Result<AttemptRow, TakeUpError> {
    let (mut tx, order, _) = transition::locked(state, order_id).await?;
    refuse_another(&mut tx, order_id, charge, Purpose::StylingFee).await?;
    if order.status != Status::Created {
        return Err(TakeUpError::unmatched(format!("the order is {}", order.status)));
    }
    let card = card_of(&mut tx, &order, charge).await?;
    let amount = Amount { purpose: Purpose::StylingFee, money: charge.amount, actor: charge.actor };
    let made = (charge.key.as_str(), charge.id.as_str());
    let attempt = attempts::of_made_charge(state, &mut tx, &order, None, &card, amount, made).await?;
    tx.commit().await?;
    Ok(attempt)
}

/// Begins the checkout again that the charge has paid: with what it bought, and only for the same total.
async fn checkout(state: &AppState, order_id: &str, charge: &MadeCharge) -> Result<Taxed<AttemptRow>, TakeUpError> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    refuse_another(&mut tx, order_id, charge, Purpose::Checkout).await?;
    let of_order = invoices::of_order(&mut tx, &order.id).await?;
    let may = can_check_out(&CheckOutInput { status: order.status, has_paid_invoice: has_paid(&of_order) });
    if !may || of_order.iter().any(InvoiceRow::is_being_paid) {
        return Err(TakeUpError::unmatched(format!("the order is {}", order.status)));
    }
    let card = card_of(&mut tx, &order, charge).await?;
    let lines = decided(items::lines(&mut tx, &order.id).await?, charge)?;
    let invoice = match of_order.into_iter().next() {
        Some(row) => invoice::calculate_open(state, &mut tx, (&order, None), row, lines).await?,
        None => first_invoice::make_first(state, &mut tx, (&order, None), lines).await?,
    };
    let mut invoice = match invoice {
        Taxed::Known(invoice) => invoice,
        Taxed::Missing(sale) => return Ok(Taxed::Missing(sale)),
    };
    if invoice.row.total_due != charge.amount {
        return Err(TakeUpError::unmatched(format!("the total is {} now", invoice.row.total_due.formatted())));
    }
    freeze_and_reserve(state, &mut tx, &mut order, &mut invoice, charge.actor).await?;
    let amount = Amount { purpose: Purpose::Checkout, money: charge.amount, actor: charge.actor };
    let made = (charge.key.as_str(), charge.id.as_str());
    let invoice_id = Some(invoice.row.id);
    let attempt = attempts::of_made_charge(state, &mut tx, &order, invoice_id, &card, amount, made).await?;
    tx.commit().await?;
    Ok(Taxed::Known(attempt))
}

/// The items with the decisions that were paid for.
fn decided(mut lines: Vec<LineItemRow>, charge: &MadeCharge) -> Result<Vec<LineItemRow>, TakeUpError> {
    let Some(bought) = &charge.bought else {
        return Err(TakeUpError::unmatched("the gateway does not say what was bought"));
    };
    if bought.to_another_address {
        return Err(TakeUpError::unmatched("its exchange goes to an address that the backup does not have"));
    }
    let there: BTreeSet<&String> = lines.iter().map(|line| &line.id).collect();
    if bought.kept.keys().any(|id| !there.contains(id)) {
        return Err(TakeUpError::unmatched("the box has other items in the backup"));
    }
    for line in &mut lines {
        let kept = bought.kept.get(&line.id);
        line.claimed_kept = Some(kept.is_some());
        line.exchange_size = kept.cloned().flatten();
    }
    Ok(lines)
}

/// With the customer's row locked.
async fn refuse_another(tx: &mut Tx, order_id: &str, charge: &MadeCharge, purpose: Purpose) -> Result<(), TakeUpError> {
    let before = payment_attempts::of_order(tx, order_id, purpose).await?;
    if before.iter().any(|attempt| attempt.gateway_key == charge.key) {
        return Err(TakeUpError::AlreadyDone);
    }
    let counts = |attempt: &AttemptRow| attempt.is_open() || attempt.status == AttemptStatus::Succeeded;
    if before.iter().any(counts) {
        return Err(TakeUpError::unmatched("the order has another payment for the same"));
    }
    Ok(())
}

async fn card_of(tx: &mut Tx, order: &OrderRow, charge: &MadeCharge) -> Result<CardRow, TakeUpError> {
    let cards = cards::all_of_customer(tx, &order.customer_id).await?;
    let card = cards.into_iter().find(|card| Some(&card.gateway_token) == charge.token.as_ref());
    card.ok_or_else(|| TakeUpError::unmatched("its card is not in the backup"))
}
