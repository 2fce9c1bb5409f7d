//! Parcels: their labels, and what the carrier's service says of them.

pub mod attention;
pub mod labels;
pub mod recipient;
pub mod typed_code;
pub mod wanted;
