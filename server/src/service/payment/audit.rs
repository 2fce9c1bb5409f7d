//! Whether the books agree: the ledger with the paid invoices and with the payment attempts; what is drawn on gift cards with the
//! invoices, and what is left on them with what was drawn; the attempts with the gateway's charges, or with its own list of what moved.
//!
//! It walks the orders in pages, each with all of its money, and then the gift cards and the gateway's charges: no more than a
//! page is in memory, and twice the orders take twice the time. One transaction reads it all, so it sees the books of one
//! moment, however much is written meanwhile. For a period it walks only the orders that were made in it.

use crate::platform::clock::{CLOCKS_DIFFER, Timestamp};
use crate::platform::error::StaffResult;
use crate::service::payment::gateway_list;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::checkout::invoices::InvoiceStatus;
use crate::store::operation::shop_facts;
use crate::store::payment::audit::{
    self, AttemptBooks, DrawBooks, EntryBooks, ExchangeBooks, InvoiceBooks, MovementBooks, Page, Period,
};
use crate::store::payment::gateway_movements::Outcome as Decided;
use crate::store::payment::ledger::EntryKind;
use crate::store::payment::payment_attempts::AttemptStatus;
use crate::store::payment::sandbox::Outcome;
use std::collections::{BTreeMap, HashMap, HashSet};

/// How many orders, gift cards or charges are read together.
const PAGE: i64 = 500;
/// How many differences are named; the others are counted.
pub(crate) const MAX_NAMED: usize = 1_000;
/// A function that is called after each page with how far the audit is.
pub type Progress<'a> = &'a mut (dyn FnMut(&str) + Send);

/// Compares the books of a period, or all of them. The gateway's own list is read first, if it has one.
pub async fn compare(state: &AppState, period: Option<Period>, progress: Progress<'_>) -> StaffResult<Audit> {
    let has_gateways_books = state.settings.parties.charging.payment().is_embedded();
    let mut audit = Audit { has_gateways_books, ..Audit::default() };
    if !has_gateways_books {
        let read = gateway_list::run(state).await?;
        let list = shop_facts::gateway_list(&mut state.db.read().await?).await?;
        // A time in the future was written by a clock that was ahead: it says nothing.
        let latest = state.clock.now().plus(CLOCKS_DIFFER);
        let complete_at = list.and_then(|list| list.complete_at).filter(|at| *at <= latest);
        audit.list = Some(GatewayList {
            is_read: read.done.is_complete,
            until: complete_at.map(|at| at.minus(gateway_list::GRACE)),
            ..GatewayList::default()
        });
    }
    audit.read(state, period, progress).await?;
    Ok(audit)
}

/// The gateway's own list of what moved, as far as it is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct GatewayList {
    /// Whether the gateway has answered, and the list is read to its end.
    pub(crate) is_read: bool,
    /// Until when it has all that our books have.
    until: Option<Timestamp>,
    pub(crate) movements: u64,
    /// The movements that the service has not made, and what they come to in cents.
    pub(crate) foreign: u64,
    pub(crate) foreign_sum: i64,
    /// The movements that are not compared yet.
    pub(crate) waiting: u64,
    /// What the gateway has kept, in cents.
    pub(crate) fees: i64,
}

/// What the audit has found so far.
#[derive(Debug, Default)]
pub struct Audit {
    /// Whether the gateway's books can be read: only those of the sandbox.
    has_gateways_books: bool,
    /// The gateway's own list; `None` if it has none.
    pub(crate) list: Option<GatewayList>,
    /// The first differences, in words.
    pub(crate) named: Vec<String>,
    pub(crate) differences: usize,
    pub(crate) paid_invoices: u64,
    pub(crate) entries: u64,
    pub(crate) charges: u64,
    pub(crate) open_attempts: u64,
    /// The sum of the ledger's entries, in cents. Zero if the books agree.
    pub(crate) sum: i64,
    pub(crate) charged: i64,
    pub(crate) refunded: i64,
}

/// The books of a page of orders.
#[derive(Default)]
struct Books {
    invoices: Vec<InvoiceBooks>,
    exchanges: Vec<ExchangeBooks>,
    draws: Vec<DrawBooks>,
    attempts: Vec<AttemptBooks>,
    entries: Vec<EntryBooks>,
}

impl Books {
    /// Of the orders of a page, those that were made in the period.
    async fn of(tx: &mut Tx, page: &Page, made: &HashSet<String>) -> StaffResult<Self> {
        let mut books = Self {
            invoices: audit::invoices(tx, page).await?,
            exchanges: audit::exchanges(tx, page).await?,
            draws: audit::draws(tx, page).await?,
            attempts: audit::attempts(tx, page).await?,
            entries: audit::entries(tx, page).await?,
        };
        books.invoices.retain(|invoice| made.contains(&invoice.order_id));
        books.attempts.retain(|attempt| made.contains(&attempt.order_id));
        books.entries.retain(|entry| entry.order_id.as_ref().is_some_and(|order| made.contains(order)));
        Ok(books)
    }
}

/// The refunds of a charge.
#[derive(Debug, Clone, Copy, Default)]
struct Refunds {
    /// In cents.
    succeeded: i64,
    /// Whether a refund is open, so that the gateway may have made it already.
    is_open: bool,
}

impl Audit {
    async fn read(&mut self, state: &AppState, period: Option<Period>, progress: Progress<'_>) -> StaffResult<()> {
        let mut tx = state.db.read().await?;
        self.walk_orders(&mut tx, period.unwrap_or(Period::ALL), progress).await?;
        if period.is_some() {
            return Ok(());
        }
        let rest = audit::entries_of_no_order(&mut tx).await?;
        self.compare(&Books { entries: rest, ..Books::default() });
        self.walk_gift_cards(&mut tx, progress).await?;
        self.walk_movements(&mut tx, progress).await?;
        self.walk_charges(&mut tx, progress).await
    }

    async fn walk_orders(&mut self, tx: &mut Tx, period: Period, progress: Progress<'_>) -> StaffResult<()> {
        let made = audit::orders_made(tx, period).await?;
        let (Some(first), Some(last)) = (made.first, made.last) else { return Ok(()) };
        let mut page = Page { after: audit::order_before(tx, &first).await?.unwrap_or_default(), last: last.clone() };
        let mut walked = 0;
        loop {
            let orders = audit::orders(tx, &page, PAGE).await?;
            let Some((end, _)) = orders.last() else { return Ok(()) };
            page.last.clone_from(end);
            let in_period = orders.into_iter().filter(|(_, at)| period.holds(*at)).map(|(id, _)| id);
            let in_period: HashSet<String> = in_period.collect();
            let books = Books::of(tx, &page, &in_period).await?;
            self.compare(&books);
            walked += in_period.len();
            progress(&format!("{walked} of {} orders are looked through.", made.count));
            page = Page { after: page.last, last: last.clone() };
        }
    }

    async fn walk_gift_cards(&mut self, tx: &mut Tx, progress: Progress<'_>) -> StaffResult<()> {
        let (mut after, mut walked) = (String::new(), 0);
        loop {
            let cards = audit::gift_cards(tx, &after, PAGE).await?;
            let Some(end) = cards.last() else { return Ok(()) };
            after.clone_from(&end.id);
            walked += cards.len();
            for audit::GiftCardBooks { id, balance, expected } in cards {
                if balance != expected {
                    self.found(format!("Gift card {id}: {expected} cents should be left, it has {balance}."));
                }
            }
            progress(&format!("{walked} gift cards are looked through."));
        }
    }

    /// The ledger has each movement that the service has not made, as the gateway's, and no others.
    async fn walk_movements(&mut self, tx: &mut Tx, progress: Progress<'_>) -> StaffResult<()> {
        let Some(mut list) = self.list else { return Ok(()) };
        let mut after = String::new();
        loop {
            let movements = audit::movements(tx, &after, PAGE).await?;
            let Some(end) = movements.last() else { break };
            after.clone_from(&end.id);
            for MovementBooks { id, amount, fee, outcome, booked } in movements {
                list.movements += 1;
                list.fees += fee;
                let expected = match outcome {
                    Decided::Foreign => amount,
                    Decided::Ours | Decided::Waiting => 0,
                };
                list.foreign += u64::from(outcome == Decided::Foreign);
                list.waiting += u64::from(outcome == Decided::Waiting);
                list.foreign_sum += expected;
                if booked != expected {
                    self.found(format!(
                        "Movement {id} of the gateway: {expected} cents are its own, the ledger has {booked}."
                    ));
                }
            }
            progress(&format!("{} movements of the gateway's list are looked through.", list.movements));
        }
        self.list = Some(list);
        Ok(())
    }

    /// The gateway has no charges that we do not know.
    async fn walk_charges(&mut self, tx: &mut Tx, progress: Progress<'_>) -> StaffResult<()> {
        let (mut after, mut walked) = (String::new(), 0);
        loop {
            let charges = audit::charges(tx, &after, PAGE).await?;
            let Some(end) = charges.last() else { return Ok(()) };
            after.clone_from(&end.id);
            walked += charges.len();
            for charge in charges.into_iter().filter(|charge| !charge.is_asked_for) {
                self.charges += u64::from(charge.outcome == Outcome::Succeeded);
                if self.has_gateways_books {
                    self.found(format!("The gateway has a charge {} that nobody asked for.", charge.id));
                }
            }
            progress(&format!("{walked} of the gateway's charges are looked through."));
        }
    }

    pub(crate) fn found(&mut self, difference: String) {
        self.differences += 1;
        if self.named.len() < MAX_NAMED {
            self.named.push(difference);
        }
    }

    fn compare(&mut self, books: &Books) {
        for entry in &books.entries {
            self.entries += 1;
            self.sum += entry.amount;
            match entry.kind {
                EntryKind::Charge => self.charged += entry.amount,
                EntryKind::Refund => self.refunded -= entry.amount,
                EntryKind::StylingFee
                | EntryKind::Sale
                | EntryKind::Credit
                | EntryKind::GiftCard
                | EntryKind::Forgiven
                | EntryKind::Gateway
                | EntryKind::Foreign => {}
            }
        }
        self.compare_invoices(books);
        self.compare_draws(books);
        self.compare_attempts(books);
        self.compare_charges(books);
    }

    /// The ledger has each paid invoice as it was paid, under its order, and nothing else.
    fn compare_invoices(&mut self, books: &Books) {
        let mut booked: BTreeMap<(Option<&str>, &str, &str), i64> = BTreeMap::new();
        for entry in &books.entries {
            if let Some(invoice) = &entry.invoice_id {
                *booked.entry((entry.order_id.as_deref(), invoice, entry.kind.as_str())).or_default() += entry.amount;
            }
        }
        let mut exchanges: HashMap<&str, Vec<&ExchangeBooks>> = HashMap::new();
        for exchange in &books.exchanges {
            exchanges.entry(&exchange.invoice_id).or_default().push(exchange);
        }
        for invoice in books.invoices.iter().filter(|invoice| invoice.status == InvoiceStatus::Paid) {
            self.paid_invoices += 1;
            let sold_out = exchanges.get(invoice.id.as_str()).map(Vec::as_slice).unwrap_or_default();
            let back = |amount: fn(&ExchangeBooks) -> i64| sold_out.iter().copied().map(amount).sum::<i64>();
            let InvoiceBooks { card_back, gift_card_back, credit_back, forgiven_back, .. } = invoice;
            let forgiven_before = back(ExchangeBooks::forgiven_back);
            // What was forgiven goes back once: with the items that were sold out, or with the whole.
            let forgiven_rest = (forgiven_back - forgiven_before).max(0);
            let price_back = card_back + gift_card_back + credit_back + forgiven_rest;
            let expected = [
                (EntryKind::Sale, back(|exchange| exchange.price_back) + price_back - invoice.total_with_tax),
                (EntryKind::Charge, invoice.total_due),
                (EntryKind::Refund, -back(|exchange| exchange.card_back) - card_back),
                (EntryKind::Credit, invoice.credit_amount - back(|exchange| exchange.credit_back) - credit_back),
                (
                    EntryKind::GiftCard,
                    invoice.gift_card_amount - back(|exchange| exchange.gift_card_back) - gift_card_back,
                ),
                (EntryKind::Forgiven, invoice.forgiven - forgiven_before - forgiven_rest),
            ];
            for (kind, amount) in expected {
                let stands = booked.remove(&(Some(&invoice.order_id), &invoice.id, kind.as_str())).unwrap_or(0);
                if stands != amount {
                    self.found(format!("Invoice {}: {kind} is {amount} cents, the ledger has {stands}.", invoice.id));
                }
            }
        }
        for ((_, invoice, kind), amount) in booked {
            self.found(format!("The ledger has {kind} of {amount} cents for invoice {invoice}, which is not paid."));
        }
    }

    /// A gift card's part of an invoice is reserved during the payment, and captured afterwards; an open invoice has none.
    fn compare_draws(&mut self, books: &Books) {
        let drawn: HashMap<&str, &DrawBooks> =
            books.draws.iter().map(|draws| (draws.invoice_id.as_str(), draws)).collect();
        for InvoiceBooks { id, status, gift_card_amount, .. } in &books.invoices {
            let (reserved, captured) = drawn.get(id.as_str()).map_or((0, 0), |draws| (draws.reserved, draws.captured));
            let expected = match status {
                InvoiceStatus::Open => (0, 0),
                InvoiceStatus::Processing => (*gift_card_amount, 0),
                InvoiceStatus::Paid => (0, *gift_card_amount),
            };
            if (reserved, captured) != expected {
                self.found(format!(
                    "Invoice {id} is {status} with {gift_card_amount} cents of a gift card: {reserved} are reserved, {captured} \
                     drawn."
                ));
            }
        }
    }

    /// The ledger has each attempt that succeeded once, and no others.
    fn compare_attempts(&mut self, books: &Books) {
        let mut booked: BTreeMap<(Option<&str>, &str), i64> = BTreeMap::new();
        for entry in books.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Charge | EntryKind::Refund)) {
            if let Some(attempt) = &entry.payment_attempt_id {
                *booked.entry((entry.order_id.as_deref(), attempt)).or_default() += entry.amount;
            }
        }
        for attempt in &books.attempts {
            self.open_attempts += u64::from(attempt.status.is_open());
            if attempt.purpose.is_refund() && attempt.status == AttemptStatus::Declined {
                self.found(format!(
                    "Payment {}: the gateway refused to give {} cents back.",
                    attempt.id, attempt.amount
                ));
            }
            let sign = if attempt.purpose.is_refund() { -1 } else { 1 };
            let amount = if attempt.status == AttemptStatus::Succeeded { sign * attempt.amount } else { 0 };
            let stands = booked.remove(&(Some(&attempt.order_id), &attempt.id)).unwrap_or(0);
            if stands != amount {
                self.found(format!("Payment {}: {amount} cents moved, the ledger has {stands}.", attempt.id));
            }
            let is_listed = stands == attempt.listed || attempt.settled_by_hand && attempt.listed == 0;
            let until = self.list.and_then(|list| list.until);
            let is_due = until.is_some_and(|until| attempt.settled_at.is_some_and(|at| at <= until));
            if is_due && !attempt.status.is_open() && !is_listed {
                self.found(format!(
                    "Payment {}: the ledger has {stands} cents, the gateway's own list {}.",
                    attempt.id, attempt.listed
                ));
            }
        }
        // An entry under another order than its attempt's.
        for ((_, attempt), stands) in booked.into_iter().filter(|(_, stands)| *stands != 0) {
            self.found(format!("Payment {attempt}: 0 cents moved, the ledger has {stands}."));
        }
    }

    /// The gateway charged what the attempts say.
    fn compare_charges(&mut self, books: &Books) {
        let mut refunds: HashMap<(&str, &str), Refunds> = HashMap::new();
        for refund in books.attempts.iter().filter(|attempt| attempt.purpose.is_refund()) {
            let Some(charge) = &refund.gateway_charge_id else { continue };
            let of_charge = refunds.entry((&refund.order_id, charge)).or_default();
            of_charge.is_open |= refund.status.is_open();
            if refund.status == AttemptStatus::Succeeded {
                of_charge.succeeded += refund.amount;
            }
        }
        for attempt in books.attempts.iter().filter(|attempt| !attempt.purpose.is_refund()) {
            let is_charged = attempt.charge_outcome == Some(Outcome::Succeeded);
            self.charges += u64::from(is_charged);
            let cents = |amount: Option<i64>| amount.filter(|_| is_charged).unwrap_or(0);
            let kept = cents(attempt.charge_amount) - cents(attempt.charge_refunded);
            let charge = attempt.gateway_charge_id.as_deref();
            let back = charge.and_then(|charge| refunds.get(&(attempt.order_id.as_str(), charge)).copied());
            let Refunds { succeeded, is_open } = back.unwrap_or_default();
            let expected = if attempt.status == AttemptStatus::Succeeded { attempt.amount - succeeded } else { 0 };
            let currency_fits = kept == 0 || attempt.charge_currency.as_ref() == Some(&attempt.currency);
            // An open attempt may have been charged already; the job will find out.
            let is_moving = attempt.status.is_open() || is_open;
            if self.has_gateways_books && !is_moving && (kept != expected || !currency_fits) {
                self.found(format!("Payment {}: {expected} cents are ours, the gateway has {kept}.", attempt.id));
            }
        }
    }
}
