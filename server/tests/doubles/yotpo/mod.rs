//! A stand-in for Yotpo, written from the reference of its UGC API (apidocs.yotpo.com): "Create review", "Yotpo authentication" and
//! "GDPR Delete".
//!
//! The reference says what is signed, and with which function and key. It does not say the path of "GDPR Delete", so that path is
//! a setting of the service.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::post;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Map, Value, json};
use sha2::Sha256;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stylebox_server::providers::reviews::yotpo::settings::YotpoSettings;
use url::Url;

pub const APP_KEY: &str = "doubleAppKey1";
pub const SECRET: &str = "s3cret-of-yotpo";
pub const TOKEN: &str = "t0ken-of-yotpo";
pub const PRODUCT_URL: &str = "https://shop.example/style-box";

#[derive(Clone)]
pub struct YotpoDouble {
    http: HttpDouble,
    book: Arc<Mutex<Book>>,
}

#[derive(Default)]
struct Book {
    reviews: Vec<Value>,
    forgotten: Vec<Value>,
    complaints: Vec<String>,
    /// How many calls came for a token, with a review, and to forget somebody.
    calls: [usize; 3],
    takes_no_signatures: bool,
    gives_no_token: bool,
    refuses_reviews: Option<u16>,
}

impl YotpoDouble {
    pub async fn start() -> Self {
        let book = Arc::new(Mutex::new(Book::default()));
        let router = Router::new()
            .route("/oauth/token", post(token))
            .route("/v1/widget/reviews", post(review))
            .route("/v1/apps/{app_key}/forget", post(forget))
            .with_state(book.clone());
        Self { http: HttpDouble::start(router).await, book }
    }

    pub fn settings(&self) -> YotpoSettings {
        YotpoSettings {
            url: self.http.base(),
            app_key: APP_KEY.to_owned(),
            secret: secret(SECRET),
            product_url: PRODUCT_URL.to_owned(),
            erasure_path: format!("/v1/apps/{APP_KEY}/forget"),
            timeout: Duration::from_millis(500),
        }
    }

    pub fn set(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    /// Misbehaves only at calls whose path ends with `path`.
    pub fn set_at(&self, path: &'static str, fault: HttpFault) {
        self.http.set_at(path, fault);
    }

    /// Behaves like an account without the feature "Trusted Vendors".
    pub fn take_no_signatures(&self) {
        self.book.lock().unwrap().takes_no_signatures = true;
    }

    /// Answers a call for a token with something else. With false, answers with a token again.
    pub fn give_no_token(&self, gives_none: bool) {
        self.book.lock().unwrap().gives_no_token = gives_none;
    }

    /// Refuses each review with that status. With none, accepts reviews again.
    pub fn refuse_reviews(&self, status: Option<u16>) {
        self.book.lock().unwrap().refuses_reviews = status;
    }

    /// The reviews that it has accepted, the oldest first. Panics if a wrong review came.
    pub fn reviews(&self) -> Vec<Value> {
        let book = self.book.lock().unwrap();
        assert_eq!(book.complaints, Vec::<String>::new());
        book.reviews.clone()
    }

    /// The bodies of the calls to forget people.
    pub fn forgotten(&self) -> Vec<Value> {
        let book = self.book.lock().unwrap();
        assert_eq!(book.complaints, Vec::<String>::new());
        book.forgotten.clone()
    }

    /// How many calls came with a review.
    pub fn posts(&self) -> usize {
        self.book.lock().unwrap().calls[1]
    }

    /// How many calls came to forget somebody.
    pub fn erasures(&self) -> usize {
        self.book.lock().unwrap().calls[2]
    }
}

/// The signature of a review that a reviewer of `email` wrote.
pub fn signature(email: &str, reviewer_type: &str, time_stamp: i64) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    let mac = mac.chain_update(email).chain_update(reviewer_type).chain_update(time_stamp.to_string());
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

type Books = State<Arc<Mutex<Book>>>;

fn status(code: u16, message: &str) -> Response {
    let body = json!({"status": {"code": code, "message": message, "error_type": "Error"}});
    (StatusCode::from_u16(code).unwrap(), Json(body)).into_response()
}

fn object(headers: &HeaderMap, body: &str) -> Option<Map<String, Value>> {
    let is_json = headers.get("content-type").is_some_and(|kind| kind == "application/json");
    serde_json::from_str(body).ok().filter(|_| is_json)
}

fn names(fields: &Map<String, Value>) -> Vec<&str> {
    let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

async fn token(State(book): Books, headers: HeaderMap, body: String) -> Response {
    let mut book = book.lock().unwrap();
    book.calls[0] += 1;
    let Some(fields) = object(&headers, &body) else { return status(400, "no JSON") };
    if names(&fields) != ["client_id", "client_secret", "grant_type"] || fields["grant_type"] != "client_credentials" {
        book.complaints.push("a malformed call for a token".to_owned());
    }
    if book.gives_no_token {
        return Json(json!({"message": "Welcome"})).into_response();
    }
    if fields["client_id"] == APP_KEY && fields["client_secret"] == SECRET {
        Json(json!({"access_token": TOKEN, "token_type": "bearer"})).into_response()
    } else {
        status(401, "Unauthorized")
    }
}

async fn review(State(book): Books, headers: HeaderMap, body: String) -> Response {
    let mut book = book.lock().unwrap();
    book.calls[1] += 1;
    let wrong = object(&headers, &body).ok_or_else(|| "no JSON".to_owned()).and_then(|fields| {
        checked(&fields)?;
        Ok(fields)
    });
    let fields = match wrong {
        Ok(fields) => fields,
        Err(complaint) => {
            book.complaints.push(format!("{complaint}: {body}"));
            return status(422, "Unprocessable");
        }
    };
    if let Some(code) = book.refuses_reviews {
        return status(code, "Words with ann@example.com");
    }
    if fields.contains_key("signature") && book.takes_no_signatures {
        return status(400, "Trusted Vendors is not enabled");
    }
    book.reviews.push(Value::Object(fields));
    Json(json!({"code": 200, "message": "ok", "uuid": "1d8cd9a5"})).into_response()
}

/// Checks a review. The error says what is wrong.
fn checked(fields: &Map<String, Value>) -> Result<(), String> {
    let required = [
        "appkey",
        "display_name",
        "email",
        "product_title",
        "product_url",
        "review_content",
        "review_score",
        "review_title",
        "sku",
    ];
    let optional = ["domain", "reviewer_type", "signature", "time_stamp"];
    if let Some(unknown) = fields.keys().find(|name| !required.contains(&&***name) && !optional.contains(&&***name)) {
        return Err(format!("{unknown} is not known"));
    }
    for name in required {
        let is_there = match fields.get(name) {
            Some(Value::Number(number)) if name == "review_score" => {
                number.as_u64().is_some_and(|stars| (1..=5).contains(&stars))
            }
            Some(Value::String(text)) if name != "review_score" => !text.trim().is_empty(),
            _ => false,
        };
        if !is_there {
            return Err(format!("{name} is missing or wrong"));
        }
    }
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    if text("appkey") != APP_KEY {
        return Err("another store".to_owned());
    }
    if !text("sku").bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-') {
        return Err("a sku with other characters".to_owned());
    }
    if Url::parse(text("product_url")).is_err() || !text("email").contains('@') {
        return Err("a malformed address".to_owned());
    }
    let signed = ["signature", "time_stamp", "reviewer_type"].map(|name| fields.contains_key(name));
    match signed {
        [false, false, false] => return Ok(()),
        [true, true, true] => {}
        _ => return Err("a signature, a time stamp and the kind of reviewer belong together".to_owned()),
    }
    if !["verified_buyer", "verified_reviewer"].contains(&text("reviewer_type")) {
        return Err("another kind of reviewer".to_owned());
    }
    // Seconds: ten digits.
    let time_stamp = fields["time_stamp"].as_i64().filter(|at| at.to_string().len() == 10);
    let time_stamp = time_stamp.ok_or_else(|| "a malformed time stamp".to_owned())?;
    let expected = signature(text("email"), text("reviewer_type"), time_stamp);
    if text("signature") == expected { Ok(()) } else { Err("a wrong signature".to_owned()) }
}

async fn forget(State(book): Books, Path(app_key): Path<String>, headers: HeaderMap, body: String) -> Response {
    let mut book = book.lock().unwrap();
    book.calls[2] += 1;
    let has_token = |name: &str| headers.get(name).is_some_and(|token| token == TOKEN);
    if app_key != APP_KEY || !has_token("x-yotpo-token") || !has_token("x-utoken") {
        return status(401, "Unauthorized");
    }
    let Some(fields) = object(&headers, &body) else { return status(400, "no JSON") };
    let is_list = fields.get("email").and_then(Value::as_array).is_some_and(|list| (1..=100).contains(&list.len()));
    if names(&fields) != ["email"] || !is_list {
        book.complaints.push(format!("a malformed call to forget: {body}"));
        return status(400, "email is missing");
    }
    book.forgotten.push(Value::Object(fields));
    Json(json!({"status": {"code": 200, "message": "OK"}})).into_response()
}
