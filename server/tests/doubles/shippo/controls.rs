//! How tests control the double's labels and parcels: the shop's settings, the carrier's scans and Shippo's webhooks, written from
//! <https://docs.goshippo.com/docs/tracking/webhooks> and <https://docs.goshippo.com/docs/tracking/webhooksecurity>.

use super::parcels::{Book, Buys, SENDER, SERVICE, made, number, track};
use super::{KEY, Shippo};
use crate::doubles::http::{HttpDouble, HttpFault};
use crate::doubles::secrets::secret;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use stylebox_server::platform::signature::sign;
use stylebox_server::providers::carrier::shippo::settings::{CarrierSettings, Sender, WebhookProof};
use stylebox_server::values::postal_address::PostalAddress;

/// The token of the webhook's address.
pub const TOKEN: &str = "0123456789abcdefghij";
/// The secret of its signature.
pub const SECRET: &str = "signs for Shippo";

impl Shippo {
    /// The settings of a shop that buys its labels here.
    pub fn carrier(&self) -> CarrierSettings {
        CarrierSettings {
            account: self.settings_with(KEY),
            carrier: "usps".to_owned(),
            service: SERVICE.to_owned(),
            return_service: SERVICE.to_owned(),
            carrier_account: None,
            sender: Sender {
                name: SENDER.to_owned(),
                address: PostalAddress {
                    line_1: "901 Marquette Avenue".to_owned(),
                    line_2: Some("Suite 200".to_owned()),
                    city: "Minneapolis".to_owned(),
                    state: "MN".to_owned(),
                    postal_code: "55402".to_owned(),
                },
                phone: Some("6125550100".to_owned()),
                email: None,
            },
            inches: ["16", "12", "5"].map(ToOwned::to_owned),
            pounds: "6.5".to_owned(),
            proof: Some(WebhookProof::Token(secret(TOKEN))),
        }
    }

    /// The same, with signed webhooks.
    pub fn signing(&self) -> CarrierSettings {
        let secret = secret(SECRET);
        CarrierSettings { proof: Some(WebhookProof::Signature(secret)), ..self.carrier() }
    }

    fn book<T>(&self, read: impl FnOnce(&mut Book) -> T) -> T {
        read(&mut self.shared.book.lock().unwrap())
    }

    /// Misbehaves only at calls whose path ends with `path`.
    pub fn set_at(&self, path: &'static str, fault: HttpFault) {
        self.http.set_at(path, fault);
    }

    pub fn set_buys(&self, buys: Buys) {
        self.book(|book| book.buys = buys);
    }

    /// From now on each list begins with this many labels that another program bought.
    pub fn add_others(&self, others: usize) {
        self.book(|book| book.others = others);
    }

    /// From now on lists contain all transactions, whichever rate they are asked for.
    pub fn ignore_offers(&self) {
        self.book(|book| book.ignores_offers = true);
    }

    /// The double's server, which can hold calls.
    pub const fn http(&self) -> &HttpDouble {
        &self.http
    }

    /// Sets the first status of refunds. Without it, the status is `PENDING`.
    pub fn set_refund(&self, status: &'static str) {
        self.book(|book| book.refund = Some(status));
    }

    /// The carrier decides about all pending refunds.
    pub fn decide_refunds(&self, status: &str) {
        self.book(|book| {
            for transaction in book.transactions.iter_mut().filter(|known| known["status"] == "REFUNDPENDING") {
                transaction["status"] = json!(status);
            }
        });
    }

    /// Makes the queued labels.
    pub fn finish_queued(&self) {
        self.book(|book| {
            let queued: Vec<usize> =
                (0..book.transactions.len()).filter(|at| book.transactions[*at]["status"] == "QUEUED").collect();
            for at in queued {
                let number = number(at);
                book.transactions[at] = made(&book.transactions[at], &number);
                book.tracks.insert(number.clone(), track(&number));
            }
        });
    }

    pub fn shipments(&self) -> Vec<Value> {
        self.book(|book| book.shipments.clone())
    }

    /// The labels that were bought.
    pub fn transactions(&self) -> Vec<Value> {
        self.book(|book| book.transactions.clone())
    }

    pub fn refunds(&self) -> Vec<Value> {
        self.book(|book| book.refunds.clone())
    }

    /// How often the service looked up a parcel.
    pub fn looked(&self) -> usize {
        self.book(|book| book.looked)
    }

    /// The tracking codes of the labels that were made, either of boxes and exchanges or of returns.
    pub fn codes(&self, is_return: bool) -> Vec<String> {
        self.book(|book| {
            let of = |transaction: &&Value| {
                let shipment =
                    book.shipments.iter().find(|known| known["rates"][1]["object_id"] == transaction["rate"]);
                (shipment.unwrap()["extra"]["is_return"] == true) == is_return
            };
            let made = book.transactions.iter().filter(|known| known["tracking_number"].is_string()).filter(of);
            made.map(|known| known["tracking_number"].as_str().unwrap().to_owned()).collect()
        })
    }

    /// The carrier forgets a parcel.
    pub fn forget(&self, code: &str) {
        self.book(|book| book.tracks.remove(code));
    }

    /// The carrier scans a parcel in Memphis.
    pub fn sees(&self, code: &str, status: &str, substatus: &str, at: &str) {
        let seen = json!({
            "object_created": at, "object_id": "t", "object_updated": at, "status": status,
            "status_details": "Left with Ann Larsen at 1200 Harmon Place", "status_date": at,
            "substatus": {"code": substatus, "text": "…", "action_required": false},
            "location": {"city": "Memphis", "state": "TN", "zip": "38118", "country": "US"},
        });
        self.book(|book| {
            let track = book.tracks.get_mut(code).unwrap();
            track["tracking_status"] = seen.clone();
            track["tracking_history"].as_array_mut().unwrap().push(seen);
        });
    }

    /// Shippo's webhook about a parcel as it is now, with a token.
    pub fn tells(&self, code: &str, token: &str) -> Request<Body> {
        let uri = format!("/api/webhooks/shippo?token={token}");
        let request = Request::post(uri).header("content-type", "application/json");
        request.body(Body::from(self.event(code))).unwrap()
    }

    /// The same webhook, signed.
    pub fn tells_signed(&self, code: &str, secret: &str) -> Request<Body> {
        let body = self.event(code);
        let signature = format!("t=1795014000,v1={}", sign(secret, &format!("1795014000.{body}")));
        let request = Request::post("/api/webhooks/shippo").header("content-type", "application/json");
        request.header("shippo-auth-signature", signature).body(Body::from(body)).unwrap()
    }

    /// The body of Shippo's webhook about a parcel as it is now.
    pub fn event(&self, code: &str) -> String {
        let track = self.book(|book| book.tracks.get(code).cloned()).unwrap_or_else(|| track(code));
        json!({"event": "track_updated", "test": true, "data": track}).to_string()
    }
}
