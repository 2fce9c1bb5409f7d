//! What takes several steps or a transaction. Services take core's types: what has not passed a form cannot get here.

pub mod account;
pub mod human_check;
pub mod mail;
pub mod passwords;
pub mod registration;
pub mod sign_in;
pub mod style_profile;
