//! A customer's account: signing up and in, the record, addresses, the password, the second factor.

pub mod addresses;
pub mod analytics;
pub mod change;
pub mod human_check;
pub mod mfa;
pub mod password_hash;
pub mod passwords;
pub mod pending;
pub mod phone_links;
pub mod plan;
pub mod record;
pub mod referrals;
pub mod registration;
pub mod sign_in;
pub mod signup_codes;
pub mod subscription;
