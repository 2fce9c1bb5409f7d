//! The text message service: what Stylebox asks of any. What [`mail`](super::mail) says holds here too.

use super::mail::NotSent;
use crate::platform::future::BoxFuture;
use std::fmt;

/// A service that sends text messages.
pub trait SmsSender: Send + Sync {
    /// Hands a text message over, once for each key.
    fn send<'a>(&'a self, message: &'a TextMessage) -> BoxFuture<'a, Result<(), NotSent>>;

    /// Whether messages are read in the outbox itself. Only then does the outbox keep the text of a sent one.
    fn is_read_here(&self) -> bool {
        false
    }
}

/// A text message. It does not show itself in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct TextMessage {
    /// The idempotency key: the same one is sent once.
    pub key: String,
    /// Ten digits of a phone.
    pub phone: String,
    /// The text.
    pub text: String,
}

impl fmt::Debug for TextMessage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TextMessage").field("key", &self.key).finish_non_exhaustive()
    }
}

/// The embedded default, for demo mode: messages stay in the outbox, where `/dev/outbox` shows them.
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
