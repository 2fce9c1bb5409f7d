//! Which human check the shop works with. The settings of the proof of work go with each choice: it stands in if a party's check does
//! not work.

use crate::platform::config::ConfigError;
use crate::platform::keys::Purpose;
use crate::providers::choice;
use crate::providers::flags::{PartyFlags, SettingsSources};
use crate::providers::human_check::HumanCheck;
use crate::providers::human_check::proof_of_work::ProofOfWork;
use crate::providers::human_check::proof_of_work::settings::{ProofOfWorkOptions, ProofOfWorkSettings};
use crate::providers::human_check::recaptcha::{
    self,
    settings::{RecaptchaOptions, RecaptchaSettings},
};
use crate::providers::human_check::site_verify::{StandIn, settings::SiteVerifySettings};
use crate::providers::human_check::turnstile::{self, settings::TurnstileOptions};
use crate::providers::parts::Parts;
use clap::{Args, ValueEnum};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Word {
    /// The browser solves a proof of work.
    #[default]
    ProofOfWork,
    /// Cloudflare's Turnstile.
    Turnstile,
    /// Google's reCAPTCHA, version 3.
    Recaptcha,
}

/// The party's flag, and the flags of its implementations, each with its variable.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Options {
    /// The check that a caller is a person. The embedded one is a proof of work, which also stands in if the party's does not work.
    #[arg(long, env = "STYLEBOX_HUMAN_CHECK", value_enum, default_value_t, global = true)]
    human_check: Word,
    #[command(flatten)]
    proof_of_work: ProofOfWorkOptions,
    #[command(flatten)]
    turnstile: TurnstileOptions,
    #[command(flatten)]
    recaptcha: RecaptchaOptions,
}

/// The check that a caller is a person. The embedded one is a proof of work, which also stands in if the party's does not work.
#[derive(Debug, Clone)]
pub enum HumanCheckChoice {
    /// The browser solves a proof of work.
    ProofOfWork(ProofOfWorkSettings),
    /// Cloudflare's Turnstile.
    Turnstile(SiteVerifySettings, ProofOfWorkSettings),
    /// Google's reCAPTCHA, version 3.
    Recaptcha(RecaptchaSettings, ProofOfWorkSettings),
}

impl Default for HumanCheckChoice {
    fn default() -> Self {
        Self::ProofOfWork(ProofOfWorkSettings::default())
    }
}

impl Options {
    /// What was chosen, with its settings.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn read(self, sources: &SettingsSources<'_>) -> Result<HumanCheckChoice, ConfigError> {
        let proof_of_work = self.proof_of_work.read(sources);
        Ok(match self.human_check {
            Word::ProofOfWork => HumanCheckChoice::ProofOfWork(proof_of_work),
            Word::Turnstile => HumanCheckChoice::Turnstile(self.turnstile.read(sources)?, proof_of_work),
            Word::Recaptcha => HumanCheckChoice::Recaptcha(self.recaptcha.read(sources)?, proof_of_work),
        })
    }
}

impl HumanCheckChoice {
    pub const FLAG: &str = "--human-check";

    /// The word by which its flag names it.
    #[must_use]
    pub fn word(&self) -> String {
        choice::word(match self {
            Self::ProofOfWork(_) => Word::ProofOfWork,
            Self::Turnstile(..) => Word::Turnstile,
            Self::Recaptcha(..) => Word::Recaptcha,
        })
    }

    /// None is a fake: each can serve customers.
    #[must_use]
    pub const fn fake(&self) -> Option<&'static str> {
        None
    }

    /// The check that is chosen.
    pub(crate) fn provider(&self, parts: &Parts) -> Result<Arc<dyn HumanCheck>, String> {
        let secrets = parts.keys.keys(Purpose::HumanCheck);
        let (clock, random) = (parts.clock.clone(), parts.random.clone());
        let host = parts.public_url.host();
        Ok(match self {
            Self::ProofOfWork(settings) => Arc::new(ProofOfWork::new(secrets, settings.steps, clock, random)),
            Self::Turnstile(settings, proof_of_work) => {
                let stand_in = StandIn { secrets, steps: proof_of_work.steps, clock, random };
                Arc::new(turnstile::check(settings, host, stand_in)?)
            }
            Self::Recaptcha(settings, proof_of_work) => {
                let stand_in = StandIn { secrets, steps: proof_of_work.steps, clock, random };
                Arc::new(recaptcha::check(settings, host, stand_in)?)
            }
        })
    }
}
