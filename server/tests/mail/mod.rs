//! Messages to customers.

mod bounces;
mod emails;
mod no_texts;
mod outbox;
mod peer;
mod smtp;
mod text_limits;
mod twilio;
mod words;
