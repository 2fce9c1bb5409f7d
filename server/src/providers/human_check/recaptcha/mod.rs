//! Google's reCAPTCHA, version 3: it shows nothing, and scores a visitor when a form is sent.

use crate::providers::common::browser_needs::BrowserNeeds;
pub mod settings;

use crate::providers::human_check::HumanCheckKind;
use crate::providers::human_check::site_verify::rules::Rules;
use crate::providers::human_check::site_verify::{PartyCheck, StandIn};
use settings::RecaptchaSettings;
use std::time::Duration;

const RULES: Rules = Rules {
    party: "recaptcha",
    name: "Google",
    secret: "STYLEBOX_RECAPTCHA_SECRET",
    kind: HumanCheckKind::Recaptcha,
    path: "/recaptcha/api/siteverify",
    lifetime: Duration::from_secs(120),
    // Without billing a month has 10,000 calls, and asking every minute would be 43,200 of them.
    asked_every: Duration::from_secs(30 * 60),
    needs,
};

/// The check by these settings, on pages of `host`.
///
/// # Errors
/// A sentence that says why there is none.
pub fn check(settings: &RecaptchaSettings, host: &str, stand_in: StandIn) -> Result<PartyCheck, String> {
    PartyCheck::new(RULES, &settings.site_verify, Some(settings.lowest_score), host, stand_in)
}

/// From the list in Google's FAQ on the content policy: the script that the page loads, and the folder of the script that this one
/// loads. The hosts as a whole are not allowed, because they serve much else.
fn needs() -> BrowserNeeds {
    let all = |origins: &[&str]| origins.iter().map(|&origin| origin.to_owned()).collect();
    BrowserNeeds {
        scripts: all(&["https://www.google.com/recaptcha/api.js", "https://www.gstatic.com/recaptcha/releases/"]),
        frames: all(&["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"]),
        connections: all(&["https://www.google.com/recaptcha/"]),
        images: Vec::new(),
    }
}
