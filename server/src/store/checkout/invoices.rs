//! Invoices and their lines.

use crate::platform::clock::Timestamp;
use crate::store::checkout::exchange_address::ExchangeAddress;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::checkout::coupon::CouponKind;
use stylebox_core::money::{Money, TaxRate};
use stylebox_core::order::Actor;
use stylebox_core::values::count::Count;

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

table! {
    /// An invoice. Its amounts stand as they were last worked out, and change no more once it is not open.
    pub struct InvoiceRow in "invoices", columns columns, written in CustomerTx {
        /// Its id.
        pub id: String,
        /// Of which order.
        pub order_id: String,
        /// Whose it is.
        pub customer_id: String,
        /// Who it was made for.
        pub invoice_type: InvoiceType,
        /// When it was made.
        pub created_at: Timestamp,
    }
    changing {
        /// Where it stands.
        pub status: InvoiceStatus,
        /// The prices of all that is kept or exchanged.
        pub original_subtotal: Money,
        /// What keeping several takes off.
        pub multi_item_discount: Money,
        /// What the coupon takes off.
        pub discount_amount: Money,
        /// What is left to be taxed.
        pub total_before_tax: Money,
        /// The sales tax.
        pub tax: Money,
        /// The tax on shipping.
        pub shipping_tax: Money,
        /// With the taxes.
        pub total_with_tax: Money,
        /// The styling fee that was paid.
        pub credit_available: Money,
        /// What of it is used.
        pub credit_amount: Money,
        /// What was left on the gift card.
        pub gift_card_available: Money,
        /// What of it is used.
        pub gift_card_amount: Money,
        /// What the card is charged.
        pub total_due: Money,
        /// A decimal fraction: `0.06875`.
        pub tax_rate: TaxRate,
        /// Whether enough is kept for the multi-item discount.
        pub four_items: bool,
        /// How many items have no decision yet.
        pub undecided: Count,
        /// The coupon's code.
        pub coupon_code: Option<String>,
        /// `amount_off` or `percentage_off`.
        pub coupon_kind: Option<CouponKind>,
        /// An amount, or a percentage as if it were one: 15.00 is 15 %.
        pub coupon_value: Option<Money>,
        /// The gift card.
        pub gift_card_id: Option<String>,
        /// Who checked out: whoever froze it last.
        pub checked_out_by: Actor,
        /// Where exchanged items go; none for the order's address.
        pub exchange_address: Option<ExchangeAddress>,
        /// When it last changed.
        pub updated_at: Timestamp,
        /// When it was paid.
        pub paid_at: Option<Timestamp>,
    }
}

impl InvoiceRow {
    /// The sales tax and the tax on shipping.
    #[must_use]
    pub fn tax_total(&self) -> Money {
        self.total_with_tax.less(self.total_before_tax)
    }

    /// Whether a checkout is under way: its amounts and lines are frozen, and not paid yet.
    #[must_use]
    pub fn is_being_paid(&self) -> bool {
        self.status == InvoiceStatus::Processing
    }
}

/// The invoice of an id.
pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<InvoiceRow>> {
    fetch_optional!(tx, InvoiceRow, concat!("SELECT ", columns!(), " FROM invoices WHERE id = $1"), id)
}

/// An order's invoices, the newest first.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Vec<InvoiceRow>> {
    fetch_all!(
        tx,
        InvoiceRow,
        concat!("SELECT ", columns!(), " FROM invoices WHERE order_id = $1 ORDER BY created_at DESC, id DESC"),
        order_id
    )
}

/// The invoices of several orders, each order's with the newest first.
pub async fn of_orders(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<InvoiceRow>> {
    fetch_list_of!(
        tx,
        InvoiceRow,
        columns!(),
        "FROM invoices WHERE invoices.order_id",
        order_ids,
        "ORDER BY invoices.order_id, invoices.created_at DESC, invoices.id DESC"
    )
}

/// A line of an invoice that is not open any more: what was decided, and at which price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceLineRow {
    /// Which line item.
    pub line_item_id: String,
    /// What it costs.
    pub price: Money,
    /// Whether it is kept or exchanged.
    pub claimed_kept: Option<bool>,
    /// The size that it is exchanged for.
    pub exchange_size: Option<String>,
}

readable!(InvoiceLineRow {
    line_item_id: String,
    price: Money,
    claimed_kept: Option<bool>,
    exchange_size: Option<String>,
});

/// Writes the lines of an invoice. Those of a checkout before, whose payment was declined, are overwritten: the items of a box
/// never change.
pub async fn freeze_lines(tx: &mut CustomerTx, invoice_id: &str, lines: &[InvoiceLineRow]) -> Result<()> {
    execute_rows!(
        tx,
        "INSERT INTO invoice_lines (invoice_id, line_item_id, price, claimed_kept, exchange_size) VALUES ",
        " ON CONFLICT (invoice_id, line_item_id) DO UPDATE SET price = excluded.price,
          claimed_kept = excluded.claimed_kept, exchange_size = excluded.exchange_size",
        lines,
        line => [invoice_id, &line.line_item_id, line.price.to_cents(), line.claimed_kept, &line.exchange_size]
    )?;
    Ok(())
}

/// The lines of an invoice, in the order of the box.
pub async fn frozen_lines(tx: &mut Tx, invoice_id: &str) -> Result<Vec<InvoiceLineRow>> {
    fetch_list!(
        tx,
        InvoiceLineRow,
        "line_item_id, invoice_lines.price, invoice_lines.claimed_kept, invoice_lines.exchange_size",
        "FROM invoice_lines JOIN line_items ON line_items.id = line_item_id WHERE invoice_id = $1",
        "ORDER BY line_items.position",
        invoice_id
    )
}
