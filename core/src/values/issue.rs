//! What is wrong with a customer's input: a field, a code and a message.

use crate::values::message::Message;
use serde::{Serialize, Serializer, ser::SerializeStruct};
use std::borrow::Cow;

/// An issue of a field of a form. A form answers at most one for each field: that of the first check that fails.
///
/// The browser and HTTP clients get it as `{field, code, message}`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "{ field: string; code: string; message: string }"))]
pub struct Issue {
    /// The field's name in the spec's payload, dotted if it is nested: `email`, `card_info.cvv`.
    pub field: Cow<'static, str>,
    /// What is wrong with it.
    pub message: Message,
}

impl Issue {
    /// `message` about `field`.
    pub fn new(field: impl Into<Cow<'static, str>>, message: Message) -> Self {
        Self { field: field.into(), message }
    }
}

impl Serialize for Issue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Issue", 3)?;
        object.serialize_field("field", &self.field)?;
        object.serialize_field("code", self.message.code())?;
        object.serialize_field("message", &self.message.text())?;
        object.end()
    }
}

/// Gathers the issues of a form while it is parsed.
///
/// ```
/// # use stylebox_core::values::{issue::Issues, message::Message};
/// let mut issues = Issues::default();
/// let name = issues.check("name", Ok::<_, Message>("Ann"));
/// let city = issues.check("city", Err::<String, _>(Message::REQUIRED));
/// assert_eq!(name, Some("Ann"));
/// assert_eq!(city, None);
/// assert_eq!(issues.into_vec().len(), 1);
/// ```
#[derive(Debug, Default)]
pub struct Issues(Vec<Issue>);

impl Issues {
    /// The value of a check; if the check failed, nothing, and its message is kept under `field`.
    pub fn check<T>(&mut self, field: impl Into<Cow<'static, str>>, checked: Result<T, Message>) -> Option<T> {
        match checked {
            Ok(value) => Some(value),
            Err(message) => {
                self.0.push(Issue::new(field, message));
                None
            }
        }
    }

    /// The value of a part of the form; if it failed, nothing, and its issues are kept.
    pub fn take<T>(&mut self, parsed: Result<T, Vec<Issue>>) -> Option<T> {
        parsed.map_err(|issues| self.0.extend(issues)).ok()
    }

    /// The issues, in the order in which they were found.
    #[must_use]
    pub fn into_vec(self) -> Vec<Issue> {
        self.0
    }
}
