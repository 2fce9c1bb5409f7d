//! Two servers on one database share all state, and do nothing twice.

use crate::support::{Client, GatewayBehaviour, PASSWORD, Shopper, TestApp, camera, cents};
use serde_json::json;
use std::time::Duration;
use stylebox_server::ops::audit;
use stylebox_server::service::payment::carry_out::resume_open;
use tokio::task::JoinSet;

/// The same browser, calling another server.
fn at(app: &TestApp, browser: &Client) -> Client {
    let mut client = app.client();
    client.cookies = browser.cookies.clone();
    client
}

#[tokio::test]
async fn a_session_works_on_both_servers() {
    let one = TestApp::start().await;
    let other = one.second_server().await;
    let mut ann = Shopper::with_box(&one, "ann@example.com").await;
    ann.browser = at(&other, &ann.browser);
    ann.keep(4).await;
    let invoice = ann.invoice().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let paid = ann.check_out_for(&invoice, "key", &body).await.expect(200);
    ann.browser = at(&one, &ann.browser);
    assert_eq!(ann.status().await, "checked_out_by_customer");
    assert_eq!(ann.check_out_for(&invoice, "key", &body).await.expect(200), paid, "the same key gets the same answer");
    assert_eq!(one.charged().await, [1_00, cents(&invoice["totalDue"])]);
    assert_eq!(other.gateway.asked().len(), 1);
    // Signing out at one server ends the session at the other.
    assert_eq!(ann.browser.clone().delete("/api/sessions").await.status, 204);
    at(&other, &ann.browser).get("/api/account").await.refused(401, "not_authorized");
}

#[tokio::test]
async fn a_photo_uploaded_to_one_server_is_served_by_the_other() {
    let one = TestApp::start().await;
    let other = one.second_server().await;
    let mut ann = one.client();
    ann.register("ann@example.com").await;
    let (upload, download) = camera::link(&mut ann, "me.jpg").await;
    camera::send(&other, &upload, camera::jpeg(1)).await.expect(204);
    camera::send(&one, &upload, camera::jpeg(1)).await.refused(409, "upload_used");
    assert_eq!(ann.get(&download).await.status, 200);
    let answer = json!({"responses": {"photos": [download]}});
    at(&other, &ann).patch("/api/style_profiles/current", answer).await.expect(200);
}

#[tokio::test]
async fn limits_and_human_checks_are_shared_between_servers() {
    let one = TestApp::start().await;
    let other = one.second_server().await;
    one.client().register("ann@example.com").await;
    let guess = |token: String| json!({"customer": {"email": "ann@example.com", "password": "Wrong#2026", "recaptchaToken": token}});
    let mut used = String::new();
    for _ in 0..5 {
        for app in [&one, &other] {
            let mut client = app.client();
            used = client.human().await;
            client.post("/api/sessions", guess(used.clone())).await.refused(401, "credentials_invalid");
        }
    }
    let right = json!({"customer": {"email": "ann@example.com", "password": PASSWORD, "recaptchaToken": used}});
    one.client().post("/api/sessions", right).await.refused(422, "human_check_failed");
    let token = one.client().human().await;
    other.client().post("/api/sessions", guess(token)).await.refused(429, "too_many_requests");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_checkouts_at_two_servers_charge_once() {
    let one = TestApp::start().await;
    let other = one.second_server().await;
    let mut ann = Shopper::decided(&one, "ann@example.com", 4).await;
    let invoice = ann.invoice().await;
    let mut calls = JoinSet::new();
    for number in 0..100 {
        let app = if number % 2 == 0 { &one } else { &other };
        let mut caller = Shopper { browser: at(app, &ann.browser), order: ann.order.clone() };
        let invoice = invoice.clone();
        calls.spawn(async move {
            let body = json!({"expected_total_due": invoice["totalDue"]});
            caller.check_out_for(&invoice, &format!("key-{}", number % 10), &body).await.status.as_u16()
        });
    }
    let statuses = calls.join_all().await;
    assert!(statuses.iter().all(|status| [200, 202].contains(status)), "{statuses:?}");
    assert_eq!(one.charged().await, [1_00, cents(&invoice["totalDue"])]);
    audit::run(&other.state).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_payment_that_two_servers_resume_at_the_same_time_is_settled_once() {
    let one = TestApp::start().await;
    let other = one.second_server().await;
    let mut ann = Shopper::decided(&one, "ann@example.com", 4).await;
    let due = cents(&ann.invoice().await["totalDue"]);
    one.gateway.set(GatewayBehaviour::Unreachable);
    ann.check_out("key").await.expect(202);
    one.gateway.set(GatewayBehaviour::Works);
    one.clock.advance(Duration::from_secs(30));
    let (first, second) = tokio::join!(resume_open(&one.state), resume_open(&other.state));
    assert!(first.unwrap().done + second.unwrap().done >= 1);
    assert_eq!(ann.status().await, "checked_out_by_customer");
    assert_eq!(one.charged().await, [1_00, due]);
    assert_eq!(one.numbers("SELECT COUNT(*) FROM outbox WHERE kind = 'receipt'").await, [1], "one mail");
    audit::run(&one.state).await.unwrap();
}
