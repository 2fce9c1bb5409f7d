//! What the email service is handed. A real service is a [`MessageSender`](crate::providers::common::sender::MessageSender) of [`EmailMessage`]s, chosen by
//! `--mail`.

pub mod choice;
pub mod smtp;

use crate::platform::clock::Timestamp;
use std::fmt;

/// An email. It does not show itself in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailMessage {
    /// The idempotency key: the same one is sent once.
    pub key: String,
    /// An email address.
    pub recipient: String,
    pub subject: String,
    /// The text.
    pub body: String,
    /// The same as HTML; empty if there is only the text.
    pub html: String,
    /// When it was written. It is the same each time the email is handed over.
    pub written_at: Timestamp,
}

impl fmt::Debug for EmailMessage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("EmailMessage").field("key", &self.key).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{EmailMessage, Timestamp};

    #[test]
    fn an_email_does_not_show_itself() {
        let [recipient, subject, body] = ["ann@example.com", "Your code", "123456"].map(ToOwned::to_owned);
        let (key, html, written_at) = ("key-1".to_owned(), body.clone(), Timestamp(0));
        let shown = format!("{:?}", EmailMessage { key, recipient, subject, body, html, written_at });
        assert_eq!(shown, "EmailMessage { key: \"key-1\", .. }");
    }
}
