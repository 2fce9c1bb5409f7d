//! Reads JSON text as the browser's `JSON.stringify` writes it: without white space, and never malformed.

use crate::Json;

/// The deepest nesting, which is that of `serde_json` on the server.
const DEEPEST: usize = 127;

impl Json {
    /// Parses JSON text; nothing if it is malformed, or nested deeper than the server accepts.
    ///
    /// `number` reads the numbers that are not plain integers. The browser can do that, and Rust's code for it takes six
    /// kilobytes.
    #[must_use]
    pub fn of_text(text: &str, number: fn(&str) -> f64) -> Option<Self> {
        let mut reader = Reader { rest: text, number };
        let value = reader.value(DEEPEST)?;
        reader.rest.is_empty().then_some(value)
    }
}

struct Reader<'text> {
    rest: &'text str,
    number: fn(&str) -> f64,
}

impl<'text> Reader<'text> {
    fn value(&mut self, depth: usize) -> Option<Json> {
        match self.rest.as_bytes().first()? {
            b'"' => self.string().map(Json::Text),
            b'{' => self.object(depth.checked_sub(1)?),
            b'[' => self.list(depth.checked_sub(1)?),
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            _ => self.number().map(Json::Number),
        }
    }

    /// Takes `word`, if it comes next.
    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(value)
    }

    /// Takes `sign`, an ASCII character, if it comes next.
    fn take(&mut self, sign: u8) -> Option<()> {
        if self.rest.as_bytes().first() != Some(&sign) {
            return None;
        }
        self.advance(1).map(|_| ())
    }

    /// Takes the next `length` bytes.
    fn advance(&mut self, length: usize) -> Option<&'text str> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn list(&mut self, depth: usize) -> Option<Json> {
        self.take(b'[')?;
        let mut items = Vec::new();
        while self.take(b']').is_none() {
            if !items.is_empty() {
                self.take(b',')?;
            }
            items.push(self.value(depth)?);
        }
        Some(Json::List(items))
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        self.take(b'{')?;
        let mut entries = Vec::new();
        while self.take(b'}').is_none() {
            if !entries.is_empty() {
                self.take(b',')?;
            }
            let key = self.string()?;
            self.take(b':')?;
            entries.push((key, self.value(depth)?));
        }
        Some(Json::Object(entries))
    }

    fn string(&mut self) -> Option<String> {
        self.take(b'"')?;
        let mut text = self.plain()?.to_owned();
        while self.take(b'"').is_none() {
            text.push(self.escaped()?);
            text.push_str(self.plain()?);
        }
        Some(text)
    }

    /// The text before the next quotation mark or backslash.
    fn plain(&mut self) -> Option<&'text str> {
        let length = self.rest.bytes().position(|byte| byte == b'"' || byte == b'\\')?;
        self.advance(length)
    }

    /// The character of an escape sequence. Half a surrogate pair, which only a broken text has, becomes the replacement
    /// character, as it does in text that is sent as UTF-8.
    fn escaped(&mut self) -> Option<char> {
        let character = match self.advance(2)? {
            "\\b" => '\u{8}',
            "\\f" => '\u{c}',
            "\\n" => '\n',
            "\\r" => '\r',
            "\\t" => '\t',
            "\\u" => {
                let code = u32::from_str_radix(self.advance(4)?, 16).ok()?;
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            "\\\"" => '"',
            "\\\\" => '\\',
            _ => return None,
        };
        Some(character)
    }

    fn number(&mut self) -> Option<f64> {
        let in_number = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e');
        let length = self.rest.bytes().position(|byte| !in_number(byte)).unwrap_or(self.rest.len());
        let text = self.advance(length).filter(|text| !text.is_empty())?;
        match text.parse::<i64>() {
            #[expect(clippy::cast_precision_loss, reason = "to the nearest double, as JavaScript reads it too")]
            Ok(whole) => Some(whole as f64),
            Err(_) => Some((self.number)(text)).filter(|number| number.is_finite()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Json;

    fn read(text: &str) -> Option<Json> {
        Json::of_text(text, |number| number.parse().unwrap_or(f64::NAN))
    }

    #[test]
    fn json_text_of_the_browser_is_read() {
        let text = r#"{"a":[],"b":{},"c":[1,-2.5,1e+21,true,false,null],"d":"é\u0001\"\\\b\f\n\r\t/"}"#;
        let entry = |key: &str, value| (key.to_owned(), value);
        let numbers = [1.0, -2.5, 1e21].map(Json::Number);
        let flags = [Json::Bool(true), Json::Bool(false), Json::Null];
        let expected = Json::Object(vec![
            entry("a", Json::List(vec![])),
            entry("b", Json::Object(vec![])),
            entry("c", Json::List(numbers.into_iter().chain(flags).collect())),
            entry("d", Json::Text("é\u{1}\"\\\u{8}\u{c}\n\r\t/".into())),
        ]);
        assert_eq!(read(text), Some(expected));
        assert_eq!(read("9007199254740993"), Some(Json::Number(9_007_199_254_740_992.0)));
    }

    #[test]
    fn half_a_surrogate_pair_is_replaced() {
        assert_eq!(read(r#""a\ud83d""#), Some(Json::Text("a\u{fffd}".into())));
    }

    #[test]
    fn malformed_json_is_not_read() {
        for text in
            ["", "nul", "[1", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":1", "\"a", "\"\\", "\"\\x\"", "1]", "-", "x", "1e999"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn nesting_may_be_as_deep_as_on_the_server() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read(&nested(127)).is_some());
        assert!(read(&nested(128)).is_none());
    }
}
