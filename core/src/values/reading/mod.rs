//! Reading texts that arrive as a whole: pasted, filled in by the browser, dropped, or sent to the API (the contract: reading what was
//! pasted, filled in or sent). A mask is for keys that come one by one. If it cut down a whole text, another valid text could result.
//!
//! Each module is a rule: `expiration.read` is [`expiration::read`]. If a rule answers null, the text is checked as it is.

pub mod code;
pub mod digits;
pub mod expiration;
pub mod name;
pub mod phone;
pub(crate) mod prepare;
pub mod state;
pub mod zip;

/// The text that `read` makes of `text`, or `text` itself if it cannot be read; its check then says what is wrong.
pub(crate) fn read_or_kept<Read: Into<String>>(read: fn(&str) -> Option<Read>, text: &str) -> String {
    read(text).map_or_else(|| text.to_owned(), Into::into)
}

/// Reads a field that may be missing.
pub(crate) fn given<Text: AsRef<str>>(read: fn(&str) -> String, text: Option<Text>) -> Option<String> {
    text.map(|text| read(text.as_ref()))
}
