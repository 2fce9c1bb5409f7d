//! Messages to customers.

mod outbox;
