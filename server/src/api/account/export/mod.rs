//! Everything that is kept about the customer, as one document to keep.

mod customer;
mod orders;
mod wishes;

use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::export;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use customer::{ExportedAccount, ExportedAddress, ExportedCard, ExportedDevice, ExportedMessage, ExportedReward};
use orders::{ExportedOrder, OfOrders};
use serde::Serialize;
use serde_json::{Map, Value};
use stylebox_core::brand;
use stylebox_core::values::business_time::Instant;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wishes::{ExportedClick, ExportedFirstOrderWish, ExportedWishedItem};

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read))
}

/// The name of the file, as a browser saves it.
fn file_name() -> String {
    format!("{}-my-data.json", brand::RETAILER.to_lowercase())
}

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

impl From<export::Export> for Export {
    fn from(rows: export::Export) -> Self {
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

/// Everything that is kept about the customer, as a file to save.
#[utoipa::path(
    get, path = "/account/export", tag = "account",
    responses(
        (status = 200, body = Export),
        (status = 429, description = "Too many exports; Retry-After says how long to wait", body = ErrorBody),
    )
)]
async fn read(
    State(state): State<AppState>,
    session: SignedIn,
) -> AppResult<([(HeaderName, String); 1], Json<Export>)> {
    let rows = export::of_session(&state, &session).await?;
    let disposition = format!("attachment; filename=\"{}\"", file_name());
    Ok(([(header::CONTENT_DISPOSITION, disposition)], Json(rows.into())))
}
