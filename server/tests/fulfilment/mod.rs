//! What staff and the warehouse do.

mod demo;
mod lost;
mod released;
