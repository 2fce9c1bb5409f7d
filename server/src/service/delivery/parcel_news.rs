//! What is known of a parcel, as customers see it.

use crate::store::delivery::shipments::ShipmentRow;
use serde::Serialize;
use stylebox_core::delivery::shipment::{ParcelStatus, ParcelWay};
use stylebox_core::values::business_time::Instant;
use utoipa::ToSchema;

/// Where a parcel is. Hand it to the rule `shipment.whereabouts`, which says it in words.
#[derive(Serialize, ToSchema)]
pub struct ParcelNews {
    way: ParcelWay,
    status: ParcelStatus,
    /// City and state where the carrier last saw it.
    place: Option<String>,
    /// When that was.
    seen_at: Option<Instant>,
}

impl From<&ShipmentRow> for ParcelNews {
    fn from(row: &ShipmentRow) -> Self {
        Self {
            way: row.way,
            status: row.parcel_status,
            place: row.place.clone(),
            seen_at: row.seen_at.map(|at| at.instant()),
        }
    }
}
