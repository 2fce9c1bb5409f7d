//! Labels and parcels at Shippo: shipments with rates, transactions, refunds and tracks.
//!
//! Written from <https://docs.goshippo.com/docs/shipments/returns/>, <https://docs.goshippo.com/docs/billing_and_invoices/refundinglabels/>,
//! <https://docs.goshippo.com/docs/tracking/tracking/> and the types of <https://github.com/goshippo/shippo-python-sdk>. It has no
//! idempotency keys: a server that buys twice has two labels.

use axum::http::{HeaderMap, StatusCode};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Mutex;

pub(super) const SERVICE: &str = "usps_ground_advantage";
pub(super) const SENDER: &str = "Marlowe";

/// What happens to the next purchases of labels.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Buys {
    #[default]
    Made,
    /// The carrier refuses the label.
    Refused,
    /// The carrier makes the label later.
    Queued,
}

/// What Shippo knows.
#[derive(Default)]
pub struct Book {
    pub(super) shipments: Vec<Value>,
    pub(super) transactions: Vec<Value>,
    pub(super) refunds: Vec<Value>,
    pub(super) tracks: BTreeMap<String, Value>,
    pub(super) buys: Buys,
    /// How many labels of another program each list begins with.
    pub(super) others: usize,
    /// Whether lists contain the transactions of all rates.
    pub(super) ignores_offers: bool,
    pub(super) refund: Option<&'static str>,
    pub(super) looked: usize,
}

type Answered = Result<(StatusCode, Value), (StatusCode, String)>;

/// The answer to a call about labels and parcels.
pub fn answer(
    book: &Mutex<Book>,
    method: &str,
    path: &str,
    query: &[(String, String)],
    headers: &HeaderMap,
    body: &[u8],
) -> Answered {
    let mut book = book.lock().unwrap();
    if headers.get("shippo-api-version").is_none_or(|version| version != "2018-02-08") {
        return Err((StatusCode::BAD_REQUEST, "no version".to_owned()));
    }
    let sent = || {
        let is_json = headers.get("content-type").is_some_and(|kind| kind == "application/json");
        let sent: Option<Map<String, Value>> = serde_json::from_slice(body).ok().filter(|_| is_json);
        sent.ok_or((StatusCode::BAD_REQUEST, "no JSON".to_owned()))
    };
    match (method, path) {
        ("POST", "/shipments/") => book.shipment(sent()?),
        ("POST", "/transactions/") => book.buy(&sent()?),
        ("POST", "/refunds/") => book.refund(&sent()?),
        ("GET", "/transactions/") => book.list(query),
        ("GET", _) => match path.strip_prefix("/transactions/") {
            Some(id) => {
                let known = book.transactions.iter().find(|known| known["object_id"] == id);
                let known = known.cloned().ok_or((StatusCode::NOT_FOUND, format!("the transaction {id}")))?;
                Ok((StatusCode::OK, known))
            }
            None => book.track(path),
        },
        _ => Err((StatusCode::NOT_FOUND, format!("{method} {path}"))),
    }
}

fn bad(what: impl Into<String>) -> (StatusCode, String) {
    (StatusCode::BAD_REQUEST, what.into())
}

/// Refuses fields that the reference does not have, and missing ones.
fn fields(sent: &Map<String, Value>, known: &[&str], needed: &[&str]) -> Result<(), (StatusCode, String)> {
    if let Some(unknown) = sent.keys().find(|field| !known.contains(&field.as_str())) {
        return Err(bad(format!("the unknown field {unknown}")));
    }
    match needed.iter().find(|field| !sent.contains_key(**field)) {
        Some(missing) => Err(bad(format!("no {missing}"))),
        None => Ok(()),
    }
}

fn check_address(address: &Value) -> Result<(), (StatusCode, String)> {
    const FIELDS: [&str; 10] =
        ["name", "company", "street1", "street2", "city", "state", "zip", "country", "phone", "email"];
    const NEEDED: [&str; 6] = ["name", "street1", "city", "state", "zip", "country"];
    let address = address.as_object().ok_or_else(|| bad("no address"))?;
    fields(address, &FIELDS, &NEEDED)?;
    let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    if address.values().all(is_text) { Ok(()) } else { Err(bad("a field of an address is not a text")) }
}

fn check_common(sent: &Map<String, Value>) -> Result<(), (StatusCode, String)> {
    if sent["async"] != json!(false) {
        return Err(bad("an asynchronous call"));
    }
    match sent.get("metadata") {
        None => Ok(()),
        Some(Value::String(key)) if key.len() <= 100 => Ok(()),
        Some(_) => Err(bad("metadata of more than 100 characters")),
    }
}

impl Book {
    fn shipment(&mut self, sent: Map<String, Value>) -> Answered {
        let known = ["address_from", "address_to", "parcels", "extra", "metadata", "async", "carrier_accounts"];
        fields(&sent, &known, &["address_from", "address_to", "parcels", "async"])?;
        check_common(&sent)?;
        check_address(&sent["address_from"])?;
        check_address(&sent["address_to"])?;
        if sent["address_from"]["name"] != SENDER {
            return Err(bad("the addresses are swapped, but Shippo does that itself"));
        }
        if sent.get("extra").is_some_and(|extra| *extra != json!({"is_return": true})) {
            return Err(bad("unknown extras"));
        }
        let parcels =
            sent["parcels"].as_array().filter(|parcels| parcels.len() == 1).ok_or_else(|| bad("no parcel"))?;
        let parcel = parcels[0].as_object().ok_or_else(|| bad("no parcel"))?;
        let sides = ["length", "width", "height", "distance_unit", "weight", "mass_unit"];
        fields(parcel, &sides, &sides)?;
        if !parcel.values().all(Value::is_string) || parcel["distance_unit"] != "in" || parcel["mass_unit"] != "lb" {
            return Err(bad("a measure of a parcel is not a text"));
        }
        let at = self.shipments.len();
        let rate = |name: &str, token: &str| {
            json!({
                "object_id": format!("rate{name}{at}"), "amount": "9.80", "currency": "USD", "provider": "USPS",
                "servicelevel": {"name": name, "token": token, "terms": ""}, "messages": [],
            })
        };
        let mut shipment = Value::Object(sent);
        shipment["object_id"] = json!(format!("shipment{at}"));
        shipment["status"] = json!("SUCCESS");
        shipment["rates"] = json!([rate("Priority", "usps_priority"), rate("Ground", SERVICE)]);
        shipment["messages"] = json!([]);
        self.shipments.push(shipment.clone());
        Ok((StatusCode::CREATED, shipment))
    }

    fn buy(&mut self, sent: &Map<String, Value>) -> Answered {
        let known = ["rate", "metadata", "label_file_type", "async"];
        fields(sent, &known, &known)?;
        check_common(sent)?;
        if sent["label_file_type"] != "PDF" {
            return Err(bad("no PDF"));
        }
        let is_known = |shipment: &Value| {
            shipment["rates"].as_array().unwrap().iter().any(|rate| rate["object_id"] == sent["rate"])
        };
        if !self.shipments.iter().any(is_known) {
            return Err(bad("an unknown rate"));
        }
        let at = self.transactions.len();
        let begun = json!({
            "object_id": format!("transaction{at}"), "object_state": "VALID", "status": "QUEUED", "rate": sent["rate"],
            "metadata": sent["metadata"], "label_file_type": "PDF", "messages": [], "test": true, "parcel": "p",
            "label_url": null, "tracking_number": null, "tracking_url_provider": null, "eta": null,
        });
        let transaction = match self.buys {
            Buys::Made => {
                let number = number(at);
                self.tracks.insert(number.clone(), track(&number));
                made(&begun, &number)
            }
            Buys::Queued => begun,
            Buys::Refused => {
                let mut refused = begun;
                refused["status"] = json!("ERROR");
                refused["messages"] = json!([{"source": "USPS", "code": "", "text": "The address is too long."}]);
                refused
            }
        };
        self.transactions.push(transaction.clone());
        Ok((StatusCode::CREATED, transaction))
    }

    fn list(&self, query: &[(String, String)]) -> Answered {
        let value = |name: &str| query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        if let Some((unknown, _)) = query.iter().find(|(name, _)| !["rate", "results", "page"].contains(&name.as_str()))
        {
            return Err(bad(format!("the unknown field {unknown}")));
        }
        let size: usize = value("results").and_then(|size| size.parse().ok()).filter(|size| *size <= 100).unwrap_or(25);
        let page: usize = value("page").and_then(|page| page.parse().ok()).unwrap_or(1);
        let before = (page - 1) * size;
        let others = (before..self.others).map(|at| {
            let rate = if self.ignores_offers { Some("of another program") } else { value("rate") };
            json!({"object_id": format!("other{at}"), "status": "SUCCESS", "metadata": "of another program", "rate": rate,
                "tracking_number": "1", "label_url": "https://labels.test/other.pdf", "messages": []})
        });
        let is_asked = |known: &&Value| self.ignores_offers || value("rate").is_none_or(|rate| known["rate"] == rate);
        let ours = self.transactions.iter().filter(is_asked).cloned();
        let mut rest = others.chain(ours.skip(before.saturating_sub(self.others)));
        let results: Vec<Value> = rest.by_ref().take(size).collect();
        let next = rest.next().map(|_| format!("https://api.goshippo.com/transactions/?page={}", page + 1));
        Ok((StatusCode::OK, json!({"next": next, "previous": null, "results": results})))
    }

    fn refund(&mut self, sent: &Map<String, Value>) -> Answered {
        fields(sent, &["transaction", "async"], &["transaction", "async"])?;
        check_common(sent)?;
        let status = self.refund.unwrap_or("PENDING");
        let known = self.transactions.iter_mut().find(|known| known["object_id"] == sent["transaction"]);
        let known =
            known.filter(|known| known["status"] == "SUCCESS").ok_or_else(|| bad("a refund of no label, or again"))?;
        known["status"] = json!(match status {
            "SUCCESS" => "REFUNDED",
            "ERROR" => "REFUNDREJECTED",
            _ => "REFUNDPENDING",
        });
        let refund = json!({"object_id": "refund", "status": status, "transaction": sent["transaction"], "test": true});
        self.refunds.push(refund.clone());
        Ok((StatusCode::CREATED, refund))
    }

    fn track(&mut self, path: &str) -> Answered {
        self.looked += 1;
        let code = path.strip_prefix("/tracks/usps/").ok_or((StatusCode::NOT_FOUND, format!("GET {path}")))?;
        let track = self.tracks.get(code).cloned().ok_or((StatusCode::NOT_FOUND, format!("the parcel {code}")))?;
        Ok((StatusCode::OK, track))
    }
}

pub(super) fn number(at: usize) -> String {
    format!("92055901649173127510{at:02}")
}

pub(super) fn made(begun: &Value, number: &str) -> Value {
    let mut made = begun.clone();
    made["status"] = json!("SUCCESS");
    made["tracking_number"] = json!(number);
    made["tracking_url_provider"] =
        json!(format!("https://tools.usps.com/go/TrackConfirmAction_input?origTrackNum={number}"));
    made["label_url"] = json!(format!("https://labels.test/{number}.pdf?Signature=secret"));
    made
}

/// A parcel that the carrier has not scanned yet.
pub(super) fn track(number: &str) -> Value {
    json!({
        "carrier": "usps", "tracking_number": number, "messages": [], "tracking_history": [], "tracking_status": null,
        "address_from": {"city": "Minneapolis", "state": "MN", "zip": "55402", "country": "US"},
        "address_to": {"city": "Minneapolis", "state": "MN", "zip": "55403", "country": "US"},
        "eta": null, "original_eta": null, "servicelevel": {"token": SERVICE, "name": "Ground"}, "metadata": null,
        "transaction": "t", "test": true,
    })
}
