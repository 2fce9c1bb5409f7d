//! The settings of `--human-check recaptcha`.

use crate::platform::config::ConfigError;
use crate::providers::flags::{PartyFlags, SettingsSources};
use crate::providers::human_check::site_verify::settings::{Names, SiteVerifySettings};
use clap::Args;

const THRESHOLD: &str = "--recaptcha-threshold";

/// The test keys that Google has published: the site key, and the secret.
const TEST_KEYS: [&str; 2] = ["6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI", "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe"];

const NAMES: Names = Names {
    needed_by: "--human-check recaptcha",
    url: "--recaptcha-url",
    site_key: "--recaptcha-site-key",
    secret: "STYLEBOX_RECAPTCHA_SECRET",
    is_test_key: |key| TEST_KEYS.contains(&key),
};

/// The flags of `--human-check recaptcha`, each with its variable. The secret comes from `STYLEBOX_RECAPTCHA_SECRET`, or from the file
/// that `STYLEBOX_RECAPTCHA_SECRET_FILE` names.
#[derive(Debug, Clone, Args)]
pub struct RecaptchaOptions {
    /// The site key of reCAPTCHA, of its version 3.
    #[arg(long, env = "STYLEBOX_RECAPTCHA_SITE_KEY", value_name = "KEY", global = true)]
    recaptcha_site_key: Option<String>,

    /// The lowest score of reCAPTCHA that passes, from 0.0 (a program) to 1.0 (a person).
    #[arg(long, env = "STYLEBOX_RECAPTCHA_THRESHOLD", default_value = "0.5", value_name = "SCORE", global = true)]
    recaptcha_threshold: String,

    /// The beginning of the addresses of reCAPTCHA's server; another one only for a double on this machine.
    #[arg(
        long,
        env = "STYLEBOX_RECAPTCHA_URL",
        default_value = "https://www.google.com",
        value_name = "URL",
        global = true
    )]
    recaptcha_url: String,
}

/// The checked settings of reCAPTCHA.
#[derive(Debug, Clone, PartialEq)]
pub struct RecaptchaSettings {
    /// The settings that it shares with other parties.
    pub site_verify: SiteVerifySettings,
    /// The lowest score that passes, from 0.0 to 1.0.
    pub lowest_score: f64,
}

impl PartyFlags for RecaptchaOptions {
    type Settings = RecaptchaSettings;

    fn read(self, sources: &SettingsSources<'_>) -> Result<RecaptchaSettings, ConfigError> {
        let lowest_score = threshold(self.recaptcha_threshold)?;
        let site_verify = NAMES.read(&self.recaptcha_url, self.recaptcha_site_key.as_ref(), sources)?;
        Ok(RecaptchaSettings { site_verify, lowest_score })
    }
}

fn threshold(text: String) -> Result<f64, ConfigError> {
    let score = text.parse().ok().filter(|score| (0.0..=1.0).contains(score));
    let form = "a score from 0.0 to 1.0, such as 0.5";
    score.ok_or(ConfigError::Form { flag: THRESHOLD, text, form })
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, PartyFlags, RecaptchaOptions, RecaptchaSettings, SettingsSources, TEST_KEYS};

    struct Flags {
        demo: bool,
        site_key: Option<&'static str>,
        secret: Option<&'static str>,
        threshold: &'static str,
    }

    const LIVE: Flags = Flags { demo: false, site_key: Some("6Lsite"), secret: Some("6Lsecret"), threshold: "0.5" };

    fn settings(flags: &Flags) -> Result<RecaptchaSettings, ConfigError> {
        let options = RecaptchaOptions {
            recaptcha_site_key: flags.site_key.map(str::to_owned),
            recaptcha_threshold: flags.threshold.to_owned(),
            recaptcha_url: "https://www.google.com".to_owned(),
        };
        let variable = |asked: &str| flags.secret.filter(|_| asked == "STYLEBOX_RECAPTCHA_SECRET").map(str::to_owned);
        options.read(&SettingsSources::variables(flags.demo, &variable))
    }

    fn refused(flags: &Flags) -> String {
        settings(flags).unwrap_err().to_string()
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(refused(&Flags { site_key: None, ..LIVE }), "--human-check recaptcha needs --recaptcha-site-key.");
        assert_eq!(
            refused(&Flags { secret: None, ..LIVE }),
            "--human-check recaptcha needs STYLEBOX_RECAPTCHA_SECRET."
        );
    }

    #[test]
    fn the_lowest_score_is_between_0_and_1() {
        for (threshold, lowest_score) in [("0.5", 0.5), ("0", 0.0), ("1.0", 1.0)] {
            let read = settings(&Flags { threshold, ..LIVE }).unwrap();
            assert_eq!(read.lowest_score.to_bits(), f64::to_bits(lowest_score));
        }
        for threshold in ["1.1", "-0.1", "NaN", "half", ""] {
            let expected = format!(
                "The value {threshold:?} of --recaptcha-threshold is not a score from 0.0 to 1.0, such as 0.5."
            );
            assert_eq!(refused(&Flags { threshold, ..LIVE }), expected);
        }
    }

    #[test]
    fn the_published_test_keys_are_for_demo_mode() {
        let [site_key, secret] = TEST_KEYS;
        let cases = [
            (Flags { secret: Some(secret), ..LIVE }, "STYLEBOX_RECAPTCHA_SECRET"),
            (Flags { site_key: Some(site_key), ..LIVE }, "--recaptcha-site-key"),
        ];
        for (flags, named) in cases {
            let sentence = format!(
                "{named} is a published test key, which lets everybody pass: use your own, or start with --demo."
            );
            assert_eq!(refused(&flags), sentence);
            let in_demo = settings(&Flags { demo: true, ..flags }).unwrap();
            assert_eq!(in_demo.site_verify.has_test_key, named.starts_with("STYLEBOX"));
        }
    }
}
