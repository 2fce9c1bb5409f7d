//! What is written to a terminal. Text of customers and of outside parties may hold what a terminal obeys: sequences that begin with
//! ESC or U+009B move the cursor, overwrite lines and change the window's title, and marks of direction turn a line around.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with all control characters, except for the ends of lines, written as in JSON: `\u001b`. JSON stays JSON.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.chars().any(controls_terminal) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if controls_terminal(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a text cannot fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// Whether a terminal does something with a character instead of showing it.
fn controls_terminal(character: char) -> bool {
    let is_control = character.is_control() && character != '\n';
    let is_direction = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    is_control || is_direction || matches!(character, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn what_a_terminal_obeys_is_shown_as_in_json() {
        for (text, expected) in [
            ("Ann\u{1b}[2J\u{1b}]0;paid\u{7}", "Ann\\u001b[2J\\u001b]0;paid\\u0007"),
            ("\u{9b}31mred", "\\u009b31mred"),
            ("one\rtwo\u{8}\tthree\u{7f}\0", "one\\u000dtwo\\u0008\\u0009three\\u007f\\u0000"),
            ("gnp.\u{202e}exe\u{2066}\u{2069}\u{200f}", "gnp.\\u202eexe\\u2066\\u2069\\u200f"),
            ("a\u{2028}b\u{85}c", "a\\u2028b\\u0085c"),
            ("A name\nÉlodie 🧥 क्\u{200d}ष \\u001b\n", "A name\nÉlodie 🧥 क्\u{200d}ष \\u001b\n"),
            ("", ""),
        ] {
            assert_eq!(shown(text), expected);
            assert_eq!(shown(expected), expected, "it stays");
        }
    }

    #[test]
    fn json_says_the_same_afterwards() {
        let said = "\u{9b}31m\u{202e}\u{7f}\"\\\u{1b}".to_owned();
        let json = serde_json::to_string(&said).unwrap();
        assert!(!shown(&json).chars().any(char::is_control));
        assert_eq!(serde_json::from_str::<String>(&shown(&json)).unwrap(), said);
    }
}
