//! The back of the shop: what stylists and the warehouse do.

pub mod demo;
pub mod steps;
pub mod warehouse;
