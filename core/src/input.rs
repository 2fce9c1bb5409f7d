//! What a rule is given: reading it strictly, and the error where it is not of the rule's form.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, marker::PhantomData, str::FromStr};

/// An input that is not of the rule's form: a malformed date, a negative amount, an unknown status, a missing field.
///
/// It is our caller's mistake, not the customer's: a customer's mistake is an [`Issue`](crate::Issue).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError {
    reason: String,
    /// The fields that lead to it, outermost first: `shipping.zip`.
    path: String,
}

impl InputError {
    /// An error that says `reason`.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), path: String::new() }
    }

    /// The same error, found in the field `key`.
    #[must_use]
    pub(crate) fn at(self, key: &str) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{key}.{}", self.path) };
        Self { path, ..self }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(formatter, "{}: ", self.path)?;
        }
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for InputError {}

/// The input of a rule on one text that a customer types, where null is empty text.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Text {
    /// The text, as typed.
    #[serde(default, deserialize_with = "null_as_empty")]
    pub text: String,
}

/// The input of a rule that needs none: an empty object.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Nothing {}

/// For `#[serde(default, deserialize_with = "null_as_empty")]`: text that a customer types, where null is empty text.
///
/// # Errors
/// Where the value is neither text nor null.
pub fn null_as_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.unwrap_or_default())
}

/// For `#[serde(default, deserialize_with = "empty_as_null")]`: an optional text, where empty text is null.
///
/// # Errors
/// Where the value is neither text nor null.
pub fn empty_as_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.filter(|text| !text.is_empty()))
}

/// For the `Deserialize` of a type that is written as text: what its `FromStr` makes of the text.
///
/// # Errors
/// Where the value is no text, or the text is not of the type's form.
pub fn from_text<'de, D: Deserializer<'de>, T: FromStr<Err = InputError>>(deserializer: D) -> Result<T, D::Error> {
    struct Visitor<T>(PhantomData<T>);
    impl<T: FromStr<Err = InputError>> de::Visitor<'_> for Visitor<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a text")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }
    deserializer.deserialize_str(Visitor(PhantomData))
}

/// A count: an integer from 0 to 2^53 − 1, which every engine holds exactly. `3.0` is a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "number"))]
pub struct Count(u64);

impl Count {
    /// The largest count.
    pub const MAX: u64 = (1 << 53) - 1;

    /// A count of `number`, or nothing where it is over [`Count::MAX`].
    #[must_use]
    pub const fn new(number: u64) -> Option<Self> {
        if number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// How many things a list holds; no list comes near [`Count::MAX`].
    #[must_use]
    pub(crate) fn of(length: usize) -> Self {
        Self(u64::try_from(length).map_or(Self::MAX, |number| number.min(Self::MAX)))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Count;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an integer from 0 to 9007199254740991")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Count, E> {
                Count::new(number).ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Count, E> {
                let unsigned = u64::try_from(number).ok().and_then(Count::new);
                unsigned.ok_or_else(|| E::invalid_value(de::Unexpected::Signed(number), &self))
            }

            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "checked: whole, and within 2^53"
            )]
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Count, E> {
                let whole = number.fract() == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(&number);
                if whole {
                    Ok(Count(number as u64))
                } else {
                    Err(E::invalid_value(de::Unexpected::Float(number), &self))
                }
            }
        }
        deserializer.deserialize_u64(Visitor)
    }
}
