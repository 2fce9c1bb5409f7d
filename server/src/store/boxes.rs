//! What is in a box: outfits and their line items.

use super::{Result, Tx};
use crate::clock::Timestamp;
use stylebox_core::line_item::{ReturnInput, is_due_back};

/// An outfit.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct OutfitRow {
    /// Its id.
    pub id: String,
    /// In which order.
    pub order_id: String,
    /// Its place in the box, from 0.
    pub position: i64,
    /// What it is called.
    pub title: String,
    /// How the stylist would wear it.
    pub stylist_note: String,
}

/// A garment in a box.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct LineItemRow {
    /// Its id.
    pub id: String,
    /// In which order.
    pub order_id: String,
    /// In which outfit.
    pub outfit_id: String,
    /// Its place in the box, from 0.
    pub position: i64,
    /// Which garment.
    pub product_id: String,
    /// What it is called.
    pub description: String,
    /// Who makes it.
    pub brand: String,
    /// Its color.
    pub color: String,
    /// Its size.
    pub size: String,
    /// What it costs, in cents.
    pub retail_price: i64,
    /// What it cost before, in cents.
    pub original_price: i64,
    /// Whether the customer keeps it; none while undecided.
    pub claimed_kept: Option<bool>,
    /// The size that it is exchanged for.
    pub exchange_size: Option<String>,
    /// What the customer said about it.
    pub customer_feedback: Option<String>,
    /// Whether it was paid for.
    pub paid_for: bool,
    /// When it came back.
    pub received_at: Option<Timestamp>,
}

impl LineItemRow {
    /// Whether it is to come back, by core's rule.
    #[must_use]
    pub fn is_due_back(&self) -> bool {
        is_due_back(&ReturnInput {
            claimed_kept: self.claimed_kept,
            exchange_size: self.exchange_size.clone(),
            received: self.received_at.is_some(),
        })
    }
}

macro_rules! line_columns {
    () => {
        "line_items.id, line_items.order_id, outfit_id, position, product_id, description, brand, color, size, retail_price,
         original_price, claimed_kept, exchange_size, customer_feedback, paid_for, received_at"
    };
}

/// Adds an outfit.
///
/// # Errors
/// Where the database fails.
pub async fn add_outfit(tx: &mut Tx, outfit: &OutfitRow) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO outfits (id, order_id, position, title, stylist_note) VALUES ($1, $2, $3, $4, $5)",
        &outfit.id,
        &outfit.order_id,
        outfit.position,
        &outfit.title,
        &outfit.stylist_note
    )?;
    Ok(())
}

/// Adds a line item, undecided and unpaid.
///
/// # Errors
/// Where the database fails.
pub async fn add_line(tx: &mut Tx, line: &LineItemRow) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO line_items
         (id, order_id, outfit_id, position, product_id, description, brand, color, size, retail_price, original_price,
          paid_for)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        &line.id,
        &line.order_id,
        &line.outfit_id,
        line.position,
        &line.product_id,
        &line.description,
        &line.brand,
        &line.color,
        &line.size,
        line.retail_price,
        line.original_price,
        false
    )?;
    Ok(())
}

/// Writes the customer's decision about a line item.
///
/// # Errors
/// Where the database fails.
pub async fn decide(tx: &mut Tx, line: &LineItemRow) -> Result<()> {
    execute!(
        tx,
        "UPDATE line_items SET claimed_kept = $2, exchange_size = $3, customer_feedback = $4 WHERE id = $1",
        &line.id,
        line.claimed_kept,
        &line.exchange_size,
        &line.customer_feedback
    )?;
    Ok(())
}

/// Notes that the items that a frozen invoice keeps or exchanges were paid for, and so are kept.
///
/// # Errors
/// Where the database fails.
pub async fn mark_paid(tx: &mut Tx, invoice_id: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE line_items SET paid_for = $2, claimed_kept = $2
         WHERE id IN (SELECT line_item_id FROM invoice_lines WHERE invoice_id = $1 AND claimed_kept = $2)",
        invoice_id,
        true
    )?;
    Ok(())
}

/// An order's outfits, in their order.
///
/// # Errors
/// Where the database fails.
pub async fn outfits(tx: &mut Tx, order_id: &str) -> Result<Vec<OutfitRow>> {
    fetch_all!(
        tx,
        OutfitRow,
        "SELECT id, order_id, position, title, stylist_note FROM outfits WHERE order_id = $1 ORDER BY position",
        order_id
    )
}

/// An order's line items, in their order.
///
/// # Errors
/// Where the database fails.
pub async fn lines(tx: &mut Tx, order_id: &str) -> Result<Vec<LineItemRow>> {
    fetch_all!(
        tx,
        LineItemRow,
        concat!("SELECT ", line_columns!(), " FROM line_items WHERE order_id = $1 ORDER BY position"),
        order_id
    )
}

/// The line item of an id, where it is in one of the customer's boxes.
///
/// # Errors
/// Where the database fails.
pub async fn line_of_customer(tx: &mut Tx, customer_id: &str, id: &str) -> Result<Option<LineItemRow>> {
    fetch_optional!(
        tx,
        LineItemRow,
        concat!(
            "SELECT ",
            line_columns!(),
            " FROM line_items JOIN orders ON orders.id = line_items.order_id
             WHERE line_items.id = $2 AND orders.customer_id = $1"
        ),
        customer_id,
        id
    )
}

/// The garments that the customer was sent before.
///
/// # Errors
/// Where the database fails.
pub async fn products_sent(tx: &mut Tx, customer_id: &str) -> Result<Vec<String>> {
    let rows = fetch_all!(
        tx,
        (String,),
        "SELECT DISTINCT product_id FROM line_items JOIN orders ON orders.id = line_items.order_id
         WHERE orders.customer_id = $1 ORDER BY product_id",
        customer_id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Notes that an item that was paid for goes back after all: its other size is sold out.
///
/// # Errors
/// Where the database fails.
pub async fn take_back(tx: &mut Tx, id: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE line_items SET paid_for = $2, claimed_kept = $2, exchange_size = NULL WHERE id = $1",
        id,
        false
    )?;
    Ok(())
}

/// Notes that an item has come back. What nobody had decided about is a return.
///
/// # Errors
/// Where the database fails.
pub async fn receive(tx: &mut Tx, id: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "UPDATE line_items SET received_at = $2, claimed_kept = COALESCE(claimed_kept, $3) WHERE id = $1",
        id,
        now,
        false
    )?;
    Ok(())
}
