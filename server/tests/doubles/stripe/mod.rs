//! A stand-in for Stripe, written from its public documentation: customers, payment methods, SetupIntents, PaymentIntents, refunds,
//! disputes, balance transactions, Radar's risk and reviews, idempotency keys and webhooks, as far as the service uses them.
//!
//! It refuses parameters that a call does not have, a call without the secret key or the version, and a key that comes with other
//! parameters. Cards behave by their number ([`Card::of`]), as Stripe's test numbers do.

mod balance;
mod book;
mod calls;
mod cards;
mod intents;
mod keys;
mod refunds;
mod risk;

use crate::doubles::http::{HttpDouble, HttpFault};
use book::Book;
pub use cards::{Card, Risk};
use hmac::{Hmac, KeyInit, Mac};
use keys::Kept;
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::{Arc, Mutex, MutexGuard};
use stylebox_server::platform::clock::Clock;

/// The keys that the double accepts.
pub const SECRET_KEY: &str = "sk_test_double";
pub const PUBLISHABLE_KEY: &str = "pk_test_double";
pub const WEBHOOK_SECRET: &str = "whsec_double";

/// How the double misbehaves besides its HTTP faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StripeFault {
    #[default]
    None,
    /// Charges a cent more than was asked for.
    TakesMore,
    /// Reserves a cent more than was asked for.
    ReservesMore,
    /// Does not say how long the bank keeps money reserved.
    HidesTheEnd,
    /// Says that a charge is in review, but not the review's id.
    HidesTheReview,
    /// Says for this many calls that their key is in use.
    KeyInUse(u32),
    /// Confirmed charges stay in processing.
    StaysInProcessing,
    /// The next call that creates or changes something is carried out and answered with 500, as is each repeat under its key.
    FailsUnderKey,
    /// Answers only for the first page of each list.
    HasOnePage,
    /// Refuses the secret key.
    RefusesKey,
    /// The secret key has no permission to read objects of this kind, such as `charges`.
    MayNotRead(&'static str),
}

#[derive(Clone)]
pub struct StripeDouble {
    http: HttpDouble,
    shared: Shared,
}

/// The state that the calls share.
#[derive(Clone)]
struct Shared {
    book: Arc<Mutex<Book>>,
    clock: Arc<Mutex<Arc<dyn Clock>>>,
}

impl Shared {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap()
    }

    /// Seconds since 1970.
    fn now(&self) -> i64 {
        self.clock.lock().unwrap().real_now().seconds()
    }
}

impl StripeDouble {
    /// Starts the double. New objects have the time of `clock`.
    pub async fn start(clock: Arc<dyn Clock>) -> Self {
        let shared = Shared { book: Arc::new(Mutex::new(Book::default())), clock: Arc::new(Mutex::new(clock)) };
        Self { http: HttpDouble::start(calls::router(shared.clone())).await, shared }
    }

    /// From now on it uses another clock.
    pub fn follow(&self, clock: Arc<dyn Clock>) {
        *self.shared.clock.lock().unwrap() = clock;
    }

    pub fn url(&self) -> String {
        self.http.url()
    }

    /// Sets how its HTTP server misbehaves.
    pub fn set_http(&self, fault: HttpFault) {
        self.http.set(fault);
    }

    /// The same, only for calls whose path ends with `path`, such as `/confirm`.
    pub fn set_http_at(&self, path: &'static str, fault: HttpFault) {
        self.http.set_at(path, fault);
    }

    /// Its HTTP server, which can hold calls: see [`HttpDouble::hold_next_at`].
    pub fn http(&self) -> &HttpDouble {
        &self.http
    }

    /// Sets how it misbehaves besides.
    pub fn set(&self, fault: StripeFault) {
        self.book().fault = fault;
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.shared.book()
    }

    /// Types a card into its fields in the browser. Returns the payment method's id.
    pub fn payment_method(&self, number: &str) -> String {
        self.book().add_payment_method(Card::of(number), self.shared.now())
    }

    /// The cardholder confirms a SetupIntent or PaymentIntent with the bank, or refuses.
    pub fn answer(&self, id: &str, confirms: bool) {
        self.book().answer(id, confirms, self.shared.now());
    }

    /// All objects of a kind: `payment_intent`, `customer`, …, the oldest first.
    pub fn all(&self, kind: &str) -> Vec<Value> {
        self.book().objects.iter().filter(|object| object["object"] == kind).cloned().collect()
    }

    /// The newest object of a kind.
    pub fn newest(&self, kind: &str) -> Value {
        self.all(kind).pop().unwrap_or_else(|| panic!("there is no {kind}"))
    }

    /// The cents of each charge that were taken and not refunded, without zeros, sorted.
    pub fn taken(&self) -> Vec<i64> {
        let book = self.book();
        let of_charge = |intent: &Value| {
            let refunded: i64 = book.refunds_of(intent["id"].as_str().unwrap()).iter().map(|(_, cents)| cents).sum();
            intent["amount_received"].as_i64().unwrap() - refunded
        };
        let charges = book.objects.iter().filter(|object| object["object"] == "payment_intent");
        let mut taken: Vec<i64> = charges.map(of_charge).filter(|cents| *cents > 0).collect();
        taken.sort_unstable();
        taken
    }

    /// The accepted calls, such as `POST /v1/refunds`.
    pub fn calls(&self) -> Vec<String> {
        self.book().calls.clone()
    }

    /// From now on every charge has this risk, whatever its card.
    pub fn set_risk(&self, risk: Risk) {
        self.book().risk = Some(risk);
    }

    /// From now on a rule of the shop puts charges of an elevated risk in review.
    pub fn review_elevated(&self) {
        self.book().reviews = true;
    }

    /// Staff approve the review of a charge in Stripe's dashboard, which does not take the money. Returns the review's id.
    pub fn approve_review(&self, intent: &str) -> String {
        self.close_review(intent, "approved")
    }

    /// Closes the review of a charge for one of Stripe's reasons. Returns the review's id.
    pub fn close_review(&self, intent: &str, reason: &str) -> String {
        let mut book = self.book();
        let intent = book.get(intent).unwrap().clone();
        book.close_review(&intent, reason);
        intent["review"].as_str().unwrap().to_owned()
    }

    /// Staff capture a charge in Stripe's dashboard.
    pub fn capture_by_hand(&self, intent: &str) {
        let mut book = self.book();
        let cents = book.get(intent).unwrap()["amount_capturable"].as_i64().unwrap();
        book.capture_intent(intent, cents).unwrap();
    }

    /// Staff cancel a charge in Stripe's dashboard, or the bank releases its money.
    pub fn cancel_elsewhere(&self, intent: &str, reason: &str) {
        self.book().cancel_intent(intent, &json!(reason)).unwrap();
    }

    /// The cents of each charge that are reserved and not taken, without zeros.
    pub fn reserved(&self) -> Vec<i64> {
        let charges = self.all("payment_intent").into_iter();
        charges.map(|intent| intent["amount_capturable"].as_i64().unwrap()).filter(|cents| *cents > 0).collect()
    }

    /// Makes a refund fail after it has succeeded.
    pub fn fail_refund(&self, id: &str) {
        let mut book = self.book();
        let refund = book.get_mut(id).unwrap();
        refund["status"] = json!("failed");
        refund["failure_reason"] = json!("expired_or_canceled_card");
    }

    /// The cardholder disputes a charge. Returns the dispute's id.
    pub fn dispute(&self, intent: &str) -> String {
        let now = self.shared.now();
        let mut book = self.book();
        let charge = book.get(intent).unwrap().clone();
        let id = book.new_id("dp");
        book.objects.push(json!({
            "id": id, "object": "dispute", "status": "needs_response", "reason": "fraudulent", "created": now,
            "amount": charge["amount_received"], "currency": charge["currency"], "payment_intent": intent,
            "evidence_details": {"due_by": now + 7 * 24 * 60 * 60, "has_evidence": false},
        }));
        id
    }

    /// Sets the status of an object.
    pub fn set_status(&self, id: &str, status: &str) {
        self.book().get_mut(id).unwrap()["status"] = json!(status);
    }

    /// An object as it is now.
    pub fn object(&self, id: &str) -> Value {
        self.book().get(id).unwrap_or_else(|| panic!("there is no {id}")).clone()
    }

    pub fn status_of(&self, id: &str) -> String {
        self.object(id)["status"].as_str().unwrap().to_owned()
    }

    /// Removes an object, as if the Stripe account were another one.
    pub fn remove(&self, id: &str) {
        self.book().objects.retain(|object| object["id"] != id);
    }

    /// Somebody with the secret of a SetupIntent or PaymentIntent confirms it in the browser with another card. Returns false if the
    /// intent cannot be confirmed any more.
    pub fn confirm_with_another_card(&self, intent: &str, number: &str) -> bool {
        let payment_method = self.payment_method(number);
        self.book().confirm_with_another(intent, &payment_method, self.shared.now())
    }

    /// Removes an object's metadata, as if another program had made it.
    pub fn forget_metadata(&self, id: &str) {
        self.book().get_mut(id).unwrap()["metadata"] = json!({});
    }

    /// A charge in processing succeeds.
    pub fn succeed(&self, intent: &str) {
        let mut book = self.book();
        book.fault = StripeFault::None;
        book.take(intent);
    }

    /// Staff refund cents of a charge in Stripe's dashboard.
    pub fn refund_by_hand(&self, intent: &str, cents: i64) {
        let fields = json!({"payment_intent": intent, "amount": cents.to_string(), "metadata": {}});
        self.book().refund(&fields, self.shared.now()).unwrap();
    }

    /// All objects, as text.
    pub fn everything(&self) -> String {
        json!(self.book().objects).to_string()
    }

    /// As if each call under a key had other fields, such as those of an earlier version of this program.
    pub fn keys_had_other_fields(&self) {
        self.book().kept.values_mut().for_each(Kept::with_other_fields);
    }

    /// Forgets the idempotency keys, as Stripe does after a day.
    pub fn forget_keys(&self) {
        self.book().kept.clear();
    }

    /// Adds a charge that another program made. With a key, this service made it before its backup was restored. Returns the charge's
    /// id.
    pub fn charge_elsewhere(&self, cents: i64, key: Option<&str>) -> String {
        let now = self.shared.now();
        let mut book = self.book();
        let id = book.new_id("pi");
        book.objects.push(json!({
            "id": id, "object": "payment_intent", "status": "succeeded", "created": now, "amount": cents,
            "amount_received": cents, "amount_capturable": 0, "currency": "usd", "customer": null,
            "metadata": key.map_or_else(|| json!({}), |key| json!({"attempt": key})),
        }));
        id
    }

    /// Adds an object that was removed before.
    pub fn show(&self, object: Value) {
        self.book().objects.push(object);
    }

    /// From now on a page of a list has at most `most` objects.
    pub fn set_page(&self, most: usize) {
        self.book().page = Some(most);
    }

    /// Stripe pays out cents to the shop.
    pub fn pay_out(&self, cents: i64) {
        let now = self.shared.now();
        let mut book = self.book();
        let id = book.new_id("po");
        book.objects.push(json!({
            "id": id, "object": "payout", "created": now, "amount": cents, "currency": "usd",
        }));
    }

    /// Adds a charge that another program made for a customer.
    pub fn add_intent(&self, customer: &str) {
        let now = self.shared.now();
        let mut book = self.book();
        let id = book.new_id("pi");
        book.objects.push(json!({
            "id": id, "object": "payment_intent", "status": "succeeded", "created": now, "amount": 0,
            "amount_received": 0, "amount_capturable": 0, "currency": "usd", "customer": customer, "metadata": {},
        }));
    }

    /// The webhook about an object as it is now: the body, and the header that proves it.
    pub fn event(&self, event_id: &str, kind: &str, object_id: &str) -> (String, String) {
        let object = self.book().get(object_id).unwrap().clone();
        let body = json!({
            "id": event_id, "object": "event", "type": kind, "created": self.shared.now(), "livemode": false,
            "data": {"object": object},
        });
        let body = body.to_string();
        let header = signature(WEBHOOK_SECRET, self.shared.now(), &body);
        (body, header)
    }
}

/// The header that proves a webhook of Stripe.
pub fn signature(secret: &str, seconds: i64, body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    let signed = mac.chain_update(format!("{seconds}.{body}")).finalize().into_bytes();
    let hex: String = signed.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={seconds},v1={hex}")
}
