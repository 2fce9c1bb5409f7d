//! The registry: rule id → typed function, over JSON. Fixtures and `POST /api/rules/{rule}` call rules by their id here;
//! everything else calls the typed functions.

mod access;
mod calendar;
mod forms;
mod money;
mod orders;
mod quiz;

use crate::{
    InputError, Issue,
    wire::{Input, Json},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// A rule, as it can be called by its id.
#[derive(Debug)]
pub struct Rule {
    /// `area.name`, as in the rules contract.
    pub id: &'static str,
    /// The sections that the rule comes from, or that it serves: "spec A, sections 5 and 9; spec B, section 5".
    pub spec: &'static str,
    /// The function that answers, as this table writes it: `mask::zip`, or a closure that calls it.
    pub function: &'static str,
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
    [forms::RULES, calendar::RULES, money::RULES, orders::RULES, quiz::RULES, access::RULES].into_iter().flatten()
}

/// A rule that answers any input of its form: `rule!("area.name", "spec A, section 5", area::name)`, where `area::name` is
/// `fn(&Input) -> impl Serialize`.
macro_rules! rule {
    ($id:literal, $spec:literal, $answer:expr) => {
        $crate::rules::Rule {
            id: $id,
            spec: $spec,
            function: stringify!($answer),
            answer: |input| $crate::rules::answer(input, |typed| Ok($answer(typed))),
        }
    };
}

/// A rule that refuses some inputs of its form: `area::name` is `fn(&Input) -> Result<impl Serialize, InputError>`.
macro_rules! strict_rule {
    ($id:literal, $spec:literal, $answer:expr) => {
        $crate::rules::Rule {
            id: $id,
            spec: $spec,
            function: stringify!($answer),
            answer: |input| $crate::rules::answer(input, $answer),
        }
    };
}

/// A form: `area::validate` is `fn(&Form) -> Vec<Issue>`, shown as field → message.
macro_rules! form {
    ($id:literal, $spec:literal, $validate:expr) => {
        $crate::rules::Rule {
            id: $id,
            spec: $spec,
            function: stringify!($validate),
            answer: |input| $crate::rules::answer(input, |form| Ok($crate::rules::messages(&$validate(form)))),
        }
    };
}

use {form, rule, strict_rule};

/// A rule's answer over JSON; an input is always an object.
fn answer<T: Input, A: Serialize>(
    input: &Value,
    rule: impl Fn(&T) -> Result<A, InputError>,
) -> Result<Value, InputError> {
    if !input.is_object() {
        return Err(InputError::new("The input of a rule is an object."));
    }
    let json = Json::deserialize(input).map_err(|error| InputError::new(error.to_string()))?;
    serde_json::to_value(rule(&T::read(&json)?)?).map_err(|error| InputError::new(error.to_string()))
}

/// A form's faults as fixtures and HTTP show them: field → message.
fn messages(issues: &[Issue]) -> Map<String, Value> {
    issues.iter().map(|issue| (issue.field.to_string(), Value::from(issue.message.text().as_ref()))).collect()
}
