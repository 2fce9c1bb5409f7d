//! The limits of connections, in one value, so that a test can take shorter ones.

use crate::settings::Settings;
use std::time::Duration;
use stylebox_core::policy::limits;

/// How long an answer may wait for a caller who does not read it.
const STALLED_ANSWER: Duration = Duration::from_secs(30);
/// How long to wait for the rest of a body that a refused call has not read, so that the connection can be kept.
const REMAINDER: Duration = Duration::from_secs(1);
/// How long a connection is read from after its last answer. Closed earlier, the caller could lose the answer.
const LINGER: Duration = Duration::from_secs(5);

/// How long a connection may take, how many bytes, and how many connections there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The whole head of a request arrives within this time, from its first byte or from the opening of the connection.
    pub head: Duration,
    /// A connection may be idle for this time between two calls.
    pub idle: Duration,
    /// In each such window a body brings `body_bytes`, or its end.
    pub body_window: Duration,
    /// The least bytes that a body brings in a `body_window`.
    pub body_bytes: u64,
    /// Within this time the caller reads some of the answer.
    pub stalled_answer: Duration,
    /// How long to wait for the rest of an unread body.
    pub remainder: Duration,
    /// How long a connection with an unread body is read from after its last answer.
    pub linger: Duration,
    /// The most connections from one source.
    pub per_source: usize,
    /// The most connections in all.
    pub total: usize,
    /// How long the calls under way have when the service is told to stop.
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
