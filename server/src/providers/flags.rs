//! What the flags of implementations are: each becomes settings, which are checked.

use crate::platform::config::{BaseUrl, ConfigError, Outgoing};
use crate::providers::companies::Accounts;
use crate::providers::companies::shippo::account::ShippoSettings;
use crate::providers::companies::stripe::account::StripeAccount;
use clap::Args;

/// The flags of an implementation.
pub trait PartyFlags: Args {
    /// What they become.
    type Settings;

    /// The settings, checked.
    ///
    /// # Errors
    /// The first invalid setting.
    fn read(self, sources: &SettingsSources<'_>) -> Result<Self::Settings, ConfigError>;
}

/// What settings are read from, besides the implementation's own flags.
#[derive(Clone, Copy)]
pub struct SettingsSources<'a> {
    /// Whether the service runs in demo mode.
    pub demo: bool,
    /// Reads a variable of the environment: secrets are there.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// How the parties are called.
    pub outgoing: &'a Outgoing,
    /// The flags of the companies whose implementations share an account.
    pub accounts: &'a Accounts,
}

impl SettingsSources<'_> {
    /// The address of a party, the value of the setting `flag`.
    ///
    /// # Errors
    /// If it is malformed, or would send secrets to another machine in the clear.
    pub fn address(&self, flag: &'static str, text: &str) -> Result<BaseUrl, ConfigError> {
        Ok(BaseUrl::parse(flag, text)?.called(self.outgoing))
    }

    /// The account at Stripe that `needed_by`, such as `--payment stripe`, needs.
    pub(crate) fn stripe(&self, needed_by: &'static str) -> Result<StripeAccount, ConfigError> {
        let account = self.accounts.stripe.read(needed_by, self.demo, self.variable)?;
        Ok(StripeAccount { url: account.url.called(self.outgoing), ..account })
    }

    /// The account at Shippo that `needed_by`, such as `--address shippo`, needs.
    pub(crate) fn shippo(&self, needed_by: &'static str) -> Result<ShippoSettings, ConfigError> {
        let account = self.accounts.shippo.read(needed_by, self.demo, self.variable)?;
        Ok(ShippoSettings { url: account.url.called(self.outgoing), ..account })
    }
}

#[cfg(test)]
impl<'a> SettingsSources<'a> {
    /// Variables alone.
    pub(crate) fn variables(demo: bool, variable: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { demo, variable, outgoing: Box::leak(Box::default()), accounts: Box::leak(Box::default()) }
    }
}
