//! The account at Shippo, which checks addresses and makes labels.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use clap::Args;

const KEY: &str = "STYLEBOX_SHIPPO_KEY";

/// The flags of Shippo, each with its variable. The key comes from `STYLEBOX_SHIPPO_KEY`, or from the file that
/// `STYLEBOX_SHIPPO_KEY_FILE` names.
#[derive(Debug, Clone, Default, Args)]
pub struct ShippoOptions {
    /// The address of Shippo's API; another one only for a double on this machine.
    #[arg(
        long,
        env = "STYLEBOX_SHIPPO_URL",
        default_value = "https://api.goshippo.com",
        value_name = "URL",
        global = true
    )]
    pub(crate) shippo_url: String,
}

/// The checked settings of Shippo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShippoSettings {
    pub url: BaseUrl,
    pub key: Secret,
}

impl ShippoOptions {
    /// The settings that `needed_by`, such as `--address shippo`, needs.
    pub(crate) fn read(
        &self,
        needed_by: &'static str,
        demo: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<ShippoSettings, ConfigError> {
        let url = BaseUrl::parse("--shippo-url", &self.shippo_url)?;
        let key = Secret::read(KEY, variable)?.ok_or(ConfigError::Missing { flag: KEY, needed_by })?;
        match (key.expose().starts_with("shippo_test_"), key.expose().starts_with("shippo_live_")) {
            (true, _) if demo => Ok(ShippoSettings { url, key }),
            (_, true) if !demo => Ok(ShippoSettings { url, key }),
            (_, true) => Err(ConfigError::LiveKeyInDemo(KEY)),
            (true, _) => Err(ConfigError::TestKeyOutsideDemo(KEY)),
            (false, false) => {
                Err(ConfigError::KeyForm { name: KEY, form: "shippo_live_…, in demo mode shippo_test_…" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, ShippoOptions, ShippoSettings};

    fn settings(url: &str, demo: bool, key: Option<&str>) -> Result<ShippoSettings, ConfigError> {
        let variable = |name: &str| key.filter(|_| name == "STYLEBOX_SHIPPO_KEY").map(str::to_owned);
        ShippoOptions { shippo_url: url.to_owned() }.read("--address shippo", demo, variable)
    }

    #[test]
    fn what_is_missing_or_malformed_is_named() {
        let refused = |url, key| settings(url, true, key).unwrap_err().to_string();
        assert_eq!(refused("https://api.goshippo.com", None), "--address shippo needs STYLEBOX_SHIPPO_KEY.");
        assert_eq!(
            refused("http://api.goshippo.com", Some("shippo_test_1")),
            "The address \"http://api.goshippo.com\" of --shippo-url is not of the form https://HOST, or http://HOST:PORT of this machine."
        );
    }

    #[test]
    fn the_key_is_of_the_servers_mode() {
        let settings = |demo, key| settings("https://api.goshippo.com", demo, Some(key));
        assert!(settings(true, "shippo_test_1").is_ok());
        assert!(settings(false, "shippo_live_1").is_ok());
        let said = |demo, key| settings(demo, key).unwrap_err().to_string();
        assert_eq!(
            said(true, "shippo_live_1"),
            "STYLEBOX_SHIPPO_KEY is a live key, and demo mode must move no money: use a test key."
        );
        assert_eq!(
            said(false, "shippo_test_1"),
            "STYLEBOX_SHIPPO_KEY is a test key, and moves no money: use a live key, or start with --demo."
        );
        assert_eq!(
            said(true, "key"),
            "STYLEBOX_SHIPPO_KEY is not of the form shippo_live_…, in demo mode shippo_test_…."
        );
    }
}
