//! Webhooks of outside parties: accepted with a proof, stored once, processed later, and never trusted without asking the party.

use crate::doubles::twilio::TwilioDouble;
use crate::support::{Client, GatewayBehaviour, Reply, Shopper, TestApp, newest_mail, ops};
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use std::time::Duration;
use stylebox_server::providers::common::webhook::Event;
use stylebox_server::service::operation::retention::sweep;
use stylebox_server::service::operation::webhooks::{take, work_due};
use stylebox_server::values::hint::Hint;

const CALL: &str = "/api/webhooks/double?a=b";

async fn deliver(browser: &mut Client, path: &str, proof: &str, body: &str) -> Reply {
    let request = Request::post(path).header("x-proof", proof).header("content-type", "application/json");
    browser.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

async fn event(browser: &mut Client, id: &str, key: &str) {
    let body = json!({"id": id, "key": key}).to_string();
    assert_eq!(deliver(browser, CALL, "right", &body).await.status, 204);
}

/// A customer whose checkout the gateway has not answered, and the key of that charge.
async fn without_answer(app: &TestApp) -> (Shopper, String) {
    let mut ann = Shopper::decided(app, "ann@example.com", 4).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    let key = app.gateway.asked().pop().unwrap().key;
    app.gateway.set(GatewayBehaviour::Works);
    (ann, key)
}

#[tokio::test]
async fn a_webhook_without_a_proof_or_from_an_unknown_party_is_refused_and_stores_nothing() {
    let app = TestApp::start().await;
    let mut nobody = app.client();
    let body = json!({"id": "1", "key": "k"}).to_string();
    deliver(&mut nobody, CALL, "wrong", &body).await.refused(403, "not_authorized");
    deliver(&mut nobody, "/api/webhooks/double", "right", &body).await.refused(403, "not_authorized");
    deliver(&mut nobody, "/api/webhooks/other?a=b", "right", &body).await.refused(404, "not_found");
    deliver(&mut nobody, CALL, "right", "{}").await.refused(422, "request_invalid");
    deliver(&mut nobody, CALL, "right", &"x".repeat(65 * 1024)).await.refused(413, "too_large");
    assert_eq!(nobody.get(CALL).await.status, 405);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM webhook_events").await, [0]);
}

#[tokio::test]
async fn an_event_makes_the_service_ask_the_gateway_and_settle_by_its_answer() {
    let app = TestApp::start().await;
    let (mut ann, key) = without_answer(&app).await;
    let mut gateway = app.client();
    event(&mut gateway, "evt_1", &key).await;
    assert_eq!(ann.invoice().await["status"], "processing", "it is answered immediately, and processed later");
    assert_eq!(work_due(&app.state).await.unwrap(), 1);
    assert_eq!(ann.invoice().await["status"], "paid");
    assert_eq!(app.charged().await.len(), 2, "the fee, and this charge once");
    // An event about another program's key, and an event about a settled payment, change nothing.
    event(&mut gateway, "evt_2", "of somebody else").await;
    event(&mut gateway, "evt_3", &key).await;
    assert_eq!(work_due(&app.state).await.unwrap(), 2);
    assert_eq!(app.gateway.asked().len(), 2);
}

#[tokio::test]
async fn an_event_that_comes_again_is_processed_once() {
    let app = TestApp::start().await;
    let mut gateway = app.client();
    event(&mut gateway, "evt_1", "k").await;
    event(&mut gateway, "evt_1", "k").await;
    assert_eq!(work_due(&app.state).await.unwrap(), 1);
    event(&mut gateway, "evt_1", "k").await;
    assert_eq!(work_due(&app.state).await.unwrap(), 0);
    // It is known for 30 days.
    for (days, known) in [(29, 1), (2, 0)] {
        app.clock.advance(Duration::from_secs(days * 24 * 60 * 60));
        sweep(&app.state).await.unwrap();
        assert_eq!(app.numbers("SELECT COUNT(*) FROM webhook_events").await, [known]);
    }
}

#[tokio::test]
async fn an_event_that_fails_is_processed_again_and_shown_to_staff_after_three_failures() {
    let app = TestApp::start().await;
    let (mut ann, key) = without_answer(&app).await;
    let mut gateway = app.client();
    event(&mut gateway, "evt_1", &key).await;
    event(&mut gateway, "evt_2", "of somebody else").await;
    // The card cannot be read, so the event about this payment fails. It does not hold up the other event.
    app.execute("UPDATE cards SET expiration = '?'").await;
    let attention = async || ops(&app, "attention").await.unwrap();
    let mut worked = Vec::new();
    for minutes in [0, 1, 2] {
        app.clock.advance(Duration::from_secs(60 * minutes));
        assert!(!attention().await.contains("of double: failed"));
        let batch = work_due(&app.state).await.unwrap();
        assert!(batch.failures().is_some());
        worked.push(batch.done);
    }
    assert_eq!(worked, [1, 0, 0]);
    assert!(attention().await.contains("of double: failed 3 times"), "{}", attention().await);
    app.execute("UPDATE cards SET expiration = '12/29'").await;
    app.clock.advance(Duration::from_secs(3 * 60));
    assert_eq!(work_due(&app.state).await.unwrap(), 0, "the third wait is four minutes");
    app.clock.advance(Duration::from_secs(60));
    assert_eq!(work_due(&app.state).await.unwrap(), 1);
    assert_eq!(ann.invoice().await["status"], "paid");
}

#[tokio::test]
async fn while_the_gateway_is_not_asked_its_events_stay_due_and_others_are_processed() {
    let app = TestApp::start().await;
    let mut keys = Vec::new();
    for name in ["ann", "ben", "cat"] {
        let mut shopper = Shopper::decided(&app, &format!("{name}@example.com"), 4).await;
        app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
        shopper.check_out("key").await.expect(202);
        keys.push(app.gateway.asked().pop().unwrap().key);
        app.gateway.set(GatewayBehaviour::Works);
    }
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    let mut gateway = app.client();
    for (number, key) in keys.iter().enumerate() {
        event(&mut gateway, &format!("evt_{number}"), key).await;
        app.clock.advance(Duration::from_secs(1));
    }
    let email = newest_mail(&app, "welcome").await.unwrap().id;
    let hint = Hint::Bounce { message_id: email, why: "HardBounce".to_owned(), is_address: true };
    take(&app.state, "mail", vec![Event { id: "1".to_owned(), hint }]).await.unwrap();
    let batch = work_due(&app.state).await.unwrap();
    assert!(batch.failures().unwrap().contains("the party payment does not answer"), "{batch:?}");
    let marked = "SELECT COUNT(*) FROM customers WHERE email_bounced_at IS NOT NULL";
    assert_eq!(app.numbers(marked).await, [1], "an event that needs no gateway is processed");
    let due = "SELECT COUNT(*) FROM webhook_events WHERE worked_at IS NULL AND failures = 0";
    assert_eq!(app.numbers(due).await, [1], "the third event asks nobody, and has not failed");
}

#[tokio::test]
async fn a_silent_party_does_not_hold_up_the_events_of_another_party() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let twilio = TwilioDouble::start(app.clock.clone()).await;
    let state = app.with_text_messages(twilio.provider());
    // More events than are read in one batch, and before the other party's event.
    let text = |number: usize| Event { id: number.to_string(), hint: Hint::TextMessage { id: format!("SM{number}") } };
    take(&state, "twilio", (0..60).map(text).collect()).await.unwrap();
    app.clock.advance(Duration::from_secs(1));
    let email = newest_mail(&app, "welcome").await.unwrap().id;
    let hint = Hint::Bounce { message_id: email, why: "HardBounce".to_owned(), is_address: true };
    take(&state, "mail", vec![Event { id: "1".to_owned(), hint }]).await.unwrap();

    twilio.hold_next();
    let job = tokio::spawn(async move { work_due(&state).await.map(|batch| batch.done) });
    twilio.until_held().await;
    let is_marked = async || {
        let marked = "SELECT COUNT(*) FROM customers WHERE email_bounced_at IS NOT NULL";
        while app.numbers(marked).await != [1] {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), is_marked()).await.expect("the bounce is processed in the meantime");
    assert!(!job.is_finished());
    // The run ends after its time limit, so that new events are not late. The next run goes on.
    app.clock.advance(Duration::from_secs(20));
    twilio.release();
    assert_eq!(job.await.unwrap().unwrap(), 2);
    let state = app.with_text_messages(twilio.provider());
    assert_eq!(work_due(&state).await.unwrap().done, 59);
}
