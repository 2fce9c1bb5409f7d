//! The error for an input that does not have the rule's form.

use crate::Json;
use std::fmt;

/// An input that does not have the rule's form: a malformed date, a negative amount, an unknown status, a missing field.
///
/// It is a mistake of the calling program. A customer's mistake is an answer of a rule, not an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError(Box<Misfit>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Misfit {
    reason: String,
    /// The path to the field, outermost first: `shipping.zip`.
    path: String,
}

impl InputError {
    /// An error that says `reason`.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(Box::new(Misfit { reason: reason.into(), path: String::new() }))
    }

    /// The error for a `json` that is not `what`. It does not repeat a text, which may be a password.
    #[must_use]
    pub fn expected(what: &str, json: &Json) -> Self {
        Self::new(format!("expected {what}, found {}", json.kind()))
    }

    /// The same error, found in the field `key`.
    #[must_use]
    pub fn at(self, key: &str) -> Self {
        let Misfit { reason, path } = *self.0;
        let separator = if path.is_empty() { "" } else { "." };
        Self(Box::new(Misfit { reason, path: [key, separator, &path].concat() }))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(formatter, "{}: ", self.0.path)?;
        }
        formatter.write_str(&self.0.reason)
    }
}

impl std::error::Error for InputError {}
