//! Stripe loses answers, breaks off, fails, is silent or is down: nothing is charged or refunded twice, and nothing is lost.

use super::charges::stop_by_staff;
use super::{GOOD, MINUTE, books_agree, decided, ordered, shop, shop_with};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeFault;
use crate::support::{TestApp, cents, ops};
use serde_json::json;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::payment::carry_out::{resume_all, resume_open};

pub(super) const FAULTS: [HttpFault; 5] =
    [HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::DoesAndFails, HttpFault::Silent, HttpFault::Down];

/// Both calls of a charge, preparing and confirming, can fail in each way.
#[tokio::test]
async fn a_checkout_is_charged_once_however_stripe_fails() {
    for path in ["/v1/payment_intents", "/confirm"] {
        for fault in FAULTS {
            let (app, stripe) = shop_with(|settings| settings.client.timeout = Duration::from_millis(400)).await;
            let mut ann = decided(&app, &stripe, 4).await;
            let due = cents(&ann.invoice().await["totalDue"]);
            stripe.set_http_at(path, fault);
            ann.check_out("key").await.expect(202);
            assert_eq!(ann.invoice().await["status"], "processing", "{path} {fault:?}");
            app.clock.advance(MINUTE);
            // Stripe still fails at this call. A charge that went through is found by reading it.
            let settled = resume_open(&app.state).await.unwrap().done;
            let went_through = path == "/confirm" && !matches!(fault, HttpFault::Silent | HttpFault::Down);
            assert_eq!(settled, usize::from(went_through), "{path} {fault:?}");
            stripe.set_http(HttpFault::None);
            app.clock.advance(MINUTE);
            resume_open(&app.state).await.unwrap();
            assert_eq!(ann.invoice().await["status"], "paid", "{path} {fault:?}");
            assert_eq!(stripe.taken(), [1_00, due], "{path} {fault:?}");
            assert_eq!(stripe.all("payment_intent").len(), 2, "{path} {fault:?}");
            books_agree(&app).await;
        }
    }
}

/// The server can be killed after any call.
#[tokio::test]
async fn a_charge_continues_after_a_server_was_killed() {
    for path in ["/v1/payment_intents", "/confirm"] {
        let (app, stripe) = shop().await;
        let mut ann = decided(&app, &stripe, 4).await;
        stripe.set_http_at(path, HttpFault::LosesAnswer);
        ann.check_out("key").await.expect(202);
        stripe.set_http(HttpFault::None);
        let app = app.restart().await;
        assert_eq!(resume_all(&app.state).await.unwrap(), 1);
        assert_eq!(stripe.taken().len(), 2);
        books_agree(&app).await;
    }
}

#[tokio::test]
async fn two_servers_charge_once() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set_http(HttpFault::Down);
    ann.check_out("key").await.expect(202);
    stripe.set_http(HttpFault::None);
    app.clock.advance(MINUTE);
    let beside = app.second_server().await;
    let (one, other) = tokio::join!(resume_open(&app.state), resume_open(&beside.state));
    assert!(one.unwrap().done + other.unwrap().done >= 1);
    assert_eq!(ann.invoice().await["status"], "paid");
    assert_eq!((stripe.taken().len(), stripe.all("payment_intent").len()), (2, 2));
}

/// Stripe replays its own failure under the key for a day, so preparing and confirming go on under another key.
#[tokio::test]
async fn a_replayed_failure_does_not_stop_a_charge() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set(StripeFault::FailsUnderKey);
    ann.check_out("key").await.expect(202);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.invoice().await["status"], "paid");
    assert_eq!(stripe.taken().len(), 2);
    // The first intent was made but never confirmed, so it takes no money.
    let unconfirmed =
        stripe.all("payment_intent").iter().filter(|intent| intent["status"] == "requires_confirmation").count();
    assert_eq!(unconfirmed, 1);
}

#[tokio::test]
async fn a_refund_is_made_once_however_stripe_fails() {
    for fault in FAULTS {
        let (app, stripe) = shop_with(|settings| settings.client.timeout = Duration::from_millis(400)).await;
        let ann = ordered(&app, &stripe, GOOD).await;
        steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
        stripe.set_http_at("/v1/refunds", fault);
        stop_by_staff(&app).await;
        stripe.set_http(HttpFault::None);
        app.clock.advance(MINUTE);
        assert_eq!(resume_open(&app.state).await.unwrap(), 1, "{fault:?}");
        assert_eq!((stripe.all("refund").len(), stripe.taken()), (1, Vec::new()), "{fault:?}");
        books_agree(&app).await;
    }
}

/// It is not requested under another key.
#[tokio::test]
async fn a_refund_with_a_replayed_failure_is_looked_up() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    stripe.set(StripeFault::FailsUnderKey);
    stop_by_staff(&app).await;
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(stripe.all("refund").len(), 1);
}

#[tokio::test]
async fn a_refund_of_more_than_is_left_is_refused_and_shown() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    let charge = stripe.newest("payment_intent");
    stripe.refund_by_hand(charge["id"].as_str().unwrap(), 60);
    stop_by_staff(&app).await;
    assert_eq!(stripe.taken(), [40], "the refund that staff made in Stripe's dashboard is not repeated");
    let attention = ops(&app, "attention").await.unwrap();
    assert!(attention.contains("the gateway refused to give $1.00 back"), "{attention}");
}

/// Steps without a payment go on, and `ops attention` shows the outage.
#[tokio::test]
async fn while_stripe_is_down_only_payments_wait() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set_http(HttpFault::Down);
    assert_eq!(ann.invoice().await["status"], "open");
    ann.browser.get("/api/orders").await.expect(200);
    ann.says(json!({"msg": "softer"})).await;
    stylebox_server::jobs::party_watch::look(&app.state).await;
    assert_eq!(TestApp::said_by(&app.state, "payment"), Some("not reachable"));
    assert!(ops(&app, "attention").await.unwrap().contains("party payment"), "staff see it");
}

/// The checkout can then be tried again.
#[tokio::test]
async fn a_charge_that_is_missing_at_stripe_counts_as_declined() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set_http_at("/confirm", HttpFault::Down);
    ann.check_out("key").await.expect(202);
    stripe.set_http(HttpFault::None);
    stripe.remove(stripe.newest("payment_intent")["id"].as_str().unwrap());
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.invoice().await["status"], "open");
    ann.check_out("again").await.expect(200);
    books_agree(&app).await;
}

/// The job asks for disputes and failed refunds.
#[tokio::test]
async fn a_gateway_that_does_not_answer_about_disputes_is_shown_and_asked_again() {
    for fault in [HttpFault::HalfAnswer, HttpFault::Silent, HttpFault::Down] {
        let (app, stripe) = shop_with(|settings| settings.client.timeout = Duration::from_millis(400)).await;
        stripe.set_http(fault);
        let failed = ops(&app, "jobs run gateway_notices").await.unwrap_err();
        assert!(failed.starts_with("Job gateway_notices failed in part: "), "{fault:?}: {failed}");
        let seen = ops(&app, "attention").await.unwrap();
        assert!(seen.contains("job gateway_notices  failed: ") && seen.contains("party payment"), "{fault:?}: {seen}");
        stripe.set_http(HttpFault::None);
        ops(&app, "jobs run gateway_notices").await.unwrap();
        assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n", "{fault:?}");
    }
}
