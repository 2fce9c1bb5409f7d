//! Passwords. They are never trimmed.

use super::{common_passwords::is_common, hidden_debug};
use crate::{policy, values::message::Message};

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

/// A password that only has to be there, as at sign-in.
///
/// # Errors
/// [`Message::REQUIRED`] if it is empty.
pub fn present_password(text: &str) -> Result<Password, Message> {
    if text.is_empty() { Err(Message::REQUIRED) } else { Ok(Password(text.to_owned())) }
}

/// A new password (spec A, section 5). `account::password::hints` shows the same checks before anything is typed.
///
/// # Errors
/// The first check that fails: not empty, long enough, complex enough, not too common, not too long.
pub fn new_password(text: &str) -> Result<Password, Message> {
    let password = present_password(text)?;
    if !is_long_enough(text) {
        Err(Message::too_short(policy::PASSWORD_MIN_LENGTH))
    } else if !(has_uppercase(text) && has_digit(text) && has_special(text)) {
        Err(Message::PASSWORD_TOO_SIMPLE)
    } else if is_common(text) {
        Err(Message::PASSWORD_TOO_COMMON)
    } else if !is_short_enough(text) {
        Err(Message::too_long(policy::PASSWORD_MAX_LENGTH))
    } else {
        Ok(password)
    }
}

pub(crate) fn is_long_enough(text: &str) -> bool {
    text.chars().count() >= policy::PASSWORD_MIN_LENGTH
}

pub(crate) fn is_short_enough(text: &str) -> bool {
    text.chars().count() <= policy::PASSWORD_MAX_LENGTH
}

pub(crate) fn has_uppercase(text: &str) -> bool {
    text.chars().any(char::is_uppercase)
}

pub(crate) fn has_digit(text: &str) -> bool {
    text.chars().any(|character| character.is_ascii_digit())
}

/// Whether a character is neither letter, digit, white space nor control character.
pub(crate) fn has_special(text: &str) -> bool {
    text.chars().any(|character| !(character.is_alphanumeric() || character.is_whitespace() || character.is_control()))
}
