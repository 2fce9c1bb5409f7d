//! Between the browser's values and core's types.

use js_sys::{Array, Object};
use serde::Serialize;
use stylebox_core::{InputError, Issue, input::Input, json::Json};
use tsify::{Ts, Tsify, serde_wasm_bindgen::Serializer};
use wasm_bindgen::{JsCast, JsError, JsValue};

/// As deep as `serde_json` goes on the server.
const DEEPEST: usize = 127;
/// More values than fit into what the server takes. What a page holds can be larger than it looks: a list of billions of holes,
/// an object that is part of itself many times over.
const MOST: u32 = 65_536;

/// A typed input, read exactly as the registry reads it.
fn read<I: Tsify + Input>(input: &Ts<I>) -> Result<I, JsError> {
    I::read(&json_of(input.js_value())?).map_err(refusal)
}

/// An answer for the browser; what is missing is null.
pub(crate) fn write<O: Serialize>(answer: &O) -> Result<JsValue, JsError> {
    let written = answer.serialize(&Serializer::new().serialize_missing_as_null(true));
    written.map_err(|error| JsError::new(&error.to_string()))
}

/// What is thrown for an input that is not of the rule's form.
pub(crate) fn refusal(error: InputError) -> JsError {
    JsError::new(&error.to_string())
}

/// A typed answer for the browser.
pub(crate) fn typed<O: Tsify + Serialize>(answer: &O) -> Result<Ts<O>, JsError> {
    write(answer).map(Ts::new_unchecked)
}

/// The answer of a rule, where it crosses by itself: a text, a number, yes or no.
pub(crate) fn tell<I: Tsify + Input, O>(input: &Ts<I>, rule: impl Fn(&I) -> O) -> Result<O, JsError> {
    Ok(rule(&read(input)?))
}

/// As [`tell`], of a rule that refuses some inputs of its form.
pub(crate) fn tell_strictly<I: Tsify + Input, O>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> Result<O, InputError>,
) -> Result<O, JsError> {
    rule(&read(input)?).map_err(refusal)
}

/// The answer of a rule, where it is an object or a word.
pub(crate) fn ask<I: Tsify + Input, O: Tsify + Serialize>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> O,
) -> Result<Ts<O>, JsError> {
    typed(&tell(input, rule)?)
}

/// As [`ask`], of a rule that refuses some inputs of its form.
pub(crate) fn ask_strictly<I: Tsify + Input, O: Tsify + Serialize>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> Result<O, InputError>,
) -> Result<Ts<O>, JsError> {
    typed(&tell_strictly(input, rule)?)
}

/// The answer of a rule, where it may be null or is a list. Neither crosses well by its type: an `Option` would be
/// undefined, and a `Vec` is copied once more.
pub(crate) fn written<I: Tsify + Input, O: Serialize>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> O,
) -> Result<JsValue, JsError> {
    write(&tell(input, rule)?)
}

/// As [`written`], of a rule that refuses some inputs of its form.
pub(crate) fn written_strictly<I: Tsify + Input, O: Serialize>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> Result<O, InputError>,
) -> Result<JsValue, JsError> {
    write(&tell_strictly(input, rule)?)
}

/// The faults of a form that crosses as an object.
pub(crate) fn faults<I: Tsify + Input>(form: &Ts<I>, validate: impl Fn(&I) -> Vec<Issue>) -> Result<JsValue, JsError> {
    write(&tell(form, validate)?)
}

/// Any value of the browser's, as JSON.
pub(crate) fn json_of(value: JsValue) -> Result<Json, JsError> {
    json(&value, DEEPEST, &mut { MOST }).map_err(refusal)
}

/// A part that cannot be read, because it is behind a getter or a proxy that throws, comes as a symbol (`scripts/lib/glue.mjs`),
/// which is no JSON. `room` is how many values there may still be.
fn json(value: &JsValue, depth: usize, room: &mut u32) -> Result<Json, InputError> {
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
        take(room, array)?;
        return array.iter().map(|item| json(&item, depth, room)).collect::<Result<_, _>>().map(Json::List);
    }
    if !value.is_object() {
        return Err(InputError::new("The value is not JSON."));
    }
    let entries = Object::entries(value.unchecked_ref());
    take(room, &entries)?;
    let fields = entries.iter().map(|entry| {
        let entry: Array = entry.unchecked_into();
        Ok((entry.get(0).as_string().unwrap_or_default(), json(&entry.get(1), depth, room)?))
    });
    fields.collect::<Result<_, InputError>>().map(Json::Object)
}

/// Takes room for as many values as there are in a list.
fn take(room: &mut u32, list: &Array) -> Result<(), InputError> {
    *room = room.checked_sub(list.length()).ok_or_else(|| InputError::new("The value is too large."))?;
    Ok(())
}
