//! The back of the shop: what stylists and the warehouse do.

pub mod ops;
pub mod styling;
