//! Returned items.

pub mod way_back;
