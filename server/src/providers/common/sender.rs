//! What the services that take emails, text messages, analytics events and reviews have in common.
//!
//! A message is handed over once it is in the outbox and its transaction is committed
//! ([`outbox`](crate::service::mail::outbox)). A real service is another implementation of [`MessageSender`]. It passes the
//! message's key on as the service's idempotency key, answers [`NotSent::Down`] if it cannot tell whether the message was taken
//! (it is handed over again, under the same key), and puts nothing of a message but its key into a log or an error: messages
//! carry codes and links. A service without keys answers [`NotSent::Unknown`] then; if it can be asked for a message, it is
//! [`WithoutKeys`].

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::phone_facts::PhoneFacts;
use crate::providers::common::reach::{self, Reach};
use crate::providers::common::webhook::Webhook;
use std::fmt;

/// A service that sends messages of one type: [`EmailMessage`](crate::providers::mail::EmailMessage), [`TextMessage`](crate::providers::sms::TextMessage),
/// [`Occurrence`](crate::providers::analytics::Occurrence) or [`WrittenReview`](crate::providers::reviews::WrittenReview).
pub trait MessageSender<M>: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// Hands a message over, once for each key.
    fn send<'a>(&'a self, message: &'a M) -> BoxFuture<'a, Result<(), NotSent>>;

    /// Whether messages are read in the outbox itself. Only then does the outbox keep the text of a sent one.
    fn is_read_here(&self) -> bool {
        false
    }

    /// How a message is found again, if the service has no keys; `None` if it has.
    fn without_keys(&self) -> Option<&dyn WithoutKeys<M>> {
        None
    }

    /// What it can tell of a phone; `None` if nothing.
    fn phone_facts(&self) -> Option<&dyn PhoneFacts> {
        None
    }

    /// The calls by which it tells us what became of messages; `None` if it makes none.
    fn webhook(&self) -> Option<&dyn Webhook> {
        None
    }

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}

/// A service without idempotency keys: the same message, handed over twice, goes out twice.
pub trait WithoutKeys<M>: Send + Sync {
    /// Whether the service has taken the message since then.
    ///
    /// # Errors
    /// If it cannot tell now.
    fn was_taken<'a>(&'a self, message: &'a M, since: Timestamp) -> BoxFuture<'a, Result<bool, NotSent>>;
}

/// Why a message was not sent.
///
/// | | channels | what follows |
/// |---|---|---|
/// | `Down` | all | it is handed over again later, each time later; the channel's others wait for the next run |
/// | `Later` | emails, reviews | it is handed over again later; other emails go on, other reviews wait for the next run |
/// | `Unknown` | text messages | the service is asked for it; a code is not sent again, any other message once more |
/// | `Unknown` | events, reviews | it counts as sent |
/// | `Stopped`, `Unreachable` | text messages | given up and noted for the phone; a code that still works goes by email |
/// | `Refused` | emails | given up, and shown to staff |
/// | `Refused` | text messages, events | it is handed over again a day later |
/// | `RefusedWith` | reviews | given up, and shown to staff |
/// | `Rejected` | emails | given up, and shown to staff |
/// | `NoMailbox` | emails | given up, shown to staff, and the address is marked |
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSent {
    /// The service does not answer, or takes nothing at the moment.
    #[error("the service that sends it does not answer")]
    Down,
    /// The service does not take this message now, but may take others.
    #[error("the service does not take it at the moment")]
    Later,
    /// Nobody knows whether the service took the message, and it has no keys by which a repeat would do no harm.
    #[error("it is unknown whether the service took it")]
    Unknown,
    /// The phone has answered STOP, and the service sends it nothing.
    #[error("the recipient wants no text messages")]
    Stopped,
    /// The phone cannot get text messages.
    #[error("the recipient cannot be reached by text message")]
    Unreachable,
    /// The service refuses this message.
    #[error("the service does not take it")]
    Refused,
    /// The service refuses this message for good, with this status of HTTP.
    #[error("the service does not take it ({0})")]
    RefusedWith(u16),
    /// The email server refuses this email for good, such as for its size.
    #[error("the email server does not take it ({0})")]
    Rejected(ServerAnswer),
    /// The address takes no emails.
    #[error("the address takes no emails ({0})")]
    NoMailbox(ServerAnswer),
}

/// The answer of an email server by its codes alone: its words may hold an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerAnswer {
    /// Such as 550 (RFC 5321).
    pub code: u16,
    /// Such as 5.1.1 (RFC 3463); `None` if the server gives none.
    pub detail: Option<[u16; 3]>,
}

impl fmt::Display for ServerAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.code)?;
        match self.detail {
            Some([class, subject, detail]) => write!(formatter, " {class}.{subject}.{detail}"),
            None => Ok(()),
        }
    }
}

/// For demo mode: messages stay in the outbox, where `/dev/outbox` shows them.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeptInOutbox;

impl<M: Sync> MessageSender<M> for KeptInOutbox {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn send<'a>(&'a self, _: &'a M) -> BoxFuture<'a, Result<(), NotSent>> {
        Box::pin(async { Ok(()) })
    }

    fn is_read_here(&self) -> bool {
        true
    }
}
