//! The settings of `--address shippo`: the account alone.

use crate::platform::config::ConfigError;
use crate::providers::companies::shippo::account::ShippoSettings;
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::Args;

/// It has no flags but those of the account.
#[derive(Debug, Args)]
pub struct ShippoAddressOptions {}

impl PartyFlags for ShippoAddressOptions {
    type Settings = ShippoSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<ShippoSettings, ConfigError> {
        sources.shippo("--address shippo")
    }
}
