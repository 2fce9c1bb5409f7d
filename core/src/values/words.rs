//! Enums whose values are written as words of the specs, and what people read for each: statuses, actions, kinds.

use crate::InputError;

/// Defines an enum whose every value is one word of the specs, and reads and writes it as that word alone.
///
/// Beside reading and writing, the words are needed outside JSON: in the database and in tests that go through
/// every value.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $( $(#[$variant_meta:meta])* $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
        pub enum $name {
            $(
                $(#[$variant_meta])*
                #[cfg_attr(feature = "wasm", serde(rename = $word))]
                $variant,
            )+
        }

        impl $name {
            /// Every value, in the order of the specs.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            const WORDS: &[&str] = &[$($word),+];

            /// The value that `word` stands for.
            #[must_use]
            pub fn of(word: &str) -> Option<Self> {
                Self::ALL.get($crate::values::words::index(word, Self::WORDS)?).copied()
            }

            /// The word that stands for it in JSON, in addresses and in the database.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $( Self::$variant => $word, )+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::InputError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::of(text).ok_or_else(|| $crate::values::words::unknown(Self::WORDS))
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::InputError;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_unit_variant(stringify!($name), *self as u32, self.as_str())
            }
        }

        stylebox_wire::text_input!($name, const { let [first, ..] = Self::ALL else { panic!() }; *first });
    };
}

pub(crate) use words;

/// Gives each value of an enum its words, by a match: a value without words does not compile.
macro_rules! labels {
    ($enum:ident { $( $value:ident = $words:literal, )+ }) => {
        impl $enum {
            /// The words for the customer.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self {
                    $( Self::$value => $words, )+
                }
            }
        }
    };
}

pub(crate) use labels;

/// The place of `text` among `words`. One function for all enums, as each of them would need its own comparisons.
pub(crate) fn index(text: &str, words: &[&str]) -> Option<usize> {
    words.iter().position(|word| *word == text)
}

pub(crate) fn unknown(words: &[&str]) -> InputError {
    InputError::new(format!("This is not one of: {}.", words.join(", ")))
}
