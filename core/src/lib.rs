//! Every rule of Stylebox: validation, messages, calendar, money, and what a screen offers.
//!
//! Pure functions on plain values. Nothing here reads a clock, a file or a network, so the browser (through
//! `stylebox-core-wasm`) and the server answer the same.
//!
//! A folder is an area of the product, and its modules are named after their rules: `login.validate` is
//! [`account::login::validate`]. The rules `order.…`, `subscription.…` and `card.…` are in the areas of
//! those names, except for `order.screening` and `order.authorised`, which are about charges: [`payment`] has them.
//!
//! | area | what is decided there |
//! |---|---|
//! | [`account`] | signing up and in, passwords, the second factor, addresses, referrals |
//! | [`style`] | the style quiz, its answers, the style profile, the stylist's letter |
//! | [`delivery`] | shipping or pick-up, the calendars, stores |
//! | [`order`] | an order's statuses, who may do what with it, placing one |
//! | [`checkout`] | the items of a box and the decisions about them, the try-on days, invoices, coupons, the checkout by the system |
//! | [`payment`] | when a charge begins and is tried again, the check for fraud, the styling fee, the next charge, refunds |
//! | [`returns`] | returned items |
//! | [`card`] | the card on file, paying at sign-up, the consent |
//! | [`subscription`] | how often boxes come, and when the next one does |
//! | [`mail`] | what is sent to people |
//! | [`shop`] | what a retailer sets for its shop |
//!
//! Below them is [`values`], which all of them use: days, money, checked fields, masks, text. Above them is [`screens`]: the
//! dashboard, lists of orders, failed calls, the terms.
//!
//! Every rule has a row in the table of rules (`rules/table.rs`). [`for_each_rule!`] makes the registry, the browser's functions and
//! `core/rules.json` from it.
//!
//! Besides the areas there are [`brand`] (names), [`terms`] (fees, days and discounts, which can differ between retailers), [`policy`]
//! (the other business constants), [`messages`] (every text), and, with the feature `registry`, [`rules`] (rule id → typed function
//! over JSON). The crate [`wire`] reads inputs and writes answers.
#![warn(missing_docs)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic
)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, reason = "a test may panic"))]

pub mod account;
pub mod brand;
pub mod card;
pub mod checkout;
pub mod delivery;
pub mod mail;
pub mod messages;
pub mod order;
pub mod payment;
pub mod policy;
pub mod returns;
pub mod rules;
pub mod screens;
pub mod shop;
pub mod style;
pub mod subscription;
pub mod terms;
pub mod values;
mod version;

pub use stylebox_wire::{self as wire, InputError};
pub use values::issue::Issue;
pub use version::rules_version;
