//! The issues of a form, for the browser.

use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use stylebox_core::Issue;
use wasm_bindgen::JsValue;

/// How many issues are kept. All forms together have about two hundred.
const MOST_KEPT: usize = 500;

thread_local! {
    /// Issues that were answered before, as JavaScript objects. A form is checked at every key stroke and mostly has the same issues as
    /// before, and handing out an object again is ten times faster than making its three texts again. The objects are frozen, so that no
    /// caller can change an object that others have.
    static KEPT: RefCell<Vec<(Issue, JsValue)>> = const { RefCell::new(Vec::new()) };
}

/// A form's issues as `Issue[]`.
pub(crate) fn list(issues: &[Issue]) -> JsValue {
    let list = Array::new();
    KEPT.with_borrow_mut(|kept| {
        for issue in issues {
            match kept.iter().find(|(known, _)| is_same(known, issue)) {
                Some((_, object)) => {
                    list.push(object);
                }
                None => {
                    let object = object(issue);
                    list.push(&object);
                    if kept.len() < MOST_KEPT {
                        kept.push((issue.clone(), object));
                    }
                }
            }
        }
    });
    list.into()
}

/// Whether both are the same issue. Code and number determine a message's words.
fn is_same(one: &Issue, other: &Issue) -> bool {
    let key = |issue: &Issue| (issue.message.code(), issue.message.number());
    key(one) == key(other) && one.field == other.field
}

fn object(issue: &Issue) -> JsValue {
    let object = Object::new();
    for (key, text) in [("field", &*issue.field), ("code", issue.message.code()), ("message", &*issue.message.text())] {
        // Setting a field of a new object cannot fail.
        let _ = Reflect::set(&object, &key.into(), &text.into());
    }
    Object::freeze(&object).into()
}
