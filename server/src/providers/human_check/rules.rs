//! What is different between the parties of [`super::party_check`].

use super::WidgetKind;
use crate::providers::browser::BrowserNeeds;
use std::time::Duration;

/// What is different between the parties.
pub(super) struct Rules {
    /// For the log and the metrics.
    pub(super) party: &'static str,
    /// For people.
    pub(super) name: &'static str,
    /// The variable of the secret.
    pub(super) secret: &'static str,
    pub(super) kind: WidgetKind,
    pub(super) path: &'static str,
    /// How long a token can be used, from when it was made.
    pub(super) lifetime: Duration,
    /// How often it is asked whether it takes our secret, while it does its work. An outage is looked at as often as anybody asks.
    pub(super) asked_every: Duration,
    pub(super) needs: fn() -> BrowserNeeds,
}
