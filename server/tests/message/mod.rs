//! Messages to customers.

mod outbox;
mod smtp;
mod words;
