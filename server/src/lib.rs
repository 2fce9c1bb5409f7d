//! The Stylebox service: carries out what `stylebox-core` decides.
//!
//! The dependencies inside: `api` (thin handlers) → `service` (what takes several steps or a transaction) → `store`
//! (SQL, and only there). `providers` are the outside parties, `fulfilment` the back of the shop, `http` what every
//! call shares. Time, randomness and providers come in through [`state::AppState`], so that a test sets the clock and
//! the seed.

pub mod api;
pub mod app;
pub mod cli;
pub mod commands;
pub mod data;
pub mod fulfilment;
pub mod http;
pub mod jobs;
pub mod ops;
pub mod platform;
pub mod providers;
pub mod service;
pub mod settings;
pub mod state;
pub mod store;
pub mod values;
