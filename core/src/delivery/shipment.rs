//! A box on its way.

use crate::{
    messages::shipments,
    policy,
    values::{business_time::Instant, url, words::words},
    wire::{Input, non_empty},
};
use serde::Serialize;

/// `shipment.tracking_page`: the address of the carrier's page about a shipment.
#[must_use]
pub fn tracking_page(tracking_code: &str) -> String {
    [policy::TRACKING_PAGE, &url::encoded(tracking_code)].concat()
}

words! {
    /// Which way a parcel goes.
    pub enum ParcelWay {
        /// A box, to its customer.
        ToCustomer = "to_customer",
        /// What was not kept, back to the shop.
        Back = "back",
        /// The other size of an exchange, to the customer.
        Exchange = "exchange",
    }
}

words! {
    /// What the carrier says of a parcel.
    pub enum ParcelStatus {
        /// Nothing yet.
        Unknown = "unknown",
        /// It knows of the label, and does not have the parcel.
        Announced = "announced",
        /// It has the parcel.
        Moving = "moving",
        /// It brings the parcel today.
        OutForDelivery = "out_for_delivery",
        /// It has tried to deliver the parcel.
        Attempted = "attempted",
        /// It keeps the parcel until it is picked up.
        WaitsForPickUp = "waits_for_pick_up",
        /// The parcel has come.
        Delivered = "delivered",
        /// The parcel goes back, or is back, where it came from.
        Returned = "returned",
        /// The parcel cannot be delivered: it is lost or broken.
        Failed = "failed",
    }
}

impl ParcelStatus {
    /// Whether the carrier has had the parcel in its hands.
    #[must_use]
    pub const fn has_moved(self) -> bool {
        !matches!(self, Self::Unknown | Self::Announced)
    }

    /// Whether it is under way to where it goes.
    #[must_use]
    pub const fn is_moving(self) -> bool {
        matches!(self, Self::Moving | Self::OutForDelivery | Self::Attempted | Self::WaitsForPickUp)
    }

    /// Whether it does not come: staff have to ask the carrier about it.
    #[must_use]
    pub const fn is_trouble(self) -> bool {
        matches!(self, Self::Returned | Self::Failed)
    }
}

/// A parcel, and what its carrier says of it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Parcel {
    /// Which way it goes.
    pub way: ParcelWay,
    /// What the carrier says.
    pub status: ParcelStatus,
    /// Where it was seen last, as city and state, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub place: Option<String>,
    /// When that was, or null.
    pub seen_at: Option<Instant>,
}

/// The words of a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Whereabouts {
    /// All of it, up to the moment when it was seen last if that is said.
    pub before: String,
    /// The text after that moment, which is said by the shop's clock; null if the text names none.
    pub after: Option<&'static str>,
}

/// `shipment.whereabouts`: where a parcel is, in words for the customer; while it moves, with where and when it was seen last.
#[must_use]
pub fn whereabouts(parcel: &Parcel) -> Whereabouts {
    let sentence = shipments::sentence(parcel.way, parcel.status);
    let moves = parcel.status.is_moving();
    let place = parcel.place.as_deref().filter(|_| moves);
    shipments::last_seen(&sentence, place, moves && parcel.seen_at.is_some())
}
