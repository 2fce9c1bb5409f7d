//! The settings of the collector of traces.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::Args;
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue};
use std::time::Duration;

const URL: &str = "--otlp-url";
const SAMPLING: &str = "--otlp-sampling";
const HEADERS: &str = "STYLEBOX_OTLP_HEADERS";

/// The timeout of a call, as the exporters of OpenTelemetry have it. Nobody waits for it but the exporting thread.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The flags of `--telemetry otlp`, each with its variable. Headers come from `STYLEBOX_OTLP_HEADERS`, or from the file that
/// `STYLEBOX_OTLP_HEADERS_FILE` names: they may hold a key.
#[derive(Debug, Clone, Args)]
pub struct OtlpOptions {
    /// The address of the collector of traces; /v1/traces is added to it.
    #[arg(long, env = "STYLEBOX_OTLP_URL", value_name = "URL", default_value = "http://localhost:4318", global = true)]
    otlp_url: String,

    /// The part of all requests and jobs whose traces are kept, from 0 to 1.
    #[arg(long, env = "STYLEBOX_OTLP_SAMPLING", value_name = "PART", default_value = "1", global = true)]
    otlp_sampling: String,
}

/// The checked settings of the collector.
#[derive(Debug, Clone, PartialEq)]
pub struct OtlpSettings {
    pub url: BaseUrl,
    /// What is sent with each call, such as a key. It does not show itself.
    pub headers: HeaderMap,
    /// The part of all traces that is kept, from 0 to 1.
    pub sampling: f64,
    pub timeout: Duration,
}

impl PartyFlags for OtlpOptions {
    type Settings = OtlpSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<OtlpSettings, ConfigError> {
        let Self { otlp_url, otlp_sampling: text } = self;
        let url = sources.address(URL, &otlp_url)?;
        let sampling = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
        let Some(sampling) = sampling else {
            return Err(ConfigError::Form { flag: SAMPLING, text, form: "a number from 0 to 1, such as 0.1" });
        };
        let headers = match Secret::read(HEADERS, sources.variable)? {
            None => HeaderMap::new(),
            Some(text) => headers(text.expose())
                .ok_or(ConfigError::KeyForm { name: HEADERS, form: "NAME=VALUE, several separated by commas" })?,
        };
        Ok(OtlpSettings { url, headers, sampling, timeout: TIMEOUT })
    }
}

/// Headers in the form of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value,other=value`, the values percent-encoded. None of the call's own.
fn headers(text: &str) -> Option<HeaderMap> {
    let mut headers = HeaderMap::new();
    for pair in text.split(',') {
        let (name, value) = pair.split_once('=')?;
        let name: HeaderName =
            name.trim().parse().ok().filter(|name| ![CONTENT_TYPE, CONTENT_LENGTH, HOST].contains(name))?;
        let mut value = HeaderValue::from_bytes(&percent_decoded(value.trim())?).ok()?;
        value.set_sensitive(true);
        headers.append(name, value);
    }
    Some(headers)
}

fn percent_decoded(text: &str) -> Option<Vec<u8>> {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, OtlpOptions, OtlpSettings};
    use crate::providers::flags::{PartyFlags, SettingsSources};

    fn otlp(url: &str, sampling: &str, headers: Option<&str>) -> Result<OtlpSettings, ConfigError> {
        let variable = |name: &str| headers.filter(|_| name == "STYLEBOX_OTLP_HEADERS").map(str::to_owned);
        OtlpOptions { otlp_url: url.to_owned(), otlp_sampling: sampling.to_owned() }
            .read(&SettingsSources::variables(true, &variable))
    }

    const HERE: &str = "http://localhost:4318";

    #[test]
    fn what_is_malformed_is_named() {
        let said = |url, sampling, headers| otlp(url, sampling, headers).unwrap_err().to_string();
        assert_eq!(
            said("http://collector.example:4318", "1", None),
            "The address \"http://collector.example:4318\" of --otlp-url is not of the form https://HOST, or http://HOST:PORT of this machine."
        );
        for wrong in ["1.1", "-0.1", "NaN", "all", ""] {
            let sentence = format!("The value {wrong:?} of --otlp-sampling is not a number from 0 to 1, such as 0.1.");
            assert_eq!(said(HERE, wrong, None), sentence);
        }
        for wrong in ["api-key", "a b=c", "=c", "a=b,", "content-type=text/plain", "a=%zz", "a=%4", "a=%0A"] {
            assert_eq!(
                said(HERE, "1", Some(wrong)),
                "STYLEBOX_OTLP_HEADERS is not of the form NAME=VALUE, several separated by commas.",
                "{wrong}"
            );
        }
    }

    #[test]
    fn headers_are_read_as_those_of_opentelemetry_and_do_not_show_themselves() {
        let settings = otlp(HERE, "0.25", Some("api-key=s%3Dcret, x-scope = shop")).unwrap();
        assert_eq!((settings.headers.len(), settings.sampling), (2, 0.25));
        assert_eq!(settings.headers["api-key"], "s=cret");
        assert_eq!(settings.headers["x-scope"], "shop");
        assert!(!format!("{settings:?}").contains("s=cret"), "{settings:?}");
    }
}
