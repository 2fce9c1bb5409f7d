//! A stand-in for Google Analytics 4, written from the documentation of its Measurement Protocol.
//!
//! The collecting address answers 204 to every call, and counts only correct ones. The validation address says what is wrong.
//! Like Google's, it does not check the secret.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::post;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stylebox_server::providers::analytics::ga4::settings::Ga4Settings;
use url::form_urlencoded;

/// The credentials that the double accepts. The secret has characters that an address has to encode.
pub const MEASUREMENT_ID: &str = "G-DOUBLE0001";
pub const API_SECRET: &str = "se&cret=of+ga4";

#[derive(Clone)]
pub struct Ga4Double {
    http: HttpDouble,
    book: Arc<Mutex<Book>>,
}

#[derive(Default)]
struct Book {
    counted: Vec<Value>,
    complaints: Vec<String>,
    /// How many calls came, to either address.
    calls: usize,
    refuses_events: bool,
}

impl Ga4Double {
    pub async fn start() -> Self {
        let book = Arc::new(Mutex::new(Book::default()));
        let router = Router::new()
            .route("/mp/collect", post(collect))
            .route("/debug/mp/collect", post(validate))
            .with_state(book.clone());
        Self { http: HttpDouble::start(router).await, book }
    }

    pub fn settings(&self) -> Ga4Settings {
        Ga4Settings {
            url: self.http.base(),
            measurement_id: MEASUREMENT_ID.to_owned(),
            api_secret: secret(API_SECRET),
            timeout: Duration::from_millis(500),
        }
    }

    pub fn set(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    /// As [`HttpDouble::hold_next`].
    pub fn hold_next(&self) {
        self.http.hold_next();
    }

    /// As [`HttpDouble::until_held`].
    pub async fn until_held(&self) {
        self.http.until_held().await;
    }

    /// The validation address finds a mistake in each event.
    pub fn refuse_events(&self) {
        self.book.lock().unwrap().refuses_events = true;
    }

    /// The correct bodies, the oldest first. Panics if another body came.
    pub fn counted(&self) -> Vec<Value> {
        let book = self.book.lock().unwrap();
        assert_eq!(book.complaints, Vec::<String>::new());
        book.counted.clone()
    }

    pub fn calls(&self) -> usize {
        self.book.lock().unwrap().calls
    }
}

async fn collect(
    State(book): State<Arc<Mutex<Book>>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: String,
) -> StatusCode {
    let mut book = book.lock().unwrap();
    book.calls += 1;
    let query = pairs(query);
    if query.get("api_secret").map(String::as_str) != Some(API_SECRET) {
        book.complaints.push("the secret is wrong".to_owned());
    }
    match checked(&query, &headers, &body, false) {
        Ok(body) => book.counted.push(body),
        Err((field, code)) => book.complaints.push(format!("{code} {field}: {body}")),
    }
    StatusCode::NO_CONTENT
}

async fn validate(
    State(book): State<Arc<Mutex<Book>>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: String,
) -> Response {
    let mut book = book.lock().unwrap();
    book.calls += 1;
    let found = checked(&pairs(query), &headers, &body, true).err();
    let found = found.or_else(|| book.refuses_events.then(|| ("events".to_owned(), "NAME_RESERVED")));
    let messages: Vec<Value> = found
        .into_iter()
        .map(|(field, code)| json!({"fieldPath": field, "description": "What is wrong.", "validationCode": code}))
        .collect();
    Json(json!({"validationMessages": messages})).into_response()
}

fn pairs(query: Option<String>) -> BTreeMap<String, String> {
    form_urlencoded::parse(query.unwrap_or_default().as_bytes()).into_owned().collect()
}

type Wrong = (String, &'static str);

/// The body, if the call follows the documentation.
fn checked(query: &BTreeMap<String, String>, headers: &HeaderMap, body: &str, validates: bool) -> Result<Value, Wrong> {
    let names: Vec<&str> = query.keys().map(String::as_str).collect();
    let is_json = headers.get("content-type").is_some_and(|kind| kind == "application/json");
    if names != ["api_secret", "measurement_id"] || query["measurement_id"] != MEASUREMENT_ID || !is_json {
        return Err(("the call".to_owned(), "VALUE_INVALID"));
    }
    let whole: Value = serde_json::from_str(body).map_err(|_| ("the body".to_owned(), "VALUE_INVALID"))?;
    let fields = whole.as_object().ok_or_else(|| ("the body".to_owned(), "VALUE_INVALID"))?;
    has_only(fields, &["client_id", "timestamp_micros", "consent", "validation_behavior", "events"])?;
    let invalid = |field: &str| (field.to_owned(), "VALUE_INVALID");
    if fields.get("client_id").and_then(Value::as_str).unwrap_or_default().is_empty() {
        return Err(("client_id".to_owned(), "VALUE_REQUIRED"));
    }
    // Microseconds: 16 digits.
    let is_time = |at: &Value| at.as_i64().is_some_and(|at| at.to_string().len() == 16);
    if !fields.get("timestamp_micros").is_none_or(is_time) {
        return Err(invalid("timestamp_micros"));
    }
    let behaviour = fields.get("validation_behavior").map(|behaviour| behaviour.as_str().unwrap_or_default());
    if behaviour.is_some() != validates || behaviour.is_some_and(|one| one != "ENFORCE_RECOMMENDATIONS") {
        return Err(invalid("validation_behavior"));
    }
    if let Some(consent) = fields.get("consent") {
        let consent = consent.as_object().ok_or_else(|| invalid("consent"))?;
        has_only(consent, &["ad_user_data", "ad_personalization"])?;
        if !consent.values().all(|one| one == "GRANTED" || one == "DENIED") {
            return Err(invalid("consent"));
        }
    }
    let events = fields.get("events").and_then(Value::as_array).filter(|events| (1..=25).contains(&events.len()));
    for event in events.ok_or_else(|| invalid("events"))? {
        let event = event.as_object().ok_or_else(|| invalid("events"))?;
        has_only(event, &["name", "params"])?;
        let name = event.get("name").and_then(Value::as_str).unwrap_or_default();
        let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !is_word || name.len() > 40 {
            return Err(("events".to_owned(), "NAME_INVALID"));
        }
        let params = event.get("params").and_then(Value::as_object).ok_or_else(|| invalid("params"))?;
        let has_value = params.contains_key("value");
        if has_value != params.contains_key("currency") || has_value && !params["value"].is_number() {
            return Err(invalid("value"));
        }
    }
    Ok(whole)
}

fn has_only(fields: &Map<String, Value>, known: &[&str]) -> Result<(), Wrong> {
    fields
        .keys()
        .find(|name| !known.contains(&name.as_str()))
        .map_or(Ok(()), |name| Err((name.clone(), "VALUE_INVALID")))
}
