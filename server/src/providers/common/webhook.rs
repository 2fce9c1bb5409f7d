//! What outside parties tell us by calling `POST /api/webhooks/PARTY`.
//!
//! A party proves that a call is its own, and gives an event an id by which it is recognized if it comes again. What an event says
//! is a hint: the service asks the party about what the event names, and goes by that answer. So a late, repeated or lost event
//! does no harm.

use crate::platform::clock::Timestamp;
use crate::values::hint::Hint;

/// A call of a party.
#[derive(Debug, Clone, Copy)]
pub struct Delivery<'a> {
    /// The address that was called, as the party knows it: below the public address, with its query.
    pub url: &'a str,
    /// The headers, their names in lower case.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body as it came.
    pub body: &'a [u8],
    /// The real time, also if the demo's clock is ahead.
    pub now: Timestamp,
}

impl Delivery<'_> {
    /// A header's value; `None` if there is none. `name` is in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Identifies the event if it comes again: the party's id of it, or the fields that distinguish it.
    pub id: String,
    pub hint: Hint,
}

/// Why a call is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// The call does not prove that it comes from the party, or it is too old.
    #[error("the call does not prove that it is the party's")]
    Unproven,
    /// It is the party's, and cannot be read.
    #[error("the call cannot be read")]
    Malformed,
}

/// The calls of one party.
pub trait Webhook: Send + Sync {
    /// The last part of the address: `stripe`.
    fn party(&self) -> &'static str;

    /// Checks the proof, and reads the events. Events that nothing here needs are left out.
    ///
    /// # Errors
    /// If the call is not taken.
    fn read(&self, delivery: &Delivery<'_>) -> Result<Vec<Event>, NotTaken>;
}
