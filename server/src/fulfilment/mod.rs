//! The back of the shop: what stylists and the warehouse do.

pub mod audit;
pub mod demo;
pub mod ops;
pub mod steps;
pub mod warehouse;
