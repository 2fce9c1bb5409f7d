//! A customer's account: signing up and in, the record, addresses, the password, the second factor.

pub mod address_rechecks;
pub mod address_suggestions;
pub mod addresses;
pub mod analytics;
pub mod change;
pub mod closing;
pub mod customer;
pub mod devices;
pub mod erasure_marks;
pub mod export;
pub mod forgetting;
pub mod human_check;
pub mod marks;
pub mod mfa;
pub mod new_email;
pub mod password_hash;
pub mod passwords;
pub mod pending;
pub mod phone_links;
pub mod record;
pub mod referrals;
pub mod registration;
pub mod sign_in;
pub mod signup_codes;
pub mod text_messages;
pub mod unsettled;
