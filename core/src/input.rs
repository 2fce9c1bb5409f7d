//! What a rule is given: reading it strictly, and the error where it is not of the rule's form.

use crate::json::Json;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{fmt, str::FromStr};

pub use stylebox_core_derive::Input;

/// An input that is not of the rule's form: a malformed date, a negative amount, an unknown status, a missing field.
///
/// It is our caller's mistake, not the customer's: a customer's mistake is an [`Issue`](crate::Issue).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError(Box<Misfit>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Misfit {
    reason: String,
    /// The fields that lead to it, outermost first: `shipping.zip`.
    path: String,
}

impl InputError {
    /// An error that says `reason`.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(Box::new(Misfit { reason: reason.into(), path: String::new() }))
    }

    /// The same error, found in the field `key`.
    fn at(self, key: &str) -> Self {
        let Misfit { reason, path } = *self.0;
        let separator = if path.is_empty() { "" } else { "." };
        Self(Box::new(Misfit { reason, path: [key, separator, &path].concat() }))
    }

    fn at_index(self, index: usize) -> Self {
        self.at(&index.to_string())
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(formatter, "{}: ", self.0.path)?;
        }
        formatter.write_str(&self.0.reason)
    }
}

impl std::error::Error for InputError {}

/// A rule's input, or a part of one: read strictly from JSON. Derived for a struct, it takes an object, passes over unknown
/// fields, and takes an absent field for null.
///
/// Every engine turns what it is given into [`Json`] first and reads it here, so they agree on what is strict.
pub trait Input: Sized {
    /// What `json` is the form of.
    ///
    /// # Errors
    /// Says where it is not of that form, by the path to the field.
    fn read(json: &Json) -> Result<Self, InputError>;
}

/// The fields of an object. Its functions stand alone, so that a struct's reading is a row of calls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields<'json>(&'json [(String, Json)]);

impl<'json> Fields<'json> {
    pub(crate) fn of(json: &'json Json) -> Result<Self, InputError> {
        match json {
            Json::Object(entries) => Ok(Self(entries)),
            other => Err(expected("an object", other)),
        }
    }

    /// The field `key`; an absent one is null.
    pub(crate) fn read<T: Input>(self, key: &str) -> Result<T, InputError> {
        T::read(self.value(key)).map_err(|error| error.at(key))
    }

    /// The field `key` as `reader` reads it; an absent one is null.
    pub(crate) fn read_with<T>(self, key: &str, reader: fn(&Json) -> Result<T, InputError>) -> Result<T, InputError> {
        reader(self.value(key)).map_err(|error| error.at(key))
    }

    fn value(self, key: &str) -> &'json Json {
        self.0.iter().find(|(name, _)| name == key).map_or(&Json::Null, |(_, value)| value)
    }
}

/// The error where `json` is something else than `what`. It does not repeat a text: that may be a password.
fn expected(what: &str, json: &Json) -> InputError {
    InputError::new(format!("expected {what}, found {}", json.kind()))
}

/// For the `Deserialize` of a type that has [`Input`].
pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: Input>(deserializer: D) -> Result<T, D::Error> {
    T::read(&Json::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// `Deserialize` by [`Input`], for types that do not derive it.
macro_rules! deserialize_as_input {
    ($name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::input::deserialize(deserializer)
            }
        }
    };
}

/// [`Input`] and `Deserialize` of a type that is written as text: what its `FromStr` makes of the text.
macro_rules! text_input {
    ($name:ident) => {
        impl $crate::input::Input for $name {
            fn read(json: &$crate::json::Json) -> Result<Self, $crate::InputError> {
                $crate::input::from_text(json)
            }
        }

        $crate::input::deserialize_as_input!($name);
    };
}

pub(crate) use {deserialize_as_input, text_input};

pub(crate) fn from_text<T: FromStr<Err = InputError>>(json: &Json) -> Result<T, InputError> {
    text(json)?.parse()
}

fn text(json: &Json) -> Result<&str, InputError> {
    json.as_text().ok_or_else(|| expected("text", json))
}

impl Input for Json {
    fn read(json: &Self) -> Result<Self, InputError> {
        Ok(json.clone())
    }
}

impl Input for String {
    fn read(json: &Json) -> Result<Self, InputError> {
        text(json).map(str::to_owned)
    }
}

impl Input for bool {
    fn read(json: &Json) -> Result<Self, InputError> {
        match json {
            Json::Bool(value) => Ok(*value),
            other => Err(expected("true or false", other)),
        }
    }
}

impl Input for f64 {
    fn read(json: &Json) -> Result<Self, InputError> {
        match json {
            Json::Number(number) => Ok(*number),
            other => Err(expected("a number", other)),
        }
    }
}

impl<T: Input> Input for Option<T> {
    fn read(json: &Json) -> Result<Self, InputError> {
        match json {
            Json::Null => Ok(None),
            value => T::read(value).map(Some),
        }
    }
}

impl<T: Input> Input for Vec<T> {
    fn read(json: &Json) -> Result<Self, InputError> {
        let items = items(json)?;
        let mut list = Self::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            list.push(T::read(item).map_err(|error| error.at_index(index))?);
        }
        Ok(list)
    }
}

fn items(json: &Json) -> Result<&[Json], InputError> {
    match json {
        Json::List(items) => Ok(items),
        other => Err(expected("a list", other)),
    }
}

/// The input of a rule on one text that a customer types, where null is empty text.
#[derive(Debug, Clone, Default, Input)]
pub struct Text {
    /// The text, as typed.
    #[serde(default, deserialize_with = "or_empty")]
    pub text: String,
}

/// The input of a rule that needs none: an empty object.
#[derive(Debug, Clone, Copy, Default, Input)]
pub struct Nothing {}

/// A text that a customer types, where null is empty: `#[serde(default, deserialize_with = "or_empty")]` in an [`Input`].
pub(crate) fn or_empty(json: &Json) -> Result<String, InputError> {
    Ok(Option::read(json)?.unwrap_or_default())
}

/// An optional text, where empty is null: `#[serde(default, deserialize_with = "non_empty")]` in an [`Input`].
pub(crate) fn non_empty(json: &Json) -> Result<Option<String>, InputError> {
    Ok(Option::read(json)?.filter(|text: &String| !text.is_empty()))
}

/// For `#[serde(default, deserialize_with = "null_as_empty")]` under serde's own derive: text that a customer types, where
/// null is empty.
///
/// # Errors
/// Where the value is neither text nor null.
pub fn null_as_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    or_empty(&Json::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// For `#[serde(default, deserialize_with = "empty_as_null")]` under serde's own derive: an optional text, where empty is
/// null.
///
/// # Errors
/// Where the value is neither text nor null.
pub fn empty_as_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    non_empty(&Json::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A count: an integer from 0 to 2^53 − 1, which every engine holds exactly. `3.0` is a count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
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

    /// The number, to compare it with one that need not be whole.
    #[expect(clippy::cast_precision_loss, reason = "a count is exact in a double")]
    pub(crate) const fn as_f64(self) -> f64 {
        self.0 as f64
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl Input for Count {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked: whole, and within 2^53")]
    fn read(json: &Json) -> Result<Self, InputError> {
        match json {
            Json::Number(number) if number.fract() == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(number) => {
                Ok(Self(*number as u64))
            }
            other => Err(expected("an integer from 0 to 9007199254740991", other)),
        }
    }
}

deserialize_as_input!(Count);

#[cfg(test)]
mod tests {
    use super::{Count, Input};
    use crate::{json::Json, login::LoginForm};

    fn object(entries: &[(&str, Json)]) -> Json {
        Json::Object(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
    }

    #[test]
    fn a_list_is_no_object() {
        let list = Json::List(vec![Json::Text("a@b.co".into()), Json::Text("secret".into())]);
        assert_eq!(LoginForm::read(&list).unwrap_err().to_string(), "expected an object, found a list");
    }

    #[test]
    fn unknown_fields_are_passed_over_and_absent_ones_are_null() {
        let form = LoginForm::read(&object(&[("email", Json::Null), ("other", Json::List(vec![]))])).unwrap();
        assert_eq!((form.email.as_str(), form.password.as_str()), ("", ""));
    }

    #[test]
    fn an_error_says_where_it_is_but_not_what_was_typed() {
        #[derive(Debug, Input)]
        struct Outer {
            #[serde(rename = "all")]
            forms: Vec<LoginForm>,
        }
        let wrong = object(&[("all", Json::List(vec![object(&[("email", Json::Number(1.0))])]))]);
        let error = Outer::read(&wrong).map(|outer| outer.forms.len()).unwrap_err();
        assert_eq!(error.to_string(), "all.0.email: expected text, found a number");

        let secret = object(&[("all", Json::Text("Stylebox#2026".into()))]);
        assert_eq!(Outer::read(&secret).unwrap_err().to_string(), "all: expected a list, found text");
    }

    #[test]
    fn a_count_is_whole_and_exact() {
        let count = |number| Count::read(&Json::Number(number)).map(Count::get);
        assert_eq!(count(3.0), Ok(3));
        assert_eq!(count(9_007_199_254_740_991.0), Ok(Count::MAX));
        for wrong in [-1.0, 0.5, 9_007_199_254_740_992.0, f64::INFINITY, f64::NAN] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }
}
