//! The words of the forms' checks.

use std::borrow::Cow;

/// What is wrong with a field: a code for programs and a text for the customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// A field that must be filled in is empty.
    Required,
    /// Sign-in's and the forgotten password's e-mail (spec A, section 5: no full stop).
    EmailInvalidBrief,
}

impl Message {
    /// The code: stable, for programs, `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::EmailInvalidBrief => "email_invalid_brief",
        }
    }

    /// The words for the customer.
    #[must_use]
    pub fn text(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Required => "Required",
            Self::EmailInvalidBrief => "Please enter a valid email address",
        })
    }
}

/// The same, by code, for a screen that has the code alone.
pub(crate) const WORDS: super::Words = &[];
