//! Any JSON value, and reading a rule's input from it.
//!
//! Every engine turns what it is given into [`Json`] first (the registry from `serde_json`, the browser from its own
//! values), and the typed input is read from that. So the engines agree on what is strict: an array is no object, a number
//! is no text, unknown fields are passed over, and `3.0` is `3`.

use crate::InputError;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, DeserializeSeed, IntoDeserializer, value::StringDeserializer},
    forward_to_deserialize_any,
    ser::SerializeMap,
};
use std::fmt;

/// A JSON value, its object keys in the order in which they came.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "unknown"))]
pub enum Json {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as the browser holds it.
    Number(f64),
    /// A text.
    Text(String),
    /// An array.
    List(Vec<Self>),
    /// An object.
    Object(Vec<(String, Self)>),
}

impl Json {
    /// The value of an object's field, or nothing where there is none or this is no object.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text, where this is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The typed value that this is the form of.
    ///
    /// # Errors
    /// Says where it is not of that form, by the path to the field.
    pub fn read<T: de::DeserializeOwned>(self) -> Result<T, InputError> {
        T::deserialize(self)
    }

    fn unexpected(&self) -> de::Unexpected<'_> {
        match self {
            Self::Null => de::Unexpected::Other("null"),
            Self::Bool(value) => de::Unexpected::Bool(*value),
            Self::Number(number) => de::Unexpected::Float(*number),
            // Not the text itself: it may be a password or a card number.
            Self::Text(_) => de::Unexpected::Other("text"),
            Self::List(_) => de::Unexpected::Other("a list"),
            Self::Object(_) => de::Unexpected::Other("an object"),
        }
    }
}

impl de::Error for InputError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Json;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("any JSON value")
            }
            fn visit_unit<E>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }
            fn visit_none<E>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }
            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
                Json::deserialize(deserializer)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
                Ok(Json::Bool(value))
            }
            #[expect(clippy::cast_precision_loss, reason = "a JSON number is a double, in every engine")]
            fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
                Ok(Json::Number(number as f64))
            }
            #[expect(clippy::cast_precision_loss, reason = "a JSON number is a double, in every engine")]
            fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
                Ok(Json::Number(number as f64))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
                Ok(Json::Number(number))
            }
            fn visit_str<E>(self, text: &str) -> Result<Json, E> {
                Ok(Json::Text(text.to_owned()))
            }
            fn visit_string<E>(self, text: String) -> Result<Json, E> {
                Ok(Json::Text(text))
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Json::List(list))
            }
            fn visit_map<A: de::MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = fields.next_entry()? {
                    entries.push(entry);
                }
                Ok(Json::Object(entries))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => match as_whole(*number) {
                Some(whole) => serializer.serialize_i64(whole),
                None => serializer.serialize_f64(*number),
            },
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

/// The integer that `number` is, where it is one that a double holds exactly.
#[expect(clippy::cast_possible_truncation, reason = "checked: whole, and within 2^53")]
fn as_whole(number: f64) -> Option<i64> {
    let exact = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_991.0;
    exact.then_some(number as i64)
}

impl<'de> Deserializer<'de> for Json {
    type Error = InputError;

    fn deserialize_any<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Number(number) => match as_whole(number) {
                Some(whole) => match u64::try_from(whole) {
                    Ok(natural) => visitor.visit_u64(natural),
                    Err(_) => visitor.visit_i64(whole),
                },
                None => visitor.visit_f64(number),
            },
            Self::Text(text) => visitor.visit_string(text),
            Self::List(items) => visitor.visit_seq(Items { items: items.into_iter(), index: 0 }),
            Self::Object(entries) => visitor.visit_map(Fields { entries: entries.into_iter(), value: None }),
        }
    }

    fn deserialize_option<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self {
            Self::Null => visitor.visit_none(),
            value => visitor.visit_some(value),
        }
    }

    /// An object only: what is derived for a struct would take an array as its fields in order.
    fn deserialize_struct<V: de::Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, InputError> {
        match self {
            Self::Object(_) => self.deserialize_any(visitor),
            other => Err(de::Error::invalid_type(other.unexpected(), &"an object")),
        }
    }

    fn deserialize_enum<V: de::Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, InputError> {
        match self {
            Self::Text(text) => visitor.visit_enum(text.into_deserializer()),
            other => Err(de::Error::invalid_type(other.unexpected(), &"text")),
        }
    }

    fn deserialize_newtype_struct<V: de::Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, InputError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier
    }
}

struct Items {
    items: std::vec::IntoIter<Json>,
    index: usize,
}

impl<'de> de::SeqAccess<'de> for Items {
    type Error = InputError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, InputError> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index = index.saturating_add(1);
        seed.deserialize(item).map(Some).map_err(|error| error.at(&index.to_string()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Fields {
    entries: std::vec::IntoIter<(String, Json)>,
    value: Option<(String, Json)>,
}

impl<'de> de::MapAccess<'de> for Fields {
    type Error = InputError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, InputError> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        let name: StringDeserializer<InputError> = key.clone().into_deserializer();
        self.value = Some((key, value));
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, InputError> {
        let (key, value) = self.value.take().unwrap_or_default();
        seed.deserialize(value).map_err(|error| error.at(&key))
    }
}

#[cfg(test)]
mod tests {
    use super::Json;
    use crate::login::LoginForm;
    use serde::Deserialize;

    fn object(entries: &[(&str, Json)]) -> Json {
        Json::Object(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
    }

    #[test]
    fn a_list_is_no_object() {
        let list = Json::List(vec![Json::Text("a@b.co".into()), Json::Text("secret".into())]);
        assert_eq!(list.read::<LoginForm>().unwrap_err().to_string(), "invalid type: a list, expected an object");
    }

    #[test]
    fn unknown_fields_are_passed_over_and_absent_ones_are_null() {
        let form: LoginForm = object(&[("email", Json::Null), ("other", Json::List(vec![]))]).read().unwrap();
        assert_eq!((form.email.as_str(), form.password.as_str()), ("", ""));
    }

    #[test]
    fn an_error_says_where_it_is() {
        #[derive(Debug, Deserialize)]
        struct Outer {
            #[expect(dead_code, reason = "only its reading is tested")]
            forms: Vec<LoginForm>,
        }
        let wrong = object(&[("forms", Json::List(vec![object(&[("email", Json::Number(1.0))])]))]);
        let error = wrong.read::<Outer>().unwrap_err().to_string();
        assert!(error.starts_with("forms.0.email: "), "{error}");
    }
}
