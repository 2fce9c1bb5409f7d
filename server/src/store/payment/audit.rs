//! The books for the audit: a page of orders at a time, with one statement for each kind of row, so that no more than a page is
//! in memory. All amounts are cents.

use crate::platform::clock::Timestamp;
use crate::store::checkout::invoices::InvoiceStatus;
use crate::store::payment::gateway_movements::Outcome as MovementOutcome;
use crate::store::payment::ledger::EntryKind;
use crate::store::payment::payment_attempts::{AttemptStatus, Purpose};
use crate::store::payment::sandbox::Outcome;
use crate::store::{Result, Tx};

/// A period: `from` is in it, `until` is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub(crate) from: Timestamp,
    /// The first moment after the period.
    pub(crate) until: Timestamp,
}

impl Period {
    /// All of time.
    pub const ALL: Self = Self { from: Timestamp(i64::MIN), until: Timestamp(i64::MAX) };

    /// Whether the period contains a moment.
    #[must_use]
    pub fn holds(self, at: Timestamp) -> bool {
        self.from <= at && at < self.until
    }
}

row! {
    /// The number of the orders of a period, and the range of their ids.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct OrdersMade {
        pub(crate) count: i64,
        pub(crate) first: Option<String>,
        pub(crate) last: Option<String>,
    }
}

pub async fn orders_made(tx: &mut Tx, period: Period) -> Result<OrdersMade> {
    fetch_one!(
        tx,
        OrdersMade,
        "SELECT COUNT(*) AS count, MIN(id) AS first, MAX(id) AS last FROM orders WHERE created_at >= $1 AND created_at < $2",
        period.from,
        period.until
    )
}

/// The greatest order id that is less than `id`.
pub async fn order_before(tx: &mut Tx, id: &str) -> Result<Option<String>> {
    Ok(fetch_one!(tx, (Option<String>,), "SELECT MAX(id) FROM orders WHERE id < $1", id)?.0)
}

/// A range of order ids: `after` is excluded, `last` is included. An empty text is less than all ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub(crate) after: String,
    /// The last id of the page.
    pub(crate) last: String,
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

row! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct InvoiceBooks {
        pub(crate) id: String,
        pub(crate) order_id: String,
        pub(crate) status: InvoiceStatus,
        pub(crate) total_with_tax: i64,
        pub(crate) total_due: i64,
        pub(crate) credit_amount: i64,
        pub(crate) gift_card_amount: i64,
        pub(crate) forgiven: i64,
        /// What went back because the box was lost, if that is booked; otherwise zero.
        pub(crate) card_back: i64,
        pub(crate) gift_card_back: i64,
        pub(crate) credit_back: i64,
        pub(crate) forgiven_back: i64,
    }
}

pub async fn invoices(tx: &mut Tx, page: &Page) -> Result<Vec<InvoiceBooks>> {
    fetch_all!(
        tx,
        InvoiceBooks,
        "SELECT id, order_id, status, total_with_tax, total_due, credit_amount, gift_card_amount, forgiven,
           CASE WHEN refunded_at IS NULL THEN 0 ELSE card_back END AS card_back,
           CASE WHEN refunded_at IS NULL THEN 0 ELSE gift_card_back END AS gift_card_back,
           CASE WHEN refunded_at IS NULL THEN 0 ELSE credit_back END AS credit_back,
           CASE WHEN refunded_at IS NULL THEN 0 ELSE forgiven END AS forgiven_back
         FROM invoices WHERE order_id > $1 AND order_id <= $2 ORDER BY order_id, id",
        &page.after,
        &page.last
    )
}

row! {
    /// The refund for an item whose other size was sold out.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ExchangeBooks {
        pub(crate) invoice_id: String,
        /// The item's share of the invoice's total.
        pub(crate) price_back: i64,
        pub(crate) card_back: i64,
        pub(crate) gift_card_back: i64,
        pub(crate) credit_back: i64,
    }
}

impl ExchangeBooks {
    /// The part of the item's share that nobody had paid.
    pub(crate) const fn forgiven_back(&self) -> i64 {
        self.price_back - self.card_back - self.gift_card_back - self.credit_back
    }
}

/// The refunded exchanges of a page.
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

row! {
    /// An invoice's draws on gift cards.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct DrawBooks {
        pub(crate) invoice_id: String,
        pub(crate) reserved: i64,
        pub(crate) captured: i64,
    }
}

/// The draws of a page's invoices.
pub async fn draws(tx: &mut Tx, page: &Page) -> Result<Vec<DrawBooks>> {
    // CROSS JOIN makes SQLite go from the invoices of the page to their draws.
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

row! {
    /// An attempt, and the charge of its key in the sandbox's books.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct AttemptBooks {
        pub(crate) id: String,
        pub(crate) order_id: String,
        pub(crate) purpose: Purpose,
        pub(crate) amount: i64,
        pub(crate) currency: String,
        pub(crate) status: AttemptStatus,
        pub(crate) gateway_charge_id: Option<String>,
        pub(crate) settled_at: Option<Timestamp>,
        pub(crate) settled_by_hand: bool,
        /// What the gateway's own list has moved for it, in cents.
        pub(crate) listed: i64,
        /// `None` if the sandbox has no charge of its key.
        pub(crate) charge_outcome: Option<Outcome>,
        pub(crate) charge_amount: Option<i64>,
        pub(crate) charge_refunded: Option<i64>,
        pub(crate) charge_currency: Option<String>,
    }
}

pub async fn attempts(tx: &mut Tx, page: &Page) -> Result<Vec<AttemptBooks>> {
    fetch_all!(
        tx,
        AttemptBooks,
        "SELECT attempt.id, attempt.order_id, attempt.purpose, attempt.amount, attempt.currency, attempt.status,
           attempt.gateway_charge_id, attempt.settled_at, attempt.settled_by_hand,
           CAST(COALESCE((SELECT SUM(listed.amount) FROM gateway_movements AS listed
               WHERE listed.attempt_id = attempt.id AND listed.outcome = 'ours'), 0) AS BIGINT) AS listed,
           charge.outcome AS charge_outcome, charge.amount AS charge_amount,
           charge.refunded_amount AS charge_refunded, charge.currency AS charge_currency
         FROM payment_attempts AS attempt LEFT JOIN sandbox_charges AS charge ON charge.gateway_key = attempt.gateway_key
         WHERE attempt.order_id > $1 AND attempt.order_id <= $2 ORDER BY attempt.order_id, attempt.id",
        &page.after,
        &page.last
    )
}

row! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct EntryBooks {
        pub(crate) order_id: Option<String>,
        pub(crate) invoice_id: Option<String>,
        pub(crate) payment_attempt_id: Option<String>,
        pub(crate) kind: EntryKind,
        /// Money that comes in is positive, what it is for is negative.
        pub(crate) amount: i64,
    }
}

pub async fn entries(tx: &mut Tx, page: &Page) -> Result<Vec<EntryBooks>> {
    fetch_all!(
        tx,
        EntryBooks,
        "SELECT order_id, invoice_id, payment_attempt_id, kind, amount FROM ledger WHERE order_id > $1 AND order_id <= $2",
        &page.after,
        &page.last
    )
}

/// The entries without an order: money that the gateway has moved for charges that the service does not know.
pub async fn entries_of_no_order(tx: &mut Tx) -> Result<Vec<EntryBooks>> {
    fetch_all!(
        tx,
        EntryBooks,
        "SELECT order_id, invoice_id, payment_attempt_id, kind, amount FROM ledger WHERE order_id IS NULL"
    )
}

row! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct GiftCardBooks {
        pub(crate) id: String,
        pub(crate) balance: i64,
        /// The balance that follows from its issue, draws and refunds.
        pub(crate) expected: i64,
    }
}

/// The next gift cards after an id, at most `limit`.
pub async fn gift_cards(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<GiftCardBooks>> {
    fetch_all!(
        tx,
        GiftCardBooks,
        "SELECT id, balance, CAST(issued
           - COALESCE((SELECT SUM(amount) FROM gift_card_draws
               WHERE gift_card_draws.gift_card_id = gift_cards.id AND gift_card_draws.status <> 'released'), 0)
           + COALESCE((SELECT SUM(exchanges.gift_card_back) FROM invoices CROSS JOIN exchanges
               WHERE invoices.gift_card_id = gift_cards.id AND exchanges.order_id = invoices.order_id
                 AND exchanges.invoice_id = invoices.id AND exchanges.booked_at IS NOT NULL), 0)
           + COALESCE((SELECT SUM(invoices.gift_card_back) FROM invoices
               WHERE invoices.gift_card_id = gift_cards.id AND invoices.refunded_at IS NOT NULL), 0) AS BIGINT) AS expected
         FROM gift_cards WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit
    )
}

row! {
    /// A charge in the sandbox's books.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ChargeBooks {
        pub(crate) id: String,
        pub(crate) outcome: Outcome,
        pub(crate) is_asked_for: bool,
    }
}

/// The next charges after an id, at most `limit`.
pub async fn charges(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<ChargeBooks>> {
    fetch_all!(
        tx,
        ChargeBooks,
        // The page is limited first: with EXISTS in the same query, PostgreSQL would read all attempts for each page.
        concat!(
            "SELECT page.id, page.outcome, payment_attempts.id IS NOT NULL AS is_asked_for
             FROM (SELECT id, outcome, gateway_key FROM sandbox_charges WHERE id > $1 ORDER BY id LIMIT $2) AS page
             LEFT JOIN payment_attempts ON payment_attempts.gateway_key = page.gateway_key
               AND payment_attempts.purpose IN ",
            charge_purposes!(),
            " ORDER BY page.id"
        ),
        after,
        limit
    )
}

row! {
    /// A movement in the gateway's own list.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MovementBooks {
        pub(crate) id: String,
        pub(crate) amount: i64,
        pub(crate) fee: i64,
        pub(crate) outcome: MovementOutcome,
        /// What the ledger has as this movement of the gateway's.
        pub(crate) booked: i64,
    }
}

/// The next movements after an id, at most `limit`.
pub async fn movements(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<MovementBooks>> {
    fetch_all!(
        tx,
        MovementBooks,
        "SELECT id, amount, fee, outcome,
           CAST(COALESCE((SELECT SUM(ledger.amount) FROM ledger
               WHERE ledger.movement_id = gateway_movements.id AND ledger.kind = 'gateway'), 0) AS BIGINT) AS booked
         FROM gateway_movements WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit
    )
}
