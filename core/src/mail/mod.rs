//! What is sent to people.

pub mod late_mail;
