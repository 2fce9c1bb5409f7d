//! Shippo, written from its public reference: the validation of addresses (version 2) and the list of carrier accounts. Labels and
//! tracking are in [`parcels`].

pub mod controls;
pub mod parcels;

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::Json;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use stylebox_server::providers::companies::shippo::account::ShippoSettings;
use url::form_urlencoded;

/// The key that the double accepts.
const KEY: &str = "shippo_test_double";

/// A street that exists nowhere.
pub const UNKNOWN_STREET: &str = "99 Unknown Street";

/// A street, and how Shippo writes it: with another ZIP code.
pub const MISSPELT_STREET: &str = "731 Market Stret";
const SPELT_STREET: (&str, &str) = ("731 Market St", "94103-2005");

/// A street for which Shippo's answer differs from its reference.
pub const STRANGE_STREET: &str = "1 Strange Street";

/// The fields that a validation accepts.
const FIELDS: [&str; 10] = [
    "name",
    "organization",
    "email",
    "phone",
    "address_line_1",
    "address_line_2",
    "city_locality",
    "state_province",
    "postal_code",
    "country_code",
];
const NEEDED: [&str; 5] = ["address_line_1", "city_locality", "state_province", "postal_code", "country_code"];

#[derive(Default)]
struct Shared {
    violations: Mutex<Vec<String>>,
    asked: Mutex<Vec<BTreeMap<String, String>>>,
    book: Mutex<parcels::Book>,
}

pub struct Shippo {
    http: HttpDouble,
    shared: Arc<Shared>,
}

impl Shippo {
    pub async fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let router = Router::new().fallback(answer).with_state(shared.clone());
        Self { http: HttpDouble::start(router).await, shared }
    }

    pub fn settings(&self) -> ShippoSettings {
        self.settings_with(KEY)
    }

    pub fn settings_with(&self, key: &str) -> ShippoSettings {
        let key = secret(key);
        ShippoSettings { url: self.http.base(), key }
    }

    pub fn set(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    /// The addresses that it was asked about.
    pub fn asked(&self) -> Vec<BTreeMap<String, String>> {
        self.shared.asked.lock().unwrap().clone()
    }

    /// The calls that broke the rules of the reference.
    pub fn violations(&self) -> Vec<String> {
        self.shared.violations.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let authorization = request.headers().get("authorization").and_then(|value| value.to_str().ok());
    if authorization != Some(&format!("ShippoToken {KEY}")) {
        return (StatusCode::UNAUTHORIZED, Json(json!({"detail": "Invalid token"}))).into_response();
    }
    let query = request.uri().query().unwrap_or_default().to_owned();
    let fields: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 100_000).await.unwrap();
    match (parts.method.as_str(), parts.uri.path()) {
        ("GET", "/carrier_accounts/") => Json(json!({"next": null, "previous": null, "results": []})).into_response(),
        ("GET", "/v2/addresses/validate") => validate(&shared, fields),
        (method, path) => match parcels::answer(&shared.book, method, path, &fields, &parts.headers, &body) {
            Ok((status, answer)) => (status, Json(answer)).into_response(),
            Err((status, what)) => forbid(&shared, status, what),
        },
    }
}

fn validate(shared: &Shared, fields: Vec<(String, String)>) -> Response {
    let sent = fields.len();
    let address: BTreeMap<String, String> = fields.into_iter().collect();
    if address.len() != sent {
        return forbid(shared, StatusCode::BAD_REQUEST, "a field twice".to_owned());
    }
    if let Some(unknown) = address.keys().find(|field| !FIELDS.contains(&field.as_str())) {
        return forbid(shared, StatusCode::BAD_REQUEST, format!("the unknown field {unknown}"));
    }
    if let Some(missing) = NEEDED.iter().find(|field| address.get(**field).is_none_or(String::is_empty)) {
        return forbid(shared, StatusCode::BAD_REQUEST, format!("no {missing}"));
    }
    shared.asked.lock().unwrap().push(address.clone());
    Json(validation(&address)).into_response()
}

/// The answer, as in the reference's example.
fn validation(address: &BTreeMap<String, String>) -> Value {
    let line_1 = address["address_line_1"].as_str();
    let mut recommended = json!({
        "confidence_result": {"score": "high", "code": "postal_data_match", "description": "Matches the postal data"},
        "address_line_1": line_1, "city_locality": address["city_locality"],
        "state_province": address["state_province"], "postal_code": format!("{}-1234", address["postal_code"]),
        "country_code": address["country_code"], "complete_address": line_1,
    });
    if let Some(line_2) = address.get("address_line_2") {
        recommended["address_line_2"] = json!(line_2);
    }
    let (value, reasons) = match line_1 {
        UNKNOWN_STREET => {
            ("invalid", json!([{"code": "unknown_street", "type": "error", "description": "No such street"}]))
        }
        MISSPELT_STREET => {
            recommended["address_line_1"] = json!(SPELT_STREET.0);
            recommended["postal_code"] = json!(SPELT_STREET.1);
            ("partially_valid", json!([{"code": "corrected", "type": "correction", "description": "Street corrected"}]))
        }
        STRANGE_STREET => return json!({"analysis": {"validation_result": {"value": "perhaps"}}}),
        _ => ("valid", json!([])),
    };
    let mut answer = json!({
        "original_address": address,
        "analysis": {
            "validation_result": {"value": value, "reasons": reasons},
            "address_type": "residential", "changed_attributes": [],
        },
        "geo": {"latitude": 37.7, "longitude": -122.4},
    });
    if value != "invalid" {
        answer["recommended_address"] = recommended;
    }
    answer
}

fn forbid(shared: &Shared, status: StatusCode, what: String) -> Response {
    shared.violations.lock().unwrap().push(what.clone());
    (status, Json(json!({"detail": what}))).into_response()
}
