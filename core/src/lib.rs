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

pub mod account;
pub mod account_change;
pub mod address;
pub mod answers;
pub mod billing;
pub mod birthday;
pub mod brand;
pub mod business_time;
mod by_id;
pub mod calendar;
pub mod campaign;
pub mod card;
pub mod card_change;
pub mod checkout;
pub mod consent;
pub mod coupon;
pub mod dashboard;
pub mod decision;
pub mod delivery_calendar;
pub mod delivery_order;
pub mod denim_spend;
mod digits;
pub mod disliked_colors;
pub mod errors;
pub mod fields;
pub mod flow;
pub mod forgot_password;
pub mod history;
pub mod input;
pub mod invoice;
pub mod issue;
pub mod json;
pub mod line_item;
pub mod login;
pub mod mask;
pub mod messages;
pub mod mfa;
pub mod money;
pub mod normalize;
pub mod order;
pub mod order_form;
pub mod orders;
pub mod password_change;
pub mod payment;
pub mod photos;
pub mod pickup_calendar;
pub mod pickup_order;
pub mod pickup_signup;
pub mod policy;
pub mod purchase_history;
pub mod quiz_answer;
pub mod quiz_step;
pub mod readiness;
pub mod referral;
pub mod refund;
pub mod registration;
pub mod reset_password;
pub mod reshuffle;
pub mod review;
#[cfg(feature = "registry")]
pub mod rules;
mod search;
pub mod session;
pub mod shipping_address;
pub mod shuffle;
pub mod signup;
pub mod store_signup;
pub mod stores;
pub mod style_profile;
pub mod styling_fee;
pub mod stylist_notes;
pub mod subscription;
pub mod try_on;
mod version;
mod words;
mod zone;

pub use input::InputError;
pub use issue::Issue;
pub use version::rules_version;
