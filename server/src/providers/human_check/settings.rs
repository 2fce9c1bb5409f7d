//! The settings of the proof of work, which also stands in if an outside party's check does not work.

use crate::providers::flags::SettingsSources;
use clap::Args;

/// The flags of the proof of work, each with its variable.
#[derive(Debug, Args)]
pub struct ProofOfWorkOptions {
    /// How hard the human check is: the most steps that a browser has to compute [default: 1000, in demo mode 20]
    #[arg(long, env = "STYLEBOX_HUMAN_CHECK_STEPS", value_name = "STEPS", value_parser = clap::value_parser!(u32).range(1..=100_000), global = true)]
    human_check_steps: Option<u32>,
}

/// How hard the proof of work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofOfWorkSettings {
    /// The most steps that a challenge takes.
    pub steps: u32,
}

/// As hard as in a shop.
impl Default for ProofOfWorkSettings {
    fn default() -> Self {
        Self { steps: 1000 }
    }
}

impl ProofOfWorkOptions {
    /// The settings. In a demonstration the work is easy, unless the operator says how hard it is.
    pub(crate) fn read(&self, sources: &SettingsSources<'_>) -> ProofOfWorkSettings {
        let by_default = if sources.demo { ProofOfWorkSettings { steps: 20 } } else { ProofOfWorkSettings::default() };
        self.human_check_steps.map_or(by_default, |steps| ProofOfWorkSettings { steps })
    }
}

#[cfg(test)]
mod tests {
    use super::{ProofOfWorkOptions, SettingsSources};

    #[test]
    fn a_demonstration_is_easy_on_the_human_check() {
        let steps = |demo, human_check_steps| {
            ProofOfWorkOptions { human_check_steps }.read(&SettingsSources::variables(demo, &|_| None)).steps
        };
        assert_eq!(steps(false, None), 1000);
        assert_eq!(steps(true, None), 20);
        assert_eq!((steps(true, Some(5)), steps(false, Some(5))), (5, 5));
    }
}
