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
    /// What `json` is the form of. Where it is not of that form, `fault` says so, and what is answered is for nobody.
    ///
    /// So the reading of a struct is a row of calls, and one look at the fault at the end of all. To look after each field, and
    /// to drop what was read before it, would be kilobytes of what the browser loads.
    fn read_noting(json: &Json, fault: &mut Fault) -> Self;

    /// What `json` is the form of.
    ///
    /// # Errors
    /// Says where it is not of that form, by the path to the field.
    fn read(json: &Json) -> Result<Self, InputError> {
        let mut fault = Fault::default();
        let read = Self::read_noting(json, &mut fault);
        fault.0.map_or(Ok(read), Err)
    }
}

/// The first thing that was found wrong with an input.
#[derive(Debug, Default)]
pub struct Fault(Option<InputError>);

impl Fault {
    /// What is wrong, if anything is.
    #[must_use]
    pub fn into_error(self) -> Option<InputError> {
        self.0
    }

    fn note(&mut self, error: InputError) {
        self.0.get_or_insert(error);
    }

    /// What was read, or `instead`.
    pub(crate) fn or<T>(&mut self, read: Result<T, InputError>, instead: T) -> T {
        read.unwrap_or_else(|error| {
            self.note(error);
            instead
        })
    }

    /// What `read` reads in the field `key`.
    fn within<T>(&mut self, key: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let is_new = self.0.is_none();
        let value = read(self);
        self.locate(key, is_new);
        value
    }

    /// Notes that what is wrong, where that is new, was found in the field `key`.
    fn locate(&mut self, key: &str, is_new: bool) {
        if is_new {
            self.0 = self.0.take().map(|error| error.at(key));
        }
    }

    /// The same of an item of a list.
    fn locate_index(&mut self, index: usize, is_new: bool) {
        if is_new && self.0.is_some() {
            self.locate(&index.to_string(), is_new);
        }
    }
}

/// The fields of an object. Its functions stand alone, so that a struct's reading is a row of calls.
#[derive(Debug)]
pub(crate) struct Fields<'json> {
    entries: &'json [(String, Json)],
    fault: &'json mut Fault,
}

impl<'json> Fields<'json> {
    pub(crate) fn of(json: &'json Json, fault: &'json mut Fault) -> Self {
        let entries = match json {
            Json::Object(entries) => entries.as_slice(),
            other => fault.or(Err(expected("an object", other)), &[]),
        };
        Self { entries, fault }
    }

    /// The field `key`; an absent one is null.
    pub(crate) fn read<T: Input>(&mut self, key: &str) -> T {
        self.read_with(key, T::read_noting)
    }

    /// The field `key` as `reader` reads it; an absent one is null.
    pub(crate) fn read_with<T>(&mut self, key: &str, reader: fn(&Json, &mut Fault) -> T) -> T {
        let value = self.value(key);
        self.fault.within(key, |fault| reader(value, fault))
    }

    fn value(&self, key: &str) -> &'json Json {
        self.entries.iter().find(|(name, _)| name == key).map_or(&Json::Null, |(_, value)| value)
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
    ($name:ident, $instead:expr) => {
        impl $crate::input::Input for $name {
            fn read_noting(json: &$crate::json::Json, fault: &mut $crate::input::Fault) -> Self {
                fault.or($crate::input::from_text(json), $instead)
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
    fn read_noting(json: &Self, _: &mut Fault) -> Self {
        json.clone()
    }
}

impl Input for String {
    fn read_noting(json: &Json, fault: &mut Fault) -> Self {
        fault.or(text(json), "").to_owned()
    }
}

impl Input for bool {
    fn read_noting(json: &Json, fault: &mut Fault) -> Self {
        match json {
            Json::Bool(value) => *value,
            other => fault.or(Err(expected("true or false", other)), false),
        }
    }
}

impl Input for f64 {
    fn read_noting(json: &Json, fault: &mut Fault) -> Self {
        match json {
            Json::Number(number) => *number,
            other => fault.or(Err(expected("a number", other)), 0.0),
        }
    }
}

impl<T: Input> Input for Option<T> {
    fn read_noting(json: &Json, fault: &mut Fault) -> Self {
        match json {
            Json::Null => None,
            value => Some(T::read_noting(value, fault)),
        }
    }
}

impl<T: Input> Input for Vec<T> {
    fn read_noting(json: &Json, fault: &mut Fault) -> Self {
        let items = fault.or(items(json), &[]);
        let mut list = Self::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let is_new = fault.0.is_none();
            list.push(T::read_noting(item, fault));
            fault.locate_index(index, is_new);
        }
        list
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
pub(crate) fn or_empty(json: &Json, fault: &mut Fault) -> String {
    Option::read_noting(json, fault).unwrap_or_default()
}

/// An optional text, where empty is null: `#[serde(default, deserialize_with = "non_empty")]` in an [`Input`].
pub(crate) fn non_empty(json: &Json, fault: &mut Fault) -> Option<String> {
    Option::read_noting(json, fault).filter(|text: &String| !text.is_empty())
}

/// For `#[serde(default, deserialize_with = "null_as_empty")]` under serde's own derive: text that a customer types, where
/// null is empty.
///
/// # Errors
/// Where the value is neither text nor null.
pub fn null_as_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    deserialize(deserializer).map(Option::unwrap_or_default)
}

/// For `#[serde(default, deserialize_with = "empty_as_null")]` under serde's own derive: an optional text, where empty is
/// null.
///
/// # Errors
/// Where the value is neither text nor null.
pub fn empty_as_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    deserialize(deserializer).map(|text: Option<String>| text.filter(|text| !text.is_empty()))
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
    pub fn of(length: usize) -> Self {
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
    fn read_noting(json: &Json, fault: &mut Fault) -> Self {
        match json {
            Json::Number(number) if number.fract() == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(number) => {
                Self(*number as u64)
            }
            other => fault.or(Err(expected("an integer from 0 to 9007199254740991", other)), Self(0)),
        }
    }
}

deserialize_as_input!(Count);

#[cfg(test)]
mod tests {
    use super::{Count, Input};
    use crate::{account::login::LoginForm, json::Json};

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
