//! Everything that is kept about a customer, for the customer.

pub mod document;

use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::SignedIn;
use crate::service::account::record::{self, AccountRecord};
use crate::state::AppState;
use crate::store::access::sessions::{self, SessionRow};
use crate::store::account::referrals::{self, RewardRow};
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::card::cards::{self, CardRow};
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::checkout::reviews::{self, ReviewRow};
use crate::store::delivery::shipments::{self, ShipmentRow};
use crate::store::mail::outbox::{self, MessageRow};
use crate::store::order::events::{self, EventRow};
use crate::store::order::first_order_wishes::{self, FirstOrderWishRow};
use crate::store::order::items::{self, LineItemRow, OutfitRow};
use crate::store::order::next_box_wishes::{self, WishedItemRow};
use crate::store::order::orders::{self, OrderRow};
use crate::store::payment::fraud_holds::{self, HoldRow};
use crate::store::payment::ledger::{self, EntryRow};
use crate::store::returns::exchanges::{self, ExchangeRow};
use crate::store::style::suggested_items::{self, ClickRow};
use crate::store::style::{photos, style_profiles};
use serde_json::{Map, Value};
use stylebox_core::policy::limits;

const BY_CUSTOMER: Limit = Limit::new("export", limits::EXPORTS);

/// The rows about a customer, of one moment.
#[derive(Debug)]
pub struct Rows {
    pub(crate) at: Timestamp,
    pub(crate) record: AccountRecord,
    /// The deleted ones too, to which past orders went.
    pub(crate) addresses: Vec<AddressRow>,
    /// The replaced ones too.
    pub(crate) cards: Vec<CardRow>,
    pub(crate) answers: Map<String, Value>,
    /// The ids of the photos that answers show.
    pub(crate) photos: Vec<String>,
    /// The newest first.
    pub(crate) orders: Vec<OrderRow>,
    pub(crate) events: Vec<EventRow>,
    pub(crate) holds: Vec<HoldRow>,
    pub(crate) outfits: Vec<OutfitRow>,
    pub(crate) lines: Vec<LineItemRow>,
    pub(crate) reviews: Vec<ReviewRow>,
    pub(crate) invoices: Vec<InvoiceRow>,
    pub(crate) entries: Vec<EntryRow>,
    pub(crate) exchanges: Vec<ExchangeRow>,
    pub(crate) shipments: Vec<ShipmentRow>,
    /// What was given with the card for a first order that is not made yet.
    pub(crate) first_order_wish: Option<FirstOrderWishRow>,
    /// The items of past boxes that the customer wants more of.
    pub(crate) next_box_wishes: Vec<WishedItemRow>,
    /// The clicks on suggested items.
    pub(crate) clicks: Vec<ClickRow>,
    pub(crate) rewards: Vec<RewardRow>,
    pub(crate) messages: Vec<MessageRow>,
    pub(crate) sessions: Vec<SessionRow>,
    /// What outside parties know of customers.
    pub(crate) outside_parties: Vec<&'static str>,
}

/// Everything that is kept about the customer.
///
/// # Errors
/// Too many exports.
pub async fn of_session(state: &AppState, session: &SignedIn) -> AppResult<Rows> {
    BY_CUSTOMER.count(state, &session.customer_id).await?;
    read(state, &session.customer_id).await
}

/// Everything that is kept about a customer. It takes as many statements for many orders as for one.
pub async fn read(state: &AppState, customer_id: &str) -> AppResult<Rows> {
    let at = state.clock.now();
    let mut tx = state.db.read().await?;
    let record = record::read_in(state, &mut tx, customer_id).await?;
    let orders = orders::of_customer(&mut tx, customer_id).await?;
    let ids: Vec<String> = orders.iter().map(|order| order.id.clone()).collect();
    Ok(Rows {
        at,
        record,
        addresses: shipping_addresses::all_of_customer(&mut tx, customer_id).await?,
        cards: cards::all_of_customer(&mut tx, customer_id).await?,
        answers: style_profiles::answers_of_customer(&mut tx, customer_id).await?,
        photos: photos::kept(&mut tx, customer_id).await?,
        outfits: items::outfits_of(&mut tx, &ids).await?,
        lines: items::lines_of(&mut tx, &ids).await?,
        reviews: reviews::of_orders(&mut tx, &ids).await?,
        invoices: invoices::of_orders(&mut tx, &ids).await?,
        entries: ledger::of_orders(&mut tx, &ids).await?,
        exchanges: exchanges::of_orders(&mut tx, &ids).await?,
        shipments: shipments::of_orders(&mut tx, &ids).await?,
        events: events::of_orders(&mut tx, &ids).await?,
        holds: fraud_holds::of_orders(&mut tx, &ids).await?,
        orders,
        first_order_wish: first_order_wishes::of_customer(&mut tx, customer_id).await?,
        next_box_wishes: next_box_wishes::of_customer(&mut tx, customer_id).await?,
        clicks: suggested_items::clicks_of(&mut tx, customer_id).await?,
        rewards: referrals::rewards_of(&mut tx, customer_id).await?,
        messages: outbox::of_customer(&mut tx, customer_id).await?,
        sessions: sessions::open_of_customer(&mut tx, customer_id, at).await?,
        outside_parties: state.providers.words_of_forgetting(),
    })
}
