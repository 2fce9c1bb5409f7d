//! The settings of Google Places, which suggests addresses as they are typed.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::Args;

const KEY: &str = "STYLEBOX_GOOGLE_PLACES_KEY";

/// The flags of Google Places, each with its variable. The key comes from `STYLEBOX_GOOGLE_PLACES_KEY`, or from the file that
/// `STYLEBOX_GOOGLE_PLACES_KEY_FILE` names.
#[derive(Debug, Clone, Args)]
pub struct GooglePlacesOptions {
    /// The address of Google's Places API (New); another one only for a double on this machine.
    #[arg(
        long,
        env = "STYLEBOX_GOOGLE_PLACES_URL",
        default_value = "https://places.googleapis.com",
        value_name = "URL",
        global = true
    )]
    google_places_url: String,
}

/// The checked settings of Google Places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GooglePlacesSettings {
    pub url: BaseUrl,
    pub key: Secret,
}

impl PartyFlags for GooglePlacesOptions {
    type Settings = GooglePlacesSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<GooglePlacesSettings, ConfigError> {
        let url = sources.address("--google-places-url", &self.google_places_url)?;
        let needed_by = "--address-suggestions google";
        let key = Secret::read(KEY, sources.variable)?.ok_or(ConfigError::Missing { flag: KEY, needed_by })?;
        Ok(GooglePlacesSettings { url, key })
    }
}

#[cfg(test)]
mod tests {
    use super::GooglePlacesOptions;
    use crate::providers::flags::{PartyFlags, SettingsSources};

    #[test]
    fn what_is_missing_or_malformed_is_named() {
        let refused = |url: &str, key: Option<&str>| {
            let variable = |name: &str| key.filter(|_| name == "STYLEBOX_GOOGLE_PLACES_KEY").map(str::to_owned);
            let options = GooglePlacesOptions { google_places_url: url.to_owned() };
            options.read(&SettingsSources::variables(true, &variable)).unwrap_err().to_string()
        };
        let google = "https://places.googleapis.com";
        assert_eq!(refused(google, None), "--address-suggestions google needs STYLEBOX_GOOGLE_PLACES_KEY.");
        assert_eq!(refused(google, Some("")), "STYLEBOX_GOOGLE_PLACES_KEY is empty.");
        assert!(refused("http://places.googleapis.com", Some("key")).contains("--google-places-url"));
    }
}
