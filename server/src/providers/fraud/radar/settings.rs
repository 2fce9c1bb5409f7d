//! The settings of `--fraud radar`: those of the gateway whose charges it judges. There are none without that gateway.

use crate::platform::config::ConfigError;
use crate::providers::choice::{Given, PartyFlags};
use crate::providers::companies::stripe::account::StripeAccount;
use crate::providers::payment::stripe::settings::StripeSettings;
use clap::Args;
use std::time::Duration;

/// It has no flags of its own.
#[derive(Debug, Args)]
pub struct RadarOptions {}

/// The settings of Radar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RadarSettings {
    pub(super) account: StripeAccount,
    pub(super) timeout: Duration,
}

impl RadarSettings {
    /// Those that go with the gateway's.
    #[must_use]
    pub fn of(gateway: &StripeSettings) -> Self {
        Self { account: gateway.account.clone(), timeout: gateway.timeout }
    }
}

impl PartyFlags for RadarOptions {
    type Settings = RadarSettings;

    fn read(self, given: &Given<'_>) -> Result<RadarSettings, ConfigError> {
        let missing = ConfigError::Missing { flag: "--payment stripe", needed_by: "--fraud radar" };
        given.stripe.map(RadarSettings::of).ok_or(missing)
    }
}
