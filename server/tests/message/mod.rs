//! Messages to customers.

mod bounces;
mod letters;
mod outbox;
mod smtp;
mod words;
