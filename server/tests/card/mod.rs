//! The card on file.

mod cards;
mod entry;
mod expiry;
mod replace;
mod to_forget;
mod tried_out;
