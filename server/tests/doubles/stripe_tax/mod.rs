//! Stripe's Tax API, as far as the service calls it: calculations, transactions from them, reversals, the account's tax settings.
//!
//! Written from <https://docs.stripe.com/api/tax>, <https://docs.stripe.com/api/idempotent_requests> and
//! <https://docs.stripe.com/changelog/acacia/2024-10-28/tax-retail-delivery-fee>. It refuses unknown fields, missing headers and
//! amounts that do not fit.
//!
//! Its taxes are made up: 8.875% on everything except clothing below 80 dollars an item, and a retail delivery fee.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use stylebox_server::providers::companies::stripe::account::StripeAccount;
use stylebox_server::providers::tax::stripe_tax::settings::StripeTaxSettings;

pub const CLOTHING: &str = "txcd_30011000";
pub const GOODS: &str = "txcd_99999999";
const SHIPPING: &str = "txcd_92010001";
const KEY: &str = "sk_test_double";
/// Clothing below this is exempt, in cents.
const DOLLARS_80: i64 = 8_000;
/// 90 days.
const LIFE: i64 = 90 * 24 * 60 * 60;

#[derive(Clone)]
pub struct StripeTaxDouble {
    http: HttpDouble,
    books: Arc<Mutex<Books>>,
}

#[derive(Debug, Default)]
struct Books {
    now: i64,
    delivery_fee: i64,
    is_inactive: bool,
    refuses_next: bool,
    unknown_zip: Option<String>,
    calculations: BTreeMap<String, Value>,
    transactions: Vec<Value>,
    /// The answer under each idempotency key, and the call that it was to.
    answers: BTreeMap<String, (String, u16, Value)>,
    /// Each call's path and fields.
    calls: Vec<(String, Fields)>,
}

type Fields = Vec<(String, String)>;

/// A refusal: type, code, parameter.
type Refused = (&'static str, &'static str, String);

impl StripeTaxDouble {
    /// A double whose clock stands at the beginning of the tests.
    pub async fn start() -> Self {
        let books = Arc::new(Mutex::new(Books { now: 1_795_014_000, ..Books::default() }));
        let router = Router::new()
            .route("/v1/tax/calculations", post(calculate))
            .route("/v1/tax/transactions/create_from_calculation", post(create))
            .route("/v1/tax/transactions/create_reversal", post(reverse))
            .route("/v1/tax/transactions/{id}/line_items", get(line_items))
            .route("/v1/tax/settings", get(settings))
            .with_state(books.clone());
        Self { http: HttpDouble::start(router).await, books }
    }

    /// The settings of a shop that uses it.
    pub fn settings(&self) -> StripeTaxSettings {
        let secret_key = secret(KEY);
        let category_codes = ["bags", "jewelry"].map(|category| (category.to_owned(), GOODS.to_owned()));
        StripeTaxSettings {
            account: StripeAccount { url: self.http.base(), secret_key },
            code: CLOTHING.to_owned(),
            category_codes: category_codes.into(),
            shipping_code: SHIPPING.to_owned(),
        }
    }

    pub fn set(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    /// Holds the next call. A call that is held is released.
    pub fn hold_next(&self) {
        self.http.hold_next();
    }

    pub async fn until_held(&self) {
        self.http.until_held().await;
    }

    pub fn release(&self) {
        self.http.release();
    }

    pub fn set_delivery_fee(&self, cents: i64) {
        self.books.lock().unwrap().delivery_fee = cents;
    }

    /// Advances its clock.
    pub fn advance(&self, seconds: i64) {
        self.books.lock().unwrap().now += seconds;
    }

    /// From now on the account's tax settings are incomplete.
    pub fn deactivate(&self) {
        self.books.lock().unwrap().is_inactive = true;
    }

    /// The account may not calculate this once, as with a setting that is incomplete for one of its sales.
    pub fn refuse_next_calculation(&self) {
        self.books.lock().unwrap().refuses_next = true;
    }

    /// From now on it does not know this ZIP code.
    pub fn forget_zip(&self, zip: &str) {
        self.books.lock().unwrap().unknown_zip = Some(zip.to_owned());
    }

    /// Forgets all idempotency keys, as Stripe may after 24 hours.
    pub fn prune_keys(&self) {
        self.books.lock().unwrap().answers.clear();
    }

    /// The fields of the calls to a path that have arrived.
    pub fn calls(&self, path: &str) -> Vec<BTreeMap<String, String>> {
        let books = self.books.lock().unwrap();
        let found = books.calls.iter().filter(|(called, _)| called == path);
        found.map(|(_, fields)| fields.iter().cloned().collect()).collect()
    }

    /// All transactions and reversals.
    pub fn transactions(&self) -> Vec<Value> {
        self.books.lock().unwrap().transactions.clone()
    }
}

fn refused((kind, code, param): Refused) -> (u16, Value) {
    // Stripe's messages for people contain values that were sent.
    let message = format!("Ann Larsen, 1200 Harmon Place: {param} is not right");
    (400, json!({"error": {"type": kind, "code": code, "param": param, "message": message}}))
}

fn bad(param: impl Into<String>) -> Refused {
    ("invalid_request_error", "parameter_invalid", param.into())
}

fn answer(outcome: Result<Value, Refused>) -> (u16, Value) {
    match outcome {
        Ok(value) => (200, value),
        Err(why) => refused(why),
    }
}

fn response((status, value): (u16, Value)) -> Response {
    (StatusCode::from_u16(status).unwrap(), axum::Json(value)).into_response()
}

/// Checks the headers that every call needs.
fn head(headers: &HeaderMap) -> Result<(), Box<Response>> {
    let has = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    if !has("authorization", &format!("Bearer {KEY}")) {
        return Err(Box::new(response((
            401,
            json!({"error": {"type": "invalid_request_error", "message": "Invalid API Key"}}),
        ))));
    }
    if has("stripe-version", "2025-09-30.clover") {
        Ok(())
    } else {
        Err(Box::new(response(refused(bad("Stripe-Version")))))
    }
}

/// The fields of a form. A field that comes twice is refused.
fn fields(headers: &HeaderMap, body: &Bytes) -> Result<Fields, Box<Response>> {
    head(headers)?;
    let is_form = headers.get("content-type").is_some_and(|kind| kind == "application/x-www-form-urlencoded");
    let read: Fields = url::form_urlencoded::parse(body).into_owned().collect();
    let names: std::collections::BTreeSet<&String> = read.iter().map(|(name, _)| name).collect();
    if is_form && names.len() == read.len() { Ok(read) } else { Err(Box::new(response(refused(bad("body"))))) }
}

/// A form whose fields are taken out one by one. Fields that are left at the end are unknown.
struct Form(BTreeMap<String, String>);

impl Form {
    fn maybe(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    fn text(&mut self, name: &str) -> Result<String, Refused> {
        self.maybe(name).filter(|value| !value.is_empty()).ok_or_else(|| bad(name))
    }

    fn number(&mut self, name: &str) -> Result<i64, Refused> {
        self.text(name)?.parse().map_err(|_| bad(name))
    }

    fn word(&mut self, name: &str, words: &[&str]) -> Result<String, Refused> {
        let word = self.text(name)?;
        if words.contains(&word.as_str()) { Ok(word) } else { Err(bad(name)) }
    }

    fn end(self) -> Result<(), Refused> {
        self.0.into_keys().next().map_or(Ok(()), |name| Err(("invalid_request_error", "parameter_unknown", name)))
    }
}

fn rounded(amount: i64) -> i64 {
    // 8.875%, half a cent up.
    (amount * 8_875 + 50_000) / 100_000
}

async fn calculate(State(books): State<Arc<Mutex<Books>>>, headers: HeaderMap, body: Bytes) -> Response {
    let fields = match fields(&headers, &body) {
        Ok(fields) => fields,
        Err(response) => return *response,
    };
    let mut books = books.lock().unwrap();
    books.calls.push(("/v1/tax/calculations".to_owned(), fields.clone()));
    response(answer(calculated(&mut books, Form(fields.into_iter().collect()))))
}

fn calculated(books: &mut Books, mut form: Form) -> Result<Value, Refused> {
    if books.is_inactive || std::mem::take(&mut books.refuses_next) {
        return Err(("invalid_request_error", "stripe_tax_inactive", String::new()));
    }
    form.word("currency", &["usd"])?;
    form.word("expand[]", &["line_items"])?;
    form.word("customer_details[address_source]", &["shipping", "billing"])?;
    form.word("customer_details[address][country]", &["US"])?;
    for name in ["line1", "city", "state"] {
        form.text(&format!("customer_details[address][{name}]"))?;
    }
    form.maybe("customer_details[address][line2]");
    let zip = form.text("customer_details[address][postal_code]")?;
    if books.unknown_zip.as_ref() == Some(&zip) {
        return Err(("invalid_request_error", "customer_tax_location_invalid", "customer_details[address]".to_owned()));
    }
    let mut lines: Vec<Value> = Vec::new();
    loop {
        let at = |name: &str| format!("line_items[{}][{name}]", lines.len());
        let Some(reference) = form.maybe(&at("reference")) else { break };
        let amount = form.number(&at("amount"))?;
        form.word(&at("tax_behavior"), &["exclusive"])?;
        let code = form.text(&at("tax_code"))?;
        if !code.starts_with("txcd_") || amount <= 0 || lines.iter().any(|line| line["reference"] == reference) {
            return Err(bad(at("amount")));
        }
        let tax = if code == CLOTHING && amount < DOLLARS_80 { 0 } else { rounded(amount) };
        lines.push(json!({
            "id": format!("tax_li_c{}_{}", books.calculations.len(), lines.len()), "object": "tax.calculation_line_item",
            "amount": amount, "amount_tax": tax, "livemode": false, "product": null, "quantity": 1,
            "reference": reference, "tax_behavior": "exclusive", "tax_code": code,
        }));
    }
    if lines.is_empty() {
        return Err(bad("line_items"));
    }
    let is_shipped = form.maybe("shipping_cost[amount]").is_some_and(|amount| amount == "0");
    if is_shipped {
        form.word("shipping_cost[tax_behavior]", &["exclusive"])?;
        form.word("shipping_cost[tax_code]", &[SHIPPING])?;
    }
    form.end()?;
    let sum = |name: &str| lines.iter().map(|line| line[name].as_i64().unwrap()).sum::<i64>();
    let fee = if is_shipped { books.delivery_fee } else { 0 };
    let tax = sum("amount_tax") + fee;
    let id = format!("taxcalc_{}", books.calculations.len() + 1);
    let count = lines.len();
    let shipping =
        is_shipped.then(|| json!({"amount": 0, "amount_tax": fee, "tax_behavior": "exclusive", "tax_code": SHIPPING}));
    let calculation = json!({
        "id": id, "object": "tax.calculation", "amount_total": sum("amount") + tax, "currency": "usd", "customer": null,
        "expires_at": books.now + LIFE, "tax_date": books.now, "livemode": false, "shipping_cost": shipping,
        "line_items": {"object": "list", "data": lines, "has_more": false, "total_count": count,
            "url": format!("/v1/tax/calculations/{id}/line_items")},
        "tax_amount_exclusive": tax, "tax_amount_inclusive": 0,
    });
    books.calculations.insert(id, calculation.clone());
    Ok(calculation)
}

/// Answers a call under its idempotency key. The same call gets the same answer again, and another call gets an error.
fn under_key(
    books: &Arc<Mutex<Books>>,
    path: &str,
    headers: &HeaderMap,
    body: &Bytes,
    work: impl FnOnce(&mut Books, Form) -> Result<Value, Refused>,
) -> Response {
    let fields = match fields(headers, body) {
        Ok(fields) => fields,
        Err(response) => return *response,
    };
    let mut books = books.lock().unwrap();
    books.calls.push((path.to_owned(), fields.clone()));
    let key = headers.get("idempotency-key").and_then(|key| key.to_str().ok()).unwrap_or_default().to_owned();
    if key.is_empty() || key.len() > 255 {
        return response(refused(bad("Idempotency-Key")));
    }
    let call = format!("{path} {fields:?}");
    if let Some((known, status, value)) = books.answers.get(&key) {
        let is_same = *known == call;
        return response(if is_same { (*status, value.clone()) } else { refused(("idempotency_error", "", key)) });
    }
    let (status, value) = answer(work(&mut books, Form(fields.into_iter().collect())));
    books.answers.insert(key, (call, status, value.clone()));
    response((status, value))
}

/// The reference in the form. An error if a transaction has it already.
fn reference(books: &Books, form: &mut Form) -> Result<String, Refused> {
    let reference = form.text("reference")?;
    let is_used = books.transactions.iter().any(|known| known["reference"] == reference);
    if is_used {
        Err(("invalid_request_error", "resource_already_exists", "reference".to_owned()))
    } else {
        Ok(reference)
    }
}

fn missing(param: &str) -> Refused {
    ("invalid_request_error", "resource_missing", param.to_owned())
}

async fn create(State(books): State<Arc<Mutex<Books>>>, headers: HeaderMap, body: Bytes) -> Response {
    under_key(&books, "/v1/tax/transactions/create_from_calculation", &headers, &body, |books, mut form| {
        let calculation = form.text("calculation")?;
        let reference = reference(books, &mut form)?;
        form.end()?;
        let calculation = books.calculations.get(&calculation).ok_or_else(|| missing("calculation"))?.clone();
        if calculation["expires_at"].as_i64().unwrap() <= books.now {
            return Err(missing("calculation"));
        }
        let lines = calculation["line_items"]["data"].as_array().unwrap().iter().enumerate().map(|(at, line)| {
            let mut line = line.clone();
            line["id"] = json!(format!("tax_li_t{}_{at}", books.transactions.len()));
            line["object"] = json!("tax.transaction_line_item");
            line
        });
        let transaction =
            transaction(books, "transaction", &reference, lines.collect(), &calculation["shipping_cost"], None);
        books.transactions.push(transaction.clone());
        Ok(transaction)
    })
}

fn transaction(
    books: &Books,
    kind: &str,
    reference: &str,
    lines: Vec<Value>,
    shipping: &Value,
    original: Option<&str>,
) -> Value {
    let id = format!("tax_{}", books.transactions.len() + 1);
    json!({
        "id": id, "object": "tax.transaction", "created": books.now, "currency": "usd", "customer": null,
        "line_items": {"object": "list", "data": lines, "has_more": false}, "livemode": false, "posted_at": books.now,
        "reference": reference, "shipping_cost": shipping, "tax_date": books.now, "type": kind,
        "reversal": original.map(|original| json!({"original_transaction": original})),
    })
}

async fn reverse(State(books): State<Arc<Mutex<Books>>>, headers: HeaderMap, body: Bytes) -> Response {
    under_key(&books, "/v1/tax/transactions/create_reversal", &headers, &body, |books, mut form| {
        let mode = form.word("mode", &["full", "partial"])?;
        let original = form.text("original_transaction")?;
        let reference = reference(books, &mut form)?;
        let sale = books.transactions.iter().find(|known| known["id"] == original && known["type"] == "transaction");
        let sale = sale.ok_or_else(|| missing("original_transaction"))?.clone();
        let sold = sale["line_items"]["data"].as_array().unwrap();
        let back: Vec<&Value> =
            books.transactions.iter().filter(|known| known["reversal"]["original_transaction"] == original).collect();
        let mut lines = Vec::new();
        let mut shipping = Value::Null;
        if mode == "full" {
            if !back.is_empty() {
                return Err(bad("mode"));
            }
            for line in sold {
                let [amount, tax] = ["amount", "amount_tax"].map(|name| -line[name].as_i64().unwrap());
                lines.push(json!({"reference": line["reference"], "original_line_item": line["id"],
                    "amount": amount, "amount_tax": tax}));
            }
            if sale["shipping_cost"].is_object() {
                shipping = json!({"amount": 0, "amount_tax": -sale["shipping_cost"]["amount_tax"].as_i64().unwrap()});
            }
        }
        loop {
            let at = |name: &str| format!("line_items[{}][{name}]", lines.len());
            if mode == "full" {
                break;
            }
            let Some(id) = form.maybe(&at("original_line_item")) else { break };
            let line = sold.iter().find(|line| line["id"] == id).ok_or_else(|| missing("original_line_item"))?;
            let is_back = |known: &&Value| {
                known["line_items"]["data"].as_array().unwrap().iter().any(|line| line["original_line_item"] == id)
            };
            let (amount, tax) = (form.number(&at("amount"))?, form.number(&at("amount_tax"))?);
            let reference = form.text(&at("reference"))?;
            // The service refunds whole items only.
            let fits = line["amount"] == json!(-amount) && line["amount_tax"] == json!(-tax);
            if !fits || back.iter().any(is_back) {
                return Err(bad(at("amount")));
            }
            lines.push(json!({"reference": reference, "original_line_item": id, "amount": amount, "amount_tax": tax}));
        }
        if mode == "partial" {
            if let Some(amount) = form.maybe("shipping_cost[amount]") {
                let tax = form.number("shipping_cost[amount_tax]")?;
                if amount != "0" || sale["shipping_cost"]["amount_tax"] != json!(-tax) {
                    return Err(bad("shipping_cost[amount]"));
                }
                shipping = json!({"amount": 0, "amount_tax": tax});
            }
            if lines.is_empty() && shipping.is_null() {
                return Err(bad("line_items"));
            }
        }
        form.end()?;
        let reversal = transaction(books, "reversal", &reference, lines, &shipping, Some(&original));
        books.transactions.push(reversal.clone());
        Ok(reversal)
    })
}

async fn line_items(State(books): State<Arc<Mutex<Books>>>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    if let Err(response) = head(&headers) {
        return *response;
    }
    let books = books.lock().unwrap();
    let found = books.transactions.iter().find(|known| known["id"] == id);
    response(answer(found.map(|known| known["line_items"].clone()).ok_or_else(|| missing("id"))))
}

async fn settings(State(books): State<Arc<Mutex<Books>>>, headers: HeaderMap) -> Response {
    if let Err(response) = head(&headers) {
        return *response;
    }
    let status = if books.lock().unwrap().is_inactive { "pending" } else { "active" };
    response((200, json!({"object": "tax.settings", "livemode": false, "status": status})))
}
