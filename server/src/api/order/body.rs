//! An order as customers read it.

use crate::api::account::shipping_addresses::ShippingAddress;
use crate::api::checkout::reviews::ReviewInvitation;
use crate::api::delivery::locations::OrderLocation;
use crate::api::delivery::parcels::Shipment;
use crate::api::payment::next_charge::NextChargeBody;
use crate::data::catalogue::Garment;
use crate::platform::clock::Timestamp;
use crate::service::delivery::stores;
use crate::service::order::late::Delay;
use crate::service::order::read::Order;
use crate::service::payment::next_charge::NextCharge;
use crate::service::payment::waiting;
use crate::state::AppState;
use crate::store::checkout::invoices::{InvoiceStatus, InvoiceType};
use crate::store::order::items::{LineItemRow, OutfitRow};
use crate::values::confirmation::Confirmation;
use serde::Serialize;
use stylebox_core::checkout::line_item::WriteOff;
use stylebox_core::order::{Status, is_after_delivery};
use stylebox_core::screens::orders::{SentOrder, was_never_sent};
use stylebox_core::screens::tile::PaymentProblem;
use stylebox_core::values::business_time::{Date, Instant};
use stylebox_core::values::count::Count;
use stylebox_core::values::frequency::Type;
use stylebox_core::values::money::Money;
use utoipa::ToSchema;

/// An order.
#[derive(Serialize, ToSchema)]
pub struct OrderBody {
    id: String,
    /// A short code to talk about the order by.
    code: String,
    status: Status,
    subscription_type: Type,
    customer_pick_up: bool,
    /// The day that the customer chose.
    ship_by_date: Date,
    expected_delivery_date: Option<Date>,
    delivery_date: Option<Date>,
    checkout_by_date: Option<Date>,
    extended: bool,
    assigned_location_id: Option<String>,
    assigned_location: Option<OrderLocation>,
    outgoing_shipment: Option<Shipment>,
    /// The return shipment, if the box contains a label for it. Only while the box is with the customer or on its way back.
    return_shipment: Option<Shipment>,
    invoices: Vec<InvoiceRef>,
    has_paid_invoice: bool,
    /// Empty for an order that was cancelled before it was sent: nobody has seen what was in it.
    outfits: Vec<OutfitBody>,
    line_items: Vec<LineItemBody>,
    /// The letter in the box. It ends with how the box came about and who signs it: the retailer, if the program composed and released
    /// it, or the person of the shop who did. Null before the box is styled.
    stylist_note: Option<String>,
    coupon: Option<String>,
    themebox_sign_up: bool,
    themebox: Option<String>,
    themebox_description: Option<String>,
    on_demand_customer_msg: Option<String>,
    blog_interest: Option<String>,
    /// The cell phone for a pick-up, ten digits.
    phone: Option<String>,
    shipping_address_id: Option<String>,
    /// Where the box goes, and what is exchanged for it unless the checkout names another address. It stays as it was once styling
    /// has begun, even if the customer changes or deletes the address. Null for an order without one.
    shipping_address: Option<ShippingAddress>,
    /// The payment that does not go on without the customer: a styling fee or a checkout that was declined, or a charge that the
    /// bank wants confirmed. Null if there is none.
    payment: Option<WaitingPayment>,
    /// The delay of an order that can no longer come on its day, or was moved to a later one; null once it is sent, and if it was
    /// never late.
    delay: Option<OrderDelay>,
    /// Items that suit the customer too. Only while the box is with the customer.
    suggested_items: Vec<SuggestedItem>,
    order_review: Option<String>,
    review_rating: Option<u64>,
    /// What a review of the box sends to the reviews service. Null until an invoice is paid.
    review_invitation: Option<ReviewInvitation>,
    /// The next charge, read together with this order, if it is under way. Null for other orders, and in answers of calls that do
    /// not read it: `GET /account/next_charge` has it.
    next_charge: Option<NextChargeBody>,
    created_at: Instant,
}

/// A suggested item; `GET /suggested_items/{id}/click` leads to it.
#[derive(Serialize, ToSchema)]
pub struct SuggestedItem {
    id: String,
    description: String,
    brand: String,
    /// Its picture.
    image_url: String,
    retail_price: Money,
}

impl From<&Garment> for SuggestedItem {
    fn from(garment: &Garment) -> Self {
        Self {
            id: garment.id.clone(),
            description: garment.description.clone(),
            brand: garment.brand.clone(),
            image_url: format!("/api/product_images/{}", garment.id),
            retail_price: garment.retail_price,
        }
    }
}

/// A payment that does not go on without the customer, who gives another card or confirms it at the bank.
#[derive(Serialize, ToSchema)]
pub struct WaitingPayment {
    /// Hand it to the rules `dashboard.tile` and `dashboard.tile_details`, which say it in words.
    problem: PaymentProblem,
    /// The amount to be charged. For a checkout that was declined it is the declined amount, and `GET /account/next_charge` has
    /// the amount to be charged.
    amount: Money,
    /// Whether another card is charged this amount as soon as it is saved: a fee that was declined, or that the bank still asks about.
    by_new_card: bool,
    /// The bank's page on which the customer confirms; null if nothing waits for that, or if they confirm in our page. It leads back to
    /// the members' area; call `POST /orders/{id}/payment_check` then.
    bank_url: Option<String>,
    /// Whether the customer confirms in our page: hand the secret of `POST /orders/{id}/payment_confirmation` to the gateway's script,
    /// and call `POST /orders/{id}/payment_check` then.
    confirm_in_page: bool,
}

impl From<waiting::WaitingPayment> for WaitingPayment {
    fn from(waiting: waiting::WaitingPayment) -> Self {
        let waiting::WaitingPayment { problem, amount, by_new_card, confirmation } = waiting;
        let (bank_url, confirm_in_page) = how_to_confirm(confirmation);
        Self { problem, amount, by_new_card, bank_url, confirm_in_page }
    }
}

/// The bank's page on which a payment is confirmed, and whether it is confirmed in our page.
pub(in crate::api) fn how_to_confirm(confirmation: Option<Confirmation>) -> (Option<String>, bool) {
    match confirmation {
        Some(Confirmation::BankPage(url)) => (Some(url), false),
        Some(Confirmation::InPage) => (None, true),
        None => (None, false),
    }
}

/// The delay of an order that is not sent. Hand it to the rules `dashboard.tile` and `dashboard.tile_details`, which say it in words.
#[derive(Serialize, ToSchema)]
pub struct OrderDelay {
    /// Whether it can no longer come on its day, and has no other one yet.
    is_late: bool,
    /// Whether it moves only once the customer has given a card, a confirmation or an address.
    waits_for_customer: bool,
    /// The day from which it was moved; null if it is to be moved.
    moved_from: Option<Date>,
    /// The last day on which the customer can say whether the order is kept (`POST /orders/{id}/keep`) or cancelled; null if they are
    /// not asked. Without an answer it is cancelled.
    answer_by: Option<Date>,
}

impl From<Delay> for OrderDelay {
    fn from(Delay { is_late, waits_for_customer, moved_from, answer_by }: Delay) -> Self {
        Self { is_late, waits_for_customer, moved_from, answer_by }
    }
}

/// An invoice of an order, by its id.
#[derive(Serialize, ToSchema)]
pub struct InvoiceRef {
    id: String,
    invoice_type: InvoiceType,
    status: InvoiceStatus,
}

/// An outfit.
#[derive(Serialize, ToSchema)]
pub struct OutfitBody {
    id: String,
    title: String,
    stylist_note: String,
    line_items: Vec<LineItemBody>,
}

/// A garment in a box.
#[derive(Clone, Serialize, ToSchema)]
pub struct LineItemBody {
    id: String,
    description: String,
    brand: String,
    color: String,
    size: String,
    /// Its picture.
    image_url: String,
    retail_price: Money,
    original_price: Money,
    /// Null while undecided.
    claimed_kept: Option<bool>,
    exchange_size: Option<String>,
    customer_feedback: Option<String>,
    paid_for: bool,
    /// Whether it was returned: then it is not kept any more.
    received: bool,
    /// Why it will not come back; null unless the shop has written it off.
    written_off: Option<WriteOff>,
}

impl OrderBody {
    /// The order as customers read it.
    #[must_use]
    pub fn new(state: &AppState, found: Order) -> Self {
        Self::with_invitation_at(state, found, state.clock.now())
    }

    /// The order in a list that is requested repeatedly; `charge` is taken if it belongs to this order. The invitation to a review,
    /// which is signed with its time, stays the same for an hour: otherwise no answer would be like the one before.
    #[must_use]
    pub fn listed(state: &AppState, found: Order, charge: &mut Option<NextCharge>) -> Self {
        let own = charge.take_if(|charge| charge.order_id.as_ref() == Some(&found.order.id));
        let next_charge = own.map(NextChargeBody::from);
        Self { next_charge, ..Self::with_invitation_at(state, found, state.clock.now().start_of_hour()) }
    }

    /// The order. An invitation to a review is signed with the time `invited_at`.
    fn with_invitation_at(state: &AppState, found: Order, invited_at: Timestamp) -> Self {
        let has_paid_invoice = found.has_paid_invoice();
        let Order {
            mut order,
            mut outfits,
            mut lines,
            invoices,
            suggested,
            waiting_payment,
            delay,
            address,
            shipments,
            charge_facts: _,
        } = found;
        if was_never_sent(&SentOrder { status: order.status, tracking_code: order.tracking_code.clone() }) {
            outfits.clear();
            lines.clear();
            order.stylist_note = None;
        }
        let goes_back = is_after_delivery(&order.as_delivered());
        let suggested = suggested.iter().filter_map(|id| state.data.catalogue.find(id));
        let location = stores::of_order(state, &order);
        let invoices = invoices.into_iter().map(|invoice| InvoiceRef {
            id: invoice.id,
            invoice_type: invoice.invoice_type,
            status: invoice.status,
        });
        let invite = || state.providers.reviews.invite(&order.id, invited_at);
        let review_invitation = has_paid_invoice.then(invite).map(ReviewInvitation::from);
        let stylist_note = order.letter();
        Self {
            review_invitation,
            id: order.id,
            code: order.code,
            status: order.status,
            subscription_type: order.subscription_type,
            customer_pick_up: order.customer_pick_up,
            ship_by_date: order.ship_by_date,
            expected_delivery_date: order.expected_delivery_date,
            delivery_date: order.delivery_date,
            checkout_by_date: order.checkout_by_date,
            extended: order.extended,
            assigned_location: location.map(OrderLocation::from),
            assigned_location_id: order.assigned_location_id,
            outgoing_shipment: order.tracking_code.map(|code| Shipment::new(code, &shipments)),
            return_shipment: Shipment::back(&shipments).filter(|_| goes_back),
            invoices: invoices.collect(),
            has_paid_invoice,
            outfits: outfits.into_iter().map(|outfit| OutfitBody::new(outfit, &lines)).collect(),
            line_items: lines.iter().map(LineItemBody::from).collect(),
            stylist_note,
            coupon: order.coupon,
            themebox_sign_up: order.themebox_sign_up,
            themebox: order.themebox,
            themebox_description: order.themebox_description,
            on_demand_customer_msg: order.on_demand_customer_msg,
            blog_interest: order.blog_interest,
            phone: order.phone,
            shipping_address_id: order.shipping_address_id,
            shipping_address: address.map(ShippingAddress::from),
            payment: waiting_payment.map(WaitingPayment::from),
            delay: delay.map(OrderDelay::from),
            suggested_items: suggested.map(SuggestedItem::from).collect(),
            order_review: order.order_review,
            review_rating: order.review_rating.map(Count::get),
            next_charge: None,
            created_at: order.created_at.instant(),
        }
    }
}

impl OutfitBody {
    fn new(outfit: OutfitRow, lines: &[LineItemRow]) -> Self {
        let OutfitRow { id, title, stylist_note, .. } = outfit;
        let line_items = lines.iter().filter(|line| line.outfit_id == id).map(LineItemBody::from).collect();
        Self { id, title, stylist_note, line_items }
    }
}

impl From<&LineItemRow> for LineItemBody {
    fn from(line: &LineItemRow) -> Self {
        Self {
            id: line.id.clone(),
            description: line.description.clone(),
            brand: line.brand.clone(),
            color: line.color.clone(),
            size: line.size.clone(),
            image_url: format!("/api/product_images/{}", line.product_id),
            retail_price: line.retail_price,
            original_price: line.original_price,
            claimed_kept: line.claimed_kept,
            exchange_size: line.exchange_size.clone(),
            customer_feedback: line.customer_feedback.clone(),
            paid_for: line.paid_for,
            received: line.received_at.is_some(),
            written_off: line.written_off,
        }
    }
}
