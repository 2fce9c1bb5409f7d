//! Google's reCAPTCHA, version 3: it shows nothing, and scores a visitor when a form is sent.

use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::human_check::WidgetKind;
use crate::providers::human_check::site_verify::rules::Rules;
use std::time::Duration;

pub(super) const RULES: Rules = Rules {
    party: "recaptcha",
    name: "Google",
    secret: "STYLEBOX_RECAPTCHA_SECRET",
    kind: WidgetKind::Recaptcha,
    path: "/recaptcha/api/siteverify",
    lifetime: Duration::from_secs(120),
    // Without billing a month has 10,000 calls, and asking every minute would be 43,200 of them.
    asked_every: Duration::from_secs(30 * 60),
    needs,
};

/// Of what Google's questions and answers about the content policy name, the script that the page loads, and the folder of the one
/// that it loads in its turn: these hosts serve much else.
fn needs() -> BrowserNeeds {
    let all = |origins: &[&str]| origins.iter().map(|&origin| origin.to_owned()).collect();
    BrowserNeeds {
        scripts: all(&["https://www.google.com/recaptcha/api.js", "https://www.gstatic.com/recaptcha/releases/"]),
        frames: all(&["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"]),
        connections: all(&["https://www.google.com/recaptcha/"]),
        images: Vec::new(),
    }
}
