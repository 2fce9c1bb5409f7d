//! A box on its way.

use crate::{messages::shipments, policy, values::url, values::words::words, wire::Input, wire::non_empty};

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

    /// Whether staff have to ask the carrier about it.
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
}

/// `shipment.whereabouts`: where a parcel is, in words for the customer.
#[must_use]
pub fn whereabouts(parcel: &Parcel) -> String {
    let mut words = shipments::sentence(parcel.way, parcel.status);
    if let Some(place) = parcel.place.as_ref().filter(|_| parcel.status.has_moved()) {
        words.push_str(&shipments::last_seen(place));
    }
    words
}
