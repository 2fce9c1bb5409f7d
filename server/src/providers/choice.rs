//! How the operator's choice of each outside party is read: a flag names the implementation, and the flags of that implementation become
//! its settings. What was chosen is one enum for each party, so that no implementation is chosen without the settings that it
//! needs.

use clap::ValueEnum;

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
///         /// That of a company.
///         Acme(acme: AcmeOptions),
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
        #[allow(clippy::large_enum_variant, reason = "a program has one of each, for as long as it runs")]
        pub enum $Choice {
            $(#[doc = $first_help])+
            #[default]
            $First,
            $( $(#[doc = $other_help])+ $Other $((<$Flags as $crate::providers::flags::PartyFlags>::Settings))?, )*
        }

        impl Options {
            /// What was chosen, with its settings.
            ///
            /// # Errors
            /// The first invalid setting.
            pub fn read(
                self,
                sources: &$crate::providers::flags::SettingsSources<'_>,
            ) -> Result<$Choice, $crate::platform::config::ConfigError> {
                // A party whose implementations have no flags reads nothing.
                let _ = sources;
                Ok(match self.$party {
                    Word::$First => $Choice::$First,
                    $( Word::$Other => $Choice::$Other $(($crate::providers::flags::PartyFlags::read(self.$flags, sources)?))?, )*
                })
            }
        }

        impl $Choice {
            pub const FLAG: &str = $flag;

            /// The word by which its flag names it.
            #[must_use]
            pub fn word(&self) -> String {
                $crate::providers::choice::word(match self {
                    Self::$First => Word::$First,
                    $( Self::$Other { .. } => Word::$Other, )*
                })
            }

            /// What a fake, for demo mode, does not do; `None` for a choice that can serve customers.
            #[must_use]
            pub const fn fake(&self) -> Option<&'static str> {
                match self {
                    $( Self::$First => Some(concat!($first_fake, " (", $flag, ")")), )?
                    $($( Self::$Other { .. } => Some(concat!($fake, " (", $flag, ")")), )?)*
                    _ => None,
                }
            }
        }
    };
}
