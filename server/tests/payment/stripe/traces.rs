//! A trace goes from the page's call to the call to Stripe, and contains no personal data.

use super::{DECLINED, GOOD, OTHER, another, decided, ordered, replace_card, shop};
use crate::doubles::otlp::Received;
use crate::doubles::stripe::StripeFault;
use crate::support::traces::Collecting;
use crate::support::{PASSWORD, Shopper, TestApp, log, newest_code};
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use serde_json::json;
use stylebox_server::jobs::{find, runner};
use stylebox_server::providers::telemetry::allowed::ATTRIBUTES;

/// From now on the browser's calls belong to this trace.
fn begins(ann: &mut Shopper, trace: &str) {
    ann.browser.headers.insert("traceparent", format!("00-{trace}-00f067aa0ba902b7-00").parse().unwrap());
}

#[track_caller]
fn below<'a>(spans: &'a [Received], parent: &Received, name: &str) -> &'a Received {
    let found = spans.iter().find(|span| span.parent() == parent.id() && span.name() == name);
    found.unwrap_or_else(|| panic!("there is no {name:?} below {:?}: {spans:#?}", parent.name()))
}

#[tokio::test]
async fn a_checkout_is_one_trace_from_the_page_to_stripe() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    let invoice = ann.invoice().await;
    let tracing = Collecting::start();
    let trace = "4bf92f3577b34da6a3ce929d0e0e4701";
    begins(&mut ann, trace);
    ann.check_out_for(&invoice, "key", &json!({"expected_total_due": invoice["totalDue"]})).await.expect(200);

    // The checkout is a task of its own, whose span can end after the answer was sent.
    tracing.until(|span| span.trace() == trace && span.name() == "checkout").await;
    let spans = tracing.of(trace).await;
    let root = spans.iter().find(|span| span.parent().is_empty()).unwrap();
    assert_eq!((root.name(), root.kind()), ("POST /api/invoices/{id}/checkout", SpanKind::Server));
    let checkout = below(&spans, root, "checkout");
    below(&spans, checkout, "write transaction");
    let payment = below(&spans, checkout, "payment");
    let call = below(&spans, payment, "POST stripe");
    assert_eq!((call.kind(), call.has_failed()), (SpanKind::Client, false));
    let said = call.attributes();
    let keys: Vec<&str> = said.keys().copied().collect();
    assert_eq!(
        keys,
        ["http.request.method", "http.response.status_code", "server.address", "service.peer.name", "stylebox.outcome"]
    );
    assert_eq!((&*said["service.peer.name"], &*said["http.response.status_code"]), ("\"stripe\"", "200"));
    assert_eq!((&*said["stylebox.outcome"], &*said["server.address"]), ("\"success\"", "\"127.0.0.1\""));
}

#[tokio::test]
async fn a_declined_fee_shows_in_the_trace() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, DECLINED).await;
    let tracing = Collecting::start();
    let trace = "4bf92f3577b34da6a3ce929d0e0e4702";
    begins(&mut ann, trace);
    ann.browser.post("/api/demo/advance", json!({})).await.expect(409);
    let spans = tracing.of(trace).await;
    let refused = spans.iter().find(|span| span.name() == "POST stripe" && span.has_failed()).unwrap();
    assert_eq!(
        (&*refused.attributes()["error.type"], &*refused.attributes()["stylebox.outcome"]),
        ("\"402\"", "\"refused\"")
    );
}

/// Another task asks the gateway, and its log lines belong to the call, too.
#[tokio::test]
async fn lines_of_a_payment_have_the_trace_of_its_call() {
    let (app, stripe) = shop().await;
    let _tracing = Collecting::start();
    let mut ann = decided(&app, &stripe, 4).await;
    let invoice = ann.invoice().await;
    stripe.set(StripeFault::TakesMore);
    let trace = "4bf92f3577b34da6a3ce929d0e0e4703";
    begins(&mut ann, trace);
    log::start_capture();
    ann.check_out_for(&invoice, "key", &json!({"expected_total_due": invoice["totalDue"]})).await;
    let lines = log::captured();
    let line = lines.lines().find(|line| line.contains("the gateway took another amount") && line.contains(trace));
    assert!(line.is_some(), "{lines}");
}

/// The texts of a span: its name, its attributes and their values.
fn texts(span: &Received) -> Vec<String> {
    let mut attributes = span.attributes();
    if let Some(id) = attributes.remove("stylebox.request.id") {
        assert!(id.len() == 18 && id.trim_matches('"').bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
    }
    let pairs = attributes.into_iter().map(|(key, value)| format!("{key}={value}"));
    pairs.chain([span.name().to_owned()]).collect()
}

/// The customer's personal data and identifiers.
async fn facts(app: &TestApp, ann: &mut Shopper, code: &str) -> Vec<String> {
    let order = ann.read().await;
    let account = ann.browser.get("/api/account").await.expect(200);
    let known = ["ann@example.com", "Ann", "Larsen", "Harmon", "Apt 4", "Minneapolis", "55403", "555-0142", "5550142"];
    let mut facts: Vec<String> = known.map(ToOwned::to_owned).into();
    facts
        .extend([PASSWORD, code, GOOD, OTHER, "4242", "pm_", "cus_", "pi_", "seti_", "sk_test"].map(ToOwned::to_owned));
    facts.extend(ann.browser.cookies.values().cloned());
    facts.extend([&order["id"], &order["code"], &account["id"]].map(|value| value.as_str().unwrap().to_owned()));
    let ids = app.dump().await;
    let is_id = |word: &&str| word.len() == 36 && word.matches('-').count() == 4;
    facts.extend(
        ids.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').filter(is_id).map(str::to_owned),
    );
    facts
}

#[tokio::test]
async fn no_trace_contains_personal_data() {
    let (app, stripe) = shop().await;
    let tracing = Collecting::start();
    let mut ann = decided(&app, &stripe, 4).await;
    ann.check_out("key").await.expect(200);
    replace_card(&app, &mut ann, another(&stripe, OTHER)).await;
    let code = newest_code(&app)
        .await
        .body
        .split(|letter: char| !letter.is_ascii_digit())
        .find(|word| word.len() == 6)
        .unwrap()
        .to_owned();
    ann.browser.get("/api/postal_codes/55403").await;
    ann.browser.get("/api/orders?search=Larsen").await;
    ann.browser.post("/api/sessions", json!({"customer": {"email": "ann@example.com", "password": PASSWORD}})).await;
    ann.browser.get("/members/reset?token=a-secret-token").await;
    for job in ["outbox", "payments", "webhooks", "after_checkout", "closings", "housekeeping"] {
        runner::run_now(&app.state, find(job).unwrap()).await.unwrap();
    }
    let facts = facts(&app, &mut ann, &code).await;
    assert!(facts.len() > 50, "{facts:?}");
    let trace = "4bf92f3577b34da6a3ce929d0e0e4704";
    begins(&mut ann, trace);
    ann.read().await;
    tracing.of(trace).await;

    let spans = tracing.until(|span| span.trace() == trace).await;
    assert!(spans.len() > 100, "{}", spans.len());
    for span in &spans {
        for key in span.attributes().keys() {
            assert!(ATTRIBUTES.contains(key), "{key}");
        }
        for text in texts(span) {
            for fact in facts.iter().chain([&"a-secret-token".to_owned()]) {
                assert!(!text.contains(fact.as_str()), "{text} holds {fact}");
            }
        }
    }
}
