//! Parcels on their way: what the carrier's service says of them moves their orders.
//!
//! The job `parcels` asks about the parcels that are due; the older the news, the later the next look. A webhook only makes a
//! parcel due immediately, so early, late, repeated and lost webhooks do no harm. Nothing moves an order backwards, and what staff
//! have to decide stays with them: a parcel that is lost or goes back, and what is in a return.

use crate::fulfilment::{deliver, receive};
use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{StaffError, StaffResult};
use crate::providers::carrier::{NotDone, Sighting};
use crate::service::delivery::labels;
use crate::service::mail::{self, order};
use crate::service::order::transition;
use crate::service::returns::{exchanges, late_pieces};
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::delivery::shipments::{self, ShipmentRow};
use crate::store::order::items;
use crate::store::order::orders::OrderRow;
use crate::store::{CustomerTx, Tx};
use std::time::Duration;
use stylebox_core::delivery::shipment::{ParcelStatus, ParcelWay};
use stylebox_core::order::{Actor, Status};
use stylebox_core::policy;
use stylebox_core::values::count::Count;

/// How many parcels are looked for in a run.
const BATCH: i64 = 50;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Looks for the parcels that are due. Returns how many orders or parcels have moved.
pub async fn look_due(state: &AppState) -> StaffResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    let Some(carrier) = state.providers.carrier.clone() else { return Ok(batch) };
    let due = shipments::looks_due(&mut state.db.read().await?, state.clock.now(), BATCH).await?;
    if due.is_empty() {
        return Ok(batch);
    }
    let mut run = match state.breakers().begin(labels::PARTY, state.clock.now()) {
        Ok(run) => run,
        Err(rest) => {
            batch.record::<()>("parcels", Err(rest));
            return Ok(batch);
        }
    };
    for row in due {
        let Some(code) = &row.tracking_code else { continue };
        let answer = carrier.look_for(code).await;
        match answer {
            Err(NotDone::NotReached | NotDone::Unknown) => run.silent(state.clock.now()),
            _ => run.answered(),
        }
        let settled = match answer {
            Ok(sighting) => match settle(state, &row, sighting).await {
                Err(error) => put_off(state, &row).await.and(Err(error)),
                settled => settled,
            },
            Err(_) => put_off(state, &row).await.map(|()| false),
        };
        let has_moved = batch.record(&format!("parcel {}", row.id), settled).unwrap_or(false);
        batch.done += usize::from(has_moved);
        if let Some(rest) = run.over() {
            batch.record::<()>("parcels", Err(rest));
            break;
        }
    }
    Ok(batch)
}

/// Notes that the service did not say where a parcel is, or that what it said could not be settled.
async fn put_off(state: &AppState, read: &ShipmentRow) -> StaffResult<()> {
    let (mut tx, mut row, order, _) = labels::locked(state, read).await?;
    tracing::warn!(shipment = row.id, "a parcel was not looked up");
    row.looks_failed = row.looks_failed.one_more();
    let tries = u32::try_from(row.looks_failed.get()).unwrap_or(u32::MAX);
    let wait = (MINUTE * 5).saturating_mul(tries).min(DAY / 2);
    let now = state.clock.now();
    let is_over = is_over(&mut tx, &row, &order, now).await?;
    row.look_again((!is_over).then(|| now.plus(wait)), read.look_at);
    row.update(&mut tx).await?;
    Ok(tx.commit().await?)
}

/// Settles where a parcel is. Returns whether that was news.
async fn settle(state: &AppState, read: &ShipmentRow, sighting: Sighting) -> StaffResult<bool> {
    let (mut tx, mut row, mut order, customer) = labels::locked(state, read).await?;
    if row.look_at.is_none() {
        return Ok(false);
    }
    let now = state.clock.now();
    let seen = sighting.status;
    let is_news = row.note(sighting, now);
    let is_applied = match row.way {
        ParcelWay::ToCustomer => to_customer(state, &mut tx, &row, &mut order, &customer).await?,
        ParcelWay::Back => back(state, &mut tx, &row, &mut order, &customer).await?,
        ParcelWay::Exchange => true,
    };
    if row.came_unexpected_at.is_none() && is_unexpected(&mut tx, &row, seen, &order).await? {
        row.came_unexpected_at = Some(now);
    }
    let next = if is_over(&mut tx, &row, &order, now).await? { None } else { next_look(&row, is_applied, now) };
    row.look_again(next, read.look_at);
    row.looks_failed = Count::default();
    row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(is_news)
}

impl ShipmentRow {
    /// Notes a sighting. Returns whether it is news. A sighting that is older than the known one is not, and nothing follows a
    /// delivery. A parcel in trouble stays in trouble until staff decide: one that goes back is delivered too, to its sender.
    fn note(&mut self, sighting: Sighting, now: Timestamp) -> bool {
        let Sighting { status, at, place } = sighting;
        let is_older = matches!((at, self.seen_at), (Some(at), Some(known)) if at < known);
        let is_settled = self.parcel_status.is_trouble() && !status.is_trouble();
        if is_older || is_settled || self.parcel_status == ParcelStatus::Delivered || status == ParcelStatus::Unknown {
            return false;
        }
        // If the carrier gives no time, it saw the parcel now.
        let seen_at = at.or_else(|| if status == self.parcel_status { self.seen_at } else { Some(now) });
        let is_news = status != self.parcel_status || seen_at != self.seen_at || place != self.place;
        (self.parcel_status, self.seen_at, self.place) = (status, seen_at, place);
        is_news
    }

    /// Sets the time of the next look, unless an earlier one was set since the parcel was read as due at `read`.
    fn look_again(&mut self, at: Option<Timestamp>, read: Option<Timestamp>) {
        let told = self.look_at.filter(|_| self.look_at != read);
        self.look_at = at.filter(|_| self.look_at.is_some()).map(|at| told.map_or(at, |told| told.min(at)));
    }
}

/// Whether a parcel is no longer followed: too much time has passed, or its order has ended and nothing in it was written off.
async fn is_over(tx: &mut Tx, row: &ShipmentRow, order: &OrderRow, now: Timestamp) -> StaffResult<bool> {
    let made_at = row.made_at.unwrap_or(row.created_at);
    if now.since(made_at) > DAY * u32::try_from(policy::PARCEL_FOLLOWED_DAYS).unwrap_or(u32::MAX) {
        return Ok(true);
    }
    Ok(order.status.is_finished()
        && row.way != ParcelWay::Exchange
        && late_pieces::of_order(tx, order).await?.is_empty())
}

/// Whether a parcel has come that nobody waits for any more: a return whose pieces were written off, or a box whose order was called off
/// while it was out, also if the box comes back. Parcels that were in trouble are included.
async fn is_unexpected(tx: &mut Tx, row: &ShipmentRow, seen: ParcelStatus, order: &OrderRow) -> StaffResult<bool> {
    let has_come = match row.way {
        ParcelWay::ToCustomer => {
            matches!(order.status, Status::Cancelled | Status::Fraud)
                && matches!(seen, ParcelStatus::Delivered | ParcelStatus::Returned)
        }
        ParcelWay::Back => seen == ParcelStatus::Delivered && !is_opened(tx, row, order).await?,
        ParcelWay::Exchange => false,
    };
    // As long as a piece of the return is still due, staff are told of the return anyway.
    Ok(has_come
        && !late_pieces::of_order(tx, order).await?.is_empty()
        && (order.status.is_finished() || receive::due_back(tx, &order.id).await?.is_empty()))
}

/// Whether staff have taken a piece out of a return already: what they wrote off was not in it. The carrier may say later that it has come.
async fn is_opened(tx: &mut Tx, row: &ShipmentRow, order: &OrderRow) -> StaffResult<bool> {
    let made_at = row.made_at.unwrap_or(row.created_at);
    let lines = items::lines(tx, &order.id).await?;
    Ok(lines.iter().any(|line| line.received_at.is_some_and(|received_at| received_at >= made_at)))
}

/// When a parcel that is followed is looked for again: the older the news, the later. `None` once no look is needed.
fn next_look(row: &ShipmentRow, is_applied: bool, now: Timestamp) -> Option<Timestamp> {
    let made_at = row.made_at.unwrap_or(row.created_at);
    if row.parcel_status == ParcelStatus::Delivered {
        // What was not applied waits for something else, such as a payment.
        return (!is_applied).then(|| now.plus(MINUTE * 15));
    }
    if row.way == ParcelWay::Back && !row.parcel_status.has_moved() {
        return Some(now.plus(DAY / 2));
    }
    let quiet = now.since(row.seen_at.unwrap_or(made_at));
    Some(now.plus((quiet / 8).clamp(MINUTE * 30, DAY / 2)))
}

/// Moves an order by its box. Returns whether nothing is left to do.
async fn to_customer(
    state: &AppState,
    tx: &mut CustomerTx,
    row: &ShipmentRow,
    order: &mut OrderRow,
    customer: &CustomerRow,
) -> StaffResult<bool> {
    let has_come = row.parcel_status == ParcelStatus::Delivered;
    if row.parcel_status.has_moved() && order.status == Status::ReadyToShip {
        let code = row.tracking_code.clone().unwrap_or_default();
        deliver::hand_over(state, tx, order, code, Actor::System).await?;
        if !has_come && !row.parcel_status.is_trouble() {
            mail::queue(state, tx, order::on_its_way(customer, order, state.clock.now().instant())).await?;
        }
    }
    // Staff may have sent the box with another label.
    if has_come && order.tracking_code == row.tracking_code {
        deliver::deliver_in(state, tx, order, customer, Actor::System).await?;
    }
    Ok(true)
}

/// Moves an order by its return. Returns whether nothing is left to do.
async fn back(
    state: &AppState,
    tx: &mut CustomerTx,
    row: &ShipmentRow,
    order: &mut OrderRow,
    customer: &CustomerRow,
) -> StaffResult<bool> {
    if !row.parcel_status.has_moved() {
        return Ok(true);
    }
    if invoices::of_order(tx, &order.id).await?.iter().any(InvoiceRow::is_being_paid) {
        return Ok(false);
    }
    if receive::due_back(tx, &order.id).await?.is_empty() {
        return Ok(true);
    }
    if order.status == Status::InTransitToCustomer {
        // Nobody has said that the box has come, and the customer has sent it back.
        deliver::deliver_in(state, tx, order, customer, Actor::System).await?;
    }
    let can_leave = order.status == Status::DeliveredToCustomer || order.status.is_checked_out();
    if can_leave {
        receive::leaves_the_customer(state, tx, order, Actor::System).await?;
    }
    if row.parcel_status == ParcelStatus::Delivered && order.status == Status::InTransitToStylebox {
        let why = "The carrier has brought the return";
        transition::step(state, tx, order, Status::DeliveredToStylebox, Actor::System, why).await?;
    }
    Ok(true)
}

/// Packs a box, or hands one over that is packed: the step of the demo, whose visitor plays the carrier.
///
/// # Errors
/// As [`deliver::ship`], and if the label of a packed box is not made.
pub async fn ship(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let mut tx = state.db.read().await?;
    let order = transition::load(&mut tx, order_id).await?;
    let made = shipments::of_order(&mut tx, order_id).await?;
    drop(tx);
    let is_packed = state.providers.carrier.is_some() && order.status == Status::ReadyToShip;
    if !is_packed {
        return deliver::ship(state, order_id, None, actor).await;
    }
    let label = made.into_iter().rfind(|row| row.way == ParcelWay::ToCustomer && row.is_made());
    let code = label.and_then(|row| row.tracking_code);
    let code =
        code.ok_or_else(|| StaffError::refused(format!("The label of order {} is not made yet.", order.code)))?;
    deliver::ship(state, order_id, Some(&code), actor).await
}

/// Ships the exchanges of an order, once their label is made.
///
/// # Errors
/// As [`exchanges::ship`].
pub async fn ship_exchange(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    exchanges::ship(state, order_id, None, actor).await?;
    labels::work_on_order(state, order_id).await
}
