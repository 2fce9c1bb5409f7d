//! The table of messages that are to be sent.

pub mod outbox;
pub mod undelivered;
