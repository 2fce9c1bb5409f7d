//! Tests of the service through HTTP: the real app on a real, fresh database, with the test's clock and random seed.
//!
//! SQLite by default; with `STYLEBOX_TEST_POSTGRES=postgres://…` the same tests run on PostgreSQL, each in its own schema.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod doubles;
mod support;

mod account;
mod card;
mod checkout;
mod delivery;
mod faults;
mod fulfilment;
mod http;
mod jobs;
mod mail;
mod ops;
mod order;
mod payment;
mod platform;
mod returns;
mod shop;
mod style;
mod subscription;
