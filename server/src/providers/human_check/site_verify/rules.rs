//! What is different between the parties of [`super`].

use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::human_check::HumanCheckKind;
use std::time::Duration;

/// What is different between the parties.
pub(crate) struct Rules {
    /// For the log and the metrics.
    pub(crate) party: &'static str,
    /// For people.
    pub(crate) name: &'static str,
    /// The variable of the secret.
    pub(crate) secret: &'static str,
    pub(crate) kind: HumanCheckKind,
    pub(crate) path: &'static str,
    /// How long a token can be used, from when it was made.
    pub(crate) lifetime: Duration,
    /// How often it is asked whether it takes our secret, while it does its work. During an outage it is asked every time.
    pub(crate) asked_every: Duration,
    pub(crate) needs: fn() -> BrowserNeeds,
}
