//! Every rule of Stylebox: validation, messages, calendar, money, and what a screen offers.
//!
//! Pure functions on plain values. Nothing here reads a clock, a file or a network, so the browser (through
//! `stylebox-core-wasm`) and the server answer the same.
//!
//! A folder is an area of the product, and a module in it is named as the rules it holds: `login.validate` is
//! [`account::login::validate`]. The rules `order.…`, `subscription.…` and `card.…` are in the areas of those names.
//!
//! | area | what is decided there |
//! |---|---|
//! | [`account`] | signing up and in, passwords, the second factor, addresses, referrals |
//! | [`quiz`] | the style quiz, its answers, the style profile |
//! | [`delivery`] | shipping or pick-up, the calendars, stores |
//! | [`order`] | an order's statuses, who may do what with it, placing one |
//! | [`box_`] | the items of a box, decisions and reviews |
//! | [`checkout`] | the try-on days, invoices, coupons, refunds, the checkout by the system |
//! | [`card`] | the card on file, paying at sign-up, the consent |
//! | [`subscription`] | how often boxes come, and when the next one does |
//! | [`screens`] | the dashboard, lists of orders, failed calls, the terms |
//! | [`values`] | what all of them use: checked fields, masks, text |
//!
//! Every rule has a row in the table of rules (`rules/table.rs`): the registry, the browser's functions and `core/rules.json`
//! are made from it, by [`for_each_rule!`].
//!
//! Beside the areas: [`brand`] (names), [`policy`] (business constants), [`messages`] (every text), [`money`] and
//! [`business_time`] (values), and, with the feature `registry`, [`rules`] (rule id → typed function over
//! JSON). How inputs are read and answers written is a crate of its own, [`wire`].
#![deny(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic
)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, reason = "a test may panic"))]

pub mod account;
pub mod box_;
pub mod brand;
pub mod business_time;
pub mod card;
pub mod checkout;
pub mod delivery;
pub mod messages;
pub mod money;
pub mod order;
pub mod policy;
pub mod quiz;
pub mod rules;
pub mod screens;
pub mod subscription;
pub mod values;
mod version;

pub use stylebox_wire::{self as wire, InputError};
pub use values::issue::Issue;
pub use version::rules_version;
