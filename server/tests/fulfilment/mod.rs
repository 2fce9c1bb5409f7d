//! What staff and the warehouse do.

mod demo;
mod ops;
