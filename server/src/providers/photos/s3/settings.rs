//! The settings of the bucket that keeps customers' photos.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::{Args, ValueEnum};
use std::time::Duration;

const PARTY: &str = "--photos s3";
const URL: &str = "--s3-url";
const REGION: &str = "--s3-region";
const BUCKET: &str = "--s3-bucket";
const PREFIX: &str = "--s3-prefix";
const ACCESS_KEY: &str = "--s3-access-key";
const SECRET_KEY: &str = "STYLEBOX_S3_SECRET_KEY";

/// The timeout of a call: a photo has 10 MB at most, and its customer waits.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The flags of `--photos s3`, each with its variable. The secret key comes from `STYLEBOX_S3_SECRET_KEY`, or from the file that
/// `STYLEBOX_S3_SECRET_KEY_FILE` names.
#[derive(Debug, Clone, Args)]
pub struct S3Options {
    /// The address of the store, without the bucket: <https://s3.us-east-1.amazonaws.com>. Browsers must reach it too.
    #[arg(long, env = "STYLEBOX_S3_URL", value_name = "URL", global = true)]
    s3_url: Option<String>,

    /// The store's region: us-east-1, or auto.
    #[arg(long, env = "STYLEBOX_S3_REGION", value_name = "REGION", global = true)]
    s3_region: Option<String>,

    /// The bucket. Nobody else may read it.
    #[arg(long, env = "STYLEBOX_S3_BUCKET", value_name = "NAME", global = true)]
    s3_bucket: Option<String>,

    /// Where the bucket's name stands in an address.
    #[arg(long, env = "STYLEBOX_S3_STYLE", value_enum, default_value = "host", global = true)]
    s3_style: S3Style,

    /// What the keys of all photos begin with, such as `shop/` [default: nothing]
    #[arg(long, env = "STYLEBOX_S3_PREFIX", default_value = "", value_name = "PREFIX", global = true)]
    s3_prefix: String,

    /// The id of the access key.
    #[arg(long, env = "STYLEBOX_S3_ACCESS_KEY", value_name = "ID", global = true)]
    s3_access_key: Option<String>,
}

/// Where the bucket's name stands in an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum S3Style {
    /// In the host: `https://BUCKET.s3.us-east-1.amazonaws.com/KEY`.
    Host,
    /// In the path: `https://minio.example/BUCKET/KEY`.
    Path,
}

/// The checked settings of the bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct S3Settings {
    /// The address of the store, without the bucket.
    pub url: BaseUrl,
    /// The region that calls are signed for.
    pub region: String,
    pub bucket: String,
    /// Where the bucket's name stands in an address.
    pub style: S3Style,
    /// What all keys begin with: empty, or with `/` at its end.
    pub prefix: String,
    /// The id of the access key.
    pub access_key: String,
    /// The key that calls are signed with.
    pub secret_key: Secret,
    pub timeout: Duration,
}

impl PartyFlags for S3Options {
    type Settings = S3Settings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<S3Settings, ConfigError> {
        let needs = |flag| ConfigError::Missing { flag, needed_by: PARTY };
        let url = sources.address(URL, &self.s3_url.ok_or_else(|| needs(URL))?)?;
        let region = self.s3_region.ok_or_else(|| needs(REGION))?;
        if !is_of(&region, 1, |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
            return Err(ConfigError::Form { flag: REGION, text: region, form: "of the form us-east-1" });
        }
        let bucket = self.s3_bucket.ok_or_else(|| needs(BUCKET))?;
        // The store's certificate does not cover a name with a dot, and the store refuses all other characters.
        if !is_of(&bucket, 3, |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
            let form = "a bucket's name of small letters, digits and hyphens";
            return Err(ConfigError::Form { flag: BUCKET, text: bucket, form });
        }
        // An address cannot have an empty segment, or one of dots.
        let is_prefix = self.s3_prefix.is_empty()
            || self.s3_prefix.strip_suffix('/').is_some_and(|text| {
                text.split('/').all(|part| is_of(part, 1, |byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)))
            });
        if !is_prefix {
            return Err(ConfigError::Form { flag: PREFIX, text: self.s3_prefix, form: "of the form shop/" });
        }
        let access_key = self.s3_access_key.filter(|id| !id.is_empty()).ok_or_else(|| needs(ACCESS_KEY))?;
        let secret_key = Secret::read(SECRET_KEY, sources.variable)?.ok_or_else(|| needs(SECRET_KEY))?;
        let (style, prefix) = (self.s3_style, self.s3_prefix);
        Ok(S3Settings { url, region, bucket, style, prefix, access_key, secret_key, timeout: TIMEOUT })
    }
}

/// Whether it is a text of 63 such characters at most.
fn is_of(text: &str, shortest: usize, is_taken: impl Fn(u8) -> bool) -> bool {
    (shortest..=63).contains(&text.len()) && text.bytes().all(is_taken)
}

#[cfg(test)]
mod tests {
    use super::{S3Options, S3Settings, S3Style};
    use crate::providers::flags::{PartyFlags, SettingsSources};

    fn options() -> S3Options {
        S3Options {
            s3_url: Some("https://s3.us-east-1.amazonaws.com".to_owned()),
            s3_region: Some("us-east-1".to_owned()),
            s3_bucket: Some("marlowe-photos".to_owned()),
            s3_style: S3Style::Host,
            s3_prefix: String::new(),
            s3_access_key: Some("AKIAIOSFODNN7EXAMPLE".to_owned()),
        }
    }

    fn read(options: S3Options) -> Result<S3Settings, String> {
        let variable = |name: &str| (name == "STYLEBOX_S3_SECRET_KEY").then(|| "hidden".to_owned());
        options.read(&SettingsSources::variables(true, &variable)).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_missing_is_named() {
        let settings = read(options()).unwrap();
        assert_eq!(
            (settings.url.to_string().as_str(), settings.prefix.as_str()),
            ("https://s3.us-east-1.amazonaws.com", "")
        );
        assert!(!format!("{settings:?}").contains("hidden"));
        let without = [
            ("--s3-url", S3Options { s3_url: None, ..options() }),
            ("--s3-region", S3Options { s3_region: None, ..options() }),
            ("--s3-bucket", S3Options { s3_bucket: None, ..options() }),
            ("--s3-access-key", S3Options { s3_access_key: None, ..options() }),
            ("--s3-access-key", S3Options { s3_access_key: Some(String::new()), ..options() }),
        ];
        for (flag, options) in without {
            assert_eq!(read(options).unwrap_err(), format!("--photos s3 needs {flag}."));
        }
        let no_secret = options().read(&SettingsSources::variables(true, &|_| None)).unwrap_err();
        assert_eq!(no_secret.to_string(), "--photos s3 needs STYLEBOX_S3_SECRET_KEY.");
    }

    #[test]
    fn what_is_malformed_is_named() {
        let prefixed = |prefix: &str| read(S3Options { s3_prefix: prefix.to_owned(), ..options() });
        assert_eq!(prefixed("shop/a_b-1/").unwrap().prefix, "shop/a_b-1/");
        for wrong in ["/", "shop", "/shop/", "a//b/", "../", "a b/", "a?b/"] {
            assert_eq!(
                prefixed(wrong).unwrap_err(),
                format!("The value {wrong:?} of --s3-prefix is not of the form shop/.")
            );
        }
        for wrong in ["ab", "Photos", "my.photos", "my photos", "../photos", &"a".repeat(64)] {
            let refused = read(S3Options { s3_bucket: Some(wrong.to_owned()), ..options() }).unwrap_err();
            let form = "a bucket's name of small letters, digits and hyphens";
            assert_eq!(refused, format!("The value {wrong:?} of --s3-bucket is not {form}."));
        }
        for wrong in ["", "US", "a/b"] {
            let refused = read(S3Options { s3_region: Some(wrong.to_owned()), ..options() }).unwrap_err();
            assert_eq!(refused, format!("The value {wrong:?} of --s3-region is not of the form us-east-1."));
        }
        let in_the_clear = S3Options { s3_url: Some("http://s3.example".to_owned()), ..options() };
        assert!(read(in_the_clear).unwrap_err().contains("--s3-url"));
    }
}
