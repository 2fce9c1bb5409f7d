//! What takes several steps or a transaction. Each area has a folder. Services take core's checked types, so unchecked input
//! cannot get here.

pub mod account;
pub mod address_suggestions;
pub mod card;
pub mod checkout;
pub mod message;
pub mod old_texts;
pub mod order;
pub mod payment;
pub mod postal_codes;
pub mod readiness;
pub mod returns;
pub mod secret_key;
pub mod shipping;
pub mod style;
pub mod webhooks;
