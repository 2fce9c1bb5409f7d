//! `ops ship` and `ops labels`: boxes on their way, and the labels of an order.

use crate::fulfilment::deliver;
use crate::ops::order_code::OrderCode;
use crate::ops::table::table;
use crate::platform::error::StaffError;
use crate::service::delivery::labels;
use crate::state::AppState;
use crate::store::delivery::shipments::{LabelStatus, ShipmentRow};
use crate::store::order::orders::OrderRow;
use clap::Args;
use stylebox_core::delivery::shipment::ParcelWay;
use stylebox_core::order::Actor;

/// A box to be sent.
#[derive(Debug, Args)]
pub struct Shipped {
    /// The order.
    #[command(flatten)]
    code: OrderCode,
    /// The code under which the carrier knows it, if its label was made elsewhere: the box is on its way then.
    #[arg(long, value_name = "CODE")]
    tracking: Option<String>,
}

/// Runs `ship`. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn ship(state: &AppState, Shipped { code, tracking }: Shipped) -> Result<String, String> {
    let id = code.find(state).await?.id;
    let done = deliver::ship(state, &id, tracking.as_deref(), Actor::Ops).await;
    done.map_err(|error| error.to_string())?;
    let order = code.find(state).await?;
    let output = format!("Order {} is now {}.\n", order.code, order.status);
    if state.providers.carrier.is_none() || tracking.is_some() {
        return Ok(output);
    }
    Ok(output + &of_order(state, &order).await?)
}

/// Runs `labels`: makes those that are wanted, and lists all. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn labels(state: &AppState, code: OrderCode) -> Result<String, String> {
    let order = code.find(state).await?;
    labels::work_on_order(state, &order.id).await.map_err(|error| error.to_string())?;
    of_order(state, &order).await
}

/// The labels of an order, as staff read them.
///
/// # Errors
/// A sentence that says why they cannot be read.
pub async fn of_order(state: &AppState, order: &OrderRow) -> Result<String, String> {
    let rows = labels::of_order(state, &order.id).await.map_err(|error| StaffError::from(error).to_string())?;
    if rows.is_empty() {
        return Ok(format!("Order {} has no labels.\n", order.code));
    }
    let head = [["LABEL", "STATUS", "TRACKING", "PARCEL", "PDF"].map(ToOwned::to_owned)];
    let lines = head.into_iter().chain(rows.into_iter().map(line));
    Ok(table(&lines.collect::<Vec<_>>()))
}

fn line(row: ShipmentRow) -> [String; 5] {
    let label = match row.way {
        ParcelWay::ToCustomer => "box",
        ParcelWay::Back => "return",
        ParcelWay::Exchange => "exchange",
    };
    // A label that must not be used is not shown.
    let document = row.document.filter(|_| row.status == LabelStatus::Made);
    let status = match row.status {
        LabelStatus::Wanted => "waits for the carrier's service: \"ops labels\" tries again",
        LabelStatus::Made => "made",
        LabelStatus::Unwanted => "not used, to be given back",
        LabelStatus::Refunding => "not used, refund asked for",
        LabelStatus::Refunded => "not used, refunded",
        LabelStatus::NotRefunded => "not used, not refunded",
        LabelStatus::CalledOff => "called off",
    };
    let place = row.place.map(|place| format!(" in {place}")).unwrap_or_default();
    [
        label.to_owned(),
        status.to_owned(),
        row.tracking_code.unwrap_or_else(|| "-".to_owned()),
        format!("{}{place}", row.parcel_status),
        document.unwrap_or_else(|| "-".to_owned()),
    ]
}
