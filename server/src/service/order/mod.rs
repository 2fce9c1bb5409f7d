//! Orders.

pub mod read;
