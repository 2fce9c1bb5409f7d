//! The checks that forms share. Each takes the typed text and gives a type that only checked text can have.

mod card;
mod common_passwords;
mod email;
mod line;
mod password;
mod place;

pub use card::{CardNumber, Cvv, card_number, cvv, expiration, lasting};
pub(crate) use common_passwords::is_common;
pub use email::{EmailAddress, email};
pub use line::{line, optional_line, optional_url};
pub use password::{Password, new_password, present_password};
pub(crate) use password::{has_digit, has_special, has_uppercase, is_long_enough, is_short_enough};
pub use place::{
    Phone, PostalCode, UsState, phone, postal_code, short_postal_code, state, zip, zip_with_or_without_dash,
};

use crate::{policy, values::message::Message};

/// Defines a type around a text that only its check can make, and that `as_str` and `Display` read.
macro_rules! checked_text {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}

use checked_text;

checked_text! {
    /// A line that is not blank, trimmed.
    Filled
}

checked_text! {
    /// A first or last name: two characters or more, a letter among them, no link; trimmed.
    PersonName
}

/// A required line.
///
/// # Errors
/// [`Message::REQUIRED`] if it is blank.
pub fn filled(text: &str) -> Result<Filled, Message> {
    match trimmed(text) {
        "" => Err(Message::REQUIRED),
        line => Ok(Filled(line.to_owned())),
    }
}

/// `text` without white space around it. Most texts have none, which their first and last byte show.
pub(crate) fn trimmed(text: &str) -> &str {
    let is_clean = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    let bytes = text.as_bytes();
    if is_clean(bytes.first()) && is_clean(bytes.last()) { text } else { text.trim() }
}

/// An optional line, trimmed; nothing if it is blank.
#[must_use]
pub fn optional(text: &str) -> Option<Filled> {
    filled(text).ok()
}

/// A first or last name (spec A, section 5); `invalid` is the message about a name without a letter.
///
/// # Errors
/// The first of the checks that fails.
pub fn person_name(text: &str, invalid: Message) -> Result<PersonName, Message> {
    let name = trimmed(text);
    if name.is_empty() {
        Err(Message::REQUIRED)
    } else if !has_characters(name, policy::NAME_MIN_LENGTH) {
        Err(Message::too_short(policy::NAME_MIN_LENGTH))
    } else if !name.chars().any(char::is_alphabetic) {
        Err(invalid)
    } else {
        line(name).map(|Filled(name)| PersonName(name))
    }
}

/// Whether `text` has `least` characters or more.
fn has_characters(text: &str, least: usize) -> bool {
    text.chars().take(least).count() == least
}

/// The ASCII digits of `text`.
pub(crate) fn digits(text: &str) -> String {
    let mut digits = text.to_owned();
    digits.retain(|character| character.is_ascii_digit());
    digits
}

/// Whether `text` is ASCII digits only, and at least one.
pub(crate) fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Implements `Debug` for a type that holds a secret: it prints the type's name alone.
macro_rules! hidden_debug {
    ($($name:ident),+) => {
        $(
            impl std::fmt::Debug for $name {
                fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    formatter.debug_struct(stringify!($name)).finish_non_exhaustive()
                }
            }
        )+
    };
}

pub(crate) use hidden_debug;
