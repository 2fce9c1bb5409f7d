//! The rules of `stylebox-core` for the browser: one-line wrappers, nothing to decide.
//!
//! A function is named as its rule's id, in camel case: `login.validate` is `loginValidate`. Masks, normal forms, paths and
//! codes, and the forms that are checked at every key stroke, take plain texts (in what a customer types, null and undefined
//! are empty), which cross faster than an object; all others take one object, which crosses as JSON text. In a parameter's name
//! two underscores stand for the dot: `card_info__cvv`. Input that is not of the rule's form throws an `Error`.

mod access;
mod calendar;
mod convert;
mod faults;
mod forms;
mod money;
mod orders;
mod quiz;

/// Half as large as the standard library's allocator, and faster.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
