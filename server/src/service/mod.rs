//! What takes several steps or a transaction. Services take core's types: what has not passed a form cannot get here.

pub mod account;
pub mod account_change;
pub mod addresses;
mod attempts;
pub mod billing;
pub mod booking;
pub mod cancellation;
pub mod card_change;
pub mod card_expiry;
pub mod carrier;
pub mod checkout;
pub mod coupons;
pub mod decks;
pub mod exchanges;
pub mod first_order;
pub mod fraud;
pub mod gateway;
pub mod human_check;
pub mod invoices;
pub mod issuing;
pub mod locations;
pub mod mail;
pub mod mfa;
pub mod next_box;
pub mod order;
pub mod order_draft;
pub mod order_log;
pub mod order_mail;
pub mod ordering;
pub mod orders;
pub mod outbox;
mod password_hash;
pub mod passwords;
pub mod payments;
pub mod photos;
pub mod picture;
pub mod referrals;
pub mod registration;
pub mod reminders;
pub mod reservation;
pub mod reviews;
pub mod round;
pub mod settlement;
pub mod sign_in;
pub mod signup_codes;
pub mod style_profile;
pub mod styling_fee;
pub mod subscription;
pub mod suggestions;
pub mod system_checkout;
pub mod theme_boxes;
pub mod try_on_mail;

use stylebox_core::values::count::Count;

/// A stored number as core counts; 0 stands for one that is none.
fn count(number: i64) -> Count {
    u64::try_from(number).ok().and_then(Count::new).unwrap_or_default()
}
