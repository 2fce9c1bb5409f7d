//! The account's tables: customers, addresses, codes and links, referrals.

pub mod customers;
pub mod email_changes;
pub mod erasure;
pub mod forget_requests;
pub mod human_checks;
pub mod known_devices;
pub mod marks;
pub mod mfa;
pub mod phone_facts;
pub mod phone_links;
pub mod record;
pub mod referrals;
pub mod reset_tokens;
pub mod shipping_addresses;
