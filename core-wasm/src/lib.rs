//! The rules of `stylebox-core` for the browser: one-line wrappers, nothing to decide.
//!
//! A function is named as its rule's id, in camel case: `login.validate` is `loginValidate`. Rules on a few texts, and the
//! forms that are checked at every key stroke, take plain texts (null or undefined is empty), which cross faster than an
//! object; all others take one object. Input that is not of the rule's form throws an `Error`.

mod convert;
mod forms;
