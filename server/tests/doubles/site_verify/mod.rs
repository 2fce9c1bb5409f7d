//! `siteverify` of Cloudflare's Turnstile and of Google's reCAPTCHA, written from their public references. A token is valid once,
//! and for as long as the reference says.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use stylebox_server::platform::clock::{Clock, SystemClock, Timestamp};
use stylebox_server::providers::human_check::choice::HumanCheckChoice;
use stylebox_server::providers::human_check::recaptcha::settings::RecaptchaSettings;
use stylebox_server::providers::human_check::site_verify::settings::SiteVerifySettings;
use url::form_urlencoded;

/// The shop's secret.
const SECRET: &str = "0x4AAAAAAA-double-secret";
/// The secret that the party has published for tests. It accepts every token.
pub const TEST_SECRET: &str = "1x0000000000000000000000000000000AA";

/// The site key of the widget.
pub const SITE_KEY: &str = "0x4AAAAAAA-double-site";

/// The party whose `siteverify` it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    Turnstile,
    Recaptcha,
}

impl Party {
    pub const ALL: [Self; 2] = [Self::Turnstile, Self::Recaptcha];

    const fn path(self) -> &'static str {
        match self {
            Self::Turnstile => "/turnstile/v0/siteverify",
            Self::Recaptcha => "/recaptcha/api/siteverify",
        }
    }

    /// How long a token can be verified.
    pub const fn lifetime(self) -> Duration {
        Duration::from_secs(match self {
            Self::Turnstile => 300,
            Self::Recaptcha => 120,
        })
    }
}

/// The facts that the party knows about a token.
#[derive(Debug, Clone)]
pub struct Token {
    pub hostname: &'static str,
    /// The action that the page set for the widget. `None` if the answer has none.
    pub action: Option<&'static str>,
    /// Only reCAPTCHA has it.
    pub score: Option<f64>,
    /// Whether the party accepts it more than once and after its end, which the references exclude.
    pub never_ends: bool,
}

impl Token {
    /// The token that the page of the tests' server gets for a form.
    pub const fn of(action: &'static str) -> Self {
        Self { hostname: "stylebox.test", action: Some(action), score: Some(0.9), never_ends: false }
    }
}

struct Issued {
    token: Token,
    at: Timestamp,
    is_used: bool,
}

struct Shared {
    party: Party,
    clock: Arc<dyn Clock>,
    tokens: BTreeMap<String, Issued>,
    /// If set, it refuses every token with these codes.
    codes: Option<&'static [&'static str]>,
    asked: Vec<String>,
    /// It answers about this token with this status, and without JSON.
    fails_at: Option<(&'static str, u16)>,
    violations: Vec<String>,
}

#[derive(Clone)]
pub struct SiteVerify {
    http: HttpDouble,
    shared: Arc<Mutex<Shared>>,
}

impl SiteVerify {
    pub async fn start(party: Party) -> Self {
        let clock = Arc::new(SystemClock::default());
        let (tokens, codes) = (BTreeMap::new(), None);
        let shared = Arc::new(Mutex::new(Shared {
            party,
            clock,
            tokens,
            codes,
            asked: Vec::new(),
            fails_at: None,
            violations: Vec::new(),
        }));
        let router = Router::new().fallback(answer).with_state(shared.clone());
        Self { http: HttpDouble::start(router).await, shared }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap()
    }

    pub fn use_clock(&self, clock: Arc<dyn Clock>) {
        self.shared().clock = clock;
    }

    pub fn settings(&self) -> HumanCheckChoice {
        self.settings_with(SECRET, false)
    }

    /// The settings with the secret that the party has published for tests.
    pub fn test_settings(&self) -> HumanCheckChoice {
        self.settings_with(TEST_SECRET, true)
    }

    pub fn settings_with(&self, secret: &str, has_test_key: bool) -> HumanCheckChoice {
        let site_verify = self.site_verify_with(secret, has_test_key);
        match self.shared().party {
            Party::Turnstile => HumanCheckChoice::Turnstile(site_verify),
            Party::Recaptcha => HumanCheckChoice::Recaptcha(RecaptchaSettings { site_verify, lowest_score: 0.5 }),
        }
    }

    /// The settings that both parties share.
    pub fn site_verify(&self) -> SiteVerifySettings {
        self.site_verify_with(SECRET, false)
    }

    fn site_verify_with(&self, text: &str, has_test_key: bool) -> SiteVerifySettings {
        let secret = secret(text);
        SiteVerifySettings { url: self.http.base(), site_key: SITE_KEY.to_owned(), secret, has_test_key }
    }

    /// Issues a token, as the widget in the page does.
    pub fn token(&self, token: Token) -> String {
        let shared = &mut *self.shared();
        let name = match shared.party {
            Party::Turnstile => format!("0.double-{}_.{}", shared.tokens.len(), "t".repeat(700)),
            Party::Recaptcha => format!("03AFcWeA_double-{}-{}", shared.tokens.len(), "r".repeat(2000)),
        };
        shared.tokens.insert(name.clone(), Issued { token, at: shared.clock.now(), is_used: false });
        name
    }

    pub fn set(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    /// From now on refuses every token with these codes.
    pub fn refuse_all_with(&self, codes: Option<&'static [&'static str]>) {
        self.shared().codes = codes;
    }

    /// From now on answers about this token with this status, and without JSON.
    pub fn fail_at(&self, token: &'static str, status: u16) {
        self.shared().fails_at = Some((token, status));
    }

    /// The tokens that it was asked about.
    pub fn asked(&self) -> Vec<String> {
        self.shared().asked.clone()
    }

    /// The calls that broke the rules of the reference.
    pub fn violations(&self) -> Vec<String> {
        self.shared().violations.clone()
    }
}

async fn answer(State(shared): State<Arc<Mutex<Shared>>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let shared = &mut *shared.lock().unwrap();
    let content_type = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let call = (head.method.as_str(), head.uri.path(), head.uri.query());
    if call != ("POST", shared.party.path(), None) {
        return forbid(shared, StatusCode::NOT_FOUND, format!("{call:?}"));
    }
    if content_type != Some("application/x-www-form-urlencoded") {
        return forbid(shared, StatusCode::BAD_REQUEST, format!("the content type {content_type:?}"));
    }
    match fields(&body) {
        Ok([_, response]) if shared.fails_at.is_some_and(|(token, _)| token == response) => {
            let status = shared.fails_at.and_then(|(_, status)| StatusCode::from_u16(status).ok()).unwrap();
            shared.asked.push(response);
            (status, "<html>").into_response()
        }
        Ok([secret, response]) => Json(verify(shared, &secret, &response)).into_response(),
        Err(what) => forbid(shared, StatusCode::BAD_REQUEST, what),
    }
}

/// The secret and the token. No other field is allowed: the service never sends a visitor's address.
fn fields(body: &Bytes) -> Result<[String; 2], String> {
    let pairs: Vec<(String, String)> = form_urlencoded::parse(body).into_owned().collect();
    let names: Vec<&str> = pairs.iter().map(|(name, _)| name.as_str()).collect();
    if names != ["secret", "response"] {
        return Err(format!("the fields {names:?}"));
    }
    let values: Vec<String> = pairs.into_iter().map(|(_, value)| value).collect();
    values.try_into().map_err(|_| "too many fields".to_owned())
}

fn verify(shared: &mut Shared, secret: &str, response: &str) -> Value {
    shared.asked.push(response.to_owned());
    if secret == TEST_SECRET {
        // The same answer for every token, whatever its page and its form.
        return json!({
            "success": true, "error-codes": [], "challenge_ts": "2022-02-28T15:14:30.096Z", "hostname": "example.com",
            "action": "test", "cdata": "", "metadata": {"result_with_testing_key": true},
        });
    }
    if secret != SECRET {
        return refusal(&["invalid-input-secret"]);
    }
    if let Some(codes) = shared.codes {
        return refusal(codes);
    }
    let (now, lifetime) = (shared.clock.now(), shared.party.lifetime());
    let Some(issued) = shared.tokens.get_mut(response) else {
        return refusal(&["invalid-input-response"]);
    };
    if !issued.token.never_ends && (issued.is_used || now.since(issued.at) > lifetime) {
        return refusal(&["timeout-or-duplicate"]);
    }
    issued.is_used = true;
    let solved_at = issued.at.instant().to_string();
    let mut answer = json!({"success": true, "challenge_ts": solved_at, "hostname": issued.token.hostname});
    if let Some(action) = issued.token.action {
        answer["action"] = json!(action);
    }
    match shared.party {
        Party::Turnstile => {
            answer["error-codes"] = json!([]);
            answer["cdata"] = json!("");
            answer["metadata"] = json!({"interactive": false});
        }
        Party::Recaptcha => {
            if let Some(score) = issued.token.score {
                answer["score"] = json!(score);
            }
        }
    }
    answer
}

fn refusal(codes: &[&str]) -> Value {
    json!({"success": false, "error-codes": codes})
}

fn forbid(shared: &mut Shared, status: StatusCode, what: String) -> Response {
    shared.violations.push(what);
    (status, Json(refusal(&["bad-request"]))).into_response()
}
