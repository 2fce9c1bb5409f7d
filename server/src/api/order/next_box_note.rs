//! The note for the next box: "more like this" about items of past boxes.

use crate::api::answers::ItemNotTheirs;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::order::next_box_note as notes;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read)).routes(routes!(add, remove))
}

/// The note for the next box. The next order takes it along in its `on_demand_customer_msg`, below what the customer writes there.
#[derive(Serialize, ToSchema)]
pub struct NextBoxNote {
    /// The items of past boxes that the customer wants more of.
    line_item_ids: Vec<String>,
    /// What the stylist will read about them, a line for each; null without items.
    note: Option<String>,
}

impl From<notes::NextBoxNote> for NextBoxNote {
    fn from(notes::NextBoxNote { line_item_ids, note }: notes::NextBoxNote) -> Self {
        Self { line_item_ids, note }
    }
}

/// The note for the next box.
#[utoipa::path(
    get, path = "/account/next_box_note", tag = "account",
    responses((status = 200, body = NextBoxNote))
)]
async fn read(State(state): State<AppState>, session: SignedIn) -> AppResult<Json<NextBoxNote>> {
    Ok(Json(notes::read(&state, &session.customer_id).await?.into()))
}

/// Adds an item of one of the customer's boxes to the note. If it is there already, nothing changes.
#[utoipa::path(
    put, path = "/account/next_box_note/{line_item_id}", tag = "account", params(("line_item_id",)),
    responses(
        (status = 200, body = NextBoxNote),
        ItemNotTheirs,
    )
)]
async fn add(
    State(state): State<AppState>,
    session: SignedIn,
    Path(line_item_id): Path<String>,
) -> AppResult<Json<NextBoxNote>> {
    Ok(Json(notes::add(&state, &session.customer_id, &line_item_id).await?.into()))
}

/// Removes an item from the note. If it is not there, nothing changes.
#[utoipa::path(
    delete, path = "/account/next_box_note/{line_item_id}", tag = "account", params(("line_item_id",)),
    responses(
        (status = 200, body = NextBoxNote),
        ItemNotTheirs,
    )
)]
async fn remove(
    State(state): State<AppState>,
    session: SignedIn,
    Path(line_item_id): Path<String>,
) -> AppResult<Json<NextBoxNote>> {
    Ok(Json(notes::remove(&state, &session.customer_id, &line_item_id).await?.into()))
}
