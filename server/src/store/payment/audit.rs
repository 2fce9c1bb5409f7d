//! The books as the audit reads them: a page of orders at a time, with one statement a book, so that no more than a page is in
//! memory. All amounts are cents.

use crate::platform::clock::Timestamp;
use crate::store::checkout::invoices::InvoiceStatus;
use crate::store::payment::ledger::EntryKind;
use crate::store::payment::payment_attempts::{AttemptStatus, Purpose};
use crate::store::payment::sandbox::Outcome;
use crate::store::words::NullableText;
use crate::store::{Result, Tx};

/// A period: from its first moment on, up to its end and without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The first moment.
    pub from: Timestamp,
    /// The first moment after it.
    pub until: Timestamp,
}

impl Period {
    /// All of time.
    pub const ALL: Self = Self { from: Timestamp(i64::MIN), until: Timestamp(i64::MAX) };

    /// Whether a moment lies in it.
    #[must_use]
    pub fn holds(self, at: Timestamp) -> bool {
        self.from <= at && at < self.until
    }
}

/// Which orders were made in a period.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OrdersMade {
    /// How many.
    pub count: i64,
    /// The least of their ids.
    pub first: Option<String>,
    /// The greatest of their ids.
    pub last: Option<String>,
}

/// The orders that were made in a period.
pub async fn orders_made(tx: &mut Tx, period: Period) -> Result<OrdersMade> {
    fetch_one!(
        tx,
        OrdersMade,
        "SELECT COUNT(*) AS count, MIN(id) AS first, MAX(id) AS last FROM orders WHERE created_at >= $1 AND created_at < $2",
        period.from,
        period.until
    )
}

/// The greatest id before one; none if there is none before it.
pub async fn order_before(tx: &mut Tx, id: &str) -> Result<Option<String>> {
    Ok(fetch_one!(tx, (Option<String>,), "SELECT MAX(id) FROM orders WHERE id < $1", id)?.0)
}

/// Orders by their ids: those after one, up to and with another. An empty text stands before all ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The id that the first comes after.
    pub after: String,
    /// The last one's id.
    pub last: String,
}

/// The next orders of a page, at most `limit`: their ids, and when they were made.
pub async fn orders(tx: &mut Tx, page: &Page, limit: i64) -> Result<Vec<(String, Timestamp)>> {
    fetch_all!(
        tx,
        (String, Timestamp),
        "SELECT id, created_at FROM orders WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3",
        &page.after,
        &page.last,
        limit
    )
}

/// An invoice.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct InvoiceBooks {
    /// Its id.
    pub id: String,
    /// Its order.
    pub order_id: String,
    /// Where it stands.
    #[sqlx(try_from = "String")]
    pub status: InvoiceStatus,
    /// What was kept, with tax.
    pub total_with_tax: i64,
    /// What the card is charged.
    pub total_due: i64,
    /// What the styling fee pays.
    pub credit_amount: i64,
    /// What the gift card pays.
    pub gift_card_amount: i64,
}

/// The invoices of a page.
pub async fn invoices(tx: &mut Tx, page: &Page) -> Result<Vec<InvoiceBooks>> {
    fetch_all!(
        tx,
        InvoiceBooks,
        "SELECT id, order_id, status, total_with_tax, total_due, credit_amount, gift_card_amount FROM invoices
         WHERE order_id > $1 AND order_id <= $2 ORDER BY order_id, id",
        &page.after,
        &page.last
    )
}

/// What went back of an invoice for a piece whose other size was sold out.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ExchangeBooks {
    /// The invoice.
    pub invoice_id: String,
    /// The piece's part of the invoice's total.
    pub price_back: i64,
    /// What of it went back to the card.
    pub card_back: i64,
    /// What of it went back to the gift card.
    pub gift_card_back: i64,
    /// What of it the styling fee had paid.
    pub credit_back: i64,
}

/// The exchanges of a page whose money went back.
pub async fn exchanges(tx: &mut Tx, page: &Page) -> Result<Vec<ExchangeBooks>> {
    fetch_all!(
        tx,
        ExchangeBooks,
        "SELECT invoice_id, price_back, card_back, gift_card_back, credit_back FROM exchanges
         WHERE order_id > $1 AND order_id <= $2 AND booked_at IS NOT NULL",
        &page.after,
        &page.last
    )
}

/// What is drawn on gift cards for an invoice.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct DrawBooks {
    /// The invoice.
    pub invoice_id: String,
    /// What is reserved.
    pub reserved: i64,
    /// What was drawn.
    pub captured: i64,
}

/// What is drawn for the invoices of a page, if anything is or was.
pub async fn draws(tx: &mut Tx, page: &Page) -> Result<Vec<DrawBooks>> {
    // CROSS JOIN: from the invoices of the page to their draws.
    fetch_all!(
        tx,
        DrawBooks,
        "SELECT invoice_id,
           CAST(SUM(CASE gift_card_draws.status WHEN 'reserved' THEN amount ELSE 0 END) AS BIGINT) AS reserved,
           CAST(SUM(CASE gift_card_draws.status WHEN 'captured' THEN amount ELSE 0 END) AS BIGINT) AS captured
         FROM invoices CROSS JOIN gift_card_draws
         WHERE invoices.order_id > $1 AND invoices.order_id <= $2 AND gift_card_draws.invoice_id = invoices.id
         GROUP BY invoice_id",
        &page.after,
        &page.last
    )
}

/// An attempt, and the charge that the embedded gateway's books have under its key.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct AttemptBooks {
    /// Its id.
    pub id: String,
    /// Its order.
    pub order_id: String,
    /// What for.
    #[sqlx(try_from = "String")]
    pub purpose: Purpose,
    /// How much.
    pub amount: i64,
    /// Of which currency.
    pub currency: String,
    /// Where it stands.
    #[sqlx(try_from = "String")]
    pub status: AttemptStatus,
    /// What the gateway knows the charge by.
    pub gateway_charge_id: Option<String>,
    /// What became of the charge in the gateway's books.
    #[sqlx(try_from = "NullableText")]
    pub charge_outcome: Option<Outcome>,
    /// How much was charged.
    pub charge_amount: Option<i64>,
    /// How much of it went back.
    pub charge_refunded: Option<i64>,
    /// Of which currency.
    pub charge_currency: Option<String>,
}

/// The attempts of a page.
pub async fn attempts(tx: &mut Tx, page: &Page) -> Result<Vec<AttemptBooks>> {
    fetch_all!(
        tx,
        AttemptBooks,
        "SELECT attempt.id, attempt.order_id, attempt.purpose, attempt.amount, attempt.currency, attempt.status,
           attempt.gateway_charge_id, charge.outcome AS charge_outcome, charge.amount AS charge_amount,
           charge.refunded_amount AS charge_refunded, charge.currency AS charge_currency
         FROM payment_attempts AS attempt LEFT JOIN sandbox_charges AS charge ON charge.gateway_key = attempt.gateway_key
         WHERE attempt.order_id > $1 AND attempt.order_id <= $2 ORDER BY attempt.order_id, attempt.id",
        &page.after,
        &page.last
    )
}

/// An entry of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct EntryBooks {
    /// Its order.
    pub order_id: Option<String>,
    /// Its invoice.
    pub invoice_id: Option<String>,
    /// The attempt that moved its money.
    pub payment_attempt_id: Option<String>,
    /// What it is.
    #[sqlx(try_from = "String")]
    pub kind: EntryKind,
    /// How much: what comes in is positive, what it is for negative.
    pub amount: i64,
}

/// The entries of a page.
pub async fn entries(tx: &mut Tx, page: &Page) -> Result<Vec<EntryBooks>> {
    fetch_all!(
        tx,
        EntryBooks,
        "SELECT order_id, invoice_id, payment_attempt_id, kind, amount FROM ledger WHERE order_id > $1 AND order_id <= $2",
        &page.after,
        &page.last
    )
}

/// The entries of no order: the service writes none.
pub async fn entries_of_no_order(tx: &mut Tx) -> Result<Vec<EntryBooks>> {
    fetch_all!(
        tx,
        EntryBooks,
        "SELECT order_id, invoice_id, payment_attempt_id, kind, amount FROM ledger WHERE order_id IS NULL"
    )
}

/// A gift card.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct GiftCardBooks {
    /// Its id.
    pub id: String,
    /// What is left on it.
    pub balance: i64,
    /// What it was issued with, less what is drawn or reserved, and what went back.
    pub expected: i64,
}

/// The next gift cards after an id, at most `limit`.
pub async fn gift_cards(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<GiftCardBooks>> {
    fetch_all!(
        tx,
        GiftCardBooks,
        "SELECT id, balance, CAST(issued
           - COALESCE((SELECT SUM(amount) FROM gift_card_draws
               WHERE gift_card_draws.gift_card_id = gift_cards.id AND gift_card_draws.status <> 'released'), 0)
           + COALESCE((SELECT SUM(gift_card_back) FROM invoices CROSS JOIN exchanges
               WHERE invoices.gift_card_id = gift_cards.id AND exchanges.order_id = invoices.order_id
                 AND exchanges.invoice_id = invoices.id AND exchanges.booked_at IS NOT NULL), 0) AS BIGINT) AS expected
         FROM gift_cards WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit
    )
}

/// A charge in the embedded gateway's books.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ChargeBooks {
    /// Its id.
    pub id: String,
    /// What became of it.
    #[sqlx(try_from = "String")]
    pub outcome: Outcome,
    /// Whether an attempt asked for it.
    pub is_asked_for: bool,
}

/// The next charges after an id, at most `limit`.
pub async fn charges(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<ChargeBooks>> {
    fetch_all!(
        tx,
        ChargeBooks,
        // The page is cut first. With EXISTS, PostgreSQL reads all attempts for each page.
        "SELECT page.id, page.outcome, payment_attempts.id IS NOT NULL AS is_asked_for
         FROM (SELECT id, outcome, gateway_key FROM sandbox_charges WHERE id > $1 ORDER BY id LIMIT $2) AS page
         LEFT JOIN payment_attempts ON payment_attempts.gateway_key = page.gateway_key
           AND payment_attempts.purpose NOT IN ('styling_fee_refund', 'exchange_refund')
         ORDER BY page.id",
        after,
        limit
    )
}
