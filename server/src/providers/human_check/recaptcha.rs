//! Google's reCAPTCHA, version 3: it shows nothing, and scores a visitor when a form is sent.

use super::WidgetKind;
use super::rules::Rules;
use crate::providers::browser::BrowserNeeds;
use std::time::Duration;

pub(super) const RULES: Rules = Rules {
    party: "recaptcha",
    name: "Google",
    secret: "STYLEBOX_RECAPTCHA_SECRET",
    kind: WidgetKind::Recaptcha,
    path: "/recaptcha/api/siteverify",
    lifetime: Duration::from_secs(120),
    needs,
};

/// As Google's questions and answers about the content policy have it: paths, because these hosts serve much else.
fn needs() -> BrowserNeeds {
    let all = |origins: &[&str]| origins.iter().map(|&origin| origin.to_owned()).collect();
    BrowserNeeds {
        scripts: all(&["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"]),
        frames: all(&["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"]),
        connections: all(&["https://www.google.com/recaptcha/"]),
        images: Vec::new(),
    }
}
