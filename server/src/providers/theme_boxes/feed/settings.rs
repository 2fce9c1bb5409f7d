//! The settings of the feed of theme boxes.

use crate::platform::config::{BaseUrl, ConfigError};
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::Args;
use std::time::Duration;
use url::Url;

const PICTURES: &str = "--theme-boxes-pictures";

/// The timeout of a call. Nobody waits for it but the job.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The flags of `--theme-boxes feed`, each with its variable.
#[derive(Debug, Clone, Args)]
pub struct FeedOptions {
    /// The address of the theme boxes, which answers as GET /api/current_themeboxes does.
    #[arg(long, env = "STYLEBOX_THEME_BOXES_URL", value_name = "URL", global = true)]
    theme_boxes_url: Option<String>,

    /// Where their pictures may come from: origins such as `https://pictures.example`, separated by commas [default: that of
    /// --theme-boxes-url]
    #[arg(long, env = "STYLEBOX_THEME_BOXES_PICTURES", value_name = "ORIGINS", value_delimiter = ',', global = true)]
    theme_boxes_pictures: Vec<String>,
}

/// The checked settings of the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedSettings {
    pub url: BaseUrl,
    /// The origins, with https, that pictures may come from besides our own.
    pub pictures: Vec<String>,
    pub timeout: Duration,
}

impl PartyFlags for FeedOptions {
    type Settings = FeedSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<FeedSettings, ConfigError> {
        let flag = "--theme-boxes-url";
        let text = self.theme_boxes_url.ok_or(ConfigError::Missing { flag, needed_by: "--theme-boxes feed" })?;
        let url = sources.address(flag, &text)?;
        let pictures = if self.theme_boxes_pictures.is_empty() {
            origin(&url.to_string()).into_iter().collect()
        } else {
            self.theme_boxes_pictures.iter().map(|text| picture_origin(text)).collect::<Result<_, _>>()?
        };
        Ok(FeedSettings { url, pictures, timeout: TIMEOUT })
    }
}

/// The origin of an address with https; `None` for another.
fn origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    (url.scheme() == "https").then(|| url.origin().ascii_serialization())
}

fn picture_origin(text: &str) -> Result<String, ConfigError> {
    origin(text).filter(|origin| origin == text.trim_end_matches('/') && !origin.contains('*')).ok_or_else(|| {
        ConfigError::OfParty(format!("The origin {text:?} of {PICTURES} is not of the form https://HOST."))
    })
}

#[cfg(test)]
mod tests {
    use super::FeedOptions;
    use crate::providers::flags::{PartyFlags, SettingsSources};

    fn pictures(url: Option<&str>, pictures: &[&str]) -> Result<Vec<String>, String> {
        let options = FeedOptions {
            theme_boxes_url: url.map(ToOwned::to_owned),
            theme_boxes_pictures: pictures.iter().map(|text| (*text).to_owned()).collect(),
        };
        options
            .read(&SettingsSources::variables(true, &|_| None))
            .map(|settings| settings.pictures)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn pictures_come_from_the_feed_or_from_where_the_operator_says() {
        let feed = Some("https://feed.example/boxes.json");
        assert_eq!(pictures(feed, &[]), Ok(vec!["https://feed.example".to_owned()]));
        assert_eq!(pictures(feed, &["https://a.example/"]), Ok(vec!["https://a.example".to_owned()]));
        assert_eq!(pictures(Some("http://127.0.0.1:1/boxes"), &[]), Ok(Vec::new()));
        assert_eq!(pictures(None, &[]), Err("--theme-boxes feed needs --theme-boxes-url.".to_owned()));
        for wrong in
            ["http://a.example", "https://a.example/x", "https://*.example", "*", "https://a.example; script-src *", ""]
        {
            let sentence = format!("The origin {wrong:?} of --theme-boxes-pictures is not of the form https://HOST.");
            assert_eq!(pictures(feed, &[wrong]), Err(sentence));
        }
    }
}
