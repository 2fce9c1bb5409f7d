//! A box on its way.

use crate::{
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
        /// Items that are not kept, back to the shop.
        Back = "back",
        /// The other size of an exchange, to the customer.
        Exchange = "exchange",
    }
}

words! {
    /// What the carrier says about a parcel.
    pub enum ParcelStatus {
        /// Nothing yet.
        Unknown = "unknown",
        /// It knows the label, and does not have the parcel yet.
        Announced = "announced",
        /// The carrier has it, and says nothing more exact.
        Moving = "moving",
        /// It brings the parcel today.
        OutForDelivery = "out_for_delivery",
        /// It has tried to deliver the parcel.
        Attempted = "attempted",
        /// It keeps the parcel until it is picked up.
        WaitsForPickUp = "waits_for_pick_up",
        /// The parcel has reached its address.
        Delivered = "delivered",
        /// The parcel is on its way back to its sender, or is back there.
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

    /// Whether the parcel is on its way to its destination.
    #[must_use]
    pub const fn is_moving(self) -> bool {
        matches!(self, Self::Moving | Self::OutForDelivery | Self::Attempted | Self::WaitsForPickUp)
    }

    /// Whether the parcel will not arrive, so that staff have to ask the carrier about it.
    #[must_use]
    pub const fn is_trouble(self) -> bool {
        matches!(self, Self::Returned | Self::Failed)
    }
}

/// A parcel, and what its carrier says about it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Parcel {
    /// Which way it goes.
    pub way: ParcelWay,
    /// What the carrier says.
    pub status: ParcelStatus,
    /// Where it was last seen, as city and state, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub place: Option<String>,
    /// When that was, or null.
    pub seen_at: Option<Instant>,
}

/// The words about a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Whereabouts {
    /// The text, up to the moment when the parcel was last seen if the text names it.
    pub before: String,
    /// The text after that moment, which is shown in the shop's time zone; null if the text names none.
    pub after: Option<&'static str>,
}

/// `shipment.whereabouts`: where a parcel is, in words for the customer. While it moves, they say where and when it was last seen.
#[must_use]
pub fn whereabouts(parcel: &Parcel) -> Whereabouts {
    let sentence = sentence(parcel.way, parcel.status);
    let moves = parcel.status.is_moving();
    let place = parcel.place.as_deref().filter(|_| moves);
    last_seen(&sentence, place, moves && parcel.seen_at.is_some())
}

/// What a box has in it for the return.
const RETURN_LABEL: &str =
    "A prepaid return label is in your box: put it on what goes back, and hand it to the carrier.";
const RETURN_HAS_COME: &str = "Your return has reached us. We check it next.";
/// Only a box has this text, because only then staff write to the customer: they write the box off, and the customer is told.
const BOX_NOT_DELIVERED: &str =
    "The carrier could not deliver your box. We are finding out what happened, and will email you.";

/// What the customer reads about a parcel.
fn sentence(way: ParcelWay, status: ParcelStatus) -> String {
    let (what, is_return) = match way {
        ParcelWay::ToCustomer => ("box", false),
        ParcelWay::Exchange => ("exchange", false),
        ParcelWay::Back => ("return", true),
    };
    match status {
        ParcelStatus::Unknown | ParcelStatus::Announced if is_return => RETURN_LABEL.to_owned(),
        ParcelStatus::Unknown | ParcelStatus::Announced => {
            format!("Your {what} is packed and waiting for the carrier.")
        }
        ParcelStatus::Delivered if is_return => RETURN_HAS_COME.to_owned(),
        ParcelStatus::Delivered => format!("The carrier has delivered your {what}."),
        ParcelStatus::Returned | ParcelStatus::Failed if way == ParcelWay::ToCustomer => BOX_NOT_DELIVERED.to_owned(),
        ParcelStatus::Returned | ParcelStatus::Failed => {
            format!("The carrier could not deliver your {what}. We are finding out what happened.")
        }
        ParcelStatus::OutForDelivery if !is_return => format!("Your {what} is out for delivery."),
        ParcelStatus::Attempted if !is_return => {
            format!("The carrier tried to deliver your {what}: see its page for what comes next.")
        }
        ParcelStatus::WaitsForPickUp if !is_return => {
            format!("The carrier is holding your {what} for you to pick up: see its page for where.")
        }
        // The sender of a return need not know how the carrier delivers it to the shop.
        _ => format!("The carrier has your {what}."),
    }
}

/// A sentence, and where the parcel was last seen.
fn last_seen(sentence: &str, place: Option<&str>, has_time: bool) -> Whereabouts {
    let before = match (place, has_time) {
        (None, false) => sentence.to_owned(),
        (Some(place), false) => format!("{sentence} Last seen in {place}."),
        (None, true) => format!("{sentence} Last seen on"),
        (Some(place), true) => format!("{sentence} Last seen in {place} on"),
    };
    Whereabouts { before, after: has_time.then_some("Central Time.") }
}
