//! What comes back and what is sent instead: exchanges and the carrier.

pub mod carrier;
pub mod exchanges;
