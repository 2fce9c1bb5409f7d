//! Returns: exchanges and the carrier.

pub mod carrier;
pub mod exchanges;
