//! Reading what comes whole: pasted, filled in by the browser, dropped, or sent to the API (the contract: reading what was
//! pasted, filled in or sent). A mask is for keys that come one by one; cutting a whole text down by it can make another valid
//! one.
//!
//! Each module is a rule, `expiration.read` is [`expiration::read`]. Where the answer is null, the text is checked as it came.

pub mod code;
pub mod digits;
pub mod expiration;
pub mod name;
pub mod phone;
pub(crate) mod prepare;
pub mod state;
pub mod zip;

/// What a reading makes of `text`; the text as it came if it reads as nothing, because the check says then what is wrong.
pub(crate) fn read_or_kept<Read: Into<String>>(read: fn(&str) -> Option<Read>, text: &str) -> String {
    read(text).map_or_else(|| text.to_owned(), Into::into)
}

/// The same for a field that may be left out.
pub(crate) fn given<Text: AsRef<str>>(read: fn(&str) -> String, text: Option<Text>) -> Option<String> {
    text.map(|text| read(text.as_ref()))
}
