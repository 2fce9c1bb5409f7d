//! Reading a rule's input from JSON, strictly.

use crate::{InputError, Json};
use serde::{Deserialize, Deserializer, de::Error};
use std::str::FromStr;

/// A rule's input, or a part of one. The derived implementation for a struct takes an object, ignores unknown fields, and reads an absent
/// field as null.
///
/// Every engine turns its input into [`Json`] first and reads it here, so all of them are equally strict.
pub trait Input: Sized {
    /// Reads one part of an input. If it has the wrong form, `first_error` keeps the error, and the value returned is a
    /// placeholder that nobody may use.
    ///
    /// So a struct is read by a row of calls with one check at the end. Checking after each field, and dropping the fields read
    /// before it, would add kilobytes to the browser's WebAssembly.
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self;

    /// Reads a whole input.
    ///
    /// # Errors
    /// The first error, with the path to its field.
    fn read(json: &Json) -> Result<Self, InputError> {
        let mut first_error = FirstError::default();
        let read = Self::read_part(json, &mut first_error);
        first_error.0.map_or(Ok(read), Err)
    }
}

/// The first error that was found in an input.
#[derive(Debug, Default)]
pub struct FirstError(Option<InputError>);

impl FirstError {
    /// What went wrong first, or nothing.
    #[must_use]
    pub fn into_error(self) -> Option<InputError> {
        self.0
    }

    /// The value of `read`; if it failed, keeps the error and returns `placeholder`.
    pub fn value_or<T>(&mut self, read: Result<T, InputError>, placeholder: T) -> T {
        read.unwrap_or_else(|error| {
            self.0.get_or_insert(error);
            placeholder
        })
    }

    /// Reads the field `key`, and adds it to the path of an error found there.
    pub(crate) fn within<T>(&mut self, key: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let is_new = self.0.is_none();
        let value = read(self);
        self.locate(key, is_new);
        value
    }

    /// Adds the field `key` to the path of the error, if the error is new.
    fn locate(&mut self, key: &str, is_new: bool) {
        if is_new {
            self.0 = self.0.take().map(|error| error.at(key));
        }
    }

    /// Adds the index of a list's item to the path of the error, if the error is new.
    fn locate_index(&mut self, index: usize, is_new: bool) {
        if is_new && self.0.is_some() {
            self.locate(&index.to_string(), is_new);
        }
    }
}

/// The fields of an object. All structs share its functions, so that reading a struct is a row of calls.
#[derive(Debug)]
pub struct Fields<'json> {
    entries: &'json [(String, Json)],
    first_error: &'json mut FirstError,
}

impl<'json> Fields<'json> {
    /// The fields of `json`, which must be an object.
    pub fn of(json: &'json Json, first_error: &'json mut FirstError) -> Self {
        let entries = match json {
            Json::Object(entries) => entries.as_slice(),
            other => first_error.value_or(Err(InputError::expected("an object", other)), &[]),
        };
        Self { entries, first_error }
    }

    /// Reads the field `key`; an absent one is null.
    pub fn read<T: Input>(&mut self, key: &str) -> T {
        self.read_with(key, T::read_part)
    }

    /// Reads the field `key` with `reader`; an absent one is null.
    #[inline(never)] // Functions that are alike pack well (README).
    pub fn read_with<T>(&mut self, key: &str, reader: fn(&Json, &mut FirstError) -> T) -> T {
        let value = self.value(key);
        self.first_error.within(key, |first_error| reader(value, first_error))
    }

    fn value(&self, key: &str) -> &'json Json {
        self.entries.iter().find(|(name, _)| name == key).map_or(&Json::Null, |(_, value)| value)
    }
}

/// Implements `Deserialize` for a type that implements [`Input`].
///
/// # Errors
/// If the value is not JSON, or does not have the type's form.
pub fn deserialize<'de, D: Deserializer<'de>, T: Input>(deserializer: D) -> Result<T, D::Error> {
    T::read(&Json::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Reads a value that is written as text.
///
/// # Errors
/// If `json` is not text, or does not have the type's form.
pub fn from_text<T: FromStr<Err = InputError>>(json: &Json) -> Result<T, InputError> {
    text(json)?.parse()
}

fn text(json: &Json) -> Result<&str, InputError> {
    json.as_text().ok_or_else(|| InputError::expected("text", json))
}

impl Input for Json {
    fn read_part(json: &Self, _: &mut FirstError) -> Self {
        json.clone()
    }
}

impl Input for String {
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
        first_error.value_or(text(json), "").to_owned()
    }
}

impl Input for bool {
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
        match json {
            Json::Bool(value) => *value,
            other => first_error.value_or(Err(InputError::expected("true or false", other)), false),
        }
    }
}

impl Input for f64 {
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
        match json {
            Json::Number(number) => *number,
            other => first_error.value_or(Err(InputError::expected("a number", other)), 0.0),
        }
    }
}

impl<T: Input> Input for Option<T> {
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
        match json {
            Json::Null => None,
            value => Some(T::read_part(value, first_error)),
        }
    }
}

impl<T: Input> Input for Vec<T> {
    #[inline(never)] // Functions that are alike pack well (README).
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
        let items = first_error.value_or(items(json), &[]);
        let read = |(index, item)| {
            let is_new = first_error.0.is_none();
            let read = T::read_part(item, first_error);
            first_error.locate_index(index, is_new);
            read
        };
        items.iter().enumerate().map(read).collect()
    }
}

fn items(json: &Json) -> Result<&[Json], InputError> {
    match json {
        Json::List(items) => Ok(items),
        other => Err(InputError::expected("a list", other)),
    }
}

/// Reads text that a customer types; null is empty: `#[serde(default, deserialize_with = "or_empty")]` in an [`Input`].
pub fn or_empty(json: &Json, first_error: &mut FirstError) -> String {
    Option::read_part(json, first_error).unwrap_or_default()
}

/// Reads optional text; empty is null: `#[serde(default, deserialize_with = "non_empty")]` in an [`Input`].
pub fn non_empty(json: &Json, first_error: &mut FirstError) -> Option<String> {
    Option::read_part(json, first_error).filter(|text: &String| !text.is_empty())
}

/// For `#[serde(default, deserialize_with = "null_as_empty")]` under serde's own derive: text that a customer types; null
/// is empty.
///
/// # Errors
/// If the value is neither text nor null.
pub fn null_as_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    deserialize(deserializer).map(Option::unwrap_or_default)
}

/// For `#[serde(default, deserialize_with = "empty_as_null")]` under serde's own derive: optional text; empty is null.
///
/// # Errors
/// If the value is neither text nor null.
pub fn empty_as_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    deserialize(deserializer).map(|text: Option<String>| text.filter(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use crate::{Input, Json, or_empty};

    #[derive(Debug, Input)]
    struct LoginForm {
        #[serde(default, deserialize_with = "or_empty")]
        email: String,
        #[serde(default, deserialize_with = "or_empty")]
        password: String,
    }

    fn object(entries: &[(&str, Json)]) -> Json {
        Json::Object(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
    }

    #[test]
    fn a_struct_is_not_read_from_a_list() {
        let list = Json::List(vec![Json::Text("a@b.co".into()), Json::Text("secret".into())]);
        assert_eq!(LoginForm::read(&list).unwrap_err().to_string(), "expected an object, found a list");
    }

    #[test]
    fn unknown_fields_are_ignored_and_absent_ones_are_null() {
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
}
