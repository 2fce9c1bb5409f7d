//! Enums whose values are written as words of the specs, with labels for people: statuses, actions, kinds.

use crate::InputError;

/// Defines an enum whose values are read and written as one word each. Its comment and its words describe it in the API, under the name
/// that follows `as`, or its own.
///
/// The words are also needed outside JSON: in the database, and in tests that go through every value.
#[macro_export]
macro_rules! word_enum {
    (
        $([$($attributes:tt)*])?
        $(#[doc = $description:literal])+
        pub enum $name:ident $(as $schema:ident)? {
            $( $(#[$variant_meta:meta])* $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[doc = $description])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $($($attributes)*)?
        pub enum $name {
            $(
                $(#[$variant_meta])*
                $variant,
            )+
        }

        impl $name {
            /// Every value, in the order of the specs.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            const WORDS: &[&str] = &[$($word),+];

            /// The value of `word`.
            #[must_use]
            pub fn of(word: &str) -> Option<Self> {
                Self::ALL.get($crate::values::words::index(word, Self::WORDS)?).copied()
            }

            /// Its word in JSON, in URLs and in the database.
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

            fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
                Self::of(text).ok_or_else(|| $crate::values::words::unknown(Self::WORDS))
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::InputError;

            fn try_from(text: String) -> std::result::Result<Self, Self::Error> {
                text.parse()
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                serializer.serialize_unit_variant(stringify!($name), *self as u32, self.as_str())
            }
        }

        $crate::describe_words!($name $(as $schema)?, concat!($($description, "\n"),+));

        $crate::wire::text_input!($name, const { let [first, ..] = Self::ALL else { panic!() }; *first });
    };
}

/// Describes the words of an enum in the API.
#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! describe_words {
    ($name:ident as $schema:ident, $description:expr) => {
        impl $crate::values::schema::PartialSchema for $name {
            fn schema() -> $crate::values::schema::Described {
                $crate::values::schema::of_words($description, Self::WORDS)
            }
        }

        impl $crate::values::schema::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($schema).into()
            }
        }
    };
    ($name:ident, $description:expr) => {
        $crate::describe_words!($name as $name, $description);
    };
}

#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! describe_words {
    ($($nothing:tt)*) => {};
}

/// Defines an enum as [`word_enum!`] does, for the browser too.
macro_rules! words {
    (
        $(#[doc = $description:literal])+
        pub enum $name:ident $(as $schema:ident)? {
            $( $(#[$variant_meta:meta])* $variant:ident = $word:literal, )+
        }
    ) => {
        $crate::word_enum! {
            [#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]]
            $(#[doc = $description])+
            pub enum $name $(as $schema)? {
                $(
                    $(#[$variant_meta])*
                    #[cfg_attr(feature = "wasm", serde(rename = $word))]
                    $variant = $word,
                )+
            }
        }
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

/// The place of `text` among `words`. All enums share this function, because each of them would otherwise have its own comparisons.
#[doc(hidden)]
#[must_use]
pub fn index(text: &str, words: &[&str]) -> Option<usize> {
    words.iter().position(|word| *word == text)
}

#[doc(hidden)]
#[must_use]
pub fn unknown(words: &[&str]) -> InputError {
    InputError::new(format!("This is not one of: {}.", words.join(", ")))
}
