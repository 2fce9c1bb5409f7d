//! The table of exchanges.

pub mod exchanges;
