//! The ledger: every movement of money, in cents, only ever added to.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

words! {
    /// What an entry is: money that comes in, or what it is for.
    pub enum EntryKind {
        /// Charged to a card.
        Charge = "charge",
        /// Given back to a card.
        Refund = "refund",
        /// A styling fee: what a charge was for, or its refund.
        StylingFee = "styling_fee",
        /// What was kept of a box, with tax.
        Sale = "sale",
        /// A styling fee that counts towards a sale.
        Credit = "credit",
        /// Drawn on a gift card.
        GiftCard = "gift_card",
    }
}

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct EntryRow {
    /// Its id.
    pub id: String,
    /// Whose money.
    pub customer_id: String,
    /// Of which order.
    pub order_id: Option<String>,
    /// Of which invoice.
    pub invoice_id: Option<String>,
    /// Of which attempt.
    pub payment_attempt_id: Option<String>,
    /// What it is.
    #[sqlx(try_from = "String")]
    pub kind: EntryKind,
    /// How much, in cents: what comes in is positive, what it is for negative.
    pub amount: i64,
    /// Of which currency.
    pub currency: String,
    /// In words.
    pub memo: String,
    /// When.
    pub at: Timestamp,
}

macro_rules! columns {
    () => {
        "id, customer_id, order_id, invoice_id, payment_attempt_id, kind, amount, currency, memo, at"
    };
}

/// Adds entries.
///
/// # Errors
/// If the database fails.
pub async fn add(tx: &mut Tx, entries: &[EntryRow]) -> Result<()> {
    execute_rows!(
        tx,
        concat!("INSERT INTO ledger (", columns!(), ") VALUES "),
        "",
        entries,
        entry => [
            &entry.id,
            &entry.customer_id,
            &entry.order_id,
            &entry.invoice_id,
            &entry.payment_attempt_id,
            entry.kind.as_str(),
            entry.amount,
            &entry.currency,
            &entry.memo,
            entry.at
        ]
    )?;
    Ok(())
}

/// An order's entries, the oldest first.
///
/// # Errors
/// Where the database fails.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Vec<EntryRow>> {
    fetch_all!(
        tx,
        EntryRow,
        concat!("SELECT ", columns!(), " FROM ledger WHERE order_id = $1 ORDER BY at, id"),
        order_id
    )
}
