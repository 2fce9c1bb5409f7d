//! What a failed call means for the screen (specs A and B, section 8).

use crate::{
    messages::errors as texts,
    screens::session::{self, Unauthorized},
    values::{count::Count, search, words::words},
    wire::{Input, Json},
};
use serde::Serialize;

/// The screen on which a gift card is applied.
const GIFT_CARD_SCREEN: &str = "/checkout/confirmation";
/// The shipping-label provider: messages that name it are not for customers.
const LABEL_PROVIDER: &str = "shippo";

/// One error of a failed call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ApiError {
    /// What failed, for programs.
    pub code: String,
    /// What the customer reads.
    pub message: String,
}

/// `errors.parse`: the errors in a failed call's body, at least one (spec A, section 8).
#[must_use]
pub fn parse(body: &Json) -> Vec<ApiError> {
    let mut found: Vec<ApiError> = body.get("error").and_then(listed_text).into_iter().collect();
    match body.get("errors").unwrap_or(body) {
        Json::List(entries) => found.extend(entries.iter().filter_map(listed)),
        Json::Object(entries) if body.get("errors").is_some() => {
            found.extend(entries.iter().filter_map(|(code, message)| {
                let code = if code.trim().is_empty() { texts::UNEXPECTED } else { code };
                Some(error(code, filled(message)?))
            }));
        }
        _ => {}
    }
    if found.is_empty() {
        found.push(error(texts::UNEXPECTED, texts::UNEXPECTED_TEXT));
    }
    found
}

/// An entry of a list: a text, or an object of code and message.
fn listed(entry: &Json) -> Option<ApiError> {
    let text = |key| entry.get(key).and_then(filled);
    match (text("code"), text("message")) {
        (Some(code), message) => Some(error(code, message.unwrap_or(code))),
        (None, Some(message)) => Some(error(texts::UNEXPECTED, message)),
        (None, None) => listed_text(entry),
    }
}

/// The error of an entry that is only a text: a code of the catalogue, or a message.
fn listed_text(entry: &Json) -> Option<ApiError> {
    let text = filled(entry)?;
    let code = if texts::catalogue(text).is_some() { text } else { texts::UNEXPECTED };
    Some(error(code, text))
}

fn filled(value: &Json) -> Option<&str> {
    value.as_text().filter(|text| !text.trim().is_empty())
}

/// The error with the words that the customer reads: the catalogue's, otherwise the server's.
fn error(code: &str, message: &str) -> ApiError {
    let known = texts::catalogue(code).flatten();
    let is_debit = || search::contains(message, texts::DEBIT_CARD_TEXT.trim_end_matches('.'));
    let message = known.unwrap_or_else(|| if is_debit() { texts::DEBIT_CARD_TEXT } else { message });
    ApiError { code: code.to_owned(), message: message.to_owned() }
}

/// A failed call, and the screen that made it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FailedCall {
    /// The answer's status.
    pub status: Count,
    /// The call's method: `GET`.
    pub method: String,
    /// The screen's path, below the base path.
    pub path: String,
    /// The body of the answer.
    #[serde(default)]
    pub body: Json,
}

/// What a screen shows after a failed call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Presentation {
    /// The texts of the toasts.
    pub toasts: Vec<String>,
    /// Whether a code must be asked for.
    pub mfa_required: bool,
    /// What is wrong with the address.
    pub address_error: Option<&'static str>,
    /// What is wrong with the coupon.
    pub promo_error: Option<String>,
    /// What is wrong with the gift card.
    pub gift_card_error: Option<String>,
}

/// `errors.presentation` (specs A and B, section 8).
#[must_use]
pub fn presentation(call: &FailedCall) -> Presentation {
    let at_gift_card = session::route_of(&call.path).ends_with(GIFT_CARD_SCREEN);
    let mut shown = Presentation::default();
    for ApiError { code, message } in parse(&call.body) {
        if is_mfa(&code) || is_mfa(&message) {
            shown.mfa_required = true;
        } else if code == texts::ADDRESS_INVALID {
            shown.toasts.push(message);
            shown.address_error = Some(texts::ADDRESS_INVALID_TEXT);
        } else if code == texts::PROMO_CODE_NOT_RECOGNIZED {
            shown.promo_error.get_or_insert(message);
        } else if code == texts::NOT_FOUND && at_gift_card {
            shown.gift_card_error.get_or_insert(message);
        } else if search::contains(&search::caseless(&message), LABEL_PROVIDER) {
            shown.address_error = Some(texts::ADDRESS_INVALID_TEXT);
        } else {
            shown.toasts.push(message);
        }
    }
    if !shows_toasts(call) {
        shown.toasts.clear();
    }
    shown
}

words! {
    /// The outcome of a failed call.
    pub enum CallOutcome {
        /// The customer is no longer signed in.
        SignedOut = "signed_out",
        /// Nothing was done, and the same call would be refused again.
        Refused = "refused",
        /// Nothing was done, and the same call can be tried again.
        Later = "later",
        /// It may have been carried out.
        Unknown = "unknown",
    }
}

/// The status of a call that failed.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FailedStatus {
    /// The answer's status; 0 if there was no answer.
    pub status: Count,
}

/// `errors.outcome`: the outcome of a failed call. It may have been carried out if there was no answer, or if the server failed.
#[must_use]
pub fn outcome(failed: &FailedStatus) -> CallOutcome {
    match failed.status.get() {
        401 => CallOutcome::SignedOut,
        408 | 429 => CallOutcome::Later,
        400..500 => CallOutcome::Refused,
        _ => CallOutcome::Unknown,
    }
}

fn is_mfa(text: &str) -> bool {
    matches!(text, texts::MFA_NEEDED | texts::MFA_CODE_INVALID)
}

fn shows_toasts(call: &FailedCall) -> bool {
    match call.status.get() {
        404 => false,
        401 => {
            let call = Unauthorized { path: call.path.clone(), method: call.method.clone(), is_pickup_planned: None };
            session::on_unauthorized(&call).show_errors
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{FailedCall, parse, presentation};
    use crate::{
        messages::{errors, refusals::Refusal},
        values::count::Count,
        wire::Json,
    };

    #[test]
    fn a_screen_shows_each_refusal_in_its_words() {
        for refusal in Refusal::ALL {
            let (code, words) = (refusal.code(), refusal.text());
            assert!(!words.trim().is_empty() && words != code, "{code}");
            if refusal.own_words().is_empty() {
                continue;
            }
            let entry = |key: &str, value| Json::Object(vec![(key.to_owned(), value)]);
            let body = entry("errors", entry(code, Json::Text(words.to_owned())));
            let found = parse(&body);
            assert_eq!((found.len(), found[0].code.as_str(), found[0].message.as_str()), (1, code, words));
            let call = FailedCall {
                status: Count::new(422).unwrap(),
                method: "PATCH".into(),
                path: "/account/details".into(),
                body,
            };
            let shown = presentation(&call);
            let asks_for_a_code = [errors::MFA_NEEDED, errors::MFA_CODE_INVALID].contains(&words);
            assert_eq!(shown.mfa_required, asks_for_a_code, "{code}");
            assert_eq!(shown.toasts, if asks_for_a_code { vec![] } else { vec![words.to_owned()] }, "{code}");
        }
    }
}
