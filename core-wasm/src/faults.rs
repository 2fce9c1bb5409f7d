//! The faults of a form, for the browser.

use crate::convert::tell;
use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use stylebox_core::{Issue, wire::Input};
use tsify::{Ts, Tsify};
use wasm_bindgen::{JsError, JsValue};

/// How many faults are kept. All forms together have about two hundred.
const MOST_KEPT: usize = 500;

thread_local! {
    /// Faults that were answered before, as the browser has them. A form is checked at every key stroke and mostly finds what
    /// it found before: handing that out again is ten times faster than making its three texts anew. They are frozen, so
    /// that nobody can change what others were handed.
    static KEPT: RefCell<Vec<(Issue, JsValue)>> = const { RefCell::new(Vec::new()) };
}

/// A form's faults as `Issue[]`.
pub(crate) fn faults(issues: &[Issue]) -> Array {
    let answer = Array::new();
    KEPT.with_borrow_mut(|kept| {
        for issue in issues {
            match kept.iter().find(|(known, _)| known == issue) {
                Some((_, object)) => {
                    answer.push(object);
                }
                None => {
                    let object = object(issue);
                    answer.push(&object);
                    if kept.len() < MOST_KEPT {
                        kept.push((issue.clone(), object));
                    }
                }
            }
        }
    });
    answer
}

/// The same, of a form that crosses as an object.
pub(crate) fn faults_of<I: Tsify + Input>(form: &Ts<I>, validate: impl Fn(&I) -> Vec<Issue>) -> Result<Array, JsError> {
    tell(form, validate).map(|issues| faults(&issues))
}

fn object(issue: &Issue) -> JsValue {
    let object = Object::new();
    for (key, text) in [("field", &*issue.field), ("code", issue.message.code()), ("message", &*issue.message.text())] {
        // A new object takes any field.
        let _ = Reflect::set(&object, &key.into(), &text.into());
    }
    Object::freeze(&object).into()
}
