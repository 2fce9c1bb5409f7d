//! The settings of the reviews service Yotpo.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::Args;
use std::time::Duration;
use url::Url;

const APP_KEY: &str = "--yotpo-app-key";
const SECRET: &str = "STYLEBOX_YOTPO_SECRET";
const PRODUCT_URL: &str = "--yotpo-product-url";
const ERASURE_PATH: &str = "--yotpo-erasure-path";

/// The timeout of a call. The outbox waits for it, and the emails behind it.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The flags of `--reviews yotpo`, each with its variable. The secret comes from `STYLEBOX_YOTPO_SECRET`, or from the file that
/// `STYLEBOX_YOTPO_SECRET_FILE` names.
#[derive(Debug, Clone, Args)]
pub struct YotpoOptions {
    /// The app key of the store at Yotpo, which is also called its store ID.
    #[arg(long, env = "STYLEBOX_YOTPO_APP_KEY", value_name = "KEY", global = true)]
    yotpo_app_key: Option<String>,

    /// The address of the page where the reviews of the boxes are shown, with https.
    #[arg(long, env = "STYLEBOX_YOTPO_PRODUCT_URL", value_name = "URL", global = true)]
    yotpo_product_url: Option<String>,

    /// The path of Yotpo's call "GDPR Delete", as its API reference shows it: /…, where {app_key} stands for the app key.
    #[arg(long, env = "STYLEBOX_YOTPO_ERASURE_PATH", value_name = "PATH", global = true)]
    yotpo_erasure_path: Option<String>,

    /// The address of the calls of Yotpo; another one only for a double on this machine.
    #[arg(
        long,
        env = "STYLEBOX_YOTPO_URL",
        value_name = "URL",
        default_value = "https://api.yotpo.com",
        global = true
    )]
    yotpo_url: String,
}

/// The checked settings of Yotpo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YotpoSettings {
    pub url: BaseUrl,
    /// The store that the reviews are for.
    pub app_key: String,
    /// What proves that we are the store.
    pub secret: Secret,
    /// Where the reviews are shown.
    pub product_url: String,
    /// The path of the call that lets Yotpo forget a person.
    pub erasure_path: String,
    pub timeout: Duration,
}

impl PartyFlags for YotpoOptions {
    type Settings = YotpoSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<YotpoSettings, ConfigError> {
        let needs = |flag| ConfigError::Missing { flag, needed_by: "--reviews yotpo" };
        let malformed = |flag, text: &str, form| ConfigError::Form { flag, text: text.to_owned(), form };
        let app_key = self.yotpo_app_key.ok_or_else(|| needs(APP_KEY))?;
        // It stands in a path.
        if app_key.is_empty() || !app_key.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(malformed(APP_KEY, &app_key, "of letters and digits alone"));
        }
        let product_url = self.yotpo_product_url.ok_or_else(|| needs(PRODUCT_URL))?;
        if !Url::parse(&product_url).is_ok_and(|url| url.scheme() == "https" && url.has_host()) {
            return Err(malformed(PRODUCT_URL, &product_url, "of the form https://HOST/PATH"));
        }
        let path = self.yotpo_erasure_path.ok_or_else(|| needs(ERASURE_PATH))?;
        let erasure_path = path.replace("{app_key}", &app_key);
        let is_in_path = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
        if !erasure_path.starts_with('/') || erasure_path.len() < 2 || !erasure_path.bytes().all(is_in_path) {
            return Err(malformed(ERASURE_PATH, &path, "of the form /PATH, in which {app_key} may stand"));
        }
        let secret = Secret::read(SECRET, sources.variable)?.ok_or_else(|| needs(SECRET))?;
        let url = sources.address("--yotpo-url", &self.yotpo_url)?;
        Ok(YotpoSettings { url, app_key, secret, product_url, erasure_path, timeout: TIMEOUT })
    }
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, YotpoOptions, YotpoSettings};
    use crate::providers::flags::{PartyFlags, SettingsSources};

    fn good() -> YotpoOptions {
        YotpoOptions {
            yotpo_app_key: Some("aBc123".to_owned()),
            yotpo_product_url: Some("https://shop.example/box".to_owned()),
            yotpo_erasure_path: Some("/apps/{app_key}/forget".to_owned()),
            yotpo_url: "https://api.yotpo.com".to_owned(),
        }
    }

    fn settings(options: YotpoOptions, secret: Option<&str>) -> Result<YotpoSettings, ConfigError> {
        options.read(&SettingsSources::variables(true, &|name| {
            secret.filter(|_| name == "STYLEBOX_YOTPO_SECRET").map(ToOwned::to_owned)
        }))
    }

    fn error(options: YotpoOptions) -> String {
        settings(options, Some("hidden")).unwrap_err().to_string()
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(error(YotpoOptions { yotpo_app_key: None, ..good() }), "--reviews yotpo needs --yotpo-app-key.");
        assert_eq!(
            error(YotpoOptions { yotpo_product_url: None, ..good() }),
            "--reviews yotpo needs --yotpo-product-url."
        );
        assert_eq!(
            error(YotpoOptions { yotpo_erasure_path: None, ..good() }),
            "--reviews yotpo needs --yotpo-erasure-path."
        );
        assert_eq!(settings(good(), None).unwrap_err().to_string(), "--reviews yotpo needs STYLEBOX_YOTPO_SECRET.");
    }

    #[test]
    fn what_is_malformed_is_named() {
        for wrong in ["", "a/b", "a b", "é"] {
            let sentence = format!("The value {wrong:?} of --yotpo-app-key is not of letters and digits alone.");
            assert_eq!(error(YotpoOptions { yotpo_app_key: Some(wrong.to_owned()), ..good() }), sentence);
        }
        for wrong in ["shop.example", "http://shop.example", "https://", "ftp://shop.example"] {
            let sentence = format!("The value {wrong:?} of --yotpo-product-url is not of the form https://HOST/PATH.");
            assert_eq!(error(YotpoOptions { yotpo_product_url: Some(wrong.to_owned()), ..good() }), sentence);
        }
        for wrong in ["", "/", "v1/x", "/v1?x=1", "/v1/{key}", "/v 1"] {
            let sentence = format!(
                "The value {wrong:?} of --yotpo-erasure-path is not of the form /PATH, in which {{app_key}} may stand."
            );
            assert_eq!(error(YotpoOptions { yotpo_erasure_path: Some(wrong.to_owned()), ..good() }), sentence);
        }
        let plain = YotpoOptions { yotpo_url: "http://api.yotpo.com".to_owned(), ..good() };
        assert!(error(plain).contains("--yotpo-url"));
    }

    #[test]
    fn the_secret_does_not_show_and_the_path_has_the_app_key() {
        let settings = settings(good(), Some("hidden")).unwrap();
        assert_eq!(settings.erasure_path, "/apps/aBc123/forget");
        assert!(!format!("{settings:?}").contains("hidden"));
    }
}
