//! What outside parties tell us by calling `POST /api/webhooks/PARTY`.
//!
//! A party proves that a call is its own, and says by which id the same event is known if it comes again. What an event says is a
//! hint: the service asks the party about what the event names, and goes by that answer. So a late, doubled or lost event does no harm.

use crate::platform::clock::Timestamp;
use crate::providers::payment::notice::NoticeRef;
use serde::{Deserialize, Serialize};

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

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What tells whether the same event comes again: the party's id of it, or the fields that make it one.
    pub id: String,
    /// What it says.
    pub hint: Hint,
}

/// What an event says. It is stored, so it holds nothing personal and no secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum Hint {
    /// A charge or a refund has changed.
    Payment {
        /// Our key of the attempt.
        key: String,
    },
    /// A charge has changed, and the event does not name our key.
    Charge {
        /// The gateway's id of it.
        reference: String,
    },
    /// A card was tried with the secret by which a cardholder was to confirm theirs, or they have done so.
    CardConfirmation {
        /// The gateway's id of it.
        reference: String,
    },
    /// The gateway has a notice about money that moved before.
    Notice(NoticeRef),
    /// An email did not arrive. There is nobody to ask about that, so it is believed, of an email that was sent.
    Bounce {
        /// Its key in the outbox.
        letter: String,
        /// The relay's word for the reason.
        why: String,
        /// Whether the address takes no emails.
        is_address: bool,
    },
    /// A text message has arrived or failed, or has come in.
    TextMessage {
        /// The service's id of it.
        id: String,
    },
    /// Something was seen of a parcel.
    Parcel {
        /// The carrier's code of it.
        tracking_code: String,
    },
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

    /// Checks the proof, and reads the events. Events that nobody here cares about are left out.
    ///
    /// # Errors
    /// If the call is not taken.
    fn read(&self, delivery: &Delivery<'_>) -> Result<Vec<Event>, NotTaken>;
}
