//! The work of staff and of the warehouse.

mod demo;
mod lost;
mod released;
