//! The part of the export about orders, with their items, reviews, invoices and payments.

use crate::service::delivery::parcel_news::ParcelNews;
use crate::service::order::read::by_order;
use crate::service::payment::screening::hold_ending;
use crate::store::checkout::invoices::{InvoiceRow, InvoiceStatus};
use crate::store::checkout::reviews::ReviewRow;
use crate::store::delivery::shipments::ShipmentRow;
use crate::store::order::events::EventRow;
use crate::store::order::items::{LineItemRow, OutfitRow};
use crate::store::order::orders::OrderRow;
use crate::store::payment::fraud_holds::{HoldEnding, HoldRow};
use crate::store::payment::ledger::{EntryKind, EntryRow};
use crate::store::returns::exchanges::{ExchangeRow, ExchangeStatus};
use crate::values::postal_address::PostalAddress;
use crate::values::recipient::GivenRecipient;
use serde::Serialize;
use std::collections::HashMap;
use stylebox_core::checkout::line_item::WriteOff;
use stylebox_core::order::Status;
use stylebox_core::values::business_time::{Date, Instant};
use stylebox_core::values::count::Count;
use stylebox_core::values::frequency::Type;
use stylebox_core::values::money::Money;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct ExportedOrder {
    code: String,
    status: Status,
    created_at: Instant,
    subscription_type: Type,
    customer_pick_up: bool,
    ship_by_date: Date,
    /// The day from which it was moved because it was late.
    moved_from: Option<Date>,
    /// How often it was moved.
    day_moves: u64,
    /// The day on which the customer was asked whether to keep it, if no answer has come.
    asked_on: Option<Date>,
    delivery_date: Option<Date>,
    checkout_by_date: Option<Date>,
    phone: Option<String>,
    tracking_code: Option<String>,
    coupon: Option<String>,
    themebox: Option<String>,
    themebox_description: Option<String>,
    message_to_stylist: Option<String>,
    blog_interest: Option<String>,
    stylist_note: Option<String>,
    order_review: Option<String>,
    review_rating: Option<u64>,
    outfits: Vec<ExportedOutfit>,
    items: Vec<ExportedItem>,
    reviews: Vec<ExportedReview>,
    invoices: Vec<ExportedInvoice>,
    /// The entries of the books: what was charged, refunded or drawn, and what it was for. Those of one event add up to zero.
    payments: Vec<ExportedPayment>,
    exchanges: Vec<ExportedExchange>,
    parcels: Vec<ExportedParcel>,
    /// Each status that the order has had, the oldest first.
    history: Vec<ExportedStep>,
    /// Whether the order was held for a while before it was charged, so that the shop could look at it; null if it was not.
    hold: Option<ExportedHold>,
}

#[derive(Serialize, ToSchema)]
struct ExportedOutfit {
    title: String,
    stylist_note: String,
}

impl From<OutfitRow> for ExportedOutfit {
    fn from(OutfitRow { title, stylist_note, .. }: OutfitRow) -> Self {
        Self { title, stylist_note }
    }
}

#[derive(Serialize, ToSchema)]
struct ExportedItem {
    description: String,
    brand: String,
    color: String,
    size: String,
    retail_price: Money,
    original_price: Money,
    claimed_kept: Option<bool>,
    exchange_size: Option<String>,
    feedback: Option<String>,
    paid_for: bool,
    received_at: Option<Instant>,
    /// Why it will not come back; null unless it was written off.
    written_off: Option<WriteOff>,
}

impl From<LineItemRow> for ExportedItem {
    fn from(row: LineItemRow) -> Self {
        Self {
            description: row.description,
            brand: row.brand,
            color: row.color,
            size: row.size,
            retail_price: row.retail_price,
            original_price: row.original_price,
            claimed_kept: row.claimed_kept,
            exchange_size: row.exchange_size,
            feedback: row.customer_feedback,
            paid_for: row.paid_for,
            received_at: row.received_at.map(|at| at.instant()),
            written_off: row.written_off,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ExportedReview {
    display_name: String,
    email: String,
    title: String,
    content: String,
    score: Option<u64>,
    created_at: Instant,
}

impl From<ReviewRow> for ExportedReview {
    fn from(row: ReviewRow) -> Self {
        Self {
            display_name: row.display_name,
            email: row.email,
            title: row.review_title,
            content: row.review_content,
            score: row.review_score.map(Count::get),
            created_at: row.created_at.instant(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ExportedInvoice {
    status: InvoiceStatus,
    created_at: Instant,
    paid_at: Option<Instant>,
    subtotal: Money,
    multi_item_discount: Money,
    discount: Money,
    coupon_code: Option<String>,
    tax_total: Money,
    total_with_tax: Money,
    credit: Money,
    gift_card: Money,
    /// An amount too small to be charged.
    forgiven: Money,
    total_due: Money,
    /// When it was voided because the box was lost on its way; null if it was not.
    void_at: Option<Instant>,
    /// The part of a void invoice that goes back to the card.
    card_back: Money,
    /// The part that goes back to the gift card.
    gift_card_back: Money,
    /// The part that the styling fee had paid. The fee goes back as a whole.
    credit_back: Money,
    /// When all of these amounts went back.
    refunded_at: Option<Instant>,
    /// Where exchanged items go; null for the order's address.
    exchange_address: Option<ExportedExchangeAddress>,
}

impl From<InvoiceRow> for ExportedInvoice {
    fn from(row: InvoiceRow) -> Self {
        Self {
            status: row.status,
            created_at: row.created_at.instant(),
            paid_at: row.paid_at.map(|at| at.instant()),
            subtotal: row.original_subtotal,
            multi_item_discount: row.multi_item_discount,
            discount: row.discount_amount,
            tax_total: row.tax_total(),
            coupon_code: row.coupon_code,
            total_with_tax: row.total_with_tax,
            credit: row.credit_amount,
            gift_card: row.gift_card_amount,
            forgiven: row.forgiven,
            total_due: row.total_due,
            void_at: row.void_at.map(|at| at.instant()),
            card_back: row.card_back,
            gift_card_back: row.gift_card_back,
            credit_back: row.credit_back,
            refunded_at: row.refunded_at.map(|at| at.instant()),
            exchange_address: row.exchange_address.map(ExportedExchangeAddress::from),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ExportedExchangeAddress {
    name: Option<String>,
    #[serde(flatten)]
    address: PostalAddress,
    phone: String,
}

impl From<GivenRecipient> for ExportedExchangeAddress {
    fn from(GivenRecipient { name, address, phone }: GivenRecipient) -> Self {
        Self { name, address, phone }
    }
}

#[derive(Serialize, ToSchema)]
struct ExportedPayment {
    at: Instant,
    kind: EntryKind,
    /// Cents. Negative if the entry says what the money was for.
    cents: i64,
    currency: String,
}

impl From<EntryRow> for ExportedPayment {
    fn from(row: EntryRow) -> Self {
        let cents = row.amount.to_cents();
        Self { at: row.at.instant(), kind: row.kind, cents, currency: row.currency }
    }
}

/// A parcel whose label the shop made.
#[derive(Serialize, ToSchema)]
struct ExportedParcel {
    #[serde(flatten)]
    news: ParcelNews,
    tracking_code: Option<String>,
    created_at: Instant,
}

impl From<ShipmentRow> for ExportedParcel {
    fn from(row: ShipmentRow) -> Self {
        let (news, created_at) = (ParcelNews::from(&row), row.created_at.instant());
        Self { news, tracking_code: row.tracking_code, created_at }
    }
}

#[derive(Serialize, ToSchema)]
struct ExportedExchange {
    size: String,
    status: ExchangeStatus,
    tracking_code: Option<String>,
    created_at: Instant,
    /// When it was shipped, or was found to be sold out.
    closed_at: Option<Instant>,
}

impl From<ExchangeRow> for ExportedExchange {
    fn from(row: ExchangeRow) -> Self {
        Self {
            size: row.size,
            status: row.status,
            tracking_code: row.tracking_code,
            created_at: row.created_at.instant(),
            closed_at: row.closed_at.map(|at| at.instant()),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ExportedStep {
    at: Instant,
    /// `customer`, `ops` or `system`.
    by: &'static str,
    status: Status,
}

impl From<EventRow> for ExportedStep {
    /// The reason is left out: it is written for staff, and may say what the fraud check looks at.
    fn from(row: EventRow) -> Self {
        Self { at: row.at.instant(), by: row.actor.as_str(), status: row.to_status }
    }
}

// Customers may know that an order was held, when, and how that ended. What made the fraud check doubt it is left out: whoever
// orders with stolen cards would learn what to avoid. For the same reason a hold that still stands is left out: it would tell
// them, before the shop has looked, to try in another way.
/// The ended hold of an order.
#[derive(Serialize, ToSchema)]
struct ExportedHold {
    held_at: Instant,
    /// When staff cleared the order; null if it ended otherwise.
    cleared_at: Option<Instant>,
    ended: HoldEnding,
}

impl ExportedHold {
    fn of(row: &HoldRow, status: Status) -> Option<Self> {
        let ended = hold_ending(row, status)?;
        let cleared_at = row.cleared_at.map(|at| at.instant());
        Some(Self { held_at: row.held_at.instant(), cleared_at, ended })
    }
}

/// The rows of the orders, by order.
#[derive(Default)]
pub struct OfOrders {
    outfits: HashMap<String, Vec<OutfitRow>>,
    lines: HashMap<String, Vec<LineItemRow>>,
    reviews: HashMap<String, Vec<ReviewRow>>,
    invoices: HashMap<String, Vec<InvoiceRow>>,
    entries: HashMap<String, Vec<EntryRow>>,
    exchanges: HashMap<String, Vec<ExchangeRow>>,
    shipments: HashMap<String, Vec<ShipmentRow>>,
    steps: HashMap<String, Vec<EventRow>>,
    holds: HashMap<String, Vec<HoldRow>>,
}

/// The rows of an order, in the form of the export.
fn taken<T, E: From<T>>(grouped: &mut HashMap<String, Vec<T>>, order_id: &str) -> Vec<E> {
    grouped.remove(order_id).unwrap_or_default().into_iter().map(E::from).collect()
}

impl OfOrders {
    /// Adds what the boxes hold, and what was said about it.
    pub fn with_box(self, outfits: Vec<OutfitRow>, lines: Vec<LineItemRow>, reviews: Vec<ReviewRow>) -> Self {
        Self {
            outfits: by_order(outfits, |row| Some(&row.order_id)),
            lines: by_order(lines, |row| Some(&row.order_id)),
            reviews: by_order(reviews, |row| Some(&row.order_id)),
            ..self
        }
    }

    /// Adds what was paid, and what was exchanged.
    pub fn with_money(self, invoices: Vec<InvoiceRow>, entries: Vec<EntryRow>, exchanges: Vec<ExchangeRow>) -> Self {
        Self {
            invoices: by_order(invoices, |row| Some(&row.order_id)),
            entries: by_order(entries, |row| row.order_id.as_ref()),
            exchanges: by_order(exchanges, |row| Some(&row.order_id)),
            ..self
        }
    }

    pub fn with_parcels(self, shipments: Vec<ShipmentRow>) -> Self {
        Self { shipments: by_order(shipments, |row| Some(&row.order_id)), ..self }
    }

    /// Adds the history of the orders: the events that changed the status.
    pub fn with_course(self, mut events: Vec<EventRow>, holds: Vec<HoldRow>) -> Self {
        events.retain(|event| event.from_status != Some(event.to_status));
        Self {
            steps: by_order(events, |row| Some(&row.order_id)),
            holds: by_order(holds, |row| Some(&row.order_id)),
            ..self
        }
    }

    pub fn export(&mut self, order: OrderRow) -> ExportedOrder {
        let hold = self.holds.remove(&order.id).and_then(|holds| ExportedHold::of(holds.first()?, order.status));
        let stylist_note = order.letter();
        ExportedOrder {
            hold,
            history: taken(&mut self.steps, &order.id),
            exchanges: taken(&mut self.exchanges, &order.id),
            parcels: taken(&mut self.shipments, &order.id),
            outfits: taken(&mut self.outfits, &order.id),
            items: taken(&mut self.lines, &order.id),
            reviews: taken(&mut self.reviews, &order.id),
            invoices: taken(&mut self.invoices, &order.id),
            payments: taken(&mut self.entries, &order.id),
            code: order.code,
            status: order.status,
            created_at: order.created_at.instant(),
            subscription_type: order.subscription_type,
            customer_pick_up: order.customer_pick_up,
            ship_by_date: order.ship_by_date,
            moved_from: order.moved_from,
            day_moves: order.day_moves.get(),
            asked_on: order.asked_on,
            delivery_date: order.delivery_date,
            checkout_by_date: order.checkout_by_date,
            phone: order.phone,
            tracking_code: order.tracking_code,
            coupon: order.coupon,
            themebox: order.themebox,
            themebox_description: order.themebox_description,
            message_to_stylist: order.on_demand_customer_msg,
            stylist_note,
            blog_interest: order.blog_interest,
            order_review: order.order_review,
            review_rating: order.review_rating.map(Count::get),
        }
    }
}
