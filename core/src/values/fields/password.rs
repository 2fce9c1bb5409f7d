//! Passwords. They are never trimmed.

use super::{common_passwords::is_common, hidden_debug};
use crate::{messages::Message, policy};

/// A password as typed. Logs and errors do not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

hidden_debug!(Password);

impl Password {
    /// The password itself, for hashing.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// A password that only has to be there: sign-in's.
///
/// # Errors
/// [`Message::Required`] if it is empty.
pub fn present_password(text: &str) -> Result<Password, Message> {
    if text.is_empty() { Err(Message::Required) } else { Ok(Password(text.to_owned())) }
}

/// A new password (spec A, section 5).
///
/// # Errors
/// The first of the checks that fails: there at all, long enough, complex enough, not too common, not too long.
pub fn new_password(text: &str) -> Result<Password, Message> {
    let password = present_password(text)?;
    let length = text.chars().count();
    if length < policy::PASSWORD_MIN_LENGTH {
        Err(Message::TooShort(policy::PASSWORD_MIN_LENGTH))
    } else if !is_complex(text) {
        Err(Message::PasswordTooSimple)
    } else if is_common(text) {
        Err(Message::PasswordTooCommon)
    } else if length > policy::PASSWORD_MAX_LENGTH {
        Err(Message::TooLong(policy::PASSWORD_MAX_LENGTH))
    } else {
        Ok(password)
    }
}

/// An uppercase letter, a number and a special character.
fn is_complex(text: &str) -> bool {
    text.chars().any(char::is_uppercase)
        && text.chars().any(|character| character.is_ascii_digit())
        && text.chars().any(is_special)
}

/// Neither letter, digit, white space nor control character.
fn is_special(character: char) -> bool {
    !(character.is_alphanumeric() || character.is_whitespace() || character.is_control())
}
