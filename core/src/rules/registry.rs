//! The registry: rule id → typed function, over JSON. Fixtures and `POST /api/rules/{rule}` call rules by their id here;
//! everything else calls the typed functions.

use crate::{
    InputError,
    shop::shop_terms,
    terms::ShopTerms,
    wire::{Input, Json},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{any::type_name, fmt};

/// A rule that can be called by its id.
#[derive(Debug)]
pub struct Rule {
    /// `area.name`.
    pub id: &'static str,
    /// The sections of the specs that the rule implements or serves: "spec A, sections 5 and 9; spec B, section 5".
    pub sections: &'static str,
    /// What the rule answers, in one line.
    pub summary: &'static str,
    /// The path of the function that answers: `values::mask::zip`.
    pub function: &'static str,
    /// The browser's function: `maskZip`. There is none if only the server asks.
    pub export: Option<&'static str>,
    /// The TypeScript types of the input and the answer, as the table says, and the Rust types of the function.
    pub types: Types,
    /// Whether it takes the shop's terms.
    pub takes_terms: bool,
    answer: fn(&Json, &ShopTerms) -> Result<Value, InputError>,
}

/// The types of a rule's input and answer.
#[derive(Debug)]
pub struct Types {
    /// In TypeScript, as the table says.
    pub typescript: (&'static str, &'static str),
    /// In Rust, as the function is declared.
    pub rust: fn() -> (&'static str, &'static str),
}

/// Why a rule gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleError {
    /// There is no rule of that id.
    Unknown,
    /// The input does not have the rule's form.
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

/// The field of an input that holds other terms than the specs'. Terms that it leaves out are the specs'.
const TERMS: &str = "$terms";

/// Calls the rule `id` with `input`. It judges by [`ShopTerms::SPEC`], or by the terms in the input's field `$terms`.
///
/// # Errors
/// If there is no such rule, the input does not have its form, or it has terms that no shop can have or that the rule does not take.
pub fn call(id: &str, input: &Value) -> Result<Value, RuleError> {
    let rule = all().find(|rule| rule.id == id).ok_or(RuleError::Unknown)?;
    if !input.is_object() {
        return Err(RuleError::Input(InputError::new("The input of a rule is an object.")));
    }
    let mut json = Json::deserialize(input).map_err(|error| RuleError::Input(InputError::new(error.to_string())))?;
    let other_terms = terms_in(&mut json, rule).map_err(RuleError::Input)?;
    (rule.answer)(&json, other_terms.as_ref().unwrap_or(ShopTerms::SPEC)).map_err(RuleError::Input)
}

/// Takes the terms out of an input; nothing if it has none.
fn terms_in(input: &mut Json, rule: &Rule) -> Result<Option<ShopTerms>, InputError> {
    let Json::Object(fields) = input else { return Ok(None) };
    let Some(place) = fields.iter().position(|(field, _)| field == TERMS) else { return Ok(None) };
    let (_, given) = fields.remove(place);
    if given == Json::Null {
        return Ok(None);
    }
    if !rule.takes_terms {
        return Err(InputError::new("The rule does not take terms.").at(TERMS));
    }
    let read = ShopTerms::read(&given).map_err(|error| error.at(TERMS))?;
    if let Json::Object(named) = &given
        && let Some((unknown, _)) = named.iter().find(|(term, _)| !ShopTerms::NAMES.contains(&term.as_str()))
    {
        return Err(InputError::new("There is no such term.").at(unknown).at(TERMS));
    }
    let wrong = shop_terms::validate(&read).into_iter().next();
    wrong.map_or(Ok(Some(read)), |issue| Err(InputError::new(issue.message.text()).at(&issue.field).at(TERMS)))
}

/// All rules, in the order of the table.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter()
}

/// The table as JSON, one rule per line: the content of `core/rules.json`, for readers that do not build core.
#[must_use]
pub fn to_json() -> String {
    let line = |rule: &Rule| {
        let Rule { id, sections, summary, function, export, takes_terms, .. } = rule;
        let asked_by = if export.is_some() { "everyone" } else { "server" };
        json!({
            "id": id, "sections": sections, "function": function, "asked_by": asked_by, "export": export, "takes_terms": takes_terms,
            "summary": summary,
        })
        .to_string()
    };
    format!("[\n{}\n]\n", all().map(line).collect::<Vec<_>>().join(",\n"))
}

macro_rules! registry {
    ($({
        id: $id:literal, sections: $sections:literal, summary: $summary:literal,
        asked_by: $asked_by:ident, export: $export:ident $wrapper:ident,
        input: $input:ident $parameter:ident $input_type:literal, terms: $terms:tt,
        answer: $answer:ident $answer_type:literal,
        function: $path:literal $function:path,
    })*) => {
        const RULES: &[Rule] = &[$(
            Rule {
                id: $id,
                sections: $sections,
                summary: $summary,
                function: $path,
                export: export_of!($asked_by $export),
                types: Types { typescript: ($input_type, $answer_type), rust: || types_of!($terms $function) },
                takes_terms: $terms,
                answer: |json, terms| {
                    input::$input(json, stringify!($parameter), |given| answer::$answer(asked!($terms $function, given, terms)))
                },
            },
        )*];
    };
}

macro_rules! export_of {
    (everyone $export:ident) => {
        Some(stringify!($export))
    };
    (server $export:ident) => {
        None
    };
}

/// The answer of a rule's function, which may take terms.
macro_rules! asked {
    (true $function:path, $given:ident, $terms:ident) => {
        $function($given, $terms)
    };
    (false $function:path, $given:ident, $terms:ident) => {{
        let _ = $terms;
        $function($given)
    }};
}

/// The types that a rule's function takes and answers, the terms left out.
macro_rules! types_of {
    (true $function:path) => {
        types_of_two($function)
    };
    (false $function:path) => {
        types_of_one($function)
    };
}

for_each_rule!(registry);

fn types_of_one<I: ?Sized, A>(_: fn(&'static I) -> A) -> (&'static str, &'static str) {
    (type_name::<I>(), type_name::<A>())
}

fn types_of_two<I: ?Sized, A>(_: fn(&'static I, &'static ShopTerms) -> A) -> (&'static str, &'static str) {
    (type_name::<I>(), type_name::<A>())
}

/// For each kind of input in the table, a function that reads it from JSON and calls the rule.
mod input {
    use crate::{
        InputError,
        wire::{Fields, FirstError, Input, Json, or_empty},
    };
    use serde_json::Value;

    type Answered = Result<Value, InputError>;

    pub(super) fn object<I: Input>(json: &Json, _: &str, rule: impl Fn(&I) -> Answered) -> Answered {
        rule(&I::read(json)?)
    }

    pub(super) use {object as typed, object as nothing};

    pub(super) fn text(json: &Json, name: &str, rule: impl Fn(&str) -> Answered) -> Answered {
        rule(&field(json, name, String::read_part)?)
    }

    pub(super) fn optional_text(json: &Json, name: &str, rule: impl Fn(&str) -> Answered) -> Answered {
        rule(&field(json, name, or_empty)?)
    }

    pub(super) fn json(json: &Json, name: &str, rule: impl Fn(&Json) -> Answered) -> Answered {
        rule(&field(json, name, Json::read_part)?)
    }

    fn field<T>(json: &Json, name: &str, reader: fn(&Json, &mut FirstError) -> T) -> Result<T, InputError> {
        let mut first_error = FirstError::default();
        let value = Fields::of(json, &mut first_error).read_with(name, reader);
        first_error.into_error().map_or(Ok(value), Err)
    }
}

/// For each kind of answer in the table, a function that makes JSON of it.
mod answer {
    use crate::{InputError, Issue};
    use serde::Serialize;
    use serde_json::{Map, Value};

    pub(super) fn plain<A: Serialize>(answer: A) -> Result<Value, InputError> {
        serde_json::to_value(answer).map_err(|error| InputError::new(error.to_string()))
    }

    pub(super) fn strict<A: Serialize>(answer: Result<A, InputError>) -> Result<Value, InputError> {
        plain(answer?)
    }

    /// A form's issues as fixtures and HTTP show them: field → message.
    #[expect(clippy::unnecessary_wraps, reason = "each kind of answer may fail")]
    pub(super) fn form(issues: Vec<Issue>) -> Result<Value, InputError> {
        let message = |issue: Issue| (issue.field.to_string(), Value::from(issue.message.text().as_ref()));
        Ok(Value::Object(issues.into_iter().map(message).collect::<Map<_, _>>()))
    }
}
