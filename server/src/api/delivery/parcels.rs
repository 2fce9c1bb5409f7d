//! Parcels as customers see them.

use crate::service::delivery::parcel_news::ParcelNews;
use crate::store::delivery::shipments::ShipmentRow;
use serde::Serialize;
use stylebox_core::delivery::shipment::{self, ParcelWay};
use utoipa::ToSchema;

/// A shipment.
#[derive(Serialize, ToSchema)]
pub struct Shipment {
    tracking_code: String,
    /// The carrier's page about it.
    tracking_page: String,
    /// The carrier's news of it; null if the carrier is not asked.
    parcel: Option<ParcelNews>,
}

impl Shipment {
    /// The shipment under a tracking code. The carrier's service may know more about it.
    pub(in crate::api) fn new(tracking_code: String, known: &[ShipmentRow]) -> Self {
        let row = known.iter().rfind(|row| row.tracking_code.as_ref() == Some(&tracking_code));
        let page = row.and_then(|row| row.tracking_page.clone());
        Self {
            tracking_page: page.unwrap_or_else(|| shipment::tracking_page(&tracking_code)),
            tracking_code,
            parcel: row.map(ParcelNews::from),
        }
    }

    /// The return shipment, if the box has a label for it.
    pub(in crate::api) fn back(known: &[ShipmentRow]) -> Option<Self> {
        let row = known.iter().rfind(|row| row.way == ParcelWay::Back && row.is_made());
        Some(Self::new(row?.tracking_code.clone()?, known))
    }
}
