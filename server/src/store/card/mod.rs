//! The table of payment cards.

pub mod card_refusals;
pub mod cards;
pub mod declined_cards;
pub mod gateway_customers;
