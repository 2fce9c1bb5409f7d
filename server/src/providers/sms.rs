//! Who carries text messages: what Stylebox asks of such a service, whichever it is. It is held as [`mail`](super::mail) is.

use super::mail::NotSent;
use crate::platform::future::BoxFuture;
use std::fmt;

/// A service that sends text messages.
pub trait SmsSender: Send + Sync {
    /// Hands a text message over, once for each key.
    fn send<'a>(&'a self, message: &'a TextMessage) -> BoxFuture<'a, Result<(), NotSent>>;

    /// Whether what is sent is to be read in the outbox: it keeps the text there. Anywhere else, the outbox forgets it.
    fn is_read_here(&self) -> bool {
        false
    }
}

/// A text message. It does not show itself in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct TextMessage {
    /// What the service is to know it by: the same one is sent once.
    pub key: String,
    /// The ten digits of the phone that it goes to.
    pub phone: String,
    /// The text.
    pub text: String,
}

impl fmt::Debug for TextMessage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TextMessage").field("key", &self.key).finish_non_exhaustive()
    }
}

/// The embedded default, for demonstrations: a message stays where it is, in the outbox, where `/dev/outbox` shows it.
#[derive(Debug, Clone, Copy, Default)]
pub struct OutboxSms;

impl SmsSender for OutboxSms {
    fn send<'a>(&'a self, _: &'a TextMessage) -> BoxFuture<'a, Result<(), NotSent>> {
        Box::pin(async { Ok(()) })
    }

    fn is_read_here(&self) -> bool {
        true
    }
}
