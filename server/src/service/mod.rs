//! What takes several steps or a transaction. Each area has a folder. Services take core's checked types, so unchecked input
//! cannot get here.

pub mod access;
pub mod account;
pub mod card;
pub mod checkout;
pub mod delivery;
pub mod mail;
pub mod operation;
pub mod order;
pub mod payment;
pub mod returns;
pub mod style;
pub mod subscription;
