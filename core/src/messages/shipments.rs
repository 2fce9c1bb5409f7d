//! Where parcels are, in words for the customer.

use crate::delivery::shipment::{ParcelStatus, ParcelWay, Whereabouts};

/// What lies in a box for its return.
const RETURN_LABEL: &str =
    "A prepaid return label is in your box: put it on what goes back, and hand it to the carrier.";
const RETURN_HAS_COME: &str = "Your return has reached us. We check it next.";
/// Staff write to the customer of a box alone: they write it off, and its customer is told.
const BOX_NOT_DELIVERED: &str =
    "The carrier could not deliver your box. We are finding out what happened, and will email you.";

/// What the customer reads of a parcel.
pub(crate) fn sentence(way: ParcelWay, status: ParcelStatus) -> String {
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
        // How a return gets to the shop is nothing to its sender.
        _ => format!("The carrier has your {what}."),
    }
}

/// A sentence, and where its parcel was seen last.
pub(crate) fn last_seen(sentence: &str, place: Option<&str>, has_time: bool) -> Whereabouts {
    let before = match (place, has_time) {
        (None, false) => sentence.to_owned(),
        (Some(place), false) => format!("{sentence} Last seen in {place}."),
        (None, true) => format!("{sentence} Last seen on"),
        (Some(place), true) => format!("{sentence} Last seen in {place} on"),
    };
    Whereabouts { before, after: has_time.then_some("Central Time.") }
}
