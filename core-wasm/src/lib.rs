//! The rules of `stylebox-core` for the browser. Nothing is decided here, and no code is written for a single rule. Each function
//! is made from a row of core's table of rules (`core/src/rules/table.rs`) that screens ask.
//!
//! Each function takes one text, and returns the answer or an `Error`. The page does not call these functions, but those of
//! `door.js` with the same names, which take the declared types, make the text, and throw the error
//! (`scripts/lib/door.mjs`).

mod convert;
mod issues;

use convert::write;
use std::cell::{Cell, RefCell};
use stylebox_core::{brand::BRAND, policy::POLICY, terms::ShopTerms};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// Half as large as the standard library's allocator, and faster.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

thread_local! {
    /// The terms by which the rules judge: those of the specs until the page or the fixture runner sets others. Core itself keeps nothing.
    static TERMS: Cell<&'static ShopTerms> = const { Cell::new(ShopTerms::SPEC) };
    /// All terms that were set, as text, each once. They are never freed, so that the rules can borrow them: a shop has few versions.
    static KNOWN: RefCell<Vec<(String, &'static ShopTerms)>> = const { RefCell::new(Vec::new()) };
}

macro_rules! export {
    ($({
        id: $id:tt, sections: $sections:tt, summary: $summary:tt,
        asked_by: $asked_by:ident, export: $export:ident $wrapper:ident,
        input: $input:ident $parameter:ident $input_type:tt, terms: $terms:tt,
        answer: $answer:ident $answer_type:tt,
        function: $path:tt $function:path,
    })*) => {
        $( export_one!(
            $asked_by $summary, $export $wrapper, $input $parameter $input_type, $answer $answer_type, $terms $function
        ); )*
    };
}

macro_rules! export_one {
    // The page has no function for a rule that only the server asks.
    (server $($rule:tt)*) => {};
    (
        everyone $summary:tt, $export:ident $wrapper:ident, nothing $parameter:ident $input_type:tt,
        $answer:ident $answer_type:tt, $terms:tt $function:path
    ) => {
        #[doc = $summary]
        #[wasm_bindgen(js_name = $export, unchecked_return_type = $answer_type)]
        pub fn $wrapper() -> JsValue {
            convert::nothing(|given| convert::$answer(asked!($terms $function, given)))
        }
    };
    (
        everyone $summary:tt, $export:ident $wrapper:ident, $input:ident $parameter:ident $input_type:tt,
        $answer:ident $answer_type:tt, $terms:tt $function:path
    ) => {
        #[doc = $summary]
        #[wasm_bindgen(js_name = $export, unchecked_return_type = $answer_type)]
        pub fn $wrapper(#[wasm_bindgen(unchecked_param_type = $input_type)] $parameter: &str) -> JsValue {
            convert::$input($parameter, |given| convert::$answer(asked!($terms $function, given)))
        }
    };
}

/// The answer of a rule's function, which may take terms.
macro_rules! asked {
    (true $function:path, $given:ident) => {
        $function($given, TERMS.get())
    };
    (false $function:path, $given:ident) => {
        $function($given)
    };
}

stylebox_core::for_each_rule!(export);

/// Makes the rules judge by `terms` from now on. What they leave out is the specs'.
#[wasm_bindgen(js_name = setTerms, unchecked_return_type = "undefined")]
pub fn set_terms(#[wasm_bindgen(unchecked_param_type = "Partial<ShopTerms>")] terms: &str) -> JsValue {
    let known = KNOWN.with_borrow(|known| known.iter().find(|(text, _)| text == terms).map(|(_, terms)| *terms));
    if let Some(known) = known {
        TERMS.set(known);
        return JsValue::UNDEFINED;
    }
    convert::object(terms, |given: &ShopTerms| {
        let kept: &ShopTerms = Box::leak(Box::new(given.clone()));
        KNOWN.with_borrow_mut(|known| known.push((terms.to_owned(), kept)));
        TERMS.set(kept);
        JsValue::UNDEFINED
    })
}

/// The terms by which the rules judge.
#[wasm_bindgen(unchecked_return_type = "ShopTerms")]
pub fn terms() -> JsValue {
    write(TERMS.get())
}

/// The version of these rules. A server with the same version answers every rule alike.
#[wasm_bindgen(js_name = rulesVersion)]
pub fn rules_version() -> String {
    stylebox_core::rules_version().to_owned()
}

/// The names of the product and the retailer, and how to reach the retailer.
#[wasm_bindgen(unchecked_return_type = "Brand")]
pub fn brand() -> JsValue {
    write(&BRAND)
}

/// The business constants that a screen shows.
#[wasm_bindgen(unchecked_return_type = "Policy")]
pub fn policy() -> JsValue {
    write(&POLICY)
}
