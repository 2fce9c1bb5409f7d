//! A message about a customer's input: a code for programs, and the words.

use std::borrow::Cow;

/// A message: its code, and its words for the customer. Messages of an area are made from the area's enums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Message {
    code: &'static str,
    words: &'static str,
    /// The number that replaces `{}` in the words.
    number: Option<u64>,
}

impl Message {
    /// A message whose words are always the same.
    #[must_use]
    pub const fn new(code: &'static str, words: &'static str) -> Self {
        Self { code, words, number: None }
    }

    /// A message whose words name a number, at `{}`.
    #[must_use]
    pub const fn with_number(code: &'static str, words: &'static str, number: u64) -> Self {
        Self { code, words, number: Some(number) }
    }

    /// The code: stable, for programs, `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// The number that the words name.
    #[must_use]
    pub const fn number(&self) -> Option<u64> {
        self.number
    }

    /// The words for the customer.
    #[must_use]
    pub fn text(&self) -> Cow<'static, str> {
        match (self.number, self.words.split_once("{}")) {
            (Some(number), Some((before, after))) => [before, &number.to_string(), after].concat().into(),
            _ => self.words.into(),
        }
    }
}
