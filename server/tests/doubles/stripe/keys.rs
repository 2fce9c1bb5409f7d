//! Idempotency keys. The first answer is replayed, even if it is a decline or a failure of Stripe. A key with other parameters is
//! refused.

use super::book::Book;
use super::intents::{Outcome, invalid};
use super::{Shared, StripeFault};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// The answer under a key.
pub struct Kept {
    request: String,
    status: u16,
    body: Value,
}

impl Kept {
    /// As if the call had other fields, such as those of an earlier version of this program.
    pub fn with_other_fields(&mut self) {
        self.request.push_str(" as it was");
    }
}

/// Does `work` once for the key of the call, and replays its answer.
pub fn once(
    shared: &Shared,
    headers: &HeaderMap,
    request: String,
    work: impl FnOnce(&mut Book) -> Outcome,
) -> Response {
    let Some(key) = headers.get("idempotency-key").map(|key| key.to_str().unwrap().to_owned()) else {
        return answer(400, &error_body(invalid("idempotency_key_missing").1), false);
    };
    let mut book = shared.book();
    if let StripeFault::KeyInUse(times) = book.fault {
        book.fault = if times > 1 { StripeFault::KeyInUse(times - 1) } else { StripeFault::None };
        let error = json!({"type": "invalid_request_error", "code": "idempotency_key_in_use", "message": "In use."});
        return answer(409, &error_body(error), false);
    }
    if let Some(kept) = book.kept.get(&key) {
        if kept.request != request {
            let error = json!({"type": "idempotency_error", "message": "Other parameters."});
            return answer(400, &error_body(error), false);
        }
        return answer(kept.status, &kept.body, true);
    }
    let (mut status, mut body) = match work(&mut book) {
        Ok(object) => (200, object),
        Err((status, error)) => (status, error_body(error)),
    };
    if book.fault == StripeFault::FailsUnderKey {
        book.fault = StripeFault::None;
        (status, body) = (500, error_body(json!({"type": "api_error", "message": "Our mistake."})));
    }
    // A malformed call is not carried out, so its answer is not kept.
    if status != 400 {
        book.kept.insert(key, Kept { request, status, body: body.clone() });
    }
    answer(status, &body, false)
}

pub fn error_body(error: Value) -> Value {
    json!({"error": error})
}

pub fn answer(status: u16, body: &Value, is_replayed: bool) -> Response {
    let mut response = (StatusCode::from_u16(status).unwrap(), body.to_string()).into_response();
    if is_replayed {
        response.headers_mut().insert("idempotent-replayed", "true".parse().unwrap());
    }
    response.headers_mut().insert("content-type", "application/json".parse().unwrap());
    response
}
