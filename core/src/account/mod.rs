//! The customer's account: signing up and in, passwords, the second factor, addresses, referrals.

pub mod account_change;
pub mod account_closing;
pub mod account_details;
pub mod address;
pub mod address_correction;
pub mod analytics;
pub mod campaign;
pub mod forgot_password;
pub mod human_check;
pub mod login;
pub mod mfa;
pub mod password;
pub mod password_change;
pub mod referral;
pub mod registration;
pub mod reset_password;
pub mod shipping_address;
pub mod state_of_zip;
pub mod store_signup;
pub mod text_messages;
