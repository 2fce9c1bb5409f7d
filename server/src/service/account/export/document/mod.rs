//! The document with everything that is kept about a customer, as the customer and staff read it.

mod customer;
mod orders;
mod wishes;

use crate::service::account::export::Rows;
use customer::{ExportedAccount, ExportedAddress, ExportedCard, ExportedDevice, ExportedMessage, ExportedReward};
use orders::{ExportedOrder, OfOrders};
use serde::Serialize;
use serde_json::{Map, Value};
use stylebox_core::values::business_time::Instant;
use utoipa::ToSchema;
use wishes::{ExportedClick, ExportedFirstOrderWish, ExportedWishedItem};

/// Everything that is kept about a customer. It holds no secrets, and nothing of other people.
#[derive(Serialize, ToSchema)]
pub struct Export {
    exported_at: Instant,
    account: ExportedAccount,
    /// Including deleted ones to which past boxes went.
    addresses: Vec<ExportedAddress>,
    /// Including replaced ones. Their numbers are not stored.
    cards: Vec<ExportedCard>,
    /// The answers to the questionnaire, by question.
    #[schema(value_type = Object)]
    answers: Map<String, Value>,
    /// The addresses of the photos, which open while signed in.
    photos: Vec<String>,
    /// The newest first.
    orders: Vec<ExportedOrder>,
    /// What the customer chose with the card for a first order that is not made yet.
    first_order_wish: Option<ExportedFirstOrderWish>,
    /// The items of past boxes that the customer wants more of in the next one.
    next_box_wishes: Vec<ExportedWishedItem>,
    /// The suggested items that the customer looked at in the shop, the oldest click first.
    suggested_item_clicks: Vec<ExportedClick>,
    referral_rewards: Vec<ExportedReward>,
    messages: Vec<ExportedMessage>,
    devices: Vec<ExportedDevice>,
    /// What each outside party knows about customers, and how it deletes that or what it keeps.
    outside_parties: Vec<&'static str>,
}

impl From<Rows> for Export {
    fn from(rows: Rows) -> Self {
        let mut of_orders = OfOrders::default()
            .with_box(rows.outfits, rows.lines, rows.reviews)
            .with_money(rows.invoices, rows.entries, rows.exchanges)
            .with_parcels(rows.shipments)
            .with_course(rows.events, rows.holds);
        Self {
            exported_at: rows.at.instant(),
            account: rows.record.into(),
            addresses: rows.addresses.into_iter().map(ExportedAddress::from).collect(),
            cards: rows.cards.into_iter().map(ExportedCard::from).collect(),
            answers: rows.answers,
            photos: rows.photos.into_iter().map(|id| format!("/api/photos/{id}")).collect(),
            orders: rows.orders.into_iter().map(|order| of_orders.export(order)).collect(),
            first_order_wish: rows.first_order_wish.map(ExportedFirstOrderWish::from),
            next_box_wishes: rows.next_box_wishes.into_iter().map(ExportedWishedItem::from).collect(),
            suggested_item_clicks: rows.clicks.into_iter().map(ExportedClick::from).collect(),
            referral_rewards: rows.rewards.into_iter().map(ExportedReward::from).collect(),
            messages: rows.messages.into_iter().map(ExportedMessage::from).collect(),
            devices: rows.sessions.into_iter().map(ExportedDevice::from).collect(),
            outside_parties: rows.outside_parties,
        }
    }
}
