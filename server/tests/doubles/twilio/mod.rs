//! Twilio's Messages API (2010-04-01), written from its documentation: sending, listing and reading messages, and the signature of
//! its webhooks. Like Twilio, it refuses calls with other fields or without the account's key.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, body::Body, http::Request};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::DateTime;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha1::Sha1;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::config::PublicUrl;
use stylebox_server::providers::sms::twilio::Twilio;
use stylebox_server::providers::sms::twilio::settings::{TwilioSender, TwilioSettings};

pub const ACCOUNT: &str = "AC00000000000000000000000000000001";
pub const SERVICE: &str = "MG00000000000000000000000000000001";
pub const NUMBER: &str = "+16125550100";
const API_KEY: &str = "SK00000000000000000000000000000001";
const TOKEN: &str = "the account's token";
const API_SECRET: &str = "the secret of the key";

/// The largest page of a list. It is so small that a list has several pages.
const PAGE: usize = 2;

#[derive(Clone)]
struct Account {
    clock: Arc<dyn Clock>,
    messages: Arc<Mutex<Vec<Value>>>,
    /// The fields of the calls that send, including refused calls.
    posts: Arc<Mutex<Vec<BTreeMap<String, String>>>>,
    /// The status and error code that refuse a call that sends.
    refusal: Arc<Mutex<Option<(u16, u32)>>>,
}

pub struct TwilioDouble {
    http: HttpDouble,
    account: Account,
}

impl TwilioDouble {
    pub async fn start(clock: Arc<dyn Clock>) -> Self {
        let account = Account { clock, messages: Arc::default(), posts: Arc::default(), refusal: Arc::default() };
        let router = Router::new()
            .route("/2010-04-01/Accounts/{account}/Messages.json", get(list).post(send))
            .route("/2010-04-01/Accounts/{account}/Messages/{file}", get(read))
            .with_state(account.clone());
        Self { http: HttpDouble::start(router).await, account }
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

    /// As [`HttpDouble::release`].
    pub fn release(&self) {
        self.http.release();
    }

    /// Refuses to send, with a status and an error code.
    pub fn refuse(&self, refusal: Option<(u16, u32)>) {
        *self.account.refusal.lock().unwrap() = refusal;
    }

    pub fn settings(&self) -> TwilioSettings {
        TwilioSettings {
            account: ACCOUNT.to_owned(),
            auth_token: secret(TOKEN),
            api_key: Some((API_KEY.to_owned(), secret(API_SECRET))),
            sender: TwilioSender::Service(SERVICE.to_owned()),
            url: self.http.base(),
        }
    }

    pub fn provider(&self) -> Twilio {
        Twilio::new(&self.settings(), &PublicUrl::parse("https://stylebox.test").unwrap()).unwrap()
    }

    /// The fields of the calls that send.
    pub fn posts(&self) -> Vec<BTreeMap<String, String>> {
        self.account.posts.lock().unwrap().clone()
    }

    /// The messages to phones, the oldest first.
    pub fn sent(&self) -> Vec<Value> {
        let all = self.account.messages.lock().unwrap().clone();
        all.into_iter().filter(|message| message["direction"] == "outbound-api").collect()
    }

    /// Sets the status of the message with that number, counted from 0. Returns the webhook about it.
    pub fn becomes(&self, number: usize, status: &str, error_code: Option<u32>) -> Request<Body> {
        let mut messages = self.account.messages.lock().unwrap();
        let message = &mut messages[number];
        message["status"] = json!(status);
        message["error_code"] = json!(error_code);
        let text = |name: &str| message[name].as_str().unwrap_or_default().to_owned();
        let mut fields = vec![
            ("AccountSid", ACCOUNT.to_owned()),
            ("ApiVersion", "2010-04-01".to_owned()),
            ("From", text("from")),
            ("MessageSid", text("sid")),
            ("MessageStatus", status.to_owned()),
            ("SmsSid", text("sid")),
            ("SmsStatus", status.to_owned()),
            ("To", text("to")),
        ];
        fields.extend(error_code.map(|code| ("ErrorCode", code.to_string())));
        call(&fields)
    }

    /// A phone answers. Its number has ten digits. Returns the webhook about the answer.
    pub fn answers(&self, phone: &str, words: &str) -> Request<Body> {
        let mut messages = self.account.messages.lock().unwrap();
        let (sid, from) = (sid(messages.len()), format!("+1{phone}"));
        messages.push(json!({
            "sid": sid, "direction": "inbound", "from": from, "to": NUMBER, "body": words, "status": "received",
            "error_code": null, "date_created": self.account.now(),
        }));
        call(&[
            ("AccountSid", ACCOUNT.to_owned()),
            ("Body", words.to_owned()),
            ("From", from),
            ("MessageSid", sid.clone()),
            ("NumMedia", "0".to_owned()),
            ("SmsMessageSid", sid),
            ("SmsStatus", "received".to_owned()),
            ("To", NUMBER.to_owned()),
        ])
    }
}

impl Account {
    /// A date as in emails: `Wed, 18 Nov 2026 15:00:00 +0000`.
    fn now(&self) -> String {
        DateTime::from_timestamp_micros(self.clock.real_now().0).unwrap().to_rfc2822()
    }
}

fn sid(number: usize) -> String {
    format!("SM{number:032x}")
}

/// A call of the app's webhook, signed as Twilio signs it.
fn call(fields: &[(&str, String)]) -> Request<Body> {
    let mut sorted = fields.to_vec();
    sorted.sort();
    let mut signed = "http://stylebox.test/api/webhooks/twilio".to_owned();
    for (name, value) in &sorted {
        signed.push_str(name);
        signed.push_str(value);
    }
    let mac = Hmac::<Sha1>::new_from_slice(TOKEN.as_bytes()).unwrap().chain_update(signed);
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(fields);
    Request::post("/api/webhooks/twilio")
        .header("x-twilio-signature", STANDARD.encode(mac.finalize().into_bytes()))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded; charset=utf-8")
        .body(Body::from(form.finish()))
        .unwrap()
}

fn error(status: u16, code: u32) -> Response {
    let body = json!({"code": code, "message": "Words with +16125550142", "more_info": "https://www.twilio.com", "status": status});
    (StatusCode::from_u16(status).unwrap(), Json(body)).into_response()
}

/// The refusal of a call with another account or key.
fn refusal(account: &str, headers: &HeaderMap) -> Option<Response> {
    let expected = format!("Basic {}", STANDARD.encode(format!("{API_KEY}:{API_SECRET}")));
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if given != Some(&expected) {
        Some(error(401, 20003))
    } else if account == ACCOUNT {
        None
    } else {
        Some(error(404, 20404))
    }
}

/// The fields of a form. None if a field comes twice.
fn fields(text: &[u8]) -> Option<BTreeMap<String, String>> {
    let pairs: Vec<(String, String)> = url::form_urlencoded::parse(text).into_owned().collect();
    let fields: BTreeMap<_, _> = pairs.iter().cloned().collect();
    (fields.len() == pairs.len()).then_some(fields)
}

async fn send(State(account): State<Account>, Path(of): Path<String>, headers: HeaderMap, body: Bytes) -> Response {
    if let Some(refused) = refusal(&of, &headers) {
        return refused;
    }
    let is_form = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/x-www-form-urlencoded");
    let Some(fields) = fields(&body).filter(|_| is_form) else { return error(400, 20001) };
    account.posts.lock().unwrap().push(fields.clone());
    let names: BTreeSet<&str> = fields.keys().map(String::as_str).collect();
    let known = ["To", "Body", "MessagingServiceSid", "From", "StatusCallback"];
    if names.iter().any(|name| !known.contains(name)) || names.contains("From") == names.contains("MessagingServiceSid")
    {
        return error(400, 20001);
    }
    let digits = fields.get("To").and_then(|to| to.strip_prefix("+1")).unwrap_or_default();
    if digits.len() != 10 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return error(400, 21211);
    }
    if fields.get("Body").is_none_or(|text| text.is_empty() || text.len() > 1600) {
        return error(400, 21602);
    }
    if fields.get("StatusCallback").is_some_and(|url| !url.starts_with("https://")) {
        return error(400, 21609);
    }
    if fields.get("From").is_some_and(|from| from != NUMBER) {
        return error(400, 21606);
    }
    if let Some((status, code)) = *account.refusal.lock().unwrap() {
        return error(status, code);
    }
    let mut messages = account.messages.lock().unwrap();
    // A message from a messaging service has no number yet, and is not sent yet.
    let message = json!({
        "sid": sid(messages.len()), "account_sid": ACCOUNT, "messaging_service_sid": fields.get("MessagingServiceSid"),
        "direction": "outbound-api", "from": fields.get("From"), "to": fields["To"], "body": fields["Body"], "status": "accepted",
        "error_code": null, "error_message": null, "date_created": account.now(), "date_sent": null,
    });
    messages.push(message.clone());
    (StatusCode::CREATED, Json(message)).into_response()
}

/// A list, the newest message first.
async fn list(
    State(account): State<Account>,
    Path(of): Path<String>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    if let Some(refused) = refusal(&of, &headers) {
        return refused;
    }
    let query = fields(query.unwrap_or_default().as_bytes()).unwrap();
    assert!(query.keys().all(|name| ["To", "PageSize", "Page"].contains(&name.as_str())), "{query:?}");
    let size = query["PageSize"].parse::<usize>().unwrap().min(PAGE);
    let page: usize = query.get("Page").map_or(0, |page| page.parse().unwrap());
    let messages = account.messages.lock().unwrap();
    let found = messages.iter().rev().filter(|message| query.get("To").is_none_or(|to| message["to"] == **to));
    let found: Vec<&Value> = found.collect();
    let listed: Vec<&Value> = found.iter().skip(page * size).take(size).copied().collect();
    let next = format!(
        "/2010-04-01/Accounts/{of}/Messages.json?To={}&PageSize={size}&Page={}",
        query.get("To").map_or("", |to| to).replace('+', "%2B"),
        page + 1
    );
    let next = (found.len() > (page + 1) * size).then_some(next);
    Json(json!({"messages": listed, "page": page, "page_size": size, "next_page_uri": next})).into_response()
}

async fn read(
    State(account): State<Account>,
    Path((of, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    if let Some(refused) = refusal(&of, &headers) {
        return refused;
    }
    let messages = account.messages.lock().unwrap();
    let found = messages.iter().find(|message| format!("{}.json", message["sid"].as_str().unwrap()) == file);
    found.map_or_else(|| error(404, 20404), |message| Json(message.clone()).into_response())
}
