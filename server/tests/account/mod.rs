//! Accounts: signing up and in, changing the record, the password and the second factor.

pub mod access;
mod addresses;
mod analytics;
mod change;
mod lengths_and_links;
mod mfa;
mod phone_links;
mod referrals;
mod store_signup;
mod subscription;
