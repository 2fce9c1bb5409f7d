//! The calls of the double: which parameters each accepts, and what it does.

use super::book::Book;
use super::cards::Card;
use super::intents::{Outcome, invalid, text};
use super::keys::{answer, error_body, once};
use super::{PUBLISHABLE_KEY, SECRET_KEY, Shared, StripeFault};
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use axum::routing::{delete, get, post};
use serde_json::{Map, Value, json};
use url::form_urlencoded;

pub fn router(shared: Shared) -> Router {
    Router::new()
        .route("/v1/payment_methods", post(make_payment_method))
        .route("/v1/payment_methods/{id}", get(read))
        .route("/v1/payment_methods/{id}/detach", post(detach))
        .route("/v1/customers", post(make_customer))
        .route("/v1/customers/{id}", delete(delete_customer))
        .route("/v1/setup_intents", post(set_up).get(list))
        .route("/v1/setup_intents/{id}", get(read))
        .route("/v1/setup_intents/{id}/cancel", post(cancel_setup))
        .route("/v1/payment_intents", post(create_intent).get(list))
        .route("/v1/payment_intents/{id}", get(read))
        .route("/v1/payment_intents/{id}/confirm", post(confirm_intent))
        .route("/v1/payment_intents/{id}/capture", post(capture_intent))
        .route("/v1/payment_intents/{id}/cancel", post(cancel_intent))
        .route("/v1/charges", get(list))
        .route("/v1/charges/{id}", get(read))
        .route("/v1/reviews", get(list))
        .route("/v1/reviews/{id}", get(read))
        .route("/v1/refunds", post(refund).get(list))
        .route("/v1/refunds/{id}", get(read))
        .route("/v1/disputes", get(list))
        .route("/v1/disputes/{id}", get(read))
        .route("/v1/balance_transactions", get(list_balance))
        .route("/double/{kind}/{id}/answer", post(bank_answer))
        .with_state(shared)
}

/// Refuses a call without the secret key or the version. Records the accepted calls.
fn admit(shared: &Shared, headers: &HeaderMap, uri: &Uri, method: &str) -> Option<Response> {
    let header = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap());
    let mut book = shared.book();
    if header("authorization") != format!("Bearer {SECRET_KEY}") || book.fault == StripeFault::RefusesKey {
        return Some(answer(
            401,
            &error_body(json!({"type": "invalid_request_error", "message": "No such key."})),
            false,
        ));
    }
    let kind = uri.path().split('/').nth(2).unwrap();
    if method == "GET" && matches!(book.fault, StripeFault::MayNotRead(kept) if kept == kind) {
        let words = "The provided key does not have the required permissions.";
        return Some(answer(403, &error_body(json!({"type": "invalid_request_error", "message": words})), false));
    }
    let version = header("stripe-version");
    if version.len() < 10 || !version[..10].bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return Some(answer(400, &error_body(invalid("version_missing").1), false));
    }
    book.calls.push(format!("{method} {}", uri.path()));
    None
}

/// The fields of a form: `a[b]=c` as an object in an object, `a[]=b` as a text. Only the fields in `known` are allowed, and all
/// fields in `needed` are required.
fn fields(headers: &HeaderMap, body: &str, known: &[&str], needed: &[&str]) -> Result<Value, (u16, Value)> {
    let kind = headers.get("content-type").map_or("", |value| value.to_str().unwrap());
    if kind != "application/x-www-form-urlencoded" {
        return Err(invalid("content_type"));
    }
    let mut found = Map::new();
    for (name, value) in form_urlencoded::parse(body.as_bytes()) {
        let (outer, inner) = match name.split_once('[') {
            Some((outer, inner)) => (outer, inner.strip_suffix(']').filter(|inner| !inner.is_empty())),
            None => (&*name, None),
        };
        if !known.contains(&outer) {
            return Err(invalid("parameter_unknown"));
        }
        match inner {
            Some(inner) => {
                let object = found.entry(outer).or_insert_with(|| json!({}));
                object.as_object_mut().unwrap().insert(inner.to_owned(), json!(value));
            }
            None => drop(found.insert(outer.to_owned(), json!(value))),
        }
    }
    match needed.iter().find(|name| !found.contains_key(**name)) {
        Some(_) => Err(invalid("parameter_missing")),
        None => Ok(Value::Object(found)),
    }
}

/// A call that creates or changes something.
fn change(
    shared: &Shared,
    (headers, uri, body): (&HeaderMap, &Uri, &str),
    (known, needed): (&[&str], &[&str]),
    work: impl FnOnce(&mut super::book::Book, Value) -> Outcome,
) -> Response {
    if let Some(refused) = admit(shared, headers, uri, "POST") {
        return refused;
    }
    let read = fields(headers, body, known, needed);
    once(shared, headers, format!("{} {body}", uri.path()), |book| work(book, read?))
}

/// The browser makes it, with the publishable key.
async fn make_payment_method(State(shared): State<Shared>, headers: HeaderMap, body: String) -> Response {
    if headers.get("authorization").is_none_or(|key| key != &format!("Bearer {PUBLISHABLE_KEY}")) {
        return answer(401, &error_body(json!({"type": "invalid_request_error", "message": "No such key."})), false);
    }
    let made = fields(&headers, &body, &["type", "card", "billing_details"], &["type", "card"]).and_then(|fields| {
        let card = &fields["card"];
        let number = text(&card["number"]);
        let (Ok(month), Ok(year)) = (text(&card["exp_month"]).parse(), text(&card["exp_year"]).parse()) else {
            return Err(invalid("invalid_expiry_month"));
        };
        if number.len() < 12 || text(&card["cvc"]).is_empty() {
            return Err((
                402,
                json!({"type": "card_error", "code": "incorrect_number", "message": "Your card number is incorrect."}),
            ));
        }
        let card = Card { exp_month: month, exp_year: year, ..Card::of(&number) };
        let now = shared.now();
        let mut book = shared.book();
        let id = book.add_payment_method(card, now);
        Ok(book.get(&id).unwrap().clone())
    });
    match made {
        Ok(object) => answer(200, &object, false),
        Err((status, error)) => answer(status, &error_body(error), false),
    }
}

async fn read(State(shared): State<Shared>, Path(id): Path<String>, headers: HeaderMap, uri: Uri) -> Response {
    if let Some(refused) = admit(&shared, &headers, &uri, "GET") {
        return refused;
    }
    // The kind of object is in the address: `payment_methods` has `payment_method`s.
    let kind = uri.path().split('/').nth(2).unwrap().trim_end_matches('s').to_owned();
    let book = shared.book();
    match book.get(&id).filter(|object| object["object"] == *kind) {
        Some(object) => answer(200, object, false),
        None => answer(404, &error_body(invalid("resource_missing").1), false),
    }
}

/// A page of a list: the newest first, at most `limit` after `starting_after`.
async fn list(State(shared): State<Shared>, RawQuery(query): RawQuery, headers: HeaderMap, uri: Uri) -> Response {
    if let Some(refused) = admit(&shared, &headers, &uri, "GET") {
        return refused;
    }
    let kind = uri.path().split('/').nth(2).unwrap().trim_end_matches('s').to_owned();
    let (mut limit, mut after, mut since, mut filters) = (10, None, i64::MIN, Vec::new());
    for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
        match &*name {
            "limit" => limit = value.parse().unwrap(),
            "starting_after" => after = Some(value.into_owned()),
            "created[gte]" => since = value.parse().unwrap(),
            "customer" | "payment_method" | "payment_intent" => filters.push((name.into_owned(), value.into_owned())),
            _ => return answer(400, &error_body(invalid("parameter_unknown").1), false),
        }
    }
    let book = shared.book();
    let fits = |object: &&Value| {
        object["object"] == *kind
            && object["created"].as_i64().unwrap() >= since
            && filters.iter().all(|(name, value)| object[name] == **value)
    };
    let found: Vec<Value> = book.objects.iter().rev().filter(fits).cloned().collect();
    page(&book, found, limit, after, &uri)
}

fn page(book: &Book, mut found: Vec<Value>, limit: usize, after: Option<String>, uri: &Uri) -> Response {
    let limit = book.page.map_or(limit, |most| most.min(limit));
    if let Some(after) = after {
        if book.fault == StripeFault::HasOnePage {
            return answer(503, &error_body(json!({"type": "api_error", "message": "Down."})), false);
        }
        let Some(place) = found.iter().position(|object| object["id"] == *after) else {
            return answer(400, &error_body(invalid("resource_missing").1), false);
        };
        found.drain(..=place);
    }
    let has_more = found.len() > limit;
    found.truncate(limit);
    answer(200, &json!({"object": "list", "data": found, "has_more": has_more, "url": uri.path()}), false)
}

/// A page of the balance transactions. A source is sent as an id, unless the call asks for the object.
async fn list_balance(
    State(shared): State<Shared>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    if let Some(refused) = admit(&shared, &headers, &uri, "GET") {
        return refused;
    }
    let (mut limit, mut after, mut since, mut is_expanded) = (10, None, i64::MIN, false);
    for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
        match (&*name, &*value) {
            ("limit", number) => limit = number.parse().unwrap(),
            ("starting_after", id) => after = Some(id.to_owned()),
            ("created[gte]", seconds) => since = seconds.parse().unwrap(),
            ("expand[]", "data.source") => is_expanded = true,
            _ => return answer(400, &error_body(invalid("parameter_unknown").1), false),
        }
    }
    let book = shared.book();
    let mut found = book.balance_transactions();
    found.retain(|transaction| transaction["created"].as_i64().unwrap() >= since);
    for transaction in found.iter_mut().filter(|transaction| !is_expanded && transaction["source"].is_object()) {
        transaction["source"] = transaction["source"]["id"].clone();
    }
    page(&book, found, limit, after, &uri)
}

async fn detach(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
    body: String,
) -> Response {
    change(&shared, (&headers, &uri, &body), (&[], &[]), |book, _| match book.get_mut(&id) {
        Some(found) if !found["customer"].is_null() => {
            found["customer"] = json!(null);
            Ok(found.clone())
        }
        Some(_) => Err(invalid("payment_method_unattached")),
        None => Err(invalid("resource_missing")),
    })
}

async fn make_customer(State(shared): State<Shared>, headers: HeaderMap, uri: Uri, body: String) -> Response {
    let now = shared.now();
    change(&shared, (&headers, &uri, &body), (&["metadata"], &["metadata"]), |book, fields| {
        let id = book.new_id("cus");
        let customer = json!({"id": id, "object": "customer", "created": now, "metadata": fields["metadata"]});
        book.objects.push(customer.clone());
        Ok(customer)
    })
}

/// Nobody can charge a deleted customer's cards.
async fn delete_customer(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    if let Some(refused) = admit(&shared, &headers, &uri, "DELETE") {
        return refused;
    }
    let mut book = shared.book();
    if book.get(&id).is_none() {
        return answer(404, &error_body(invalid("resource_missing").1), false);
    }
    book.objects.retain(|object| object["id"] != *id);
    for object in book.objects.iter_mut().filter(|object| object["object"] == "payment_method") {
        if object["customer"] == *id {
            object["customer"] = json!(null);
        }
    }
    answer(200, &json!({"id": id, "object": "customer", "deleted": true}), false)
}

async fn set_up(State(shared): State<Shared>, headers: HeaderMap, uri: Uri, body: String) -> Response {
    const ALL: [&str; 6] = ["customer", "payment_method", "payment_method_types", "usage", "confirm", "metadata"];
    let now = shared.now();
    change(&shared, (&headers, &uri, &body), (&ALL, &ALL), |book, fields| {
        if fields["usage"] != "off_session" || fields["confirm"] != "true" || fields["payment_method_types"] != "card" {
            return Err(invalid("parameter_invalid"));
        }
        book.set_up(&fields, now)
    })
}

async fn cancel_setup(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
    body: String,
) -> Response {
    let known = &["cancellation_reason"];
    change(&shared, (&headers, &uri, &body), (known, known), |book, fields| {
        book.cancel_setup(&id, &fields["cancellation_reason"])
    })
}

async fn create_intent(State(shared): State<Shared>, headers: HeaderMap, uri: Uri, body: String) -> Response {
    const NEEDED: [&str; 7] =
        ["amount", "currency", "customer", "payment_method", "payment_method_types", "description", "metadata"];
    let known = [&NEEDED[..], &["capture_method"]].concat();
    let now = shared.now();
    change(&shared, (&headers, &uri, &body), (&known, &NEEDED), |book, fields| {
        if ![json!(null), json!("manual")].contains(&fields["capture_method"]) {
            return Err(invalid("parameter_invalid"));
        }
        let is_amount = text(&fields["amount"]).parse::<i64>().is_ok_and(|cents| cents >= 50);
        if !is_amount || fields["currency"] != "usd" || fields["payment_method_types"] != "card" {
            return Err(invalid("parameter_invalid"));
        }
        book.create_intent(&fields, now)
    })
}

async fn confirm_intent(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
    body: String,
) -> Response {
    let now = shared.now();
    change(&shared, (&headers, &uri, &body), (&["off_session", "payment_method"], &["off_session"]), |book, fields| {
        book.confirm_intent(&id, fields["payment_method"].as_str(), fields["off_session"] == "true", now)
    })
}

async fn capture_intent(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
    body: String,
) -> Response {
    let known = &["amount_to_capture"];
    change(&shared, (&headers, &uri, &body), (known, known), |book, fields| {
        let cents = text(&fields["amount_to_capture"]).parse().map_err(|_| invalid("parameter_invalid_integer"))?;
        book.capture_intent(&id, cents)
    })
}

async fn cancel_intent(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    uri: Uri,
    body: String,
) -> Response {
    let known = &["cancellation_reason"];
    change(&shared, (&headers, &uri, &body), (known, known), |book, fields| {
        book.cancel_intent(&id, &fields["cancellation_reason"])
    })
}

async fn refund(State(shared): State<Shared>, headers: HeaderMap, uri: Uri, body: String) -> Response {
    const ALL: [&str; 3] = ["payment_intent", "amount", "metadata"];
    let now = shared.now();
    change(&shared, (&headers, &uri, &body), (&ALL, &ALL), |book, fields| book.refund(&fields, now))
}

/// The cardholder answers in the bank's dialog. This is the double's own call, for its script in the page.
async fn bank_answer(
    State(shared): State<Shared>,
    Path((_, id)): Path<(String, String)>,
    axum::Json(body): axum::Json<Value>,
) -> Response {
    let now = shared.now();
    let mut book = shared.book();
    book.answer(&id, body["answer"] == "confirm", now);
    let object = book.get(&id).unwrap().clone();
    answer(200, &object, false)
}
