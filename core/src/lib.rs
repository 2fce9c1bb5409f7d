//! Every rule of Stylebox: validation, messages, calendar, money, and what a screen offers.
//!
//! Pure functions on plain values. Nothing here reads a clock, a file or a network, so the browser (through
//! `stylebox-core-wasm`) and the server answer the same. A module is an area of the product, named as the rule ids are:
//! the rule `login.validate` is [`login::validate`].
//!
//! Besides the areas: [`brand`] (names), [`policy`] (business constants), [`messages`] (every text), [`money`] and
//! [`business_time`] (values), and, with the feature `registry`, [`rules`] (rule id → typed function over JSON).
#![deny(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic
)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, reason = "a test may panic"))]

pub mod answers;
pub mod brand;
pub mod business_time;
pub mod decision;
pub mod fields;
pub mod input;
pub mod issue;
pub mod json;
pub mod login;
pub mod messages;
pub mod money;
pub mod order;
pub mod policy;
#[cfg(feature = "registry")]
pub mod rules;
pub mod subscription;
mod words;

pub use input::InputError;
pub use issue::Issue;
