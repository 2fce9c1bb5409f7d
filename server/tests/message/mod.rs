//! Messages to customers.

mod bounces;
mod letters;
mod outbox;
mod peer;
mod smtp;
mod words;
