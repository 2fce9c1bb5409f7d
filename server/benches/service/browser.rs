//! A customer's browser, as far as the benchmark needs one: it calls the service's router inside this process, keeps cookies, and
//! sends the anti-forgery token back.

use crate::report::{Result, text};
use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use stylebox_server::app;
use stylebox_server::http::session::FORGERY_COOKIE;
use stylebox_server::state::AppState;
use tower::ServiceExt;

/// The `Host` header of every call.
pub const HOST: &str = "stylebox.test";
/// The password of every customer.
const PASSWORD: &str = "Stylebox#2026";

pub struct Browser {
    router: Router,
    cookies: BTreeMap<String, String>,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

pub async fn send(router: &Router, mut request: Request<Body>) -> Result<Answer> {
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 50_000))));
    let response = router.clone().oneshot(request).await.map_err(text)?;
    let (parts, body) = response.into_parts();
    Ok(Answer { status: parts.status, headers: parts.headers, body: body.collect().await.map_err(text)?.to_bytes() })
}

impl Browser {
    /// A browser without cookies.
    pub fn new(state: &AppState) -> Self {
        Self { router: app::router(state.clone()), cookies: BTreeMap::new() }
    }

    /// Makes a call as the page does, and returns the answer's body. Any other status than `expected` is an error.
    pub async fn call(&mut self, expected: u16, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        self.call_under("", expected, method, path, body).await
    }

    /// The same, with an idempotency key.
    pub async fn call_under(
        &mut self,
        key: &str,
        expected: u16,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value> {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, HOST);
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, cookies.join("; "));
        }
        if let Some(token) = self.cookies.get(FORGERY_COOKIE) {
            request = request.header("x-xsrf-token", token);
        }
        if !key.is_empty() {
            request = request.header("idempotency-key", key);
        }
        let request = match body {
            Some(body) => request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        let answer = send(&self.router, request.map_err(text)?).await?;
        for (name, value) in cookies_of(&answer.headers) {
            self.cookies.insert(name, value);
        }
        if answer.status.as_u16() != expected {
            let output = String::from_utf8_lossy(&answer.body);
            return Err(format!("{method} {path} answered {} instead of {expected}: {output}", answer.status));
        }
        if answer.body.is_empty() { Ok(Value::Null) } else { serde_json::from_slice(&answer.body).map_err(text) }
    }

    /// Registers a customer, who is signed in then. Returns the account.
    pub async fn register(&mut self, email: &str, friend: Option<&str>) -> Result<Value> {
        let token = self.human().await?;
        let form = json!({"customer": {
            "first_name": "Ann", "last_name": "Larsen", "email": email, "registration_postal_code": crate::template::ZIP,
            "password": PASSWORD, "password_confirmation": PASSWORD, "referred_by_code": friend, "campaign_code": null,
            "campaign_url": null, "internal_note": "web", "themebox_signup": false, "recaptchaToken": token,
        }});
        self.call(201, "POST", "/api/registrations", Some(&form)).await
    }

    /// Signs in again: the clock moves on by more than a session lasts.
    pub async fn sign_in(&mut self, email: &str) -> Result<()> {
        self.cookies.clear();
        let token = self.human().await?;
        let form = json!({"customer": {"email": email, "password": PASSWORD, "recaptchaToken": token}});
        self.call(200, "POST", "/api/sessions", Some(&form)).await.map(drop)
    }

    /// Solves the human check. Returns the token that a form sends.
    async fn human(&mut self) -> Result<String> {
        let challenge = self.call(200, "GET", "/api/human_check", None).await?;
        let challenge: Challenge = serde_json::from_value(challenge).map_err(text)?;
        let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).map_err(text)?;
        let solution = solution.ok_or("The human check has no solution.")?;
        Ok(STANDARD.encode(serde_json::to_string(&Payload { challenge, solution }).map_err(text)?))
    }
}

/// The cookies that an answer sets: name and value.
pub fn cookies_of(headers: &HeaderMap) -> Vec<(String, String)> {
    let set = headers.get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = set.filter_map(|cookie| cookie.split(';').next()?.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}
