//! The limits of connections, in one value, so that a test can take shorter ones.

use crate::platform::config::Settings;
use std::time::Duration;
use stylebox_core::policy::limits;

/// How long an answer may wait for a caller who takes nothing of it.
const STALLED_ANSWER: Duration = Duration::from_secs(30);
/// How long the rest of a body is waited for that a refused call has not read, so that the connection can be kept.
const REMAINDER: Duration = Duration::from_secs(1);
/// How long a connection is still read from after its last answer: closed earlier, it could take the answer with it.
const LINGER: Duration = Duration::from_secs(5);

/// What a connection may take: time, bytes, and places among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The head of a request arrives whole within this time: from its first byte on, or from the connection's beginning.
    pub head: Duration,
    /// A kept connection may be silent for this time between two calls.
    pub idle: Duration,
    /// Over each such stretch of time a body brings `body_bytes`, or its end.
    pub body_window: Duration,
    /// The bytes that a body brings at least in a `body_window`.
    pub body_bytes: u64,
    /// Within this time the caller takes something of an answer.
    pub stalled_answer: Duration,
    /// The rest of a body that nobody read is waited for this long.
    pub remainder: Duration,
    /// After its last answer, a connection with an unread body is read from for this long.
    pub linger: Duration,
    /// The most connections from one source.
    pub per_source: usize,
    /// The most connections in all.
    pub total: usize,
    /// The calls under way when the service is told to stop have this long.
    pub shutdown: Duration,
}

impl Limits {
    /// The limits that the settings ask for.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        Self {
            head: Duration::from_secs(limits::REQUEST_HEAD_SECONDS),
            idle: Duration::from_secs(limits::KEPT_CONNECTION_SECONDS),
            body_window: Duration::from_secs(limits::BODY_RATE_SECONDS),
            body_bytes: 1024 * limits::BODY_KIB_PER_SECOND * limits::BODY_RATE_SECONDS,
            stalled_answer: STALLED_ANSWER,
            remainder: REMAINDER,
            linger: LINGER,
            per_source: limits::CONNECTIONS_PER_ADDRESS,
            total: usize::try_from(settings.max_connections).unwrap_or(usize::MAX),
            shutdown: Duration::from_secs(settings.shutdown_seconds.into()),
        }
    }
}
