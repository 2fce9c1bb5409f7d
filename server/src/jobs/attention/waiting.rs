//! One thing that waits for staff.

use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// An order's code, a customer's address, or a name such as `job outbox`.
    pub what: String,
    /// Why, and which command helps.
    pub why: String,
}

impl Waiting {
    pub fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self { what: what.into(), why: why.into() }
    }
}
