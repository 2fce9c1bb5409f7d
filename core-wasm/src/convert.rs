//! Between the browser's values and core's types.

use js_sys::{Array, Object};
use serde::{Serialize, de::DeserializeOwned};
use stylebox_core::{InputError, Issue, json::Json};
use tsify::{Ts, Tsify};
use wasm_bindgen::{JsCast, JsError, JsValue};

/// As deep as `serde_json` goes on the server.
const DEEPEST: usize = 127;

/// A typed input, read exactly as the registry reads it.
pub(crate) fn read<T: Tsify + DeserializeOwned>(input: &Ts<T>) -> Result<T, JsError> {
    Ok(json(&input.js_value(), DEEPEST)?.read()?)
}

/// The answer of a rule that takes any input of its form.
pub(crate) fn ask<I, O>(input: &Ts<I>, rule: impl Fn(&I) -> O) -> Result<Ts<O>, JsError>
where
    I: Tsify + DeserializeOwned,
    O: Tsify + Serialize,
{
    Ok(rule(&read(input)?).into_ts()?)
}

/// The faults of a form, for the browser.
pub(crate) fn issues(issues: &[Issue]) -> Result<Vec<Ts<Issue>>, JsError> {
    issues.iter().map(|issue| Ok(issue.into_ts()?)).collect()
}

fn json(value: &JsValue, depth: usize) -> Result<Json, InputError> {
    if value.is_null() || value.is_undefined() {
        return Ok(Json::Null);
    }
    if let Some(text) = value.as_string() {
        return Ok(Json::Text(text));
    }
    if let Some(number) = value.as_f64() {
        let finite = number.is_finite().then_some(Json::Number(number));
        return finite.ok_or_else(|| InputError::new("A number must be finite."));
    }
    if let Some(flag) = value.as_bool() {
        return Ok(Json::Bool(flag));
    }
    let Some(depth) = depth.checked_sub(1) else {
        return Err(InputError::new("The value is nested too deeply."));
    };
    if let Some(array) = value.dyn_ref::<Array>() {
        return array.iter().map(|item| json(&item, depth)).collect::<Result<_, _>>().map(Json::List);
    }
    if !value.is_object() {
        return Err(InputError::new("The value is not JSON."));
    }
    let entries = Object::entries(value.unchecked_ref());
    let fields = entries.iter().map(|entry| {
        let entry: Array = entry.unchecked_into();
        Ok((entry.get(0).as_string().unwrap_or_default(), json(&entry.get(1), depth)?))
    });
    fields.collect::<Result<_, InputError>>().map(Json::Object)
}
