//! The settings of `--human-check turnstile`.

use crate::platform::config::ConfigError;
use crate::providers::flags::{PartyFlags, SettingsSources};
use crate::providers::human_check::site_verify::settings::{Names, SiteVerifySettings};
use clap::Args;

/// How the test keys begin that Cloudflare has published, secrets and site keys alike.
const TEST_KEYS: [&str; 3] = ["1x00000000", "2x00000000", "3x00000000"];

const NAMES: Names = Names {
    needed_by: "--human-check turnstile",
    url: "--turnstile-url",
    site_key: "--turnstile-site-key",
    secret: "STYLEBOX_TURNSTILE_SECRET",
    is_test_key: |key| TEST_KEYS.iter().any(|test| key.starts_with(test)),
};

/// The flags of `--human-check turnstile`, each with its variable. The secret comes from `STYLEBOX_TURNSTILE_SECRET`, or from the file
/// that `STYLEBOX_TURNSTILE_SECRET_FILE` names.
#[derive(Debug, Clone, Args)]
pub struct TurnstileOptions {
    /// The site key of Turnstile's widget, by which the page shows it.
    #[arg(long, env = "STYLEBOX_TURNSTILE_SITE_KEY", value_name = "KEY", global = true)]
    turnstile_site_key: Option<String>,

    /// The beginning of the addresses of Turnstile's server; another one only for a double on this machine.
    #[arg(
        long,
        env = "STYLEBOX_TURNSTILE_URL",
        default_value = "https://challenges.cloudflare.com",
        value_name = "URL",
        global = true
    )]
    turnstile_url: String,
}

impl PartyFlags for TurnstileOptions {
    type Settings = SiteVerifySettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<SiteVerifySettings, ConfigError> {
        NAMES.read(&self.turnstile_url, self.turnstile_site_key.as_ref(), sources)
    }
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, PartyFlags, SettingsSources, SiteVerifySettings, TurnstileOptions};

    fn settings(demo: bool, site_key: Option<&str>, secret: Option<&str>) -> Result<SiteVerifySettings, ConfigError> {
        let options = TurnstileOptions {
            turnstile_site_key: site_key.map(str::to_owned),
            turnstile_url: "https://challenges.cloudflare.com".to_owned(),
        };
        let variable = |asked: &str| secret.filter(|_| asked == "STYLEBOX_TURNSTILE_SECRET").map(str::to_owned);
        options.read(&SettingsSources::variables(demo, &variable))
    }

    fn refused(site_key: Option<&str>, secret: Option<&str>) -> String {
        settings(false, site_key, secret).unwrap_err().to_string()
    }

    const SITE_KEY: Option<&str> = Some("0x4AAAAAAAsite");
    const SECRET: Option<&str> = Some("0x4AAAAAAAsecret");

    #[test]
    fn what_is_missing_or_malformed_is_named() {
        assert_eq!(refused(None, SECRET), "--human-check turnstile needs --turnstile-site-key.");
        assert_eq!(refused(SITE_KEY, None), "--human-check turnstile needs STYLEBOX_TURNSTILE_SECRET.");
        assert_eq!(
            refused(Some("a key"), SECRET),
            "The value \"a key\" of --turnstile-site-key is not of letters, digits, - and _ alone."
        );
    }

    #[test]
    fn the_published_test_keys_are_for_demo_mode() {
        let cases = [
            (SITE_KEY, Some("1x0000000000000000000000000000000AA"), "STYLEBOX_TURNSTILE_SECRET"),
            (Some("3x00000000000000000000FF"), SECRET, "--turnstile-site-key"),
        ];
        for (site_key, secret, named) in cases {
            let sentence = format!(
                "{named} is a published test key, which lets everybody pass: use your own, or start with --demo."
            );
            assert_eq!(refused(site_key, secret), sentence);
            assert_eq!(settings(true, site_key, secret).unwrap().has_test_key, named.starts_with("STYLEBOX"));
        }
        assert!(!settings(true, SITE_KEY, SECRET).unwrap().has_test_key);
        assert!(settings(false, SITE_KEY, SECRET).is_ok());
    }
}
