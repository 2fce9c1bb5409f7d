//! What staff have to know of labels and parcels, for `ops attention`.

use crate::platform::clock::Timestamp;
use crate::platform::error::StaffResult;
use crate::providers::carrier::NotDone;
use crate::service::order::read::by_order;
use crate::service::order::transition;
use crate::service::returns::late_pieces;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::delivery::shipments::{self, LabelStatus, ShipmentRow};
use crate::store::order::items::{self, is_waiting_to_be_received};
use crate::store::order::orders::{self, OrderRow};
use std::time::Duration;
use stylebox_core::delivery::shipment::{ParcelStatus, ParcelWay};
use stylebox_core::order::Status;
use stylebox_core::policy::{self, limits};

/// No row is due later.
const EVER: Timestamp = Timestamp(i64::MAX);
/// More rows than are under way at once.
const ALL: i64 = 1_000_000;

fn days(count: u64) -> Duration {
    Duration::from_secs(count * 24 * 60 * 60)
}

/// The statuses of a box that needs its return label and cannot get it any more.
const WITHOUT_ITS_LABEL: [Status; 2] = [Status::InTransitToCustomer, Status::DeliveredToCustomer];

/// What a parcel is, for staff.
const fn word(way: ParcelWay) -> &'static str {
    match way {
        ParcelWay::ToCustomer => "its box",
        ParcelWay::Back => "its return",
        ParcelWay::Exchange => "its exchange",
    }
}

/// The labels that are not made, and those that are not refunded: the order's code, and a message.
pub async fn labels(state: &AppState) -> StaffResult<Vec<(String, String)>> {
    let mut tx = state.db.read().await?;
    let mut found = Vec::new();
    for row in shipments::labels_due(&mut tx, EVER, ALL).await?.into_iter().filter(is_stuck) {
        let code = transition::load(&mut tx, &row.order_id).await?.code;
        let (tries, why, what) = (row.attempts.get(), row.last_error.unwrap_or_default(), word(row.way));
        let words = match (row.status, row.way) {
            (LabelStatus::Wanted, ParcelWay::ToCustomer) => format!(
                "the label of {what} is not made, tried {tries} times: {why} (\"ops labels {code}\" tries again; \"ops ship {code} \
                 --tracking CODE\" sends it with another label)"
            ),
            (LabelStatus::Wanted, ParcelWay::Exchange) => format!(
                "the label of {what} is not made, tried {tries} times: {why} (\"ops labels {code}\" tries again; \"ops exchange ship \
                 {code} --tracking CODE\" sends it with another label)"
            ),
            (LabelStatus::Wanted, ParcelWay::Back) => format!(
                "the label of {what} is not made, tried {tries} times: {why} (\"ops labels {code}\" tries again)"
            ),
            _ => format!("the unused label of {what} is not given back, tried {tries} times: {why}"),
        };
        found.push((code, words));
    }
    let since = state.clock.now().minus(days(policy::LABEL_REFUND_SHOWN_DAYS));
    for row in shipments::not_refunded(&mut tx, since).await? {
        let code = transition::load(&mut tx, &row.order_id).await?.code;
        // One that was made after it was called off is known by its transaction alone.
        let number = row.tracking_code.or(row.transaction_id).unwrap_or_default();
        let what = word(row.way);
        found.push((code, format!("the unused label of {what}, {number}, is not refunded: ask the carrier's service")));
    }
    Ok(found)
}

/// Whether it is more than a passing silence of the service.
fn is_stuck(row: &ShipmentRow) -> bool {
    let tries = i64::try_from(row.attempts.get()).unwrap_or(i64::MAX);
    let passes = [NotDone::NotReached, NotDone::Unknown].map(|why| why.to_string());
    let is_refused = row.last_error.as_ref().is_some_and(|why| !passes.contains(why));
    is_refused || tries >= limits::STUCK_AFTER_TRIES
}

/// The parcels that staff have to ask the carrier about: the order's code, and a message.
pub async fn parcels(state: &AppState) -> StaffResult<Vec<(String, String)>> {
    let now = state.clock.now();
    let mut tx = state.db.read().await?;
    let mut found = Vec::new();
    for row in shipments::looks_due(&mut tx, EVER, ALL).await? {
        let order = transition::load(&mut tx, &row.order_id).await?;
        if let Some(words) = trouble(&row, &order, now) {
            found.push((order.code, words));
        }
    }
    for status in WITHOUT_ITS_LABEL {
        let listed = orders::unfinished_in(&mut tx, status).await?;
        let ids: Vec<String> = listed.iter().map(|order| order.id.clone()).collect();
        let labels = shipments::of_orders(&mut tx, &ids).await?;
        for listed in listed {
            let of_order = labels.iter().filter(|row| row.order_id == listed.id);
            let mut backs = of_order.filter(|row| row.way == ParcelWay::Back).peekable();
            if backs.peek().is_some() && backs.all(|row| !row.is_made()) {
                let words = "its box left without a return label: send one to the customer";
                found.push((listed.code, words.to_owned()));
            }
        }
    }
    let listed = orders::unfinished_in(&mut tx, Status::DeliveredToStylebox).await?;
    let ids: Vec<String> = listed.iter().map(|order| order.id.clone()).collect();
    let mut lines_of = by_order(items::lines_of(&mut tx, &ids).await?, |line| Some(&line.order_id));
    for listed in listed {
        let lines = lines_of.remove(&listed.id).unwrap_or_default();
        if is_waiting_to_be_received(Status::DeliveredToStylebox, &lines) {
            let words = format!("its return has come: look it over (\"ops receive {}\")", listed.code);
            found.push((listed.code, words));
        }
    }
    let since = now.minus(days(policy::UNEXPECTED_PARCEL_SHOWN_DAYS));
    for row in shipments::unexpected(&mut tx, since).await? {
        let order = transition::load(&mut tx, &row.order_id).await?;
        found.extend(unexpected(&mut tx, &row, &order).await?.map(|words| (order.code, words)));
    }
    Ok(found)
}

/// The message about a parcel that came although nobody waited for it any more; `None` once something of it was received, or all of
/// it was before.
async fn unexpected(tx: &mut Tx, row: &ShipmentRow, order: &OrderRow) -> StaffResult<Option<String>> {
    let pieces = late_pieces::of_order(tx, order).await?;
    let lines = items::lines(tx, &order.id).await?;
    let is_received = lines.iter().any(|line| line.received_at.is_some() && line.received_at >= row.came_unexpected_at);
    if pieces.is_empty() || is_received {
        return Ok(None);
    }
    let (what, code, number) = (word(row.way), &order.code, row.tracking_code.as_deref().unwrap_or_default());
    Ok(Some(match (row.way, row.parcel_status) {
        (ParcelWay::ToCustomer, ParcelStatus::Delivered) => format!(
            "the carrier has brought {what}, {number}, to the customer, and the order is {}: ask for it (\"ops receive {code}\" once it is \
             here)",
            order.status
        ),
        (ParcelWay::ToCustomer, _) => format!(
            "the carrier has {what}, {number}, after all, and the order is {}: it may be on its way back (\"ops receive {code}\" once it is \
             here)",
            order.status
        ),
        _ => {
            let garments: Vec<&str> = pieces.iter().map(|line| line.product_id.as_str()).collect();
            format!(
                "{what}, {number}, has come after it was written off: look it over (\"ops receive {code} {}\", with what is in it)",
                garments.join(" ")
            )
        }
    }))
}

fn trouble(row: &ShipmentRow, order: &OrderRow, now: Timestamp) -> Option<String> {
    // A parcel that came by another way, or was called off, troubles nobody.
    let is_over = match row.way {
        ParcelWay::ToCustomer => order.delivery_date.is_some() || order.status.is_finished(),
        ParcelWay::Back => order.status == Status::DeliveredToStylebox || order.status.is_finished(),
        ParcelWay::Exchange => false,
    };
    if is_over {
        return None;
    }
    let (what, code, number) = (word(row.way), &order.code, row.tracking_code.as_deref().unwrap_or_default());
    let then = match row.way {
        ParcelWay::ToCustomer => format!(" (\"ops lost {code}\" writes it off)"),
        ParcelWay::Back => format!(" (\"ops write-off {code} lost\" writes it off)"),
        ParcelWay::Exchange => String::new(),
    };
    // Later news of it moves nothing: it may be about its way back.
    let decide = match row.way {
        ParcelWay::ToCustomer => {
            format!(" (\"ops lost {code}\" writes it off; \"ops deliver {code}\" if the customer has it after all)")
        }
        ParcelWay::Back => {
            format!(" (\"ops write-off {code} lost\" writes it off; \"ops receive {code}\" once it is here)")
        }
        ParcelWay::Exchange => String::new(),
    };
    let silent_for = |since: Option<Timestamp>, most: u64| since.filter(|since| now.since(*since) > days(most));
    let tries = i64::try_from(row.looks_failed.get()).unwrap_or(i64::MAX);
    if tries >= limits::STUCK_AFTER_TRIES && !row.parcel_status.is_trouble() {
        return Some(format!(
            "the carrier's service does not say where {what}, {number}, is: asked {tries} times (see its page at the carrier)"
        ));
    }
    match row.parcel_status {
        ParcelStatus::Failed => Some(format!("the carrier cannot deliver {what}, {number}: ask the carrier{decide}")),
        ParcelStatus::Returned => {
            Some(format!("the carrier takes {what}, {number}, back to its sender: ask the carrier{decide}"))
        }
        ParcelStatus::Delivered => None,
        ParcelStatus::Unknown | ParcelStatus::Announced if row.way == ParcelWay::Back => None,
        ParcelStatus::Unknown | ParcelStatus::Announced => {
            let since = silent_for(row.made_at, policy::PARCEL_UNSCANNED_DAYS)?.today();
            Some(format!(
                "the carrier has not scanned {what}, {number}, whose label was made on {since}: was it handed over?"
            ))
        }
        ParcelStatus::Moving
        | ParcelStatus::OutForDelivery
        | ParcelStatus::Attempted
        | ParcelStatus::WaitsForPickUp => {
            let since = silent_for(row.seen_at.or(row.made_at), policy::PARCEL_SILENT_DAYS)?.today();
            Some(format!("the carrier has not seen {what}, {number}, since {since}: ask the carrier{then}"))
        }
    }
}
