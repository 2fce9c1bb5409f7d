//! A browser, as far as a test needs one: it keeps cookies and sends the anti-forgery token back.

use super::answers;
use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use tower::ServiceExt;

#[derive(Clone)]
pub struct Client {
    router: Router,
    pub cookies: BTreeMap<String, String>,
    pub address: IpAddr,
    /// Sent with every call.
    pub headers: HeaderMap,
    /// The headers and bodies of all answers to this browser and its clones.
    answers: Arc<Mutex<String>>,
}

/// The answer to a call.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    pub bytes: Vec<u8>,
}

impl Reply {
    /// The JSON body.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {:?}", self.text))
    }

    /// The JSON body of an answer with that status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        if self.text.is_empty() { Value::Null } else { self.json() }
    }

    /// Checks that it is a refusal with that status and code. Returns its message.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> String {
        let body = self.expect(status);
        let message = body["errors"][code].as_str();
        message.unwrap_or_else(|| panic!("no error {code} in {body}")).to_owned()
    }

    /// A header's text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

impl Client {
    pub fn new(router: Router) -> Self {
        let address = "192.0.2.1".parse().unwrap();
        Self { router, cookies: BTreeMap::new(), address, headers: HeaderMap::new(), answers: Arc::default() }
    }

    /// The headers and bodies of all answers so far.
    pub fn read(&self) -> String {
        self.answers.lock().unwrap().clone()
    }

    pub async fn get(&mut self, path: &str) -> Reply {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Reply {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn put(&mut self, path: &str, body: Value) -> Reply {
        self.call(Method::PUT, path, Some(body)).await
    }

    pub async fn patch(&mut self, path: &str, body: Value) -> Reply {
        self.call(Method::PATCH, path, Some(body)).await
    }

    pub async fn delete(&mut self, path: &str) -> Reply {
        self.call(Method::DELETE, path, None).await
    }

    /// A call as the page makes it: JSON, with the anti-forgery token if there is one.
    pub async fn call(&mut self, method: Method, path: &str, body: Option<Value>) -> Reply {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "stylebox.test");
        if let Some(token) = self.cookies.get("XSRF-TOKEN") {
            request = request.header("x-xsrf-token", token);
        }
        let request = match body {
            Some(body) => request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        self.send(request.unwrap()).await
    }

    /// Any call, with this browser's cookies.
    pub async fn send(&mut self, mut request: Request<Body>) -> Reply {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request.headers_mut().insert(header::COOKIE, cookies.join("; ").parse().unwrap());
        }
        for (name, value) in &self.headers {
            request.headers_mut().insert(name, value.clone());
        }
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(self.address, 50_000)));
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        for value in parts.headers.get_all(header::SET_COOKIE) {
            self.keep(value.to_str().unwrap());
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        writeln!(self.answers.lock().unwrap(), "{:?}\n{text}", parts.headers).unwrap();
        let reply = Reply { status: parts.status, headers: parts.headers, text, bytes: bytes.into() };
        answers::check(&method, &path, &reply);
        reply
    }

    fn keep(&mut self, set_cookie: &str) {
        let (name, value) = set_cookie.split(';').next().unwrap().split_once('=').unwrap();
        if set_cookie.contains("Max-Age=0") {
            self.cookies.remove(name);
        } else {
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    /// Solves the human check. Returns the token that a form sends as `recaptchaToken`.
    pub async fn human(&mut self) -> String {
        solved(&self.get("/api/human_check").await.expect(200))
    }

    /// Registers a customer and signs in as them.
    pub async fn register(&mut self, email: &str) -> Value {
        let token = self.human().await;
        self.post("/api/registrations", registration(email, &token)).await.expect(201)
    }
}

/// The token of a solved human check.
pub fn solved(challenge: &Value) -> String {
    let challenge: Challenge = serde_json::from_value(challenge.clone()).unwrap();
    let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    STANDARD.encode(serde_json::to_string(&Payload { challenge, solution }).unwrap())
}

/// The password of every customer that a test registers.
pub const PASSWORD: &str = "Stylebox#2026";

/// A registration that passes.
pub fn registration(email: &str, human_token: &str) -> Value {
    json!({"customer": {
        "first_name": "Ann", "last_name": "Larsen", "email": email, "registration_postal_code": "55403",
        "password": PASSWORD, "password_confirmation": PASSWORD, "referred_by_code": null, "campaign_code": null,
        "campaign_url": null, "internal_note": "web", "themebox_signup": false, "recaptchaToken": human_token,
    }})
}
