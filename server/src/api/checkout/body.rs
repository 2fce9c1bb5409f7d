//! An invoice as customers read it, with the names of the spec.

use crate::api::order::body::how_to_confirm;
use crate::service::checkout::invoice::Invoice;
use crate::store::checkout::invoices::{InvoiceStatus, InvoiceType};
use serde::Serialize;
use stylebox_core::checkout::coupon::{Coupon, CouponKind};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::values::money::Money;
use utoipa::ToSchema;

/// An invoice.
#[derive(Serialize, ToSchema)]
pub struct InvoiceBody {
    id: String,
    order_id: String,
    invoice_type: InvoiceType,
    status: InvoiceStatus,
    original_subtotal: Money,
    multi_item_discount: Money,
    discount_amount: Money,
    #[serde(rename = "totalBeforeTax")]
    total_before_tax: Money,
    tax: Money,
    /// The sales tax and the tax on shipping.
    tax_total: Money,
    /// A decimal fraction: `0.06875`.
    tax_rate: String,
    /// Whether a service calculates the tax. If so, a total computed from the rate for other decisions than the stored ones is an
    /// estimate.
    tax_rate_is_estimate: bool,
    precheckout_tax_estimate: Money,
    precheckout_ship_tax2_amount_estimate: Money,
    #[serde(rename = "totalWithTax")]
    total_with_tax: Money,
    /// The same as `totalWithTax`.
    total: Money,
    credit_available: Money,
    credit_amount: Money,
    #[serde(rename = "totalGiftCardAmountUsed")]
    gift_card_amount_used: Money,
    /// What the gift card will pay: the used amount until the invoice is paid, then 0.
    gift_card_amount_due: Money,
    /// An amount too small to be charged: nobody pays it.
    forgiven: Money,
    /// What is charged to the card.
    #[serde(rename = "totalDue")]
    total_due: Money,
    #[serde(rename = "fourItems")]
    four_items: bool,
    /// How many items have no decision yet.
    undecided: u64,
    coupon: Option<CouponBody>,
    /// The code of an applied coupon that can no longer be used: `coupon` replaces it. Null if there is none, and on a paid
    /// invoice. The text `coupon_ended` of the rule `messages.text` says it.
    ended_coupon: Option<String>,
    gift_card: Option<GiftCardBody>,
    invoice_line_items: Vec<InvoiceLineBody>,
    /// The bank's page, while the customer has to confirm the payment there; null otherwise. It leads back to
    /// `/checkout/confirmation?order=ID`; call `POST /orders/{id}/payment_check` then.
    bank_url: Option<String>,
    /// Whether the customer has to confirm the payment in our page: hand the secret of `POST /orders/{id}/payment_confirmation` to the
    /// gateway's script, and call `POST /orders/{id}/payment_check` then.
    confirm_in_page: bool,
    /// Why the bank declined the newest payment with the card on file; null if it did not.
    declined: Option<&'static str>,
}

/// A coupon.
#[derive(Serialize, ToSchema)]
pub struct CouponBody {
    code: String,
    kind: CouponKind,
    /// Dollars, or percent.
    value: Money,
}

/// A gift card.
#[derive(Serialize, ToSchema)]
pub struct GiftCardBody {
    /// The number's last four characters.
    #[serde(rename = "SMART_CARD_NUM")]
    number: String,
    /// Its balance when it was applied.
    #[serde(rename = "AVAILABLE")]
    available: Money,
}

/// An item on an invoice.
#[derive(Serialize, ToSchema)]
pub struct InvoiceLineBody {
    line_item_id: String,
    price: Money,
    claimed_kept: Option<bool>,
    exchange_size: Option<String>,
}

impl From<Invoice> for InvoiceBody {
    fn from(invoice: Invoice) -> Self {
        let Invoice { row, lines, coupon, gift_card, coupon_source: _, newest_payment } = invoice;
        let tax_total = row.tax_total();
        let (bank_url, confirm_in_page) = how_to_confirm(newest_payment.confirmation);
        let coupon = row.coupon_code.zip(coupon).map(|(code, coupon): (String, Coupon)| CouponBody {
            code,
            kind: coupon.kind(),
            value: coupon.value(),
        });
        let lines = lines.into_iter().map(|line| InvoiceLineBody {
            line_item_id: line.line_item_id,
            price: line.price,
            claimed_kept: line.claimed_kept,
            exchange_size: line.exchange_size,
        });
        let is_paid = row.status == InvoiceStatus::Paid;
        Self {
            original_subtotal: row.original_subtotal,
            multi_item_discount: row.multi_item_discount,
            discount_amount: row.discount_amount,
            total_before_tax: row.total_before_tax,
            tax: row.tax,
            tax_total,
            tax_rate: row.tax_rate.to_string(),
            tax_rate_is_estimate: row.tax_is_calculated,
            precheckout_tax_estimate: row.tax,
            precheckout_ship_tax2_amount_estimate: row.shipping_tax,
            total_with_tax: row.total_with_tax,
            total: row.total_with_tax,
            credit_available: row.credit_available,
            credit_amount: row.credit_amount,
            gift_card_amount_used: row.gift_card_amount,
            gift_card_amount_due: if is_paid { Money::default() } else { row.gift_card_amount },
            forgiven: row.forgiven,
            total_due: row.total_due,
            four_items: row.four_items,
            undecided: row.undecided.get(),
            coupon,
            ended_coupon: row.ended_coupon.filter(|_| !is_paid),
            gift_card: gift_card
                .map(|card| GiftCardBody { number: card.last_four, available: row.gift_card_available }),
            invoice_line_items: lines.collect(),
            bank_url,
            confirm_in_page,
            declined: newest_payment.declined.map(Refusal::text),
            id: row.id,
            order_id: row.order_id,
            invoice_type: row.invoice_type,
            status: row.status,
        }
    }
}
