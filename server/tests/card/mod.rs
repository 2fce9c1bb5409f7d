//! The card on file.

mod bank;
mod cards;
mod entry;
mod expiry;
mod never_on_file;
