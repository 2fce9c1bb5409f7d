//! Cloudflare's Turnstile: a widget that looks at the browser, and now and then has something to press.

use crate::providers::common::browser_needs::BrowserNeeds;
pub mod settings;

use crate::providers::human_check::HumanCheckKind;
use crate::providers::human_check::site_verify::rules::Rules;
use crate::providers::human_check::site_verify::settings::SiteVerifySettings;
use crate::providers::human_check::site_verify::{PartyCheck, StandIn};
use std::time::Duration;

/// Where its script and its frame come from.
const ORIGIN: &str = "https://challenges.cloudflare.com";

const RULES: Rules = Rules {
    party: "turnstile",
    name: "Cloudflare",
    secret: "STYLEBOX_TURNSTILE_SECRET",
    kind: HumanCheckKind::Turnstile,
    path: "/turnstile/v0/siteverify",
    lifetime: Duration::from_secs(300),
    // Nothing is counted or paid for.
    asked_every: Duration::ZERO,
    needs,
};

/// The check by these settings, on pages of `host`.
///
/// # Errors
/// A sentence that says why there is none.
pub fn check(settings: &SiteVerifySettings, host: &str, stand_in: StandIn) -> Result<PartyCheck, String> {
    PartyCheck::new(RULES, settings, None, host, stand_in)
}

/// As Cloudflare's documentation of the content policy has it.
fn needs() -> BrowserNeeds {
    BrowserNeeds { scripts: vec![ORIGIN.to_owned()], frames: vec![ORIGIN.to_owned()], ..BrowserNeeds::default() }
}
