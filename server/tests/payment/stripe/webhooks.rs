//! Stripe's webhooks: proven by their signature, and only hints.

use super::{GOOD, MINUTE, decided, ordered, shop};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::{WEBHOOK_SECRET, signature};
use crate::support::{Client, Reply, TestApp};
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::operation::webhooks::work_due;
use stylebox_server::service::payment::carry_out::resume_open;

pub(super) async fn deliver(browser: &mut Client, body: &str, proof: &str) -> Reply {
    let request = Request::post("/api/webhooks/stripe").header("stripe-signature", proof);
    browser.send(request.header("content-type", "application/json").body(Body::from(body.to_owned())).unwrap()).await
}

fn seconds(app: &TestApp) -> i64 {
    app.state.clock.now().seconds()
}

#[tokio::test]
async fn a_webhook_is_accepted_only_with_its_signature() {
    let (app, stripe) = shop().await;
    ordered(&app, &stripe, GOOD).await;
    let mut browser = app.client();
    let (body, proof) = stripe.event("evt_1", "customer.created", stripe.newest("customer")["id"].as_str().unwrap());
    let now = seconds(&app);
    let (other, old) = (signature("whsec_other", now, &body), signature(WEBHOOK_SECRET, now - 301, &body));
    let ahead = signature(WEBHOOK_SECRET, now + 301, &body);
    let later = proof.replace(&format!("t={now}"), &format!("t={}", now + 1));
    for wrong in ["", "t=1", "v1=00", &*other, &*old, &*ahead, &*later] {
        deliver(&mut browser, &body, wrong).await.refused(403, "not_authorized");
    }
    deliver(&mut browser, &body.replace("evt_1", "evt_2"), &proof).await.refused(403, "not_authorized");
    let proven = signature(WEBHOOK_SECRET, now, "{}");
    deliver(&mut browser, "{}", &proven).await.refused(422, "request_invalid");
    assert_eq!(deliver(&mut browser, &body, &proof).await.status, 204);
    let still = signature(WEBHOOK_SECRET, now - 299, &body);
    assert_eq!(deliver(&mut browser, &body, &still).await.status, 204);
    // While the secret is replaced, Stripe signs with both.
    let both = format!("{other},{}", proof.split_once(',').unwrap().1);
    assert_eq!(deliver(&mut browser, &body, &both).await.status, 204);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM webhook_events").await, [0], "an event about a customer is ignored");
}

/// The event comes before the answer to the call, after it, twice, or never.
#[tokio::test]
async fn a_checkout_is_paid_once_whenever_and_however_often_its_event_comes() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set_http_at("/confirm", HttpFault::LosesAnswer);
    ann.check_out("key").await.expect(202);
    stripe.set_http(HttpFault::None);
    let charge = stripe.newest("payment_intent");
    let mut browser = app.client();
    for event in ["evt_1", "evt_1", "evt_2"] {
        let (body, proof) = stripe.event(event, "payment_intent.succeeded", charge["id"].as_str().unwrap());
        assert_eq!(deliver(&mut browser, &body, &proof).await.status, 204);
    }
    assert_eq!(work_due(&app.state).await.unwrap(), 2);
    assert_eq!(ann.invoice().await["status"], "paid");
    let taken = stripe.taken();
    assert_eq!(taken.len(), 2);
    let (body, proof) = stripe.event("evt_3", "payment_intent.succeeded", charge["id"].as_str().unwrap());
    deliver(&mut browser, &body, &proof).await;
    work_due(&app.state).await.unwrap();
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert_eq!(stripe.taken(), taken);
}

/// An event claims that a charge has succeeded. Stripe is asked, and its answer counts.
#[tokio::test]
async fn the_contents_of_an_event_are_not_trusted() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, super::ASKED).await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    let charge = stripe.newest("payment_intent");
    let (body, _) = stripe.event("evt_1", "payment_intent.succeeded", charge["id"].as_str().unwrap());
    let body = body.replace("requires_payment_method", "succeeded");
    let proof = signature(WEBHOOK_SECRET, seconds(&app), &body);
    deliver(&mut app.client(), &body, &proof).await;
    assert_eq!(work_due(&app.state).await.unwrap(), 1);
    assert_eq!(ann.status().await, "created");
    assert_eq!(super::waiting(&mut ann).await["problem"], json!("confirm"));
}
