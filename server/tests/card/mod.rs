//! The card on file.

mod cards;
mod expiry;
