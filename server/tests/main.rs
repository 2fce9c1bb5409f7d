//! The service through HTTP: the real app on a real, fresh database, with a clock and a seed of the test's.
//!
//! SQLite by default; with `STYLEBOX_TEST_POSTGRES=postgres://…` the same tests run on PostgreSQL, each in a schema of its own.
#![allow(missing_docs, reason = "tests document themselves by their names")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod support;

mod access;
mod account;
mod addresses;
mod audit;
mod card_expiry;
mod cards;
mod catalogue;
mod checkout;
mod connections;
mod database;
mod decks;
mod demo;
mod exchanges;
mod first_box;
mod first_order;
mod forgery;
mod foundation;
mod fraud;
mod fraud_records;
mod idempotency;
mod invoices;
mod isolation;
mod jobs;
mod lengths_and_links;
mod limits;
mod lost_answers;
#[cfg(target_os = "linux")]
mod memory;
mod mfa;
mod money;
mod next_box;
mod next_box_looks;
mod ops;
mod ordering;
mod outbox;
mod photos;
mod program;
mod reference;
mod referrals;
mod refusals;
mod returns;
mod reviews;
mod rounds;
mod rules;
mod secrets;
mod stopped_payments;
mod style_profile;
mod subscription;
mod try_on;
mod two_servers;
mod vouchers;
