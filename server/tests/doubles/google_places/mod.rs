//! Google's Places API (New), by its public reference: Autocomplete and Place Details.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::Json;
use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use stylebox_server::providers::address_suggestions::google_places::settings::GooglePlacesSettings;
use url::form_urlencoded;

/// The key that the double accepts.
const KEY: &str = "double-key";

/// The id of a flat in San Francisco.
pub const FLAT: &str = "ChIJ_flat-1";
/// The id of a house in a borough, whose address has no city.
pub const IN_BOROUGH: &str = "ChIJ_borough";
/// The id of a house in another country.
pub const ABROAD: &str = "ChIJ_abroad";

/// A question, and the token of its session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    About(String, String),
    For(String, String),
}

#[derive(Default)]
struct Shared {
    asked: Mutex<Vec<Asked>>,
    violations: Mutex<Vec<String>>,
}

pub struct GooglePlacesDouble {
    http: HttpDouble,
    shared: Arc<Shared>,
}

impl GooglePlacesDouble {
    pub async fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let router = Router::new().fallback(answer).with_state(shared.clone());
        Self { http: HttpDouble::start(router).await, shared }
    }

    pub fn settings(&self) -> GooglePlacesSettings {
        self.settings_with(KEY)
    }

    pub fn settings_with(&self, key: &str) -> GooglePlacesSettings {
        let key = secret(key);
        GooglePlacesSettings { url: self.http.base(), key }
    }

    pub fn set(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    /// The calls that Google would bill.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap().clone()
    }

    /// The calls that broke the rules of the reference.
    pub fn violations(&self) -> Vec<String> {
        self.shared.violations.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    if header(&head.headers, "x-goog-api-key") != Some(KEY) {
        let detail = json!({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"});
        return refuse("API key not valid. Please pass a valid API key.", &[detail]);
    }
    let query: Vec<(String, String)> =
        form_urlencoded::parse(head.uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let (method, path) = (head.method.as_str(), head.uri.path());
    match (method, path, path.strip_prefix("/v1/places/")) {
        ("POST", "/v1/places:autocomplete", _) => autocomplete(&shared, &body),
        ("GET", _, Some(id)) => details(&shared, &head.headers, id, query),
        _ => {
            shared.violations.lock().unwrap().push(format!("{method} {path}"));
            StatusCode::NOT_FOUND.into_response()
        }
    }
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn refuse(message: &str, details: &[Value]) -> Response {
    let error = json!({"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT", "details": details}});
    (StatusCode::BAD_REQUEST, Json(error)).into_response()
}

fn autocomplete(shared: &Shared, body: &Bytes) -> Response {
    let question: Value = serde_json::from_slice(body).unwrap_or_default();
    let known = ["input", "includedPrimaryTypes", "includedRegionCodes", "languageCode", "sessionToken"];
    let fields = question.as_object().cloned().unwrap_or_default();
    if let Some(unknown) = fields.keys().find(|field| !known.contains(&field.as_str())) {
        shared.violations.lock().unwrap().push(format!("the unknown field {unknown}"));
        return refuse("Unknown name", &[]);
    }
    let types = question["includedPrimaryTypes"].as_array().map_or(0, Vec::len);
    if question["includedRegionCodes"] != json!(["us"]) || !(1..=5).contains(&types) {
        shared.violations.lock().unwrap().push(format!("{question}"));
    }
    let input = question["input"].as_str().unwrap_or_default();
    if input.is_empty() {
        return refuse("input must not be empty", &[]);
    }
    let session = question["sessionToken"].as_str().unwrap_or_default();
    shared.asked.lock().unwrap().push(Asked::About(input.to_owned(), session.to_owned()));
    if input == "nowhere" {
        // What is empty is left out.
        return Json(json!({})).into_response();
    }
    let prediction = |id: &str, line: &str, place: Option<&str>| {
        let mut format = json!({"mainText": {"text": line, "matches": [{"endOffset": input.len()}]}});
        if let Some(place) = place {
            format["secondaryText"] = json!({"text": place});
        }
        json!({"placePrediction": {
            "place": format!("places/{id}"), "placeId": id, "text": {"text": line}, "structuredFormat": format,
            "types": ["street_address"],
        }})
    };
    let more = (1..=4).map(|number| prediction(&format!("more{number}"), &format!("{number} Market Street"), None));
    let known = [
        prediction(FLAT, "731 Market Street", Some("San Francisco, CA, USA")),
        json!({"queryPrediction": {"text": {"text": "markets"}}}),
        prediction(IN_BOROUGH, "731 Market Street", Some("Brooklyn, NY, USA")),
    ];
    Json(json!({"suggestions": known.into_iter().chain(more).collect::<Vec<_>>()})).into_response()
}

fn details(shared: &Shared, headers: &HeaderMap, id: &str, query: Vec<(String, String)>) -> Response {
    let session = query.iter().find(|(name, _)| name == "sessionToken").map(|(_, token)| token.clone());
    let is_known = query.iter().all(|(name, _)| ["sessionToken", "languageCode"].contains(&name.as_str()));
    if header(headers, "x-goog-fieldmask") != Some("addressComponents") || !is_known {
        shared.violations.lock().unwrap().push(format!("fields or query of {id}"));
        return refuse("FieldMask is a required parameter.", &[]);
    }
    let component = |long: &str, short: &str, kind: &str| json!({"longText": long, "shortText": short, "types": [kind, "political"]});
    let components = match id {
        FLAT => vec![
            component("5", "5", "subpremise"),
            component("731", "731", "street_number"),
            component("Market Street", "Market St", "route"),
            component("San Francisco", "SF", "locality"),
            component("California", "CA", "administrative_area_level_1"),
            component("United States", "US", "country"),
            component("94103", "94103", "postal_code"),
            component("2005", "2005", "postal_code_suffix"),
        ],
        IN_BOROUGH => vec![
            component("Market Street", "Market St", "route"),
            component("Brooklyn", "Brooklyn", "sublocality_level_1"),
            component("New York", "NY", "administrative_area_level_1"),
            component("United States", "US", "country"),
        ],
        ABROAD => vec![component("Canada", "CA", "country"), component("Market Street", "Market St", "route")],
        _ => return refuse("The Place ID is no longer valid.", &[]),
    };
    shared.asked.lock().unwrap().push(Asked::For(id.to_owned(), session.unwrap_or_default()));
    Json(json!({"addressComponents": components})).into_response()
}
