//! Which human check the shop works with.

use crate::platform::keys::Purpose;
use crate::providers::human_check::HumanCheck;
use crate::providers::human_check::proof_of_work::ProofOfWork;
use crate::providers::human_check::recaptcha::{self, settings::RecaptchaOptions};
use crate::providers::human_check::settings::ProofOfWorkSettings;
use crate::providers::human_check::site_verify::StandIn;
use crate::providers::human_check::turnstile::{self, settings::TurnstileOptions};
use crate::providers::parts::Parts;
use std::sync::Arc;

choice! {
    /// The check that a caller is a person. The embedded one is a proof of work, which also stands in if the party's does not work.
    "--human-check" "STYLEBOX_HUMAN_CHECK" human_check: HumanCheckChoice {
        /// The browser solves a proof of work.
        ProofOfWork,
        /// Cloudflare's Turnstile.
        Turnstile(turnstile: TurnstileOptions),
        /// Google's reCAPTCHA, version 3.
        Recaptcha(recaptcha: RecaptchaOptions),
    }
}

impl HumanCheckChoice {
    /// The check that is chosen. The proof of work has these settings, also if it only stands in.
    pub(crate) fn provider(&self, work: ProofOfWorkSettings, parts: &Parts) -> Result<Arc<dyn HumanCheck>, String> {
        let (secrets, steps) = (parts.keys.keys(Purpose::HumanCheck), work.steps);
        let stand_in = StandIn { secrets, steps, clock: parts.clock.clone(), random: parts.random.clone() };
        let host = parts.public_url.host();
        Ok(match self {
            Self::ProofOfWork => {
                let StandIn { secrets, steps, clock, random } = stand_in;
                Arc::new(ProofOfWork::new(secrets, steps, clock, random))
            }
            Self::Turnstile(settings) => Arc::new(turnstile::check(settings, host, stand_in)?),
            Self::Recaptcha(settings) => Arc::new(recaptcha::check(settings, host, stand_in)?),
        })
    }
}
