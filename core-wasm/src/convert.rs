//! Converts each kind of input and answer in the table of rules between JavaScript and Rust.
//!
//! Values are handed over as JSON text. The browser reads and writes JSON text several times faster than a call for each part of a value
//! would take, and the rules read exactly the JSON that the server would get.

use crate::issues;
use serde::Serialize;
use stylebox_core::{
    InputError, Issue,
    values::plain_input::Nothing,
    wire::{FirstError, FromTexts, Input, Json, to_text},
};
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON)]
    fn parse(text: &str) -> JsValue;
    #[wasm_bindgen(js_name = Number)]
    fn number(text: &str) -> f64;
}

/// Calls a rule that takes an object.
pub(crate) fn object<I: Input>(json: &str, rule: impl Fn(&I) -> JsValue) -> JsValue {
    let mut first_error = FirstError::default();
    let json = json_of(json, &mut first_error);
    let input = I::read_part(&json, &mut first_error);
    first_error.into_error().map_or_else(|| rule(&input), refusal)
}

/// A form that is checked at every key stroke, as joined texts, or as JSON if the texts could not be joined.
pub(crate) fn typed<I: Input + FromTexts>(given: &str, rule: impl Fn(&I) -> JsValue) -> JsValue {
    match I::read_texts(given) {
        None => object(given, rule),
        Some(Ok(form)) => rule(&form),
        Some(Err(error)) => refusal(error),
    }
}

/// Calls a rule that takes a text.
pub(crate) fn text(text: &str, rule: impl Fn(&str) -> JsValue) -> JsValue {
    rule(text)
}

/// A text. `door.js` has already made null and undefined empty.
pub(crate) use text as optional_text;

/// Calls a rule that takes any value.
pub(crate) fn json(json: &str, rule: impl Fn(&Json) -> JsValue) -> JsValue {
    let mut first_error = FirstError::default();
    let json = json_of(json, &mut first_error);
    first_error.into_error().map_or_else(|| rule(&json), refusal)
}

/// Calls a rule that takes nothing.
pub(crate) fn nothing(rule: impl Fn(&Nothing) -> JsValue) -> JsValue {
    rule(&Nothing {})
}

/// The answer of a rule that answers every well-formed input.
pub(crate) fn plain<A: Serialize>(answer: A) -> JsValue {
    write(&answer)
}

/// The answer of a rule that refuses some well-formed inputs.
pub(crate) fn strict<A: Serialize>(answer: Result<A, InputError>) -> JsValue {
    answer.map_or_else(refusal, |answer| write(&answer))
}

/// The answer of a rule that checks a form.
pub(crate) fn form(issues: Vec<Issue>) -> JsValue {
    issues::list(&issues)
}

/// A value for the browser; a missing one is null.
#[inline(never)] // As in `stylebox-wire`: functions that are alike pack well.
pub(crate) fn write<A: Serialize>(answer: &A) -> JsValue {
    value_of(to_text(answer))
}

/// The value of JSON text. The plainest values are made without `JSON.parse`, which is slower.
#[inline(never)] // As in `stylebox-wire`: functions that are alike pack well.
fn value_of(json: String) -> JsValue {
    match json.as_str() {
        "true" => JsValue::TRUE,
        "false" => JsValue::FALSE,
        "null" => JsValue::NULL,
        json => unescaped(json).map_or_else(|| parse(json), JsValue::from_str),
    }
}

/// The text in `json`, if `json` is a text without escape sequences.
fn unescaped(json: &str) -> Option<&str> {
    let text = json.strip_prefix('"')?.strip_suffix('"')?;
    (!text.bytes().any(|byte| byte == b'\\')).then_some(text)
}

fn json_of(text: &str, first_error: &mut FirstError) -> Json {
    let json = Json::of_text(text, number).ok_or_else(|| InputError::new("The value is not JSON."));
    first_error.value_or(json, Json::Null)
}

#[inline(never)]
fn refusal(error: InputError) -> JsValue {
    JsError::new(&error.to_string()).into()
}
