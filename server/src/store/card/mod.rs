//! The table of payment cards.

pub mod cards;
pub mod gateway_customers;
