//! The settings of the parties that tell people from programs: Cloudflare's Turnstile and Google's reCAPTCHA.

use crate::platform::config::BaseUrl;
use crate::platform::config::ConfigError;
use crate::platform::config::Secret;
use crate::providers::choices::HumanCheckChoice;
use clap::Args;

const TURNSTILE_SECRET: &str = "STYLEBOX_TURNSTILE_SECRET";
const TURNSTILE_SITE_KEY: &str = "--turnstile-site-key";
const RECAPTCHA_SECRET: &str = "STYLEBOX_RECAPTCHA_SECRET";
const RECAPTCHA_SITE_KEY: &str = "--recaptcha-site-key";
const THRESHOLD: &str = "--recaptcha-threshold";

/// How the test keys begin that Cloudflare has published, secrets and site keys alike.
const TURNSTILE_TEST_KEYS: [&str; 3] = ["1x00000000", "2x00000000", "3x00000000"];

/// The test keys that Google has published: the site key, and the secret.
const RECAPTCHA_TEST_KEYS: [&str; 2] =
    ["6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI", "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe"];

/// The flags of `--human-check turnstile` and `recaptcha`, each with its variable. The secrets come from `STYLEBOX_TURNSTILE_SECRET`
/// and `STYLEBOX_RECAPTCHA_SECRET`, or from the files that the same variables with `_FILE` name.
#[derive(Debug, Clone, Args)]
pub struct HumanCheckOptions {
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

/// The party that tells people from programs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum HumanCheckParty {
    /// Cloudflare's Turnstile.
    Turnstile,
    /// Google's reCAPTCHA, version 3.
    Recaptcha {
        /// The lowest score that passes, from 0.0 to 1.0.
        lowest_score: f64,
    },
}

/// The checked settings of the party.
#[derive(Debug, Clone, PartialEq)]
pub struct PartyCheckSettings {
    /// Whose they are.
    pub party: HumanCheckParty,
    /// The beginning of the party's addresses, below which its siteverify is.
    pub url: BaseUrl,
    /// The key of its widget, which is public.
    pub site_key: String,
    /// The secret of our calls.
    pub secret: Secret,
    /// Whether the secret is one of the published ones, for demo mode.
    pub has_test_key: bool,
}

impl HumanCheckOptions {
    /// The settings of a choice; `None` if it needs none.
    pub(crate) fn settings(
        &self,
        choice: HumanCheckChoice,
        demo: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<PartyCheckSettings>, ConfigError> {
        let settings = match choice {
            HumanCheckChoice::ProofOfWork => return Ok(None),
            HumanCheckChoice::Turnstile => {
                let needs = |flag| ConfigError::Missing { flag, needed_by: "--human-check turnstile" };
                PartyCheckSettings {
                    party: HumanCheckParty::Turnstile,
                    url: BaseUrl::parse("--turnstile-url", &self.turnstile_url)?,
                    site_key: site_key(TURNSTILE_SITE_KEY, self.turnstile_site_key.as_ref(), needs)?,
                    secret: Secret::read(TURNSTILE_SECRET, &variable)?.ok_or_else(|| needs(TURNSTILE_SECRET))?,
                    has_test_key: false,
                }
            }
            HumanCheckChoice::Recaptcha => {
                let needs = |flag| ConfigError::Missing { flag, needed_by: "--human-check recaptcha" };
                PartyCheckSettings {
                    party: HumanCheckParty::Recaptcha { lowest_score: threshold(&self.recaptcha_threshold)? },
                    url: BaseUrl::parse("--recaptcha-url", &self.recaptcha_url)?,
                    site_key: site_key(RECAPTCHA_SITE_KEY, self.recaptcha_site_key.as_ref(), needs)?,
                    secret: Secret::read(RECAPTCHA_SECRET, &variable)?.ok_or_else(|| needs(RECAPTCHA_SECRET))?,
                    has_test_key: false,
                }
            }
        };
        with_checked_keys(settings, demo).map(Some)
    }
}

/// Refuses the published test keys outside demo mode: everybody knows them, and they let everybody pass.
fn with_checked_keys(settings: PartyCheckSettings, demo: bool) -> Result<PartyCheckSettings, ConfigError> {
    let (site_key, secret) = match settings.party {
        HumanCheckParty::Turnstile => (TURNSTILE_SITE_KEY, TURNSTILE_SECRET),
        HumanCheckParty::Recaptcha { .. } => (RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET),
    };
    let is_test_key = |key: &str| match settings.party {
        HumanCheckParty::Turnstile => TURNSTILE_TEST_KEYS.iter().any(|test| key.starts_with(test)),
        HumanCheckParty::Recaptcha { .. } => RECAPTCHA_TEST_KEYS.contains(&key),
    };
    let has_test_key = is_test_key(settings.secret.expose());
    match (has_test_key, is_test_key(&settings.site_key)) {
        (true, _) if !demo => Err(ConfigError::PublishedTestKey(secret)),
        (_, true) if !demo => Err(ConfigError::PublishedTestKey(site_key)),
        _ => Ok(PartyCheckSettings { has_test_key, ..settings }),
    }
}

fn site_key(
    flag: &'static str,
    given: Option<&String>,
    missing: impl Fn(&'static str) -> ConfigError,
) -> Result<String, ConfigError> {
    let key = given.ok_or_else(|| missing(flag))?;
    let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_key {
        Ok(key.clone())
    } else {
        Err(ConfigError::Form { flag, text: key.clone(), form: "of letters, digits, - and _ alone" })
    }
}

fn threshold(text: &str) -> Result<f64, ConfigError> {
    let score = text.parse().ok().filter(|score| (0.0..=1.0).contains(score));
    score.ok_or_else(|| ConfigError::Form {
        flag: THRESHOLD,
        text: text.to_owned(),
        form: "a score from 0.0 to 1.0, such as 0.5",
    })
}

#[cfg(test)]
mod tests {
    use super::{
        ConfigError, HumanCheckChoice, HumanCheckOptions, HumanCheckParty, PartyCheckSettings, RECAPTCHA_TEST_KEYS,
    };

    const TURNSTILE: HumanCheckChoice = HumanCheckChoice::Turnstile;
    const RECAPTCHA: HumanCheckChoice = HumanCheckChoice::Recaptcha;

    struct Given {
        choice: HumanCheckChoice,
        demo: bool,
        site_key: Option<&'static str>,
        secret: Option<&'static str>,
        threshold: &'static str,
    }

    const LIVE: Given = Given {
        choice: TURNSTILE,
        demo: false,
        site_key: Some("0x4AAAAAAAsite"),
        secret: Some("0x4AAAAAAAsecret"),
        threshold: "0.5",
    };

    fn settings(given: &Given) -> Result<Option<PartyCheckSettings>, ConfigError> {
        let key = |choice| given.site_key.filter(|_| given.choice == choice).map(str::to_owned);
        let options = HumanCheckOptions {
            turnstile_site_key: key(TURNSTILE),
            turnstile_url: "https://challenges.cloudflare.com".to_owned(),
            recaptcha_site_key: key(RECAPTCHA),
            recaptcha_threshold: given.threshold.to_owned(),
            recaptcha_url: "https://www.google.com".to_owned(),
        };
        let name = if given.choice == TURNSTILE { "STYLEBOX_TURNSTILE_SECRET" } else { "STYLEBOX_RECAPTCHA_SECRET" };
        options.settings(given.choice, given.demo, |asked| given.secret.filter(|_| asked == name).map(str::to_owned))
    }

    fn refused(given: &Given) -> String {
        settings(given).unwrap_err().to_string()
    }

    #[test]
    fn what_is_missing_or_malformed_is_named() {
        assert_eq!(refused(&Given { site_key: None, ..LIVE }), "--human-check turnstile needs --turnstile-site-key.");
        assert_eq!(
            refused(&Given { secret: None, ..LIVE }),
            "--human-check turnstile needs STYLEBOX_TURNSTILE_SECRET."
        );
        let recaptcha = Given { choice: RECAPTCHA, ..LIVE };
        let without = |given| refused(&given);
        assert_eq!(
            without(Given { site_key: None, ..recaptcha }),
            "--human-check recaptcha needs --recaptcha-site-key."
        );
        assert_eq!(
            without(Given { choice: RECAPTCHA, secret: None, ..LIVE }),
            "--human-check recaptcha needs STYLEBOX_RECAPTCHA_SECRET."
        );
        assert_eq!(
            refused(&Given { site_key: Some("a key"), ..LIVE }),
            "The value \"a key\" of --turnstile-site-key is not of letters, digits, - and _ alone."
        );
    }

    #[test]
    fn the_lowest_score_is_one() {
        let of = |threshold| settings(&Given { choice: RECAPTCHA, threshold, ..LIVE });
        let party = |threshold| of(threshold).unwrap().unwrap().party;
        for (text, lowest_score) in [("0.5", 0.5), ("0", 0.0), ("1.0", 1.0)] {
            assert_eq!(party(text), HumanCheckParty::Recaptcha { lowest_score });
        }
        for text in ["1.1", "-0.1", "NaN", "half", ""] {
            let expected =
                format!("The value {text:?} of --recaptcha-threshold is not a score from 0.0 to 1.0, such as 0.5.");
            assert_eq!(of(text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn the_published_test_keys_are_for_demo_mode() {
        let [google_site_key, google_secret] = RECAPTCHA_TEST_KEYS;
        let cases = [
            (TURNSTILE, "0x4AAAAAAAsite", "1x0000000000000000000000000000000AA", "STYLEBOX_TURNSTILE_SECRET"),
            (TURNSTILE, "3x00000000000000000000FF", "0x4AAAAAAAsecret", "--turnstile-site-key"),
            (RECAPTCHA, "6Lsite", google_secret, "STYLEBOX_RECAPTCHA_SECRET"),
            (RECAPTCHA, google_site_key, "6Lsecret", "--recaptcha-site-key"),
        ];
        for (choice, site_key, secret, named) in cases {
            let given = |demo| Given { choice, demo, site_key: Some(site_key), secret: Some(secret), threshold: "0.5" };
            assert_eq!(
                refused(&given(false)),
                format!(
                    "{named} is a published test key, which lets everybody pass: use your own, or start with --demo."
                )
            );
            assert_eq!(settings(&given(true)).unwrap().unwrap().has_test_key, named.starts_with("STYLEBOX"));
        }
        assert!(settings(&Given { demo: true, ..LIVE }).unwrap().is_some());
        assert_eq!(settings(&Given { choice: HumanCheckChoice::ProofOfWork, ..LIVE }), Ok(None));
    }
}
