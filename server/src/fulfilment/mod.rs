//! Fulfilment: what stylists and the warehouse do.

pub mod after_checkout;
pub mod complete;
pub mod deliver;
pub mod demo;
pub mod parcels;
pub mod receive;
pub mod steps;
pub mod style;
pub mod warehouse;
pub mod write_off;
