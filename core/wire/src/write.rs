//! Writes JSON text. The browser's `JSON.parse` makes values from it several times faster than calls for each value would.

use crate::Digits;
use serde::{Serialize, ser};
use std::fmt::{self, Display};

/// The error of writing, which has no value: writing cannot fail. Without an error to check after each part, the WebAssembly is a
/// kilobyte smaller.
#[derive(Debug)]
pub enum Unwritable {}

impl Display for Unwritable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    /// For a type that refuses to be written; core has none.
    fn custom<T: Display>(_: T) -> Self {
        std::process::abort()
    }
}

/// Most answers are shorter than this, in bytes.
const USUAL_LENGTH: usize = 250;

/// `value` as JSON text. A missing value is null. All numbers that core answers are whole; a fraction would be null.
pub fn to_text<T: Serialize>(value: &T) -> String {
    let mut writer = Writer::new();
    match value.serialize(&mut writer) {
        Ok(()) => writer.text,
    }
}

struct Writer {
    text: String,
}

impl Writer {
    #[inline(never)] // Functions that are alike pack well (README).
    fn new() -> Self {
        Self { text: String::with_capacity(USUAL_LENGTH) }
    }

    fn string(&mut self, text: &str) {
        self.text.push('"');
        if text.bytes().any(is_escaped) {
            text.chars().for_each(|character| self.escape(character));
        } else {
            self.text.push_str(text);
        }
        self.text.push('"');
    }

    fn escape(&mut self, character: char) {
        match u8::try_from(character) {
            Ok(byte @ (b'"' | b'\\')) => self.text.extend(['\\', char::from(byte)]),
            Ok(byte) if is_escaped(byte) => {
                self.text.push_str(if byte < 16 { "\\u000" } else { "\\u001" });
                self.text.extend(char::from_digit(u32::from(byte % 16), 16));
            }
            _ => self.text.push(character),
        }
    }
}

const fn is_escaped(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..=0x1f)
}

type Written = Result<(), Unwritable>;

impl<'writer> ser::Serializer for &'writer mut Writer {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Parts<'writer>;
    type SerializeTuple = Parts<'writer>;
    type SerializeTupleStruct = Parts<'writer>;
    type SerializeTupleVariant = Parts<'writer>;
    type SerializeMap = Parts<'writer>;
    type SerializeStruct = Parts<'writer>;
    type SerializeStructVariant = Parts<'writer>;

    fn serialize_bool(self, value: bool) -> Written {
        self.text.push_str(if value { "true" } else { "false" });
        Ok(())
    }
    fn serialize_i8(self, value: i8) -> Written {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Written {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Written {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Written {
        if value < 0 {
            self.text.push('-');
        }
        self.serialize_u64(value.unsigned_abs())
    }
    fn serialize_u8(self, value: u8) -> Written {
        self.serialize_u64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Written {
        self.serialize_u64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Written {
        self.serialize_u64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Written {
        self.text.push_str(Digits::new().after_number(value, 1).as_str());
        Ok(())
    }
    fn serialize_f32(self, _: f32) -> Written {
        self.serialize_unit()
    }
    fn serialize_f64(self, _: f64) -> Written {
        self.serialize_unit()
    }
    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Written {
        self.string(value);
        Ok(())
    }
    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.collect_seq(value)
    }
    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Written {
        self.text.push_str("null");
        Ok(())
    }
    fn serialize_unit_struct(self, _: &str) -> Written {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &str, _: u32, word: &str) -> Written {
        self.serialize_str(word)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &str, value: &T) -> Written {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &str, _: u32, word: &str, value: &T) -> Written {
        let mut parts = Parts::of(self, "{", "}");
        value.serialize(parts.named(word))?;
        parts.close()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'writer>, Unwritable> {
        Ok(Parts::of(self, "[", "]"))
    }
    fn serialize_tuple(self, _: usize) -> Result<Parts<'writer>, Unwritable> {
        Ok(Parts::of(self, "[", "]"))
    }
    fn serialize_tuple_struct(self, _: &str, _: usize) -> Result<Parts<'writer>, Unwritable> {
        Ok(Parts::of(self, "[", "]"))
    }
    fn serialize_tuple_variant(self, _: &str, _: u32, word: &str, _: usize) -> Result<Parts<'writer>, Unwritable> {
        Ok(Parts::of_variant(self, word, "[", "]}"))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'writer>, Unwritable> {
        Ok(Parts::of(self, "{", "}"))
    }
    fn serialize_struct(self, _: &str, _: usize) -> Result<Parts<'writer>, Unwritable> {
        Ok(Parts::of(self, "{", "}"))
    }
    fn serialize_struct_variant(self, _: &str, _: u32, word: &str, _: usize) -> Result<Parts<'writer>, Unwritable> {
        Ok(Parts::of_variant(self, word, "{", "}}"))
    }
}

/// A list or an object that is being written.
struct Parts<'writer> {
    writer: &'writer mut Writer,
    any: bool,
    end: &'static str,
}

impl<'writer> Parts<'writer> {
    fn of(writer: &'writer mut Writer, start: &str, end: &'static str) -> Self {
        writer.text.push_str(start);
        Self { writer, any: false, end }
    }

    /// A list or an object that is the only field of another object; `end` closes both.
    fn of_variant(writer: &'writer mut Writer, word: &str, start: &str, end: &'static str) -> Self {
        Parts::of(writer, "{", "").named(word);
        Self::of(writer, start, end)
    }

    /// The writer, after a comma unless this is the first part.
    fn next(&mut self) -> &mut Writer {
        if self.any {
            self.writer.text.push(',');
        }
        self.any = true;
        self.writer
    }

    /// The writer for the next part, after its name.
    fn named(&mut self, name: &str) -> &mut Writer {
        let writer = self.next();
        writer.string(name);
        writer.text.push(':');
        writer
    }

    fn close(self) -> Written {
        self.writer.text.push_str(self.end);
        Ok(())
    }
}

/// Implements serde's traits for parts, whose functions differ only in their names.
macro_rules! parts {
    ($($kind:ident $add:ident),+) => {
        $(
            impl ser::$kind for Parts<'_> {
                type Ok = ();
                type Error = Unwritable;

                fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                    value.serialize(self.next())
                }
                fn end(self) -> Written {
                    self.close()
                }
            }
        )+
    };
    (named: $($kind:ident),+) => {
        $(
            impl ser::$kind for Parts<'_> {
                type Ok = ();
                type Error = Unwritable;

                fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
                    value.serialize(self.named(key))
                }
                fn end(self) -> Written {
                    self.close()
                }
            }
        )+
    };
}

parts!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);
parts!(named: SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        key.serialize(self.next())?;
        self.writer.text.push(':');
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut *self.writer)
    }
    fn end(self) -> Written {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::to_text;
    use crate::Json;
    use serde::Serialize;

    #[test]
    fn texts_are_escaped() {
        let text = "é\u{1}\u{f}\u{10}\u{1f} \"\\/\n";
        let written = to_text(&text);
        assert_eq!(written, r#""é\u0001\u000f\u0010\u001f \"\\/\u000a""#);
        assert_eq!(Json::of_text(&written, |_| f64::NAN), Some(Json::Text(text.into())));
    }

    #[test]
    fn answers_are_written() {
        assert_eq!(to_text(&None::<bool>), "null");
        assert_eq!(to_text(&[-120_i64, 0, 7]), "[-120,0,7]");
        let object = Json::Object(vec![("a\"".into(), Json::Bool(true)), ("b".into(), Json::Number(12.0))]);
        assert_eq!(to_text(&object), r#"{"a\"":true,"b":12}"#);
        assert_eq!(to_text(&0.5), "null");
    }

    #[test]
    fn every_kind_of_rust_type_is_written_as_the_server_writes_it() {
        #[derive(Serialize)]
        struct Unit;
        #[derive(Serialize)]
        struct New(char);
        #[derive(Serialize)]
        struct Tuple(u8, i8);
        #[derive(Serialize)]
        enum Variant {
            New(u16),
            Tuple(i16, i32),
            Struct { a: u32, b: () },
        }
        let all =
            (Unit, New('"'), Tuple(1, -1), Variant::New(2), Variant::Tuple(-2, 3), Variant::Struct { a: 4, b: () });
        let expected = r#"[null,"\"",[1,-1],{"New":2},{"Tuple":[-2,3]},{"Struct":{"a":4,"b":null}}]"#;
        assert_eq!(to_text(&all), expected);
    }
}
