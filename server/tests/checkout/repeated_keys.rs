//! A call's idempotency key is looked at before any outside party is asked.

use crate::doubles::shippo::Shippo;
use crate::doubles::stripe_tax::StripeTaxDouble;
use crate::order::forms::{delivery, pick_up, returning};
use crate::support::{Client, GatewayBehaviour, Reply, Shopper, TestApp};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use stylebox_server::data::ThemeBox;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::Providers;
use stylebox_server::providers::address::choice::AddressChoice;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::tax::choice::TaxChoice;
use stylebox_server::providers::theme_boxes::{NoAnswer, ThemeBoxes};

const CALCULATIONS: &str = "/v1/tax/calculations";

/// The doubles of the tax service and of the address check.
struct Parties {
    tax: StripeTaxDouble,
    addresses: Shippo,
}

impl Parties {
    /// A shop that uses both.
    async fn shop() -> (TestApp, Self) {
        let parties = Self { tax: StripeTaxDouble::start().await, addresses: Shippo::start().await };
        let app = TestApp::with(|settings| {
            settings.parties.tax = TaxChoice::Stripe(parties.tax.settings());
            settings.parties.address = AddressChoice::Shippo(parties.addresses.settings());
        })
        .await;
        (app, parties)
    }

    /// How often each was asked.
    fn asked(&self) -> [usize; 2] {
        [self.tax.calls(CALCULATIONS).len(), self.addresses.asked().len()]
    }
}

pub async fn post_under(browser: &mut Client, key: &str, path: &str, body: &Value) -> Reply {
    browser.headers.insert("idempotency-key", key.parse().unwrap());
    let reply = browser.post(path, body.clone()).await;
    browser.headers.remove("idempotency-key");
    reply
}

/// The body of a checkout that sends exchanges to another address.
pub fn agreed(invoice: &Value) -> Value {
    json!({"expected_total_due": invoice["totalDue"], "exchange_address": {
        "line_1": "215 Clayton Street", "line_2": "", "city": "San Francisco", "state": "CA", "postal_code": "94117",
        "phone": "(415) 555-0100",
    }})
}

#[tokio::test]
async fn a_checkout_under_the_key_of_another_call_is_refused_before_a_party_is_asked() {
    let (app, parties) = Parties::shop().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let ordered = post_under(&mut ann.browser, "ordered", "/api/orders", &delivery()).await.expect(201);
    ann.order = ordered["id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    ann.keep(2).await;
    let invoice = ann.invoice().await;
    app.execute("DELETE FROM tax_calculations").await;
    let before = parties.asked();
    ann.check_out_for(&invoice, "ordered", &agreed(&invoice)).await.refused(422, "idempotency_key_reused");
    assert_eq!(parties.asked(), before);
    // A key of its own lets both be asked.
    ann.check_out_for(&invoice, "paid", &agreed(&invoice)).await.expect(200);
    assert_eq!(parties.asked(), before.map(|count| count + 1));
}

#[tokio::test]
async fn a_repeat_of_a_checkout_that_has_ended_asks_no_party() {
    let (app, parties) = Parties::shop().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let invoice = ann.invoice().await;
    let body = agreed(&invoice);
    app.gateway.set(GatewayBehaviour::Declines);
    ann.check_out_for(&invoice, "declined", &body).await.refused(402, "payment_declined");
    app.execute("DELETE FROM tax_calculations").await;
    let before = parties.asked();
    ann.check_out_for(&invoice, "declined", &body).await.refused(402, "payment_declined");
    assert_eq!(parties.asked(), before);
    app.gateway.set(GatewayBehaviour::Works);
    let paid = ann.check_out_for(&invoice, "paid", &body).await.expect(200);
    app.execute("DELETE FROM tax_calculations").await;
    let before = parties.asked();
    // The decline is the outcome of its call, even now that the invoice is paid.
    ann.check_out_for(&invoice, "declined", &body).await.refused(402, "payment_declined");
    assert_eq!(ann.check_out_for(&invoice, "paid", &body).await.expect(200), paid);
    assert_eq!(parties.asked(), before);
}

/// Names no theme boxes, and counts how often it is asked.
#[derive(Default)]
struct Counting(AtomicUsize);

impl ThemeBoxes for Counting {
    fn forgetting(&self) -> Forgetting {
        Forgetting::KnowsNobody
    }

    fn current(&self) -> BoxFuture<'_, Result<Vec<ThemeBox>, NoAnswer>> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { Ok(Vec::new()) })
    }
}

#[tokio::test]
async fn an_order_under_a_known_key_does_not_ask_for_the_theme_boxes() {
    let app = TestApp::start().await;
    let ann = returning(&app, "ann@example.com").await;
    let counting = Arc::new(Counting::default());
    let theme_boxes = counting.clone();
    let mut browser = app.client_of(app.with_providers(Providers { theme_boxes, ..app.state.providers.clone() }));
    browser.cookies.clone_from(&ann.browser.cookies);
    let first = post_under(&mut browser, "key", "/api/orders", &delivery()).await.expect(201);
    assert_eq!(counting.0.load(Ordering::SeqCst), 1);
    assert_eq!(post_under(&mut browser, "key", "/api/orders", &delivery()).await.expect(201), first);
    post_under(&mut browser, "key", "/api/orders", &pick_up()).await.refused(422, "idempotency_key_reused");
    assert_eq!(counting.0.load(Ordering::SeqCst), 1);
}
