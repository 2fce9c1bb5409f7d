//! The table of payment cards.

pub mod cards;
