//! The settings of the analytics service Google Analytics 4.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::Args;
use std::time::Duration;

const MEASUREMENT_ID: &str = "--ga4-measurement-id";
const API_SECRET: &str = "STYLEBOX_GA4_API_SECRET";

/// The timeout of a call. The events behind it wait this long; other messages do not.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The flags of `--analytics ga4`, each with its variable. The secret comes from `STYLEBOX_GA4_API_SECRET`, or from the file that
/// `STYLEBOX_GA4_API_SECRET_FILE` names.
#[derive(Debug, Clone, Args)]
pub struct Ga4Options {
    /// The measurement id of the shop's web data stream at Google Analytics: G-…
    #[arg(long, env = "STYLEBOX_GA4_MEASUREMENT_ID", value_name = "ID", global = true)]
    ga4_measurement_id: Option<String>,

    /// The address of the calls of Google Analytics.
    #[arg(
        long,
        env = "STYLEBOX_GA4_URL",
        value_name = "URL",
        default_value = "https://www.google-analytics.com",
        global = true
    )]
    ga4_url: String,
}

/// The checked settings of Google Analytics 4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ga4Settings {
    pub url: BaseUrl,
    /// The data stream that the events are for.
    pub measurement_id: String,
    /// What proves that the events are ours.
    pub api_secret: Secret,
    pub timeout: Duration,
}

impl PartyFlags for Ga4Options {
    type Settings = Ga4Settings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<Ga4Settings, ConfigError> {
        let needs = |flag| ConfigError::Missing { flag, needed_by: "--analytics ga4" };
        let measurement_id = self.ga4_measurement_id.ok_or_else(|| needs(MEASUREMENT_ID))?;
        let is_id = measurement_id.strip_prefix("G-").is_some_and(|rest| {
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        });
        if !is_id {
            return Err(ConfigError::OfParty(format!(
                "The measurement id {measurement_id:?} of {MEASUREMENT_ID} is not of the form G-XXXXXXXXXX: it is that of a web data stream."
            )));
        }
        let api_secret = Secret::read(API_SECRET, sources.variable)?.ok_or_else(|| needs(API_SECRET))?;
        let url = sources.address("--ga4-url", &self.ga4_url)?;
        Ok(Ga4Settings { url, measurement_id, api_secret, timeout: TIMEOUT })
    }
}

#[cfg(test)]
mod tests {
    use super::Ga4Options;
    use crate::providers::flags::{PartyFlags, SettingsSources};

    fn refused(id: Option<&str>, secret: Option<&str>) -> String {
        let options = Ga4Options {
            ga4_measurement_id: id.map(ToOwned::to_owned),
            ga4_url: "https://www.google-analytics.com".to_owned(),
        };
        let variable = |name: &str| secret.filter(|_| name == "STYLEBOX_GA4_API_SECRET").map(ToOwned::to_owned);
        options
            .read(&SettingsSources::variables(true, &variable))
            .map_or_else(|error| error.to_string(), |settings| format!("{settings:?}"))
    }

    #[test]
    fn what_is_missing_or_malformed_is_named() {
        assert_eq!(refused(None, Some("k3y")), "--analytics ga4 needs --ga4-measurement-id.");
        assert_eq!(refused(Some("G-ABC1"), None), "--analytics ga4 needs STYLEBOX_GA4_API_SECRET.");
        for wrong in ["UA-12345-1", "G-", "G-abc", "G-A&B", "123456789"] {
            let sentence = format!(
                "The measurement id {wrong:?} of --ga4-measurement-id is not of the form G-XXXXXXXXXX: it is that of a web data stream."
            );
            assert_eq!(refused(Some(wrong), Some("k3y")), sentence);
        }
        let settings = refused(Some("G-ABC1"), Some("k3y"));
        assert!(settings.contains("G-ABC1") && !settings.contains("k3y"), "{settings}");
    }
}
