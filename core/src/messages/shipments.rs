//! Where parcels are, in words for the customer.

use crate::delivery::shipment::{ParcelStatus, ParcelWay};

/// What lies in a box for its return.
const RETURN_LABEL: &str =
    "A prepaid return label lies in your box: stick it on what goes back, and hand it to the carrier.";

/// What the customer reads of a parcel.
pub(crate) fn sentence(way: ParcelWay, status: ParcelStatus) -> String {
    let (what, is_return) = match way {
        ParcelWay::ToCustomer => ("box", false),
        ParcelWay::Exchange => ("exchange", false),
        ParcelWay::Back => ("return", true),
    };
    let (before, after) = match status {
        ParcelStatus::Unknown | ParcelStatus::Announced if is_return => return RETURN_LABEL.to_owned(),
        ParcelStatus::Unknown | ParcelStatus::Announced => ("Your ", " is packed and waits for the carrier."),
        ParcelStatus::Delivered if is_return => ("Your ", " has reached us. We look it over next."),
        ParcelStatus::Delivered => ("The carrier has delivered your ", "."),
        ParcelStatus::Returned | ParcelStatus::Failed => {
            ("The carrier could not deliver your ", ". We are asking what happened, and will write to you.")
        }
        // How a return gets to the shop is nothing to its sender.
        _ if is_return => HAS,
        ParcelStatus::Moving => HAS,
        ParcelStatus::OutForDelivery => ("The carrier brings your ", " today."),
        ParcelStatus::Attempted => ("The carrier has tried to bring your ", ": see its page for what comes next."),
        ParcelStatus::WaitsForPickUp => ("The carrier keeps your ", " for you to pick up: see its page for where."),
    };
    [before, what, after].concat()
}

/// Around a parcel that is on its way.
const HAS: (&str, &str) = ("The carrier has your ", ".");

/// Where a parcel was seen last: a city and state.
pub(crate) fn last_seen(place: &str) -> String {
    [" Last seen in ", place, "."].concat()
}
