//! Kount 360, written from its public guide and its own plug-in: the call for a token (OAuth 2.0, client credentials) and the
//! evaluation of an order.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::Json;
use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use stylebox_core::values::business_time::Instant;
use stylebox_server::platform::config::BaseUrl;
use stylebox_server::providers::fraud::kount::collector::CollectorScript;
use stylebox_server::providers::fraud::kount::settings::{KountEnvironment, KountSettings};
use url::form_urlencoded;

/// The key that the double accepts, as Kount shows it: client id and secret, as base64.
const KEY: &str = "ZG91YmxlOnNlY3JldA==";

/// How long a token is valid, in seconds.
pub const TOKEN_SECONDS: u64 = 20 * 60;

/// The path of the call for a token.
pub const TOKEN: &str = "/oauth2/double/v1/token";
/// The path of the call about an order.
pub const ORDERS: &str = "/commerce/v2/orders";

/// A script in place of Kount's.
pub const KIT: &str = "export default function kountSDK(config, sessionID) { return { config, sessionID }; }\n";

#[derive(Default)]
struct Shared {
    decision: Mutex<String>,
    /// How many tokens were given, and how many of them are revoked.
    tokens: Mutex<(usize, usize)>,
    asked: Mutex<Vec<Value>>,
    violations: Mutex<Vec<String>>,
}

pub struct KountDouble {
    http: HttpDouble,
    shared: Arc<Shared>,
}

impl KountDouble {
    /// A double that approves.
    pub async fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let router = Router::new().fallback(answer).with_state(shared.clone());
        let double = Self { http: HttpDouble::start(router).await, shared };
        double.decide("APPROVE");
        double
    }

    pub fn settings(&self) -> KountSettings {
        self.settings_with(KEY)
    }

    pub fn settings_with(&self, key: &str) -> KountSettings {
        KountSettings {
            url: self.http.base(),
            token_url: BaseUrl::parse("--kount-token-url", &format!("{}{TOKEN}", self.http.url())).unwrap(),
            api_key: secret(key),
            client_id: "900900".to_owned(),
            channel: "WEB".to_owned(),
            environment: KountEnvironment::Test,
            collector: CollectorScript::parse(KIT).unwrap(),
        }
    }

    /// Misbehaves only at calls whose path ends with `path`. An empty path means all calls.
    pub fn set_at(&self, path: &'static str, fault: HttpFault) {
        self.http.set_at(path, fault);
    }

    /// Sets its decision about orders.
    pub fn decide(&self, decision: &str) {
        *self.shared.decision.lock().unwrap() = decision.to_owned();
    }

    /// From now on refuses the tokens that it has given.
    pub fn revoke_tokens(&self) {
        let mut tokens = self.shared.tokens.lock().unwrap();
        tokens.1 = tokens.0;
    }

    /// From now on refuses all tokens.
    pub fn refuse_tokens(&self) {
        self.shared.tokens.lock().unwrap().1 = usize::MAX;
    }

    /// How many tokens it has given.
    pub fn tokens(&self) -> usize {
        self.shared.tokens.lock().unwrap().0
    }

    /// The orders that it was asked to evaluate, including calls with a revoked token.
    pub fn asked(&self) -> Vec<Value> {
        self.shared.asked.lock().unwrap().clone()
    }

    /// The calls that broke the rules of the guide.
    pub fn violations(&self) -> Vec<String> {
        self.shared.violations.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let answered = match (head.method.as_str(), head.uri.path()) {
        ("POST", TOKEN) => token(&shared, &head, &body),
        ("POST", ORDERS) => evaluate(&shared, &head, &body),
        (method, path) => Err(format!("{method} {path}")),
    };
    answered.unwrap_or_else(|violation| {
        shared.violations.lock().unwrap().push(violation.clone());
        let refused = json!({"code": 3, "message": violation, "details": []});
        (StatusCode::BAD_REQUEST, Json(refused)).into_response()
    })
}

fn header_of(head: &Parts, name: header::HeaderName) -> &str {
    head.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn token(shared: &Shared, head: &Parts, body: &Bytes) -> Result<Response, String> {
    let mut fields: Vec<(String, String)> = form_urlencoded::parse(body).into_owned().collect();
    fields.sort();
    let expected = [("grant_type", "client_credentials"), ("scope", "k1_integration_api")];
    let is_form = header_of(head, header::CONTENT_TYPE) == "application/x-www-form-urlencoded";
    if !is_form
        || fields != expected.map(|(name, value)| (name.to_owned(), value.to_owned()))
        || head.uri.query().is_some()
    {
        return Err(format!("a token is asked for with {fields:?}"));
    }
    if header_of(head, header::AUTHORIZATION) != format!("Basic {KEY}") {
        let refused = json!({"error": "invalid_client", "error_description": "The client secret supplied for a confidential client is invalid."});
        return Ok((StatusCode::UNAUTHORIZED, Json(refused)).into_response());
    }
    let mut tokens = shared.tokens.lock().unwrap();
    tokens.0 += 1;
    let given = json!({
        "token_type": "Bearer", "expires_in": TOKEN_SECONDS, "access_token": format!("token-{}", tokens.0),
        "scope": "k1_integration_api",
    });
    Ok(Json(given).into_response())
}

fn evaluate(shared: &Shared, head: &Parts, body: &Bytes) -> Result<Response, String> {
    if header_of(head, header::CONTENT_TYPE) != "application/json" {
        return Err("an order is no JSON".to_owned());
    }
    let order: Order = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    order.check()?;
    shared.asked.lock().unwrap().push(serde_json::from_slice(body).unwrap());
    let (given, revoked) = *shared.tokens.lock().unwrap();
    let number =
        header_of(head, header::AUTHORIZATION).strip_prefix("Bearer token-").and_then(|text| text.parse().ok());
    if !number.is_some_and(|number: usize| number > revoked && number <= given) {
        return Ok((StatusCode::UNAUTHORIZED, Json(json!({"code": 401, "message": "Unauthorized"}))).into_response());
    }
    let decision = shared.decision.lock().unwrap().clone();
    // An approval of another order, which no real party should send.
    let (decision, code) = match decision.as_str() {
        "OTHER ORDER" => ("APPROVE", "SB-OTHER"),
        decision => (decision, order.merchant_order_id.as_str()),
    };
    let risk_inquiry = match head.uri.query() {
        // Without it the order is only stored.
        None => Value::Null,
        Some("riskInquiry=true") => json!({
            "decision": decision, "omniscore": 61.4, "reasonCode": "",
            "persona": {"uniqueCards": 1, "uniqueDevices": 1, "uniqueEmails": 1, "riskiestCountry": "US"},
            "device": null, "segmentExecuted": {"segment": {"id": "s", "name": "all", "priority": 1}, "policiesExecuted": []},
        }),
        Some(query) => return Err(format!("the query {query}")),
    };
    let answer = json!({
        "version": "v2.0.0", "warnings": [],
        "order": {
            "orderId": "KOUNT1", "riskInquiry": risk_inquiry, "merchantOrderId": code, "channel": order.channel,
            "deviceSessionId": order.device_session_id, "creationDateTime": order.creation_date_time,
            "transactions": [{"transactionId": "KOUNT1T1", "merchantTransactionId": ""}], "fulfillment": [],
        },
    });
    Ok(Json(answer).into_response())
}

/// An order, with only the fields of the guide that the service has a reason to send.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Order {
    merchant_order_id: String,
    channel: String,
    device_session_id: String,
    creation_date_time: String,
    account: Account,
    items: Vec<Item>,
    fulfillment: Vec<Fulfillment>,
    transactions: Vec<Transaction>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Account {
    id: String,
    creation_date_time: String,
    username: String,
    #[serde(rename = "accountIsActive")]
    _account_is_active: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Item {
    #[serde(rename = "id")]
    _id: String,
    name: String,
    quantity: u64,
    price: String,
    #[serde(rename = "isService")]
    _is_service: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Fulfillment {
    r#type: String,
    recipient_person: Option<Person>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Transaction {
    payment: Payment,
    subtotal: String,
    order_total: String,
    currency: String,
    billed_person: Person,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Payment {
    r#type: String,
    last4: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Person {
    name: Name,
    email_address: String,
    phone_number: Option<String>,
    address: Option<Address>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    first: String,
    #[serde(rename = "family")]
    _family: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Address {
    line1: String,
    line2: Option<String>,
    city: String,
    region: String,
    country_code: String,
    postal_code: String,
}

impl Order {
    fn check(&self) -> Result<(), String> {
        let is_session = self.device_session_id.len() <= 32
            && !self.device_session_id.is_empty()
            && self.device_session_id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        let is_time = |text: &str| text.parse::<Instant>().is_ok();
        let is_one = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        is_one(!self.merchant_order_id.is_empty() && !self.channel.is_empty(), "order or channel")?;
        is_one(is_session, "the session id")?;
        is_one(is_time(&self.creation_date_time) && is_time(&self.account.creation_date_time), "a time")?;
        is_one(!self.account.id.is_empty() && self.account.username.contains('@'), "the account")?;
        for item in &self.items {
            is_one(is_amount(&item.price) && item.quantity > 0 && !item.name.is_empty(), "an item")?;
        }
        for fulfillment in &self.fulfillment {
            let known = ["SHIPPED", "DIGITAL", "STORE_PICK_UP", "LOCAL_DELIVERY", "STORE_DRIVE_UP", "IN_PERSON"];
            is_one(known.contains(&fulfillment.r#type.as_str()), "the fulfillment")?;
            fulfillment.recipient_person.as_ref().map_or(Ok(()), Person::check)?;
        }
        for transaction in &self.transactions {
            let is_paid = is_amount(&transaction.subtotal) && is_amount(&transaction.order_total);
            is_one(is_paid && transaction.currency == "USD", "the amounts")?;
            let Payment { r#type, last4 } = &transaction.payment;
            is_one(["CREDIT_CARD", "CARD", "NONE"].contains(&r#type.as_str()), "the payment")?;
            is_one(last4.as_ref().is_none_or(|digits| digits.len() == 4 && is_amount(digits)), "the last four digits")?;
            transaction.billed_person.check()?;
        }
        Ok(())
    }
}

impl Person {
    fn check(&self) -> Result<(), String> {
        let is_phone =
            |phone: &String| phone.strip_prefix("+1").is_some_and(|digits| digits.len() == 10 && is_amount(digits));
        let is_address = |address: &Address| {
            ![&address.line1, &address.city, &address.postal_code].iter().any(|text| text.is_empty())
                && address.line2.as_ref().is_none_or(|line| !line.is_empty())
                && address.country_code == "US"
                && address.region.len() == 2
        };
        let is_known = !self.name.first.is_empty()
            && self.email_address.contains('@')
            && self.phone_number.as_ref().is_none_or(is_phone)
            && self.address.as_ref().is_none_or(is_address);
        if is_known { Ok(()) } else { Err("a person".to_owned()) }
    }
}

/// An unsigned number, as text.
fn is_amount(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
