//! The checks that forms share: each takes what was typed and gives a type that only checked text can become.

use crate::messages::Message;
use std::fmt;

/// An e-mail address that passed the check, as typed but trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// The address in lower case: what makes an account unique (SEMANTICS: accounts).
    #[must_use]
    pub fn to_key(&self) -> String {
        self.0.to_lowercase()
    }

    /// The address as typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A password as typed. It does not show itself in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// The password itself, for hashing.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password(…)")
    }
}

/// A required e-mail; `invalid` is the message of the form that asks.
///
/// # Errors
/// [`Message::Required`] where it is empty, `invalid` where it is no e-mail address.
pub fn email(text: &str, invalid: Message) -> Result<EmailAddress, Message> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Message::Required);
    }
    // The full WHATWG check goes here.
    if text.contains('@') { Ok(EmailAddress(text.to_owned())) } else { Err(invalid) }
}

/// A password that only has to be there: sign-in's.
///
/// # Errors
/// [`Message::Required`] where it is empty.
pub fn present_password(text: &str) -> Result<Password, Message> {
    if text.is_empty() { Err(Message::Required) } else { Ok(Password(text.to_owned())) }
}
