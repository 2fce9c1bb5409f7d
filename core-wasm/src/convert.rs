//! Between the browser's values and core's types.
//!
//! A value crosses as JSON text: the browser makes and reads that several times faster than a value can be taken apart or put
//! together by one call for each of its parts, and the rules read exactly what the server would be sent.

use serde::Serialize;
use stylebox_core::{
    InputError,
    wire::{FirstError, Input, Json, to_text},
};
use tsify::{Ts, Tsify};
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// A value as JSON text, or why it has none after an exclamation mark: `scripts/lib/glue.mjs`. It never throws.
    #[wasm_bindgen(js_name = textOf)]
    fn text_of(value: &JsValue) -> String;
    #[wasm_bindgen(js_namespace = JSON)]
    fn parse(text: &str) -> JsValue;
    #[wasm_bindgen(js_name = Number)]
    fn number(text: &str) -> f64;
}

/// An answer for the browser; what is missing is null.
pub(crate) fn write<O: Serialize>(answer: &O) -> JsValue {
    parse(&to_text(answer))
}

/// What is thrown for an input that is not of the rule's form.
pub(crate) fn refusal(error: InputError) -> JsError {
    JsError::new(&error.to_string())
}

/// A typed answer for the browser.
pub(crate) fn typed<O: Tsify + Serialize>(answer: &O) -> Ts<O> {
    Ts::new_unchecked(write(answer))
}

/// The answer of a rule, where it crosses by itself: a text, a number, yes or no. The input is read exactly as the registry
/// reads it.
pub(crate) fn tell<I: Tsify + Input, O>(input: &Ts<I>, rule: impl Fn(&I) -> O) -> Result<O, JsError> {
    tell_strictly(input, |input| Ok(rule(input)))
}

/// As [`tell`], of a rule that refuses some inputs of its form.
pub(crate) fn tell_strictly<I: Tsify + Input, O>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> Result<O, InputError>,
) -> Result<O, JsError> {
    let mut first_error = FirstError::default();
    let input = I::read_part(&json_of(input.js_value())?, &mut first_error);
    first_error.into_error().map_or_else(|| rule(&input), Err).map_err(refusal)
}

/// The answer of a rule, where it is an object or a word.
pub(crate) fn ask<I: Tsify + Input, O: Tsify + Serialize>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> O,
) -> Result<Ts<O>, JsError> {
    tell(input, rule).map(|answer| typed(&answer))
}

/// As [`ask`], of a rule that refuses some inputs of its form.
pub(crate) fn ask_strictly<I: Tsify + Input, O: Tsify + Serialize>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> Result<O, InputError>,
) -> Result<Ts<O>, JsError> {
    tell_strictly(input, rule).map(|answer| typed(&answer))
}

/// The answer of a rule, where it may be null or is a list. Neither crosses well by its type: an `Option` would be
/// undefined, and a `Vec` is copied once more.
pub(crate) fn written<I: Tsify + Input, O: Serialize>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> O,
) -> Result<JsValue, JsError> {
    tell(input, rule).map(|answer| write(&answer))
}

/// As [`written`], of a rule that refuses some inputs of its form.
pub(crate) fn written_strictly<I: Tsify + Input, O: Serialize>(
    input: &Ts<I>,
    rule: impl Fn(&I) -> Result<O, InputError>,
) -> Result<JsValue, JsError> {
    tell_strictly(input, rule).map(|answer| write(&answer))
}

/// Any value of the browser's, as JSON.
#[inline(never)]
pub(crate) fn json_of(value: JsValue) -> Result<Json, JsError> {
    let text = text_of(&value);
    Json::of_text(&text, number).ok_or_else(|| JsError::new(text.strip_prefix('!').unwrap_or("The value is not JSON.")))
}
