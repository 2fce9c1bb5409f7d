//! Pieces that were paid for and leave in another size.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

words! {
    /// Where an exchange stands.
    pub enum ExchangeStatus {
        /// The other size is put aside.
        Held = "held",
        /// It has left.
        Shipped = "shipped",
        /// There was none after all: the piece is a return, and its price goes back.
        SoldOut = "sold_out",
    }
}

/// An exchange. What went back for one that was sold out stands in its four amounts, in cents.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ExchangeRow {
    /// Its id.
    pub id: String,
    /// Of which order.
    pub order_id: String,
    /// On which invoice it was paid.
    pub invoice_id: String,
    /// Which piece comes back for it.
    pub line_item_id: String,
    /// Which garment leaves.
    pub product_id: String,
    /// In which size.
    pub size: String,
    /// Where it stands.
    #[sqlx(try_from = "String")]
    pub status: ExchangeStatus,
    /// The carrier's code.
    pub tracking_code: Option<String>,
    /// Its part of the invoice's total.
    pub price_back: i64,
    /// What of it goes back to the card.
    pub card_back: i64,
    /// What of it goes back to the gift card.
    pub gift_card_back: i64,
    /// What of it the styling fee had paid.
    pub credit_back: i64,
    /// The attempt to give the card's part back.
    pub refund_attempt_id: Option<String>,
    /// When it was paid.
    pub created_at: Timestamp,
    /// When it was shipped, or was found to be sold out.
    pub closed_at: Option<Timestamp>,
    /// When what went back was booked.
    pub booked_at: Option<Timestamp>,
}

macro_rules! columns {
    () => {
        "id, order_id, invoice_id, line_item_id, product_id, size, status, tracking_code, price_back, card_back,
         gift_card_back, credit_back, refund_attempt_id, created_at, closed_at, booked_at"
    };
}

/// Adds an exchange.
///
/// # Errors
/// Where the database fails.
pub async fn add(tx: &mut Tx, exchange: &ExchangeRow) -> Result<()> {
    execute!(
        tx,
        concat!(
            "INSERT INTO exchanges (",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)"
        ),
        &exchange.id,
        &exchange.order_id,
        &exchange.invoice_id,
        &exchange.line_item_id,
        &exchange.product_id,
        &exchange.size,
        exchange.status.as_str(),
        &exchange.tracking_code,
        exchange.price_back,
        exchange.card_back,
        exchange.gift_card_back,
        exchange.credit_back,
        &exchange.refund_attempt_id,
        exchange.created_at,
        exchange.closed_at,
        exchange.booked_at
    )?;
    Ok(())
}

/// Writes what of an exchange can change.
///
/// # Errors
/// Where the database fails.
pub async fn update(tx: &mut Tx, exchange: &ExchangeRow) -> Result<()> {
    execute!(
        tx,
        "UPDATE exchanges SET status = $2, tracking_code = $3, price_back = $4, card_back = $5, gift_card_back = $6,
         credit_back = $7, refund_attempt_id = $8, closed_at = $9, booked_at = $10 WHERE id = $1",
        &exchange.id,
        exchange.status.as_str(),
        &exchange.tracking_code,
        exchange.price_back,
        exchange.card_back,
        exchange.gift_card_back,
        exchange.credit_back,
        &exchange.refund_attempt_id,
        exchange.closed_at,
        exchange.booked_at
    )?;
    Ok(())
}

/// An order's exchanges, in the order of their pieces in the warehouse.
///
/// # Errors
/// Where the database fails.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Vec<ExchangeRow>> {
    fetch_all!(
        tx,
        ExchangeRow,
        concat!("SELECT ", columns!(), " FROM exchanges WHERE order_id = $1 ORDER BY product_id, size, id"),
        order_id
    )
}

/// Those of an order that are still to leave.
///
/// # Errors
/// Where the database fails.
pub async fn held(tx: &mut Tx, order_id: &str) -> Result<Vec<ExchangeRow>> {
    let mut exchanges = of_order(tx, order_id).await?;
    exchanges.retain(|exchange| exchange.status == ExchangeStatus::Held);
    Ok(exchanges)
}

/// The exchange whose money an attempt gives back.
///
/// # Errors
/// Where the database fails.
pub async fn by_refund(tx: &mut Tx, attempt_id: &str) -> Result<Option<ExchangeRow>> {
    fetch_optional!(
        tx,
        ExchangeRow,
        concat!("SELECT ", columns!(), " FROM exchanges WHERE refund_attempt_id = $1"),
        attempt_id
    )
}
