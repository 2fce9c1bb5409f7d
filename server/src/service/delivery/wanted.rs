//! Which labels are wanted, and which parcels are looked for. A row says so before the carrier's service is asked for anything: see [`labels`](super::labels).

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppResult, StaffResult};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::delivery::shipments::{self, LabelStatus, ShipmentRow};
use crate::store::order::orders::OrderRow;
use stylebox_core::delivery::shipment::{ParcelStatus, ParcelWay};
use stylebox_core::values::count::Count;

/// Has a label made for the order, unless one is wanted or made.
pub async fn request(state: &AppState, tx: &mut CustomerTx, order: &OrderRow, way: ParcelWay) -> AppResult<()> {
    let now = state.clock.now();
    let before = shipments::of_order(tx, &order.id).await?;
    // A box has one label each way. There can be several exchanges, one after the other.
    let is_open = |row: &ShipmentRow| match row.status {
        LabelStatus::Wanted => true,
        LabelStatus::Made => way != ParcelWay::Exchange,
        _ => false,
    };
    if before.iter().any(|row| row.way == way && is_open(row)) {
        return Ok(());
    }
    let row = ShipmentRow {
        id: state.new_id(),
        order_id: order.id.clone(),
        way,
        created_at: now,
        status: LabelStatus::Wanted,
        offer: None,
        asked_at: None,
        transaction_id: None,
        tracking_code: None,
        tracking_page: None,
        document: None,
        made_at: None,
        label_due_at: Some(now),
        claimed_until: None,
        attempts: Count::default(),
        last_error: None,
        parcel_status: ParcelStatus::Unknown,
        seen_at: None,
        place: None,
        look_at: None,
        looks_failed: Count::default(),
        came_unexpected_at: None,
    };
    Ok(row.insert(tx).await?)
}

/// Calls labels off that are not used: those that go one of these ways.
pub async fn call_off(state: &AppState, tx: &mut CustomerTx, order_id: &str, ways: &[ParcelWay]) -> AppResult<()> {
    for mut row in shipments::of_order(tx, order_id).await? {
        if ways.contains(&row.way) && row.call_off(state.clock.now()) {
            row.update(tx).await?;
        }
    }
    Ok(())
}

/// Has the job look for the parcel of a tracking code immediately, if it is followed.
pub async fn look_soon(state: &AppState, tracking_code: &str) -> StaffResult<()> {
    let known = shipments::by_code(&mut state.db.read().await?, tracking_code).await?;
    for row in known.into_iter().filter(|row| row.look_at.is_some()) {
        let Some((mut tx, ..)) = state.db.write_about_order(&row.order_id).await? else { continue };
        let Some(mut row) = shipments::by_id(&mut tx, &row.id).await? else { continue };
        if row.look_at.is_some() {
            row.look_at = Some(state.clock.now());
            row.update(&mut tx).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}

impl ShipmentRow {
    /// Calls its label off. Returns whether that changes something. A label that the carrier has scanned was used.
    pub fn call_off(&mut self, now: Timestamp) -> bool {
        let status = match (self.status, self.way) {
            (LabelStatus::Wanted, _) if self.offer.is_none() => LabelStatus::CalledOff,
            // Whether it was made has to be looked up.
            (LabelStatus::Wanted, _) => LabelStatus::Unwanted,
            (LabelStatus::Made, _) if self.parcel_status.has_moved() => return false,
            // It is paid when it is scanned.
            (LabelStatus::Made, ParcelWay::Back) => LabelStatus::CalledOff,
            (LabelStatus::Made, ParcelWay::ToCustomer | ParcelWay::Exchange) => LabelStatus::Unwanted,
            _ => return false,
        };
        self.status = status;
        self.look_at = None;
        self.label_due_at = (status == LabelStatus::Unwanted).then_some(now);
        self.attempts = Count::default();
        true
    }
}
