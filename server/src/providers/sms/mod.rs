//! What the text message service is handed. A real service is a [`MessageSender`](crate::providers::common::sender::MessageSender) of
//! [`TextMessage`]s, chosen by `--sms`.

pub mod choice;
pub mod twilio;

use std::fmt;

/// A text message. It does not show itself in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct TextMessage {
    /// The idempotency key: the same one is sent once.
    pub key: String,
    /// Ten digits of a phone.
    pub phone: String,
    pub text: String,
}

impl fmt::Debug for TextMessage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TextMessage").field("key", &self.key).finish_non_exhaustive()
    }
}
