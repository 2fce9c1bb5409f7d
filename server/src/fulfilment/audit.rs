//! `ops audit`: whether the books agree. The ledger with the paid invoices and with the attempts; what is drawn on gift cards with
//! the invoices, and what is left on them with what was drawn; the attempts with the gateway's charges, where those can be read.

use crate::config::parties::PaymentChoice;
use crate::http::error::AppResult;
use crate::service::invoices::money;
use crate::state::AppState;
use crate::store::discounts::{self, GiftCardBooks, InvoiceDraws};
use crate::store::exchanges::{self, ExchangeRow};
use crate::store::invoices::{self, InvoiceRow, InvoiceStatus};
use crate::store::ledger::{self, EntryKind, EntryRow};
use crate::store::payment_attempts::{self, AttemptRow, AttemptStatus};
use crate::store::sandbox::{self, ChargeRow, Outcome};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// All books, as they were at one moment.
struct Books {
    invoices: Vec<InvoiceRow>,
    /// Those whose money went back.
    exchanges: Vec<ExchangeRow>,
    ledger: Vec<EntryRow>,
    attempts: Vec<AttemptRow>,
    /// The gift cards whose balance is not what was drawn.
    gift_cards: Vec<GiftCardBooks>,
    /// What is drawn for each invoice.
    draws: Vec<InvoiceDraws>,
    charges: Vec<ChargeRow>,
    /// Whether the charges are all there are: only the embedded gateway's books can be read.
    has_gateways_books: bool,
}

/// Compares the books; what was found, line by line.
///
/// # Errors
/// The differences, where there are any.
pub async fn run(state: &AppState) -> Result<String, String> {
    let books = read(state).await.map_err(|error| error.to_string())?;
    let differences = books.differences();
    if differences.is_empty() {
        return Ok(books.summary());
    }
    let count = differences.len();
    Err(format!("The books do not agree, in {count} places:\n  {}", differences.join("\n  ")))
}

async fn read(state: &AppState) -> AppResult<Books> {
    let mut tx = state.db.read().await?;
    Ok(Books {
        invoices: invoices::paid(&mut tx).await?,
        exchanges: exchanges::booked(&mut tx).await?,
        ledger: ledger::all(&mut tx).await?,
        attempts: payment_attempts::all(&mut tx).await?,
        gift_cards: discounts::unbalanced_gift_cards(&mut tx).await?,
        draws: discounts::draws_of_invoices(&mut tx).await?,
        charges: sandbox::charges(&mut tx).await?,
        has_gateways_books: state.settings.parties.payment == PaymentChoice::Sandbox,
    })
}

impl Books {
    fn summary(&self) -> String {
        let sum = |kind: EntryKind| {
            self.ledger.iter().filter(|entry| entry.kind == kind).map(|entry| entry.amount).sum::<i64>()
        };
        let open = self.attempts.iter().filter(|attempt| attempt.is_open()).count();
        let mut said = format!(
            "The books agree: {} paid invoices, {} entries of the ledger, {} charges.\n",
            self.invoices.len(),
            self.ledger.len(),
            self.charges.iter().filter(|charge| charge.outcome == Outcome::Succeeded).count()
        );
        let _ = writeln!(said, "Charged to cards: {}.", money(sum(EntryKind::Charge)).formatted());
        let _ = writeln!(said, "Given back: {}.", money(-sum(EntryKind::Refund)).formatted());
        if open > 0 {
            let _ = writeln!(said, "Payments that the gateway has not answered yet: {open}.");
        }
        said
    }

    fn differences(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.balance(&mut found);
        self.compare_invoices(&mut found);
        self.compare_attempts(&mut found);
        self.compare_gift_cards(&mut found);
        self.compare_draws(&mut found);
        if self.has_gateways_books {
            self.compare_charges(&mut found);
        }
        found
    }

    /// Everything that came in was for something.
    fn balance(&self, found: &mut Vec<String>) {
        let sum: i64 = self.ledger.iter().map(|entry| entry.amount).sum();
        if sum != 0 {
            found.push(format!("The ledger is {sum} cents off."));
        }
    }

    /// Each paid invoice stands in the ledger as it was paid, and nothing else does.
    fn compare_invoices(&self, found: &mut Vec<String>) {
        let mut booked: HashMap<(&str, EntryKind), i64> = HashMap::new();
        for entry in &self.ledger {
            if let Some(invoice) = &entry.invoice_id {
                *booked.entry((invoice, entry.kind)).or_default() += entry.amount;
            }
        }
        for invoice in &self.invoices {
            let back = |amount: fn(&ExchangeRow) -> i64| {
                let sold_out = self.exchanges.iter().filter(|exchange| exchange.invoice_id == invoice.id);
                sold_out.map(amount).sum::<i64>()
            };
            let expected = [
                (EntryKind::Sale, back(|exchange| exchange.price_back) - invoice.total_with_tax),
                (EntryKind::Charge, invoice.total_due),
                (EntryKind::Refund, -back(|exchange| exchange.card_back)),
                (EntryKind::Credit, invoice.credit_amount - back(|exchange| exchange.credit_back)),
                (EntryKind::GiftCard, invoice.gift_card_amount - back(|exchange| exchange.gift_card_back)),
            ];
            for (kind, amount) in expected {
                let stands = booked.remove(&(invoice.id.as_str(), kind)).unwrap_or(0);
                if stands != amount {
                    found.push(format!("Invoice {}: {kind} is {amount} cents, the ledger has {stands}.", invoice.id));
                }
            }
        }
        for ((invoice, kind), amount) in booked {
            found.push(format!("The ledger has {kind} of {amount} cents for invoice {invoice}, which is not paid."));
        }
    }

    /// Each attempt that succeeded stands in the ledger once; the others do not.
    fn compare_attempts(&self, found: &mut Vec<String>) {
        let mut booked: HashMap<&str, i64> = HashMap::new();
        for entry in self.ledger.iter().filter(|entry| matches!(entry.kind, EntryKind::Charge | EntryKind::Refund)) {
            *booked.entry(entry.payment_attempt_id.as_deref().unwrap_or_default()).or_default() += entry.amount;
        }
        for attempt in &self.attempts {
            if attempt.purpose.is_refund() && attempt.status == AttemptStatus::Declined {
                found.push(format!(
                    "Payment {}: the gateway refused to give {} cents back.",
                    attempt.id, attempt.amount
                ));
            }
            let sign = if attempt.purpose.is_refund() { -1 } else { 1 };
            let amount = if attempt.status == AttemptStatus::Succeeded { sign * attempt.amount } else { 0 };
            let stands = booked.get(attempt.id.as_str()).copied().unwrap_or(0);
            if stands != amount {
                found.push(format!("Payment {}: {amount} cents moved, the ledger has {stands}.", attempt.id));
            }
        }
    }

    /// What is left on each gift card is what was issued, less what was drawn.
    fn compare_gift_cards(&self, found: &mut Vec<String>) {
        for GiftCardBooks { id, balance, expected } in &self.gift_cards {
            found.push(format!("Gift card {id}: {expected} cents should be left, it has {balance}."));
        }
    }

    /// What an invoice takes from a gift card is reserved while it is being paid, and drawn once it is; nothing is before.
    fn compare_draws(&self, found: &mut Vec<String>) {
        for InvoiceDraws { invoice_id, status, gift_card_amount, reserved, captured } in &self.draws {
            let expected = match status {
                InvoiceStatus::Open => (0, 0),
                InvoiceStatus::Processing => (*gift_card_amount, 0),
                InvoiceStatus::Paid => (0, *gift_card_amount),
            };
            if (*reserved, *captured) != expected {
                found.push(format!(
                    "Invoice {invoice_id} is {status} with {gift_card_amount} cents of a gift card: {reserved} are reserved, \
                     {captured} drawn."
                ));
            }
        }
    }

    /// The gateway charged what we know of, and that alone.
    fn compare_charges(&self, found: &mut Vec<String>) {
        let by_key: HashMap<&str, &ChargeRow> =
            self.charges.iter().map(|charge| (charge.gateway_key.as_str(), charge)).collect();
        let mut known: HashSet<&str> = HashSet::new();
        for attempt in self.attempts.iter().filter(|attempt| !attempt.purpose.is_refund()) {
            known.insert(&attempt.gateway_key);
            let charge = by_key.get(attempt.gateway_key.as_str());
            let charged = charge.filter(|charge| charge.outcome == Outcome::Succeeded);
            let kept = charged.map_or(0, |charge| charge.amount - charge.refunded_amount);
            let refunded = self.refunded(attempt);
            let expected = if attempt.status == AttemptStatus::Succeeded { attempt.amount - refunded } else { 0 };
            let currency_fits = kept == 0 || charged.is_none_or(|charge| charge.currency == attempt.currency);
            // An attempt that is open may have been charged already: the job is about to find out.
            if !attempt.is_open() && !self.is_being_refunded(attempt) && (kept != expected || !currency_fits) {
                found.push(format!("Payment {}: {expected} cents are ours, the gateway has {kept}.", attempt.id));
            }
        }
        for charge in self.charges.iter().filter(|charge| !known.contains(charge.gateway_key.as_str())) {
            found.push(format!("The gateway has a charge {} that nobody asked for.", charge.id));
        }
    }

    /// Whether money of an attempt is on its way back: the gateway may have sent it already.
    fn is_being_refunded(&self, attempt: &AttemptRow) -> bool {
        self.refunds(attempt).any(AttemptRow::is_open)
    }

    /// What of an attempt's charge went back.
    fn refunded(&self, attempt: &AttemptRow) -> i64 {
        self.refunds(attempt)
            .filter(|refund| refund.status == AttemptStatus::Succeeded)
            .map(|refund| refund.amount)
            .sum()
    }

    fn refunds(&self, attempt: &AttemptRow) -> impl Iterator<Item = &AttemptRow> {
        let (order, charge) = (attempt.order_id.clone(), attempt.gateway_charge_id.clone());
        self.attempts.iter().filter(move |refund| {
            let is_refund = refund.purpose.is_refund() && refund.order_id == order;
            is_refund && charge.is_some() && refund.gateway_charge_id == charge
        })
    }
}
