//! Shippo, as its implementations share it.

pub mod account;
pub(crate) mod client;
