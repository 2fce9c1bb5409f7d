//! The registry: rule id → typed function, over JSON. Fixtures and `POST /api/rules/{rule}` call rules by their id here;
//! everything else calls the typed functions.

use crate::{InputError, Issue, login};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::fmt;

/// A rule, as it can be called by its id.
#[derive(Debug)]
pub struct Rule {
    /// `area.name`, as in the rules contract.
    pub id: &'static str,
    /// Where the rule comes from: "spec A, section 5".
    pub spec: &'static str,
    answer: fn(&Value) -> Result<Value, InputError>,
}

/// Why a rule gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleError {
    /// There is no rule of that id.
    Unknown,
    /// The input is not of the rule's form.
    Input(InputError),
}

impl fmt::Display for RuleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => formatter.write_str("There is no such rule."),
            Self::Input(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for RuleError {}

/// What the rule `id` answers to `input`.
///
/// # Errors
/// Where there is no such rule, or the input is not of its form.
pub fn call(id: &str, input: &Value) -> Result<Value, RuleError> {
    let rule = all().find(|rule| rule.id == id).ok_or(RuleError::Unknown)?;
    (rule.answer)(input).map_err(RuleError::Input)
}

/// All rules, in the order of the contract.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    FORMS.iter()
}

/// `rule!(id, spec, |input: &Input| -> Result<impl Serialize, InputError>)`.
macro_rules! rule {
    ($id:literal, $spec:literal, |$input:ident: &$type:ty| $answer:expr) => {
        Rule {
            id: $id,
            spec: $spec,
            answer: |value| {
                let $input: &$type = &read(value)?;
                write(&$answer?)
            },
        }
    };
}

const FORMS: &[Rule] =
    &[rule!("login.validate", "spec A, section 5", |form: &login::LoginForm| messages(&login::validate(form)))];

/// The typed input of a rule; an input is always an object.
fn read<T: DeserializeOwned>(value: &Value) -> Result<T, InputError> {
    if !value.is_object() {
        return Err(InputError::new("The input of a rule is an object."));
    }
    T::deserialize(value).map_err(|error| InputError::new(error.to_string()))
}

fn write<T: Serialize>(answer: &T) -> Result<Value, InputError> {
    serde_json::to_value(answer).map_err(|error| InputError::new(error.to_string()))
}

/// A form's faults as fixtures and HTTP show them: field → message.
#[expect(clippy::unnecessary_wraps, reason = "the form that every rule's answer has")]
fn messages(issues: &[Issue]) -> Result<Map<String, Value>, InputError> {
    let entries = issues.iter().map(|issue| (issue.field.to_string(), Value::from(issue.message.text().as_ref())));
    Ok(entries.collect())
}
