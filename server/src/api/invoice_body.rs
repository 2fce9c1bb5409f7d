//! An invoice as customers read it, under the names of the spec.

use crate::service::checkout::invoice::{Invoice, coupon_of};
use crate::store::checkout::invoices::InvoiceStatus;
use serde::Serialize;
use stylebox_core::checkout::coupon::Coupon;
use stylebox_core::money::Money;
use utoipa::ToSchema;

/// An invoice. Amounts are dollars and cents: `12.50`.
#[derive(Serialize, ToSchema)]
pub struct InvoiceBody {
    id: String,
    order_id: String,
    invoice_type: String,
    /// `open`, `processing` or `paid`.
    status: String,
    original_subtotal: String,
    multi_item_discount: String,
    discount_amount: String,
    #[serde(rename = "totalBeforeTax")]
    total_before_tax: String,
    tax: String,
    /// The sales tax and the tax on shipping.
    tax_total: String,
    /// A decimal fraction: `0.06875`.
    tax_rate: String,
    precheckout_tax_estimate: String,
    precheckout_ship_tax2_amount_estimate: String,
    #[serde(rename = "totalWithTax")]
    total_with_tax: String,
    /// The same as `totalWithTax`.
    total: String,
    credit_available: String,
    credit_amount: String,
    #[serde(rename = "totalGiftCardAmountUsed")]
    gift_card_amount_used: String,
    /// What the gift card still has to pay: what is used of it, until the invoice is paid.
    gift_card_amount_due: String,
    #[serde(rename = "totalDue")]
    total_due: String,
    #[serde(rename = "fourItems")]
    four_items: bool,
    /// How many items have no decision yet.
    undecided: u64,
    coupon: Option<CouponBody>,
    gift_card: Option<GiftCardBody>,
    invoice_line_items: Vec<InvoiceLineBody>,
}

/// A coupon.
#[derive(Serialize, ToSchema)]
pub struct CouponBody {
    code: String,
    /// `amount_off` or `percentage_off`.
    kind: String,
    /// Dollars, or percent.
    value: String,
}

/// A gift card.
#[derive(Serialize, ToSchema)]
pub struct GiftCardBody {
    /// The number's last four characters.
    #[serde(rename = "SMART_CARD_NUM")]
    number: String,
    /// What was left on it.
    #[serde(rename = "AVAILABLE")]
    available: String,
}

/// An item on an invoice.
#[derive(Serialize, ToSchema)]
pub struct InvoiceLineBody {
    line_item_id: String,
    price: String,
    claimed_kept: Option<bool>,
    exchange_size: Option<String>,
}

impl From<Invoice> for InvoiceBody {
    fn from(invoice: Invoice) -> Self {
        let Invoice { row, lines, gift_card, coupon_source: _ } = invoice;
        let text = |amount: Money| amount.to_string();
        let tax_total = row.tax_total();
        let coupon = coupon_of(&row).ok().flatten();
        let coupon = row.coupon_code.zip(coupon).map(|(code, coupon): (String, Coupon)| CouponBody {
            code,
            kind: coupon.kind().to_string(),
            value: coupon.value().to_string(),
        });
        let lines = lines.into_iter().map(|line| InvoiceLineBody {
            line_item_id: line.line_item_id,
            price: text(line.price),
            claimed_kept: line.claimed_kept,
            exchange_size: line.exchange_size,
        });
        let is_paid = row.status == InvoiceStatus::Paid;
        Self {
            original_subtotal: text(row.original_subtotal),
            multi_item_discount: text(row.multi_item_discount),
            discount_amount: text(row.discount_amount),
            total_before_tax: text(row.total_before_tax),
            tax: text(row.tax),
            tax_total: text(tax_total),
            tax_rate: row.tax_rate.to_string(),
            precheckout_tax_estimate: text(row.tax),
            precheckout_ship_tax2_amount_estimate: text(row.shipping_tax),
            total_with_tax: text(row.total_with_tax),
            total: text(row.total_with_tax),
            credit_available: text(row.credit_available),
            credit_amount: text(row.credit_amount),
            gift_card_amount_used: text(row.gift_card_amount),
            gift_card_amount_due: text(if is_paid { Money::default() } else { row.gift_card_amount }),
            total_due: text(row.total_due),
            four_items: row.four_items,
            undecided: row.undecided.get(),
            coupon,
            gift_card: gift_card
                .map(|card| GiftCardBody { number: card.last_four, available: text(row.gift_card_available) }),
            invoice_line_items: lines.collect(),
            id: row.id,
            order_id: row.order_id,
            invoice_type: row.invoice_type.to_string(),
            status: row.status.to_string(),
        }
    }
}
