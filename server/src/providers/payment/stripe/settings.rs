//! The settings of the payment gateway Stripe.

use crate::platform::config::{ConfigError, Secret};
use crate::providers::companies::stripe::account::{StripeClientSettings, check_key};
use crate::providers::flags::{PartyFlags, SettingsSources};
use clap::{Args, ValueEnum};
use std::time::Duration;

const WEBHOOK_SECRET: &str = "STYLEBOX_STRIPE_WEBHOOK_SECRET";
const PUBLISHABLE_KEY: &str = "--stripe-publishable-key";

/// The timeout of a call. Stripe waits for the bank, which takes seconds.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The flags of `--payment stripe`, each with its variable. The secret of its calls comes from `STYLEBOX_STRIPE_WEBHOOK_SECRET`, or from
/// the file that `STYLEBOX_STRIPE_WEBHOOK_SECRET_FILE` names.
#[derive(Debug, Clone, Args)]
pub struct StripeOptions {
    /// The key by which Stripe's script in the page knows the shop: pk_live_…, in demo mode pk_test_…
    #[arg(long, env = "STYLEBOX_STRIPE_PUBLISHABLE_KEY", value_name = "KEY", global = true)]
    stripe_publishable_key: Option<String>,

    /// Whether a card is taken if Stripe does not know whether it is a credit card.
    #[arg(long, env = "STYLEBOX_STRIPE_UNKNOWN_CARDS", value_enum, default_value_t, global = true)]
    stripe_unknown_cards: UnknownCards,
}

/// What to do with a card if the gateway does not know whether it is a credit card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum UnknownCards {
    /// It is taken: few cards are unknown, and most of them are credit cards.
    #[default]
    Accept,
    /// It is refused as a debit card is.
    Refuse,
}

/// The checked settings of Stripe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeSettings {
    /// The account, and how it is called.
    pub client: StripeClientSettings,
    /// The key of its script in the page, which is public.
    pub publishable_key: String,
    /// The secret with which it signs its webhooks.
    pub webhook_secret: Secret,
    /// What to do with cards whose kind it does not know.
    pub unknown_cards: UnknownCards,
}

impl PartyFlags for StripeOptions {
    type Settings = StripeSettings;

    /// In demo mode only keys of Stripe's test mode are taken, outside it only live ones.
    fn read(self, sources: &SettingsSources<'_>) -> Result<StripeSettings, ConfigError> {
        let needs = |flag| ConfigError::Missing { flag, needed_by: "--payment stripe" };
        let account = sources.stripe("--payment stripe")?;
        let publishable_key = self.stripe_publishable_key.ok_or_else(|| needs(PUBLISHABLE_KEY))?;
        let webhook_secret = Secret::read(WEBHOOK_SECRET, sources.variable)?.ok_or_else(|| needs(WEBHOOK_SECRET))?;
        let form = "pk_live_…, in demo mode pk_test_…";
        check_key(PUBLISHABLE_KEY, &publishable_key, &["pk"], form, sources.demo)?;
        if !webhook_secret.expose().starts_with("whsec_") {
            return Err(ConfigError::KeyForm { name: WEBHOOK_SECRET, form: "whsec_…" });
        }
        let unknown_cards = self.stripe_unknown_cards;
        let client = StripeClientSettings { account, timeout: TIMEOUT };
        Ok(StripeSettings { client, publishable_key, webhook_secret, unknown_cards })
    }
}

#[cfg(test)]
mod tests {
    use super::{PartyFlags, SettingsSources, StripeOptions, StripeSettings, UnknownCards};
    use crate::platform::config::ConfigError;
    use crate::providers::companies::Accounts;
    use crate::providers::companies::stripe::account::StripeAccountOptions;

    fn settings(demo: bool, keys: [&str; 3]) -> Result<StripeSettings, ConfigError> {
        let [secret, publishable, webhook] = keys.map(ToOwned::to_owned);
        let options = StripeOptions {
            stripe_publishable_key: Some(publishable).filter(|key| !key.is_empty()),
            stripe_unknown_cards: UnknownCards::Accept,
        };
        let variable = |name: &str| {
            let value = match name {
                "STYLEBOX_STRIPE_SECRET_KEY" => &secret,
                "STYLEBOX_STRIPE_WEBHOOK_SECRET" => &webhook,
                _ => return None,
            };
            (!value.is_empty()).then(|| value.clone())
        };
        let stripe = StripeAccountOptions { stripe_url: "https://api.stripe.com".to_owned() };
        let accounts = Accounts { stripe, ..Accounts::default() };
        options.read(&SettingsSources { accounts: &accounts, ..SettingsSources::variables(demo, &variable) })
    }

    const TEST: [&str; 3] = ["sk_test_1", "pk_test_1", "whsec_1"];
    const LIVE: [&str; 3] = ["rk_live_1", "pk_live_1", "whsec_1"];

    #[test]
    fn test_keys_are_for_demo_mode_and_live_keys_for_customers() {
        assert!(settings(true, TEST).is_ok());
        assert!(settings(false, LIVE).is_ok());
        let refused = |demo, keys| settings(demo, keys).unwrap_err().to_string();
        assert_eq!(
            refused(true, LIVE),
            "STYLEBOX_STRIPE_SECRET_KEY is a live key, and demo mode must move no money: use a test key."
        );
        assert_eq!(
            refused(false, TEST),
            "STYLEBOX_STRIPE_SECRET_KEY is a test key, and moves no money: use a live key, or start with --demo."
        );
        assert_eq!(
            refused(true, ["sk_test_1", "pk_live_1", "whsec_1"]),
            "--stripe-publishable-key is a live key, and demo mode must move no money: use a test key."
        );
    }

    #[test]
    fn what_is_missing_or_malformed_is_named_and_not_shown() {
        let refused = |keys| settings(true, keys).unwrap_err().to_string();
        assert_eq!(refused(["", "pk_test_1", "whsec_1"]), "--payment stripe needs STYLEBOX_STRIPE_SECRET_KEY.");
        assert_eq!(refused(["sk_test_1", "", "whsec_1"]), "--payment stripe needs --stripe-publishable-key.");
        assert_eq!(refused(["sk_test_1", "pk_test_1", ""]), "--payment stripe needs STYLEBOX_STRIPE_WEBHOOK_SECRET.");
        // A publishable key in the place of the secret one.
        let swapped = refused(["pk_test_1", "pk_test_1", "whsec_1"]);
        assert!(swapped.starts_with("STYLEBOX_STRIPE_SECRET_KEY is not of the form sk_live_…"), "{swapped}");
        let wrong = refused(["sk_test_1", "pk_test_1", "secret"]);
        assert_eq!(wrong, "STYLEBOX_STRIPE_WEBHOOK_SECRET is not of the form whsec_….");
        let shown = format!("{:?}", settings(true, TEST).unwrap());
        assert!(!shown.contains("sk_test_1") && !shown.contains("whsec_1"), "{shown}");
    }
}
