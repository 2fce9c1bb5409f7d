//! Builds the app for a test and calls it.

mod client;
mod database;
mod world;

pub use client::{Client, PASSWORD, Reply, registration};
pub use world::TestApp;
