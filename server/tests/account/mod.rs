//! Accounts: signing up and in, changes of the account, passwords and the second factor.

pub mod address_check;
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
mod forgotten_password;
mod ga4;
mod human_check;
mod human_check_outage;
mod known_devices;
mod lengths_and_links;
mod mfa;
mod mfa_again;
mod mfa_changes;
mod new_email;
mod phone_links;
mod reading;
mod referrals;
mod rights;
pub mod sign_up_and_in;
pub mod store_signup;
