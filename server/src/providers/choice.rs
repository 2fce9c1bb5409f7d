//! How the operator's choice of each outside party is read: a flag names the implementation, and the flags of that implementation become
//! its settings. What was chosen is one enum a party, so that no implementation is chosen without the settings that it needs.

use crate::platform::clock::Clock;
use crate::platform::config::{ConfigError, PublicUrl};
use crate::platform::keys::Keys;
use crate::platform::random::Random;
use crate::providers::companies::Accounts;
use crate::providers::fraud::FraudCheck;
use crate::providers::payment::PaymentGateway;
use crate::providers::payment::stripe::settings::StripeSettings;
use crate::providers::photos::PhotoStore;
use crate::providers::theme_boxes::feed::KeptAnswer;
use clap::{Args, ValueEnum};
use std::sync::Arc;

/// The flags of an implementation.
pub trait PartyFlags: Args {
    /// What they become.
    type Settings;

    /// The settings, checked.
    ///
    /// # Errors
    /// The first invalid setting.
    fn read(self, given: &Given<'_>) -> Result<Self::Settings, ConfigError>;
}

/// What settings are read from, besides the implementation's own flags.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// Whether the service runs in demo mode.
    pub demo: bool,
    /// Reads a variable of the environment: secrets are there.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// The flags of the companies whose implementations share an account.
    pub accounts: &'a Accounts,
    /// The gateway Stripe, if it is chosen: Radar judges its charges.
    pub stripe: Option<&'a StripeSettings>,
}

#[cfg(test)]
impl<'a> Given<'a> {
    /// Variables alone.
    pub(crate) fn variables(demo: bool, variable: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { demo, variable, accounts: Box::leak(Box::default()), stripe: None }
    }
}

/// What implementations are made of, besides their settings.
pub struct Parts {
    /// The address by which customers reach the service.
    pub public_url: PublicUrl,
    /// The service's own secret key.
    pub keys: Keys,
    /// What services have made over the store.
    pub over_the_store: OverTheStore,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Source of randomness.
    pub random: Arc<dyn Random>,
    /// The most steps of a proof of work.
    pub human_check_steps: u32,
}

/// The embedded implementations that keep something, and what others keep. Providers know no database: services implement these traits
/// over the store.
pub struct OverTheStore {
    /// The sandbox gateway.
    pub sandbox: Arc<dyn PaymentGateway>,
    /// The fraud check by the shop's own records.
    pub own_records: Arc<dyn FraudCheck>,
    /// The photos in the database.
    pub photos: Arc<dyn PhotoStore>,
    /// What is kept of the feed of theme boxes.
    pub kept_theme_boxes: Arc<dyn KeptAnswer>,
}

/// The word of a choice, as its flag takes it.
pub(crate) fn word(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Declares the choice of a party: its flag, with the flag's help, and its implementations, the default first. An implementation with
/// settings names its flags. One that is a fake, for demo mode, says so in words for the operator.
///
/// ```text
/// choice! {
///     /// The reviews service.
///     "--reviews" "STYLEBOX_REVIEWS" reviews: ReviewsChoice {
///         /// The service's own.
///         Own,
///         /// Yotpo.
///         Yotpo(yotpo: YotpoOptions),
///     }
/// }
/// ```
macro_rules! choice {
    (
        $(#[doc = $help:literal])+
        $flag:literal $variable:literal $party:ident: $Choice:ident {
            $(#[doc = $first_help:literal])+
            $First:ident $(fake $first_fake:literal)?,
            $( $(#[doc = $other_help:literal])+ $Other:ident $(($flags:ident: $Flags:ty))? $(fake $fake:literal)?, )*
        }
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
        enum Word {
            $(#[doc = $first_help])+
            #[default]
            $First,
            $( $(#[doc = $other_help])+ $Other, )*
        }

        /// The party's flag, and the flags of its implementations, each with its variable.
        #[derive(Debug, clap::Args)]
        #[group(skip)]
        pub struct Options {
            $(#[doc = $help])+
            #[arg(long, env = $variable, value_enum, default_value_t, global = true)]
            $party: Word,
            $($(
                #[command(flatten)]
                $flags: $Flags,
            )?)*
        }

        $(#[doc = $help])+
        #[derive(Debug, Clone, Default)]
        pub enum $Choice {
            $(#[doc = $first_help])+
            #[default]
            $First,
            $( $(#[doc = $other_help])+ $Other $((<$Flags as $crate::providers::choice::PartyFlags>::Settings))?, )*
        }

        impl Options {
            /// What was chosen, with its settings.
            ///
            /// # Errors
            /// The first invalid setting.
            pub fn read(
                self,
                given: &$crate::providers::choice::Given<'_>,
            ) -> Result<$Choice, $crate::platform::config::ConfigError> {
                Ok(match self.$party {
                    Word::$First => $Choice::$First,
                    $( Word::$Other => $Choice::$Other $(($crate::providers::choice::PartyFlags::read(self.$flags, given)?))?, )*
                })
            }
        }

        impl $Choice {
            /// Its flag.
            pub const FLAG: &str = $flag;

            /// The word by which its flag names it.
            #[must_use]
            pub fn word(&self) -> String {
                $crate::providers::choice::word(match self {
                    Self::$First => Word::$First,
                    $( Self::$Other { .. } => Word::$Other, )*
                })
            }

            /// Says what is missing of a fake, for demo mode; `None` for what can serve customers.
            #[must_use]
            pub const fn fake(&self) -> Option<&'static str> {
                match self {
                    $( Self::$First => Some(concat!($first_fake, " (", $flag, ")")), )?
                    $($( Self::$Other { .. } => Some(concat!($fake, " (", $flag, ")")), )?)*
                    #[allow(unreachable_patterns, reason = "every implementation of a party may be a fake")]
                    _ => None,
                }
            }
        }
    };
}
