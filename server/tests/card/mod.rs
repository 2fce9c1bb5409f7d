//! The card on file.

mod cards;
mod entry;
mod expiry;
