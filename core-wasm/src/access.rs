//! Access, errors, words and names.

use crate::convert::{ask, ask_strictly, json_of, refusal, tell, typed, write};
use stylebox_core::{
    account::{
        mfa::{self, MfaState, MfaTransition},
        referral,
        session::{self, AfterUnauthorized, ApiCall, SignedIn, Unauthorized},
    },
    brand::{BRAND, Brand},
    messages,
    policy::{self, Policy},
    screens::errors::{self, FailedCall, Presentation},
};
use tsify::Ts;
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};

/// Whether a visitor may see a path of the page, below the base path.
#[wasm_bindgen(js_name = sessionIsPublicRoute)]
pub fn session_is_public_route(path: &str) -> bool {
    session::is_public_route(path)
}

/// What a 401 leads to on a screen's path.
#[wasm_bindgen(js_name = sessionOnUnauthorized)]
pub fn session_on_unauthorized(path: String, method: String) -> Ts<AfterUnauthorized> {
    typed(&session::on_unauthorized(&Unauthorized { path, method }))
}

/// The path to go to after signing in.
#[wasm_bindgen(js_name = sessionAfterLogin)]
pub fn session_after_login(input: Ts<SignedIn>) -> Result<String, JsError> {
    tell(&input, |signed_in| session::after_login(signed_in).to_owned())
}

/// Whether the customer's record is loaded on a path.
#[wasm_bindgen(js_name = sessionLoadsCustomer)]
pub fn session_loads_customer(path: &str) -> bool {
    session::loads_customer(path)
}

/// Whether a call needs the anti-forgery token; its path is that below `/api`.
#[wasm_bindgen(js_name = sessionNeedsCsrf)]
pub fn session_needs_csrf(method: String, path: String) -> bool {
    session::needs_csrf(&ApiCall { method, path })
}

/// Where a change that needs a code stands after something happened.
#[wasm_bindgen(js_name = mfaNext)]
pub fn mfa_next(input: Ts<MfaTransition>) -> Result<Ts<MfaState>, JsError> {
    ask_strictly(&input, mfa::next)
}

/// The errors that a failed call's body holds, at least one.
#[wasm_bindgen(js_name = errorsParse, unchecked_return_type = "ApiError[]")]
pub fn errors_parse(#[wasm_bindgen(unchecked_param_type = "unknown")] body: JsValue) -> Result<JsValue, JsError> {
    json_of(body).map(|body| write(&errors::parse(&body)))
}

/// What a screen shows of a failed call.
#[wasm_bindgen(js_name = errorsPresentation)]
pub fn errors_presentation(input: Ts<FailedCall>) -> Result<Ts<Presentation>, JsError> {
    ask(&input, errors::presentation)
}

/// The path that a friend is sent, below the base path.
#[wasm_bindgen(js_name = referralLink)]
pub fn referral_link(referral_code: &str) -> String {
    referral::link(referral_code)
}

/// The words for a code that a rule answers.
#[wasm_bindgen(js_name = messagesText)]
pub fn messages_text(code: &str) -> Result<String, JsError> {
    messages::required_text(code).map(ToOwned::to_owned).map_err(refusal)
}

/// The version of these rules: a server that has the same answers every rule alike.
#[wasm_bindgen(js_name = rulesVersion)]
pub fn rules_version() -> String {
    stylebox_core::rules_version().to_owned()
}

/// The names of the product and the retailer, and where the retailer is found.
#[wasm_bindgen]
pub fn brand() -> Ts<Brand> {
    typed(&BRAND)
}

/// The business constants that a screen shows.
#[wasm_bindgen]
pub fn policy() -> Ts<Policy> {
    typed(&policy::POLICY)
}
