//! What orders consist of and lead to, with one statement for any number of orders.

use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::delivery::shipments::{self, ShipmentRow};
use crate::store::order::items::{self, LineItemRow, OutfitRow};
use crate::store::style::style_profiles;
use crate::store::table::{JsonList, JsonLists, read_json_rows};
use crate::store::{Result, Tx};
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// The contents of several orders.
#[derive(Debug)]
pub struct Contents {
    /// Ordered by order and place.
    pub outfits: Vec<OutfitRow>,
    /// Ordered by order and place.
    pub lines: Vec<LineItemRow>,
    /// Ordered by order, those of an order with the newest first.
    pub invoices: Vec<InvoiceRow>,
    /// The oldest first.
    pub shipments: Vec<ShipmentRow>,
    /// Where the orders go, even if the customer has changed or deleted the address since.
    pub addresses: Vec<AddressRow>,
    /// The answers, by their question's ref, of the customer whose answers were asked for.
    pub answers: Map<String, Value>,
}

/// The contents of several orders; the shipments only if they are asked for, and the answers of the customer of the order
/// `answers_for`.
pub async fn of_orders(
    tx: &mut Tx,
    order_ids: &[String],
    with_shipments: bool,
    answers_for: Option<&str>,
) -> Result<Contents> {
    static WITH_SHIPMENTS: LazyLock<JsonLists> = LazyLock::new(|| lists(shipments::OF_ORDERS));
    static WITHOUT: LazyLock<JsonLists> = LazyLock::new(|| lists(JsonList::EMPTY));
    let lists: &JsonLists = if with_shipments { &WITH_SHIPMENTS } else { &WITHOUT };
    let ids = serde_json::json!(order_ids).to_string();
    let (outfits, lines, invoices, shipments, addresses, answers) =
        fetch_one!(tx, (String, String, String, String, String, String), lists.of(tx), ids, answers_for)?;
    Ok(Contents {
        outfits: read_json_rows("outfits", &outfits)?,
        lines: read_json_rows("line_items", &lines)?,
        invoices: read_json_rows("invoices", &invoices)?,
        shipments: read_json_rows("shipments", &shipments)?,
        addresses: read_json_rows("shipping_addresses", &addresses)?,
        answers: style_profiles::read(read_json_rows("style_answers", &answers)?)?,
    })
}

fn lists(shipments: JsonList) -> JsonLists {
    JsonLists::new(&[
        items::OUTFITS,
        items::LINES,
        invoices::OF_ORDERS,
        shipments,
        shipping_addresses::OF_ORDERS,
        style_profiles::ANSWERS_OF_ORDER,
    ])
}
