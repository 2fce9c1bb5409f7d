//! Lines that are written in emails and on labels: names, addresses and a campaign's texts (the contract: lengths and links).

use super::{Filled, has_characters, trimmed};
use crate::{policy, values::message::Message};

/// Whether a line may hold a link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    Refused,
    Taken,
}

/// A required line without links and line breaks.
///
/// # Errors
/// [`Message::REQUIRED`] if it is blank, [`Message::too_long`] over 100 characters,
/// [`Message::LINKS_OR_LINE_BREAKS`] if it has a link or a line break.
pub fn line(text: &str) -> Result<Filled, Message> {
    optional_line(text)?.ok_or(Message::REQUIRED)
}

/// An optional line without links and line breaks; nothing if it is blank.
///
/// # Errors
/// As [`line()`], except that it may be blank.
pub fn optional_line(text: &str) -> Result<Option<Filled>, Message> {
    checked(text, Links::Refused)
}

/// The address of a page, or nothing if it is blank. Its length and control characters are checked like those of a line, but `://` and
/// `www.` are accepted.
///
/// # Errors
/// [`Message::too_long`] over 100 characters, [`Message::LINKS_OR_LINE_BREAKS`] if it holds a control character.
pub fn optional_url(text: &str) -> Result<Option<Filled>, Message> {
    checked(text, Links::Taken)
}

/// Checks a line. Control characters and white space at its ends are dropped; a line without any visible character is blank.
fn checked(text: &str, links: Links) -> Result<Option<Filled>, Message> {
    let text = trimmed(text);
    // Most lines have fewer bytes than the limit has characters, so their characters need not be counted.
    if text.len() > policy::LINE_MAX_LENGTH && has_characters(text, policy::LINE_MAX_LENGTH.saturating_add(1)) {
        return Err(Message::too_long(policy::LINE_MAX_LENGTH));
    }
    if text.bytes().all(is_plain) {
        return Ok(if text.is_empty() { None } else { Some(Filled(text.to_owned())) });
    }
    let visible = text.trim_matches(|character: char| character.is_whitespace() || character.is_control());
    if visible.chars().any(char::is_control) || (links == Links::Refused && has_link(visible)) {
        return Err(Message::LINKS_OR_LINE_BREAKS);
    }
    Ok(if visible.is_empty() { None } else { Some(Filled(visible.to_owned())) })
}

/// Whether a byte can be part neither of a control character nor of a link. Most lines have only such bytes, and a form is checked at
/// every key stroke.
const fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'.' | b'/')
}

/// Whether a mail program could make a link of a part of `text`.
fn has_link(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(3).any(|part| matches!(part, b"://"))
        || bytes.windows(4).any(|part| matches!(part, [b'w' | b'W', b'w' | b'W', b'w' | b'W', b'.']))
}

#[cfg(test)]
mod tests {
    use super::{line, optional_line, optional_url};
    use crate::values::message::Message;

    #[test]
    fn control_characters_around_the_visible_text_are_dropped() {
        assert_eq!(line("\u{1b} 12 Elm St\u{7f}\n").unwrap().as_str(), "12 Elm St");
        assert_eq!(line("\u{7}"), Err(Message::REQUIRED));
        assert_eq!(optional_line(" \u{7} "), Ok(None));
    }

    #[test]
    fn the_address_of_a_page_may_be_a_link() {
        assert_eq!(optional_url(" https://www.example.com/ ").unwrap().unwrap().as_str(), "https://www.example.com/");
        assert_eq!(optional_url("https://example.com/\u{1}a"), Err(Message::LINKS_OR_LINE_BREAKS));
        assert_eq!(optional_url(&"a".repeat(101)), Err(Message::too_long(100)));
    }
}
