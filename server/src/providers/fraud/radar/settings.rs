//! The settings of `--fraud radar`: those of the gateway whose charges it judges. There are none without that gateway.

use crate::platform::config::ConfigError;
use crate::providers::companies::stripe::account::StripeClientSettings;
use crate::providers::flags::{Given, PartyFlags};
use clap::Args;

/// It has no flags of its own.
#[derive(Debug, Args)]
pub struct RadarOptions {}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RadarSettings(pub(super) StripeClientSettings);

impl RadarSettings {
    /// The settings that go with the gateway's client.
    #[must_use]
    pub fn of(gateway: &StripeClientSettings) -> Self {
        Self(gateway.clone())
    }
}

impl PartyFlags for RadarOptions {
    type Settings = RadarSettings;

    fn read(self, given: &Given<'_>) -> Result<RadarSettings, ConfigError> {
        let missing = ConfigError::Missing { flag: "--payment stripe", needed_by: "--fraud radar" };
        given.stripe.map(RadarSettings::of).ok_or(missing)
    }
}
