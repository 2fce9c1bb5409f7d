//! What a text message service knows of phones.

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use std::fmt;

/// Why a phone gets no text messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhoneTrouble {
    /// It has answered STOP.
    Stopped,
    /// A text message did not reach it.
    Unreachable,
}

/// What the service knows of a number. It does not show the number in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct PhoneFact {
    /// Ten digits.
    pub phone: String,
    /// `None` if it is reached.
    pub trouble: Option<PhoneTrouble>,
    /// When the message that showed it went out, or the message that says it came in. Of two facts the later one counts.
    pub at: Timestamp,
}

impl fmt::Debug for PhoneFact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("PhoneFact");
        shown.field("trouble", &self.trouble).field("at", &self.at).finish_non_exhaustive()
    }
}

/// A service that can be asked what a message has shown of its number.
pub trait PhoneFacts: Send + Sync {
    /// What the message with that id at the service shows now; `None` if nothing.
    ///
    /// # Errors
    /// A sentence, without anything of the message, if it cannot be asked.
    fn of_message<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<PhoneFact>, String>>;
}
