//! Writing to the ledger, and reading the credit of an order.

use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::payment::ledger::{self, EntryKind, EntryRow, Flow};
use crate::store::payment::payment_attempts::AttemptRow;
use crate::store::{self, CustomerTx, StoreError, Tx};
use stylebox_core::policy;
use stylebox_core::values::money::Money;

/// The ledger's entries for one event. They add up to zero.
#[derive(Debug)]
pub struct Booking<'a> {
    /// The payment attempt that moved the money; `None` if none did.
    pub(crate) attempt: Option<&'a AttemptRow>,
    pub(crate) customer_id: &'a str,
    pub(crate) order_id: &'a str,
    pub(crate) invoice_id: Option<&'a str>,
    pub(crate) currency: &'a str,
}

impl<'a> Booking<'a> {
    /// Entries for an attempt, under its invoice if it has one.
    #[must_use]
    pub fn of(attempt: &'a AttemptRow) -> Self {
        Self {
            attempt: Some(attempt),
            customer_id: &attempt.customer_id,
            order_id: &attempt.order_id,
            invoice_id: attempt.invoice_id.as_deref(),
            currency: &attempt.currency,
        }
    }

    /// Entries for an invoice, and its attempt if the gateway charges a part.
    #[must_use]
    pub fn of_invoice(invoice: &'a InvoiceRow, attempt: Option<&'a AttemptRow>) -> Self {
        Self {
            attempt,
            customer_id: &invoice.customer_id,
            order_id: &invoice.order_id,
            invoice_id: Some(&invoice.id),
            currency: policy::CURRENCY,
        }
    }

    /// Writes the entries (kind, amount, memo) whose amount is not zero.
    ///
    /// # Errors
    /// If they do not add up to zero.
    pub async fn write(
        &self,
        state: &AppState,
        tx: &mut CustomerTx,
        entries: &[(EntryKind, Flow, &str)],
    ) -> AppResult<()> {
        let sum: i64 = entries.iter().map(|(_, amount, _)| amount.to_cents()).sum();
        if sum != 0 {
            return Err(AppError::unexpected(format!("entries of the ledger that are {sum} cents off")));
        }
        let moved = entries.iter().filter(|(_, amount, _)| !amount.money().is_zero());
        let rows: Vec<_> = moved
            .map(|(kind, amount, memo)| EntryRow {
                id: state.new_id(),
                customer_id: Some(self.customer_id.to_owned()),
                order_id: Some(self.order_id.to_owned()),
                invoice_id: self.invoice_id.map(ToOwned::to_owned),
                payment_attempt_id: self.attempt.map(|attempt| attempt.id.clone()),
                kind: *kind,
                amount: *amount,
                currency: self.currency.to_owned(),
                memo: (*memo).to_owned(),
                at: state.clock.now(),
                movement_id: None,
            })
            .collect();
        Ok(EntryRow::insert_all(&rows, tx).await?)
    }
}

/// The styling fee that was paid for an order and not refunded: its credit at the checkout.
///
/// # Errors
/// If the ledger has more refunded than paid.
pub async fn fee_paid(tx: &mut Tx, order_id: &str) -> store::Result<Money> {
    fee_in(&ledger::of_order(tx, order_id).await?)
}

/// The same if the order's entries are known.
pub fn fee_in(entries: &[EntryRow]) -> store::Result<Money> {
    let fees = entries.iter().filter(|entry| entry.kind == EntryKind::StylingFee);
    let paid = -fees.map(|entry| entry.amount.to_cents()).sum::<i64>();
    Money::from_cents(paid)
        .ok_or_else(|| StoreError::corrupt("ledger.amount", format!("a fee of {paid} cents was paid")))
}
