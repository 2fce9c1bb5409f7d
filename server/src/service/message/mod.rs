//! Emails and text messages: their texts, and sending them.

pub mod alert;
pub mod asked_for;
pub mod bounce;
pub mod late;
pub mod letter;
pub mod mail;
pub mod order;
pub mod outbox;
pub mod try_on;
