//! The card on file.

mod bank;
mod cards;
mod entry;
mod expiry;
mod to_forget;
mod tried_out;
