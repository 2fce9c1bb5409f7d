//! Parcels and their labels.

pub mod shipments;
