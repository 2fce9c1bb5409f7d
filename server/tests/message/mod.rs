//! Messages to customers.

mod letters;
mod outbox;
mod smtp;
mod words;
