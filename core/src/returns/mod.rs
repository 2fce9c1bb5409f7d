//! What comes back.

pub mod way_back;
