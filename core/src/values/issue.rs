//! What is wrong with what a customer typed: a field, a code and a message.

use crate::values::message::Message;
use serde::{Serialize, Serializer, ser::SerializeStruct};
use std::borrow::Cow;

/// One issue of one field of a form. A form answers at most one for each field: the first check that fails.
///
/// It crosses to the browser and over HTTP as `{field, code, message}`.
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
    /// What the check gave; its message is kept under `field` if it failed.
    pub fn check<T>(&mut self, field: impl Into<Cow<'static, str>>, checked: Result<T, Message>) -> Option<T> {
        match checked {
            Ok(value) => Some(value),
            Err(message) => {
                self.0.push(Issue::new(field, message));
                None
            }
        }
    }

    /// What a part of the form gave; its issues are kept if it failed.
    pub fn take<T>(&mut self, parsed: Result<T, Vec<Issue>>) -> Option<T> {
        parsed.map_err(|issues| self.0.extend(issues)).ok()
    }

    /// The issues, in the order in which they were found.
    #[must_use]
    pub fn into_vec(self) -> Vec<Issue> {
        self.0
    }
}
