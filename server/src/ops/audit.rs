//! `ops audit`: whether the books agree. The ledger with the paid invoices and with the attempts; what is drawn on gift cards with
//! the invoices, and what is left on them with what was drawn; the attempts with the gateway's charges, where those can be read.
//!
//! It walks the orders in pages, each with all of its money, and then the gift cards and the gateway's charges: no more than a
//! page is in memory, and twice the orders take twice the time. One transaction reads it all, so it sees the books of one
//! moment, however much is written meanwhile. Asked for a stretch of time, it walks the orders that were made in it.

use crate::platform::clock::Timestamp;
use crate::platform::config::parties::PaymentChoice;
use crate::platform::error::StaffResult;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::checkout::invoices::InvoiceStatus;
use crate::store::payment::audit::{
    self, AttemptBooks, DrawBooks, EntryBooks, ExchangeBooks, InvoiceBooks, Page, Stretch,
};
use crate::store::payment::ledger::EntryKind;
use crate::store::payment::payment_attempts::AttemptStatus;
use crate::store::payment::sandbox::Outcome;
use clap::Args;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;
use std::time::{Duration, Instant};
use stylebox_core::business_time::Date;
use stylebox_core::money::Money;

/// How many orders, gift cards or charges are read together.
const PAGE: i64 = 500;
/// How many differences are named; the others are counted.
const NAMED: usize = 1_000;
/// How long the audit is silent before it says how far it has come.
const SILENCE: Duration = Duration::from_secs(5);

/// Which part of the books is compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
pub struct Part {
    /// Only the orders made from this day on, with all that was paid for them since; neither gift cards' balances nor charges
    /// that nobody asked for.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    since: Option<Date>,
    /// Only those made until the end of this day.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day, requires = "since")]
    until: Option<Date>,
}

fn day(text: &str) -> Result<Date, String> {
    text.parse().map_err(|error: stylebox_core::InputError| error.to_string())
}

impl Part {
    /// The stretch of time; none for all of it.
    fn stretch(self) -> Result<Option<Stretch>, String> {
        let Some(since) = self.since else { return Ok(None) };
        let until = match self.until {
            None => Timestamp(i64::MAX),
            Some(until) if until < since => return Err("The stretch ends before it begins.".to_owned()),
            Some(until) => Timestamp::start_of(until.plus_days(1).map_err(|error| error.to_string())?),
        };
        Ok(Some(Stretch { from: Timestamp::start_of(since), until }))
    }
}

/// Compares all books; what was found, line by line.
///
/// # Errors
/// The differences, if there are any.
pub async fn run(state: &AppState) -> Result<String, String> {
    of(state, Part::default()).await
}

/// Compares a part of the books; what was found, line by line.
///
/// # Errors
/// The differences, if there are any.
pub async fn of(state: &AppState, part: Part) -> Result<String, String> {
    let stretch = part.stretch()?;
    let mut audit =
        Audit { has_gateways_books: state.settings.parties.payment == PaymentChoice::Sandbox, ..Audit::default() };
    audit.read(state, stretch).await.map_err(|error| error.to_string())?;
    audit.said(part)
}

/// What the audit has found so far.
#[derive(Debug, Default)]
struct Audit {
    /// Whether the charges are all there are: only the embedded gateway's books can be read.
    has_gateways_books: bool,
    progress: Progress,
    /// The first differences, in words.
    named: Vec<String>,
    differences: usize,
    paid_invoices: u64,
    entries: u64,
    charges: u64,
    open_attempts: u64,
    /// The sum of the ledger's entries, in cents: nothing, if everything that came in was for something.
    sum: i64,
    charged: i64,
    refunded: i64,
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
    /// Of the orders of a page, those that were made in the stretch.
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

/// What went back of an attempt's charge.
#[derive(Debug, Clone, Copy, Default)]
struct Refunds {
    /// In cents.
    succeeded: i64,
    /// Whether more may be on its way: the gateway may have sent it already.
    is_open: bool,
}

impl Audit {
    async fn read(&mut self, state: &AppState, stretch: Option<Stretch>) -> StaffResult<()> {
        let mut tx = state.db.read().await?;
        self.walk_orders(&mut tx, stretch.unwrap_or(Stretch::ALL)).await?;
        if stretch.is_some() {
            return Ok(());
        }
        let rest = audit::entries_of_no_order(&mut tx).await?;
        self.compare(&Books { entries: rest, ..Books::default() });
        self.walk_gift_cards(&mut tx).await?;
        self.walk_charges(&mut tx).await
    }

    async fn walk_orders(&mut self, tx: &mut Tx, stretch: Stretch) -> StaffResult<()> {
        let made = audit::orders_made(tx, stretch).await?;
        let (Some(first), Some(last)) = (made.first, made.last) else { return Ok(()) };
        let mut page = Page { after: audit::order_before(tx, &first).await?.unwrap_or_default(), last: last.clone() };
        let mut walked = 0;
        loop {
            let orders = audit::orders(tx, &page, PAGE).await?;
            let Some((end, _)) = orders.last() else { return Ok(()) };
            page.last.clone_from(end);
            let in_stretch = orders.into_iter().filter(|(_, at)| stretch.holds(*at)).map(|(id, _)| id);
            let in_stretch: HashSet<String> = in_stretch.collect();
            let books = Books::of(tx, &page, &in_stretch).await?;
            self.compare(&books);
            walked += in_stretch.len();
            self.progress.tell(Instant::now(), || format!("{walked} of {} orders are looked through.", made.count));
            page = Page { after: page.last, last: last.clone() };
        }
    }

    async fn walk_gift_cards(&mut self, tx: &mut Tx) -> StaffResult<()> {
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
            self.progress.tell(Instant::now(), || format!("{walked} gift cards are looked through."));
        }
    }

    /// The gateway charged what we know of, and that alone.
    async fn walk_charges(&mut self, tx: &mut Tx) -> StaffResult<()> {
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
            self.progress.tell(Instant::now(), || format!("{walked} of the gateway's charges are looked through."));
        }
    }

    fn found(&mut self, difference: String) {
        self.differences += 1;
        if self.named.len() < NAMED {
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
                EntryKind::StylingFee | EntryKind::Sale | EntryKind::Credit | EntryKind::GiftCard => {}
            }
        }
        self.compare_invoices(books);
        self.compare_draws(books);
        self.compare_attempts(books);
        self.compare_charges(books);
    }

    /// Each paid invoice stands in the ledger as it was paid, under its order, and nothing else does.
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
            let expected = [
                (EntryKind::Sale, back(|exchange| exchange.price_back) - invoice.total_with_tax),
                (EntryKind::Charge, invoice.total_due),
                (EntryKind::Refund, -back(|exchange| exchange.card_back)),
                (EntryKind::Credit, invoice.credit_amount - back(|exchange| exchange.credit_back)),
                (EntryKind::GiftCard, invoice.gift_card_amount - back(|exchange| exchange.gift_card_back)),
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

    /// What an invoice takes from a gift card is reserved while it is being paid, and drawn once it is; nothing is before.
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

    /// Each attempt that succeeded stands in the ledger once; the others do not.
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
            // An attempt that is open may have been charged already: the job is about to find out.
            let is_moving = attempt.status.is_open() || is_open;
            if self.has_gateways_books && !is_moving && (kept != expected || !currency_fits) {
                self.found(format!("Payment {}: {expected} cents are ours, the gateway has {kept}.", attempt.id));
            }
        }
    }

    /// The differences, or that there are none.
    fn said(self, part: Part) -> Result<String, String> {
        let off = (self.sum != 0).then(|| format!("The ledger is {} cents off.", self.sum));
        let count = self.differences + usize::from(off.is_some());
        if count > 0 {
            let more = self.differences - self.named.len();
            let more = (more > 0).then(|| format!("And {more} more."));
            let lines = off.into_iter().chain(self.named).chain(more).collect::<Vec<_>>().join("\n  ");
            return Err(format!("The books do not agree, in {count} places:\n  {lines}"));
        }
        let mut said = format!(
            "The books agree: {} paid invoices, {} entries of the ledger, {} charges.\n",
            self.paid_invoices, self.entries, self.charges
        );
        let _ = writeln!(said, "Charged to cards: {}.", dollars(self.charged));
        let _ = writeln!(said, "Given back: {}.", dollars(self.refunded));
        if self.open_attempts > 0 {
            let _ = writeln!(said, "Payments that the gateway has not answered yet: {}.", self.open_attempts);
        }
        if let Some(since) = part.since {
            let until = part.until.map_or_else(|| "today".to_owned(), |until| until.to_string());
            let _ = writeln!(
                said,
                "Looked through: the orders made from {since} to {until}. Not looked through: gift cards' balances, and charges \
                 that nobody asked for."
            );
        }
        Ok(said)
    }
}

/// Says on standard error how far something that takes long has come.
#[derive(Debug)]
struct Progress {
    last_said: Instant,
}

impl Default for Progress {
    fn default() -> Self {
        Self::new(Instant::now())
    }
}

impl Progress {
    const fn new(now: Instant) -> Self {
        Self { last_said: now }
    }

    fn tell(&mut self, now: Instant, words: impl FnOnce() -> String) {
        if self.is_due(now) {
            eprintln!("{}", words());
        }
    }

    /// Whether it was silent for long enough; if so, it is not from now on.
    fn is_due(&mut self, now: Instant) -> bool {
        let is_due = now.duration_since(self.last_said) >= SILENCE;
        if is_due {
            self.last_said = now;
        }
        is_due
    }
}

/// Cents in words; the books may be broken, and say less than nothing.
fn dollars(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let money = cents.checked_abs().and_then(Money::from_cents).unwrap_or_default();
    format!("{sign}{}", money.formatted())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audit_that_takes_long_says_every_few_seconds_how_far_it_is() {
        let start = Instant::now();
        let mut progress = Progress::new(start);
        let seconds = [1, 4, 5, 6, 9, 10, 30, 34];
        let said = seconds.map(|second| progress.is_due(start + Duration::from_secs(second)));
        assert_eq!(said, [false, false, true, false, false, true, true, false]);
    }

    #[test]
    fn a_stretch_is_of_business_days_and_ends_with_its_last() {
        let day = |text: &str| Some(text.parse().unwrap());
        let at = |text: &str| Timestamp::from(text.parse::<stylebox_core::business_time::Instant>().unwrap());
        // In Chicago a winter's day begins at six o'clock UTC, and a summer's at five.
        let stretch = Part { since: day("2026-01-01"), until: day("2026-07-01") }.stretch().unwrap().unwrap();
        assert_eq!((stretch.from, stretch.until), (at("2026-01-01T06:00:00Z"), at("2026-07-02T05:00:00Z")));
        assert!(stretch.holds(stretch.from) && !stretch.holds(stretch.until));
        let backwards = Part { since: day("2026-01-02"), until: day("2026-01-01") };
        assert_eq!(backwards.stretch().unwrap_err(), "The stretch ends before it begins.");
        assert_eq!(Part::default().stretch().unwrap(), None);
    }

    #[test]
    fn of_very_many_differences_the_first_are_named_and_the_others_counted() {
        let mut audit = Audit::default();
        for number in 0..NAMED + 3 {
            audit.found(format!("Difference {number}."));
        }
        let said = audit.said(Part::default()).unwrap_err();
        assert!(said.starts_with("The books do not agree, in 1003 places:\n  Difference 0.\n"), "{said}");
        assert!(said.ends_with("\n  Difference 999.\n  And 3 more."), "{said}");
    }
}
