//! The settings that the parties with `siteverify` share.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use crate::providers::flags::SettingsSources;

/// The checked settings of a party with `siteverify`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteVerifySettings {
    /// The beginning of the party's addresses, below which its siteverify is.
    pub url: BaseUrl,
    /// The key of its widget, which is public.
    pub site_key: String,
    /// The secret of our calls.
    pub secret: Secret,
    /// Whether the secret is one of the published ones, for demo mode.
    pub has_test_key: bool,
}

/// What the parties name differently.
pub(crate) struct Names {
    /// The choice that needs the settings.
    pub(crate) needed_by: &'static str,
    pub(crate) url: &'static str,
    pub(crate) site_key: &'static str,
    pub(crate) secret: &'static str,
    /// Whether a key is one that the party has published for tests.
    pub(crate) is_test_key: fn(&str) -> bool,
}

impl Names {
    /// The settings, checked. The published test keys are refused outside demo mode: everybody knows them, and they let everybody pass.
    pub(crate) fn read(
        &self,
        url: &str,
        site_key: Option<&String>,
        sources: &SettingsSources<'_>,
    ) -> Result<SiteVerifySettings, ConfigError> {
        let needs = |flag| ConfigError::Missing { flag, needed_by: self.needed_by };
        let url = sources.address(self.url, url)?;
        let site_key = site_key.ok_or_else(|| needs(self.site_key))?;
        if !is_site_key(site_key) {
            let form = "of letters, digits, - and _ alone";
            return Err(ConfigError::Form { flag: self.site_key, text: site_key.clone(), form });
        }
        let secret = Secret::read(self.secret, sources.variable)?.ok_or_else(|| needs(self.secret))?;
        let has_test_key = (self.is_test_key)(secret.expose());
        match (has_test_key, (self.is_test_key)(site_key)) {
            (true, _) if !sources.demo => Err(published(self.secret)),
            (_, true) if !sources.demo => Err(published(self.site_key)),
            _ => Ok(SiteVerifySettings { url, site_key: site_key.clone(), secret, has_test_key }),
        }
    }
}

fn published(key: &str) -> ConfigError {
    ConfigError::OfParty(format!(
        "{key} is a published test key, which lets everybody pass: use your own, or start with --demo."
    ))
}

fn is_site_key(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}
