//! One order as its customer reads it: with its payments, its return and its exchanges.

use crate::api::delivery::parcels::Shipment;
use crate::api::order::body::OrderBody;
use crate::service::order::detail::{Detail, Payment, Return};
use crate::state::AppState;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::delivery::shipments::ShipmentRow;
use crate::store::payment::ledger::PaymentKind;
use crate::store::returns::exchanges::{ExchangeRow, ExchangeStatus};
use serde::Serialize;
use stylebox_core::values::business_time::{Date, Instant};
use stylebox_core::values::money::Money;
use utoipa::ToSchema;

/// An order with its money, its return and its exchanges.
#[derive(Serialize, ToSchema)]
pub struct OrderDetail {
    #[serde(flatten)]
    order: OrderBody,
    /// What was paid and what went back, the oldest first.
    payments: Vec<OrderPayment>,
    /// The amounts of its paid invoice; null if none is paid. The rule `invoice.rows` lists them.
    charged: Option<ChargedInvoice>,
    /// The return; null if nothing goes back, or if that is not decided yet.
    #[serde(rename = "return")]
    sent_back: Option<OrderReturn>,
    exchanges: Vec<OrderExchange>,
}

impl OrderDetail {
    /// The order as its customer reads it.
    #[must_use]
    pub fn new(state: &AppState, detail: Detail) -> Self {
        let Detail { order, payments, sent_back, exchanges } = detail;
        let charged = order.invoices.iter().find(|row| row.paid_at.is_some()).map(ChargedInvoice::from);
        let exchanges = exchanges.into_iter().map(|row| OrderExchange::new(row, &order.shipments)).collect();
        Self {
            exchanges,
            charged,
            order: OrderBody::new(state, order),
            payments: payments.into_iter().map(OrderPayment::from).collect(),
            sent_back: sent_back.map(OrderReturn::from),
        }
    }
}

/// The amounts of an invoice that is paid.
#[derive(Serialize, ToSchema)]
pub struct ChargedInvoice {
    original_subtotal: Money,
    multi_item_discount: Money,
    discount_amount: Money,
    coupon_code: Option<String>,
    total_before_tax: Money,
    tax: Money,
    shipping_tax: Money,
    total_with_tax: Money,
    credit_amount: Money,
    gift_card_amount: Money,
    /// What was too little to be charged: nobody has paid it.
    forgiven: Money,
    /// What the card was charged.
    total_due: Money,
}

impl From<&InvoiceRow> for ChargedInvoice {
    fn from(row: &InvoiceRow) -> Self {
        Self {
            original_subtotal: row.original_subtotal,
            multi_item_discount: row.multi_item_discount,
            discount_amount: row.discount_amount,
            coupon_code: row.coupon_code.clone(),
            total_before_tax: row.total_before_tax,
            tax: row.tax,
            shipping_tax: row.shipping_tax,
            total_with_tax: row.total_with_tax,
            credit_amount: row.credit_amount,
            gift_card_amount: row.gift_card_amount,
            forgiven: row.forgiven,
            total_due: row.total_due,
        }
    }
}

/// Money that moved.
#[derive(Serialize, ToSchema)]
pub struct OrderPayment {
    at: Instant,
    amount: Money,
    kind: PaymentKind,
    /// The card; null for a gift card.
    card: Option<PaymentCard>,
}

/// What may be shown of the card of a payment.
#[derive(Serialize, ToSchema)]
pub struct PaymentCard {
    brand: String,
    last_four: String,
}

impl From<Payment> for OrderPayment {
    fn from(Payment { at, amount, kind, card }: Payment) -> Self {
        let card = card.map(|(brand, last_four)| PaymentCard { brand, last_four });
        Self { at: at.instant(), amount, kind, card }
    }
}

/// A return.
#[derive(Serialize, ToSchema)]
pub struct OrderReturn {
    /// The day until which it is to be sent; null once it is sent.
    due_on: Option<Date>,
    sent_at: Option<Instant>,
    /// When the last item that came back was received; an item's `received` says whether it came back.
    received_at: Option<Instant>,
    /// Whether an item in it was paid for, so that money goes back: an exchange that was sold out, or an item that came
    /// back after it was bought.
    is_refunded: bool,
    /// What was paid for items and went back; null if nothing did.
    refunded: Option<Money>,
}

impl From<Return> for OrderReturn {
    fn from(Return { due_on, sent_at, received_at, is_refunded, refunded }: Return) -> Self {
        let [sent_at, received_at] = [sent_at, received_at].map(|at| at.map(|at| at.instant()));
        Self { due_on, sent_at, received_at, is_refunded, refunded }
    }
}

/// An exchange of an item.
#[derive(Serialize, ToSchema)]
pub struct OrderExchange {
    line_item_id: String,
    /// The other size.
    size: String,
    status: ExchangeStatus,
    /// The shipment of the other size.
    tracking_code: Option<String>,
    /// The same shipment, with the carrier's news of it.
    shipment: Option<Shipment>,
    /// When the other size was shipped or found sold out.
    closed_at: Option<Instant>,
    /// What goes back to the card if it was sold out. Hand it to the rule `refund.words`.
    card_back: Money,
    /// What goes back to the gift card if it was sold out.
    gift_card_back: Money,
}

impl OrderExchange {
    fn new(row: ExchangeRow, known: &[ShipmentRow]) -> Self {
        let ExchangeRow { line_item_id, size, status, tracking_code, closed_at, card_back, gift_card_back, .. } = row;
        let shipment = tracking_code.clone().map(|code| Shipment::new(code, known));
        let closed_at = closed_at.map(|at| at.instant());
        Self { line_item_id, size, status, tracking_code, shipment, closed_at, card_back, gift_card_back }
    }
}
