//! What takes several steps or a transaction, a folder an area. Services take core's types: what has not passed a form cannot get
//! here.

pub mod account;
pub mod card;
pub mod checkout;
pub mod message;
pub mod order;
pub mod payment;
pub mod returns;
pub mod style;
