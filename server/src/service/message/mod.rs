//! E-mails and text messages: their words, and sending them.

pub mod letter;
pub mod mail;
pub mod order;
pub mod outbox;
pub mod try_on;
