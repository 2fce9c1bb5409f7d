//! Where a parcel is, as Shippo says it. The carrier's own sentence is not read: it can name people.

use crate::platform::clock::Timestamp;
use crate::providers::carrier::Sighting;
use serde::Deserialize;
use stylebox_core::delivery::shipment::ParcelStatus;
use stylebox_core::values::business_time::Instant;

/// The parts of a track that are read. Shippo may add others.
#[derive(Deserialize)]
pub(super) struct Track {
    #[serde(default)]
    pub(super) tracking_number: Option<String>,
    #[serde(default)]
    tracking_status: Option<TrackingStatus>,
}

#[derive(Deserialize)]
struct TrackingStatus {
    status: Status,
    #[serde(default)]
    substatus: Option<Substatus>,
    #[serde(default)]
    status_date: Option<String>,
    #[serde(default)]
    location: Option<Location>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    PreTransit,
    Transit,
    Delivered,
    Returned,
    Failure,
    /// Includes any status that Shippo may add.
    #[serde(other)]
    Unknown,
}

impl Status {
    const fn word(self) -> &'static str {
        match self {
            Self::PreTransit => "PRE_TRANSIT",
            Self::Transit => "TRANSIT",
            Self::Delivered => "DELIVERED",
            Self::Returned => "RETURNED",
            Self::Failure => "FAILURE",
            Self::Unknown => "UNKNOWN",
        }
    }
}

#[derive(Deserialize)]
struct Substatus {
    #[serde(default)]
    code: Option<String>,
}

#[derive(Deserialize)]
struct Location {
    #[serde(default)]
    city: Option<String>,
    #[serde(default)]
    state: Option<String>,
}

impl Location {
    fn in_words(self) -> Option<String> {
        let parts = [self.city, self.state].into_iter().flatten().map(|part| part.trim().to_owned());
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

impl Track {
    /// Identifies an event: its status and date.
    pub(super) fn event(&self) -> String {
        let known = self.tracking_status.as_ref();
        let date = known.and_then(|known| known.status_date.as_deref()).unwrap_or_default();
        format!("{} {date}", known.map_or("UNKNOWN", |known| known.status.word()))
    }

    /// Where the parcel is.
    pub(super) fn sighting(self) -> Sighting {
        let Some(TrackingStatus { status, substatus, status_date, location }) = self.tracking_status else {
            return Sighting { status: ParcelStatus::Unknown, at: None, place: None };
        };
        let at = status_date.and_then(|date| date.parse::<Instant>().ok()).map(Timestamp::from);
        let status = match (status, substatus.and_then(|substatus| substatus.code).as_deref()) {
            (Status::Unknown, _) => ParcelStatus::Unknown,
            (Status::PreTransit, _) => ParcelStatus::Announced,
            (Status::Transit, Some("out_for_delivery")) => ParcelStatus::OutForDelivery,
            (Status::Transit, Some("delivery_attempted" | "notice_left")) => ParcelStatus::Attempted,
            (Status::Transit, Some("pickup_available")) => ParcelStatus::WaitsForPickUp,
            (Status::Transit, _) => ParcelStatus::Moving,
            (Status::Delivered, _) => ParcelStatus::Delivered,
            (Status::Returned, _) => ParcelStatus::Returned,
            (Status::Failure, _) => ParcelStatus::Failed,
        };
        Sighting { status, at, place: location.and_then(Location::in_words) }
    }
}
