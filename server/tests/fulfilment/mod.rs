//! What staff and the warehouse do.

mod demo;
mod lost;
mod ops;
mod released;
