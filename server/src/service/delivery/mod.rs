//! Parcels with their labels and what the carrier's service says of them, stores, and ZIP codes.

pub mod attention;
pub mod labels;
pub mod parcel_news;
pub mod postal_codes;
pub mod recipient;
pub mod stores;
pub mod typed_code;
pub mod wanted;
