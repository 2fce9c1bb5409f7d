//! Any JSON value. A rule's input is read from it. The server makes it from `serde_json`'s value, the browser from JSON text.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeMap};
use std::fmt;

/// A JSON value. Objects keep the order of their keys.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "unknown"))]
pub enum Json {
    /// The value `null`, unlike a field that is missing.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as in JavaScript.
    Number(f64),
    /// A string, with its escapes read.
    Text(String),
    /// An array.
    List(Vec<Self>),
    /// The fields, in the order in which they came.
    Object(Vec<(String, Self)>),
}

impl Json {
    /// The value of an object's field, or nothing if there is none or this is no object.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text; nothing if this is a value of another kind.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What kind of value this is, for a message.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
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

/// `number` as an integer, if it is one that a double represents exactly.
#[expect(clippy::cast_possible_truncation, reason = "checked: whole, and within 2^53")]
fn as_whole(number: f64) -> Option<i64> {
    let exact = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_991.0;
    exact.then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::Json;
    use serde::{
        Deserialize,
        de::value::{BytesDeserializer, Error},
    };

    #[test]
    fn a_value_that_json_does_not_have_is_refused() {
        let error = Json::deserialize(BytesDeserializer::<Error>::new(b"x")).unwrap_err();
        assert_eq!(error.to_string(), "invalid type: byte array, expected any JSON value");
    }
}
