//! The back of the shop.

mod demo;
mod ops;
