//! Forms, masks and normal forms.

use crate::convert::issues;
use stylebox_core::{Issue, login};
use tsify::Ts;
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

type Issues = Result<Vec<Ts<Issue>>, JsError>;

/// The first fault of each field of the sign-in form.
#[wasm_bindgen(js_name = loginValidate)]
pub fn login_validate(email: Option<String>, password: Option<String>) -> Issues {
    let form = login::LoginForm { email: email.unwrap_or_default(), password: password.unwrap_or_default() };
    issues(&login::validate(&form))
}
