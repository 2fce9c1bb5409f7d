//! Invoices and their lines.

use super::words::NullableText;
use super::{Result, Tx};
use crate::clock::Timestamp;
use stylebox_core::coupon::CouponKind;
use stylebox_core::order::Actor;

words! {
    /// Who an invoice was made for.
    pub enum InvoiceType {
        /// The customer, who checks out.
        Customer = "customer",
        /// The people behind the shop.
        Admin = "admin",
    }
}

words! {
    /// Where an invoice stands.
    pub enum InvoiceStatus {
        /// Worked out anew each time it is looked at.
        Open = "open",
        /// Final, while the gateway is asked.
        Processing = "processing",
        /// Final, and paid.
        Paid = "paid",
    }
}

/// An invoice. Its amounts, in cents, stand as they were last worked out, and change no more once it is not open.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct InvoiceRow {
    /// Its id.
    pub id: String,
    /// Of which order.
    pub order_id: String,
    /// Whose it is.
    pub customer_id: String,
    /// Who it was made for.
    #[sqlx(try_from = "String")]
    pub invoice_type: InvoiceType,
    /// Where it stands.
    #[sqlx(try_from = "String")]
    pub status: InvoiceStatus,
    /// The prices of all that is kept or exchanged.
    pub original_subtotal: i64,
    /// What keeping several takes off.
    pub multi_item_discount: i64,
    /// What the coupon takes off.
    pub discount_amount: i64,
    /// What is left to be taxed.
    pub total_before_tax: i64,
    /// The sales tax.
    pub tax: i64,
    /// The tax on shipping.
    pub shipping_tax: i64,
    /// With the taxes.
    pub total_with_tax: i64,
    /// The styling fee that was paid.
    pub credit_available: i64,
    /// What of it is used.
    pub credit_amount: i64,
    /// What was left on the gift card.
    pub gift_card_available: i64,
    /// What of it is used.
    pub gift_card_amount: i64,
    /// What the card is charged.
    pub total_due: i64,
    /// A decimal fraction: `0.06875`.
    pub tax_rate: String,
    /// Whether enough is kept for the multi-item discount.
    pub four_items: bool,
    /// How many items have no decision yet.
    pub undecided: i64,
    /// The coupon's code.
    pub coupon_code: Option<String>,
    /// `amount_off` or `percentage_off`.
    #[sqlx(try_from = "NullableText")]
    pub coupon_kind: Option<CouponKind>,
    /// Cents, or hundredths of a percent.
    pub coupon_value: Option<i64>,
    /// The gift card.
    pub gift_card_id: Option<String>,
    /// Who checked out: whoever froze it last.
    #[sqlx(try_from = "String")]
    pub checked_out_by: Actor,
    /// Where exchanged items go, JSON; none for the order's address.
    pub exchange_address: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When it was paid.
    pub paid_at: Option<Timestamp>,
}

impl InvoiceRow {
    /// Whether a checkout is under way: its amounts and lines are frozen, and not paid yet.
    #[must_use]
    pub fn is_being_paid(&self) -> bool {
        self.status == InvoiceStatus::Processing
    }
}

macro_rules! columns {
    () => {
        "id, order_id, customer_id, invoice_type, status, original_subtotal, multi_item_discount, discount_amount,
         total_before_tax, tax, shipping_tax, total_with_tax, credit_available, credit_amount, gift_card_available,
         gift_card_amount, total_due, tax_rate, four_items, undecided, coupon_code, coupon_kind, coupon_value,
         gift_card_id, exchange_address, created_at, updated_at, paid_at, checked_out_by"
    };
}

/// Adds an invoice.
///
/// # Errors
/// Where the database fails.
pub async fn add(tx: &mut Tx, invoice: &InvoiceRow) -> Result<()> {
    execute!(
        tx,
        concat!(
            "INSERT INTO invoices (",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $23, $24, $25, $26, $27, $28, $29)"
        ),
        &invoice.id,
        &invoice.order_id,
        &invoice.customer_id,
        invoice.invoice_type.as_str(),
        invoice.status.as_str(),
        invoice.original_subtotal,
        invoice.multi_item_discount,
        invoice.discount_amount,
        invoice.total_before_tax,
        invoice.tax,
        invoice.shipping_tax,
        invoice.total_with_tax,
        invoice.credit_available,
        invoice.credit_amount,
        invoice.gift_card_available,
        invoice.gift_card_amount,
        invoice.total_due,
        &invoice.tax_rate,
        invoice.four_items,
        invoice.undecided,
        &invoice.coupon_code,
        invoice.coupon_kind.map(CouponKind::as_str),
        invoice.coupon_value,
        &invoice.gift_card_id,
        &invoice.exchange_address,
        invoice.created_at,
        invoice.updated_at,
        invoice.paid_at,
        invoice.checked_out_by.as_str()
    )?;
    Ok(())
}

/// Writes what of an invoice can change.
///
/// # Errors
/// Where the database fails.
pub async fn update(tx: &mut Tx, invoice: &InvoiceRow) -> Result<()> {
    execute!(
        tx,
        "UPDATE invoices SET status = $2, original_subtotal = $3, multi_item_discount = $4, discount_amount = $5,
         total_before_tax = $6, tax = $7, shipping_tax = $8, total_with_tax = $9, credit_available = $10,
         credit_amount = $11, gift_card_available = $12, gift_card_amount = $13, total_due = $14, tax_rate = $15,
         four_items = $16, undecided = $17, coupon_code = $18, coupon_kind = $19, coupon_value = $20,
         gift_card_id = $21, exchange_address = $22, updated_at = $23, paid_at = $24,
         checked_out_by = $25 WHERE id = $1",
        &invoice.id,
        invoice.status.as_str(),
        invoice.original_subtotal,
        invoice.multi_item_discount,
        invoice.discount_amount,
        invoice.total_before_tax,
        invoice.tax,
        invoice.shipping_tax,
        invoice.total_with_tax,
        invoice.credit_available,
        invoice.credit_amount,
        invoice.gift_card_available,
        invoice.gift_card_amount,
        invoice.total_due,
        &invoice.tax_rate,
        invoice.four_items,
        invoice.undecided,
        &invoice.coupon_code,
        invoice.coupon_kind.map(CouponKind::as_str),
        invoice.coupon_value,
        &invoice.gift_card_id,
        &invoice.exchange_address,
        invoice.updated_at,
        invoice.paid_at,
        invoice.checked_out_by.as_str()
    )?;
    Ok(())
}

/// The invoice of an id.
///
/// # Errors
/// Where the database fails.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<InvoiceRow>> {
    fetch_optional!(tx, InvoiceRow, concat!("SELECT ", columns!(), " FROM invoices WHERE id = $1"), id)
}

/// An order's invoices, the newest first.
///
/// # Errors
/// Where the database fails.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Vec<InvoiceRow>> {
    fetch_all!(
        tx,
        InvoiceRow,
        concat!("SELECT ", columns!(), " FROM invoices WHERE order_id = $1 ORDER BY created_at DESC, id DESC"),
        order_id
    )
}

/// The invoices of several orders, each order's with the newest first.
///
/// # Errors
/// If the database fails.
pub async fn of_orders(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<InvoiceRow>> {
    fetch_all_of!(
        tx,
        InvoiceRow,
        [concat!("SELECT ", columns!(), " FROM invoices WHERE order_id"), "$1", order_ids];
        "ORDER BY order_id, created_at DESC, id DESC"
    )
}

/// A line of an invoice that is not open any more: what was decided, and at which price.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct InvoiceLineRow {
    /// Which line item.
    pub line_item_id: String,
    /// What it costs, in cents.
    pub price: i64,
    /// Whether it is kept or exchanged.
    pub claimed_kept: Option<bool>,
    /// The size that it is exchanged for.
    pub exchange_size: Option<String>,
}

/// Writes the lines of an invoice, in the place of those before.
///
/// # Errors
/// Where the database fails.
pub async fn freeze_lines(tx: &mut Tx, invoice_id: &str, lines: &[InvoiceLineRow]) -> Result<()> {
    execute!(tx, "DELETE FROM invoice_lines WHERE invoice_id = $1", invoice_id)?;
    for line in lines {
        execute!(
            tx,
            "INSERT INTO invoice_lines (invoice_id, line_item_id, price, claimed_kept, exchange_size)
             VALUES ($1, $2, $3, $4, $5)",
            invoice_id,
            &line.line_item_id,
            line.price,
            line.claimed_kept,
            &line.exchange_size
        )?;
    }
    Ok(())
}

/// The lines of an invoice, in the order of the box.
///
/// # Errors
/// Where the database fails.
pub async fn frozen_lines(tx: &mut Tx, invoice_id: &str) -> Result<Vec<InvoiceLineRow>> {
    fetch_all!(
        tx,
        InvoiceLineRow,
        "SELECT line_item_id, invoice_lines.price, invoice_lines.claimed_kept, invoice_lines.exchange_size
         FROM invoice_lines JOIN line_items ON line_items.id = line_item_id
         WHERE invoice_id = $1 ORDER BY line_items.position",
        invoice_id
    )
}
