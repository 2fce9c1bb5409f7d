//! Returns: exchanges.

pub mod exchanges;
