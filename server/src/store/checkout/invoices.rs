//! Invoices and their lines.

use crate::platform::clock::Timestamp;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};
use crate::values::calculated_tax::Calculation;
use crate::values::recipient::GivenRecipient;
use stylebox_core::checkout::coupon::CouponKind;
use stylebox_core::order::Actor;
use stylebox_core::values::count::Count;
use stylebox_core::values::money::{Money, TaxRate};
use stylebox_core::word_enum;

// Where exchanged items go.
stored_as_json!(GivenRecipient);

word_enum! {
    /// Who an invoice was made for.
    pub enum InvoiceType {
        /// The customer, for their own checkout.
        Customer = "customer",
        /// Staff.
        Admin = "admin",
    }
}

word_enum! {
    /// The status of an invoice.
    pub enum InvoiceStatus {
        /// Computed again each time it is read.
        Open = "open",
        /// Final, while the gateway is asked.
        Processing = "processing",
        /// Final, and paid.
        Paid = "paid",
    }
}

stored_as_text!(InvoiceType, InvoiceStatus);

table! {
    /// An invoice. The amounts are those that were last computed; once it is not open, they do not change any more.
    pub struct InvoiceRow in "invoices", columns columns, written in CustomerTx {
        pub id: String,
        pub order_id: String,
        pub customer_id: String,
        pub invoice_type: InvoiceType,
        pub created_at: Timestamp,
    }
    changing {
        pub status: InvoiceStatus,
        /// The prices of all items that are kept or exchanged.
        pub original_subtotal: Money,
        pub multi_item_discount: Money,
        /// The discount of the coupon.
        pub discount_amount: Money,
        /// The subtotal after discounts, which is taxed.
        pub total_before_tax: Money,
        pub tax: Money,
        pub shipping_tax: Money,
        pub total_with_tax: Money,
        /// The styling fee that was paid for the order.
        pub credit_available: Money,
        pub credit_amount: Money,
        /// The balance of the gift card.
        pub gift_card_available: Money,
        pub gift_card_amount: Money,
        /// An amount too small to be charged, which nobody pays.
        pub forgiven: Money,
        /// What is charged to the card.
        pub total_due: Money,
        /// A decimal fraction: `0.06875`.
        pub tax_rate: TaxRate,
        /// Whether a service calculates the tax. Then the rate is an estimate.
        pub tax_is_calculated: bool,
        /// What the service has calculated for the items that are bought; `None` if nothing is, or if no service calculates.
        pub tax_calculation: Option<Calculation>,
        pub four_items: bool,
        pub undecided: Count,
        pub coupon_code: Option<String>,
        pub coupon_kind: Option<CouponKind>,
        /// An amount, or a percentage as if it were one: 15.00 is 15 %.
        pub coupon_value: Option<Money>,
        /// The code of a coupon that had been applied and can be used no longer; `None` once the customer has applied or removed one.
        pub ended_coupon: Option<String>,
        /// Whether the customer has removed a coupon: the default does not come back by itself then.
        pub coupon_removed: bool,
        pub gift_card_id: Option<String>,
        /// Who froze it last.
        pub checked_out_by: Actor,
        /// The address of exchanged items; `None` for the order's address.
        pub exchange_address: Option<GivenRecipient>,
        pub updated_at: Timestamp,
        pub paid_at: Option<Timestamp>,
        /// Since when a paid invoice is void, because its box was lost on its way to the customer.
        pub void_at: Option<Timestamp>,
        /// The part of it that goes back to the card then.
        pub card_back: Money,
        /// The part that goes back to the gift card.
        pub gift_card_back: Money,
        /// What the styling fee's credit had paid: it is not refunded itself.
        pub credit_back: Money,
        /// When the refund was booked.
        pub refunded_at: Option<Timestamp>,
    }
}

impl InvoiceRow {
    /// The sales tax and the tax on shipping.
    #[must_use]
    pub fn tax_total(&self) -> Money {
        self.total_with_tax.less(self.total_before_tax)
    }

    /// Whether it is paid, and not void.
    #[must_use]
    pub fn is_paid(&self) -> bool {
        self.status == InvoiceStatus::Paid && self.void_at.is_none()
    }

    /// Whether a checkout is under way: amounts and lines are frozen, and not paid yet.
    #[must_use]
    pub fn is_being_paid(&self) -> bool {
        self.status == InvoiceStatus::Processing
    }
}

/// The invoices of several orders, those of an order with the newest first.
pub(in crate::store) const OF_ORDERS: JsonList = json_list_of!(
    columns!(),
    "FROM invoices WHERE invoices.order_id",
    "ORDER BY invoices.order_id, invoices.created_at DESC, invoices.id DESC"
);

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<InvoiceRow>> {
    fetch_optional!(tx, InvoiceRow, concat!("SELECT ", columns!(), " FROM invoices WHERE id = $1"), id)
}

/// All invoices of the order of the invoice with this id, the newest first.
pub async fn of_same_order(tx: &mut Tx, id: &str) -> Result<Vec<InvoiceRow>> {
    fetch_all!(
        tx,
        InvoiceRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM invoices WHERE order_id = (SELECT asked.order_id FROM invoices AS asked WHERE asked.id = $1)
             ORDER BY created_at DESC, id DESC"
        ),
        id
    )
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

/// The invoices of several orders, those of an order with the newest first.
pub async fn of_orders(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<InvoiceRow>> {
    fetch_list_of!(tx, InvoiceRow, OF_ORDERS, order_ids)
}

/// A line of an invoice that is not open any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceLineRow {
    pub(crate) line_item_id: String,
    pub(crate) price: Money,
    /// True also for an exchange.
    pub(crate) claimed_kept: Option<bool>,
    pub(crate) exchange_size: Option<String>,
}

readable!(InvoiceLineRow {
    line_item_id: String,
    price: Money,
    claimed_kept: Option<bool>,
    exchange_size: Option<String>,
});

/// Writes the lines of an invoice. It overwrites those of an earlier checkout whose payment was declined: the items of a box are
/// always the same.
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
