//! The e-mail service: what Stylebox asks of any.
//!
//! An e-mail is handed over once it is in the outbox and its transaction is committed
//! ([`outbox`](crate::service::message::outbox)). A real service is another implementation of [`MailSender`], chosen by `--mail`:
//! it passes [`Letter::key`] on as the service's idempotency key, answers [`NotSent::Down`] if it cannot tell whether the
//! e-mail was taken (it is handed over again, under the same key), and puts nothing of a letter but its key into a log or an
//! error: letters carry codes and links.

use crate::platform::future::BoxFuture;
use std::fmt;

/// A mail service.
pub trait MailSender: Send + Sync {
    /// Hands an e-mail over, once for each key.
    fn send<'a>(&'a self, letter: &'a Letter) -> BoxFuture<'a, Result<(), NotSent>>;

    /// Whether messages are read in the outbox itself. Only then does the outbox keep the text of a sent one.
    fn is_read_here(&self) -> bool {
        false
    }
}

/// An e-mail. It does not show itself in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// The idempotency key: the same one is sent once.
    pub key: String,
    /// An e-mail address.
    pub recipient: String,
    /// The subject.
    pub subject: String,
    /// The text.
    pub body: String,
}

impl fmt::Debug for Letter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Letter").field("key", &self.key).finish_non_exhaustive()
    }
}

/// Why a message was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSent {
    /// The service does not answer, or takes nothing at the moment.
    #[error("the service that sends it does not answer")]
    Down,
    /// The service refuses this message, such as for an address that does not exist.
    #[error("the service does not take it")]
    Refused,
}

/// The embedded default, for demo mode: e-mails stay in the outbox, where `/dev/outbox` shows them.
#[derive(Debug, Clone, Copy, Default)]
pub struct OutboxMail;

impl MailSender for OutboxMail {
    fn send<'a>(&'a self, _: &'a Letter) -> BoxFuture<'a, Result<(), NotSent>> {
        Box::pin(async { Ok(()) })
    }

    fn is_read_here(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Letter;

    #[test]
    fn a_letter_does_not_show_itself() {
        let [recipient, subject, body] = ["ann@example.com", "Your code", "123456"].map(ToOwned::to_owned);
        let shown = format!("{:?}", Letter { key: "key-1".to_owned(), recipient, subject, body });
        assert_eq!(shown, "Letter { key: \"key-1\", .. }");
    }
}
