//! Accounts: signing up and in, changing the record, the password and the second factor.

pub mod access;
mod address_check;
mod address_rechecks;
mod address_suggestions;
mod addresses;
mod analytics;
mod change;
mod closing;
mod devices;
mod erasure;
mod export;
mod forgetting;
mod ga4;
mod human_check;
mod human_check_outage;
mod lengths_and_links;
mod mfa;
mod mfa_again;
mod mfa_changes;
mod new_email;
mod next_charge;
mod phone_links;
mod reading;
mod referrals;
mod rights;
pub mod store_signup;
mod subscription;
