//! The account at Stripe, which takes payments, judges them and calculates sales tax.

use crate::platform::config::{BaseUrl, ConfigError, Secret};
use clap::Args;
use std::time::Duration;

const SECRET_KEY: &str = "STYLEBOX_STRIPE_SECRET_KEY";

/// The flags of the account, each with its variable. The key comes from `STYLEBOX_STRIPE_SECRET_KEY`, or from the file that
/// `STYLEBOX_STRIPE_SECRET_KEY_FILE` names.
#[derive(Debug, Clone, Default, Args)]
pub struct StripeAccountOptions {
    /// The address of Stripe's calls.
    #[arg(
        long,
        env = "STYLEBOX_STRIPE_URL",
        value_name = "URL",
        default_value = "https://api.stripe.com",
        global = true
    )]
    pub(crate) stripe_url: String,
}

/// The checked account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeAccount {
    pub url: BaseUrl,
    pub secret_key: Secret,
}

/// What a client of the account needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeClientSettings {
    pub account: StripeAccount,
    pub timeout: Duration,
}

impl StripeAccountOptions {
    /// The account that `needed_by`, such as `--payment stripe`, needs. In demo mode only a key of Stripe's test mode is taken, outside it
    /// only a live one.
    pub(crate) fn read(
        &self,
        needed_by: &'static str,
        demo: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<StripeAccount, ConfigError> {
        let missing = ConfigError::Missing { flag: SECRET_KEY, needed_by };
        let secret_key = Secret::read(SECRET_KEY, variable)?.ok_or(missing)?;
        let form = "sk_live_… or rk_live_…, in demo mode sk_test_… or rk_test_…";
        check_key(SECRET_KEY, secret_key.expose(), &["sk", "rk"], form, demo)?;
        Ok(StripeAccount { url: BaseUrl::parse("--stripe-url", &self.stripe_url)?, secret_key })
    }
}

/// Checks that a key is one of the given kinds, and of the mode that goes with demo mode. `form` says so to the operator.
pub(crate) fn check_key(
    name: &'static str,
    key: &str,
    kinds: &[&str],
    form: &'static str,
    demo: bool,
) -> Result<(), ConfigError> {
    let is_of = |mode: &str| kinds.iter().any(|kind| key.starts_with(&format!("{kind}_{mode}_")));
    match (is_of("test"), is_of("live"), demo) {
        (true, _, true) | (_, true, false) => Ok(()),
        (false, true, true) => Err(ConfigError::LiveKeyInDemo(name)),
        (true, false, false) => Err(ConfigError::TestKeyOutsideDemo(name)),
        (false, false, _) => Err(ConfigError::KeyForm { name, form }),
    }
}
