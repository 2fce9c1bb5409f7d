//! A gateway that does not answer: an unknown outcome is not a decline, and nothing is charged twice.

use crate::support::{GatewayBehaviour, Shopper, TestApp, cents};
use serde_json::json;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::ops::audit;
use stylebox_server::service::payment::carry_out::{resume_all, resume_open};

#[tokio::test]
async fn a_charge_whose_answer_is_lost_is_found_by_its_key() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let due = cents(&ann.invoice().await["totalDue"]);
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    let unknown = ann.check_out("key").await.expect(202);
    assert_eq!(unknown["status"], "processing");
    assert_eq!(ann.status().await, "payment_processing");
    assert_eq!(app.charged().await, [1_00, due]);
    // Repeats under the same key and under another key begin nothing new.
    let invoice = ann.invoice().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    ann.check_out_for(&invoice, "key", &body).await.expect(202);
    ann.check_out_for(&invoice, "other", &body).await.expect(202);
    assert_eq!(app.gateway.asked().len(), 2, "the fee, and this charge once");

    app.gateway.set(GatewayBehaviour::Works);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0, "another server may be working on it");
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.invoice().await["status"], "paid");
    assert_eq!(ann.status().await, "checked_out_by_customer");
    assert_eq!(ann.check_out_for(&invoice, "key", &body).await.expect(200)["status"], "paid");
    assert_eq!(app.charged().await, [1_00, due]);
    assert_eq!(app.gateway.asked().len(), 2);
    audit::run(&app.state).await.unwrap();
}

#[tokio::test]
async fn a_sandbox_test_number_makes_the_gateway_lose_its_answer() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.order = ann.save_card("4000000000000259").await.expect(201)["order_id"].as_str().unwrap().to_owned();
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    ann.bring_box(&app).await;
    ann.keep(4).await;
    ann.check_out("key").await.expect(202);
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.check_out("key").await.expect(200)["status"], "paid");
    assert_eq!(app.charged().await.len(), 2);
}

#[tokio::test]
async fn a_repeated_call_continues_the_payment() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    ann.check_out("key").await.expect(202);
    app.gateway.set(GatewayBehaviour::Works);
    ann.check_out("other").await.expect(200);
    assert_eq!(app.charged().await.len(), 2);
    let keys: Vec<String> = app.gateway.asked().into_iter().map(|request| request.key).collect();
    assert_eq!(keys.len(), 3);
    assert_eq!(keys[1], keys[2], "the gateway gets the same key");
}

#[tokio::test]
async fn a_payment_continues_after_a_kill_between_charge_and_settlement() {
    for line in [GatewayBehaviour::Unreachable, GatewayBehaviour::LosesChargeAnswers] {
        let app = TestApp::start().await;
        let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
        let due = cents(&ann.invoice().await["totalDue"]);
        app.gateway.set(line);
        ann.check_out("key").await.expect(202);
        let (cookies, order) = (ann.browser.cookies.clone(), ann.order.clone());
        let app = app.restart().await;
        let mut browser = app.client();
        browser.cookies = cookies;
        let mut ann = Shopper { browser, order };
        assert_eq!(ann.status().await, "payment_processing");
        assert_eq!(resume_all(&app.state).await.unwrap(), 1);
        assert_eq!(ann.status().await, "checked_out_by_customer");
        assert_eq!(ann.check_out("key").await.expect(200)["status"], "paid");
        assert_eq!(app.charged().await, [1_00, due]);
        audit::run(&app.state).await.unwrap();
    }
}

#[tokio::test]
async fn a_payment_continues_after_a_kill_before_the_charge() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let invoice = ann.invoice().await;
    app.gateway.set(GatewayBehaviour::Hangs);
    let (cookies, order) = (ann.browser.cookies.clone(), ann.order.clone());
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let call = tokio::spawn(async move { ann.check_out_for(&invoice, "key", &body).await });
    while app.gateway.asked().len() < 2 {
        tokio::task::yield_now().await;
    }
    call.abort();
    let app = app.restart().await;
    let mut browser = app.client();
    browser.cookies = cookies;
    let mut ann = Shopper { browser, order };
    let frozen = ann.invoice().await;
    assert_eq!(frozen["status"], "processing");
    assert_eq!(app.charged().await, [1_00]);
    assert_eq!(resume_all(&app.state).await.unwrap(), 1);
    assert_eq!(ann.check_out("key").await.expect(200)["status"], "paid");
    assert_eq!(app.charged().await, [1_00, cents(&frozen["totalDue"])]);
    audit::run(&app.state).await.unwrap();
}

#[tokio::test]
async fn a_repeat_under_the_first_key_returns_a_decline_that_the_job_found() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let before = ann.invoice().await;
    let body = json!({"expected_total_due": before["totalDue"]});
    app.gateway.set(GatewayBehaviour::Unreachable);
    ann.check_out_for(&before, "key", &body).await.expect(202);
    app.gateway.set(GatewayBehaviour::Declines);
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.status().await, "delivered_to_customer");
    let mut after = before.clone();
    after["declined"] = json!("Your card was declined. Nothing was charged.");
    assert_eq!(ann.invoice().await, after);
    app.gateway.set(GatewayBehaviour::Works);
    ann.check_out_for(&before, "key", &body).await.refused(402, "payment_declined");
    assert_eq!(app.charged().await, [1_00]);
    ann.check_out_for(&before, "new", &body).await.expect(200);
    assert_eq!(app.charged().await.len(), 2);
}

#[tokio::test]
async fn an_invoice_that_is_being_paid_does_not_change() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    let frozen = ann.check_out("key").await.expect(202);
    let invoice = format!("/api/invoices/{}", frozen["id"].as_str().unwrap());
    ann.browser.delete(&format!("{invoice}/coupons")).await.refused(409, "invoice_not_open");
    ann.browser.post(&format!("{invoice}/coupons"), json!({"code": "Hello25"})).await.refused(409, "invoice_not_open");
    let id = ann.lines().await[0]["id"].clone();
    ann.decide(json!([{"id": id, "claimed_kept": false}])).await.refused(409, "not_decidable");
    assert_eq!(ann.invoice().await, frozen);
}

#[tokio::test]
async fn decisions_about_a_box_on_its_way_back_do_not_change_during_its_payment() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    steps::take(&app.state, &ann.order, Step::SendBack, Actor::Ops).await.unwrap();
    ann.keep(1).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    assert_eq!(ann.status().await, "in_transit_to_stylebox");
    let id = ann.lines().await[1]["id"].clone();
    ann.decide(json!([{"id": id, "claimed_kept": true}])).await.refused(409, "not_decidable");
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    let paid: Vec<bool> = ann.lines().await.iter().map(|line| line["paid_for"].as_bool().unwrap()).collect();
    assert_eq!(paid.iter().filter(|paid| **paid).count(), 1);
    assert!(paid[0]);
}

#[tokio::test]
async fn a_payment_that_cannot_be_settled_does_not_delay_the_others() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let mut bea = Shopper::decided(&app, "bea@example.com", 1).await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    ann.check_out("key").await.expect(202);
    bea.check_out("key").await.expect(202);
    app.gateway.set(GatewayBehaviour::Works);
    app.execute(
        "UPDATE orders SET status = 'lost' WHERE customer_id = (SELECT id FROM customers WHERE email_key LIKE 'ann%')",
    )
    .await;
    app.clock.advance(Duration::from_secs(30));
    let batch = resume_open(&app.state).await.unwrap();
    assert_eq!(batch.done, 1);
    assert!(batch.failures().unwrap().starts_with("1 failed: payment "));
    assert_eq!(bea.status().await, "checked_out_by_customer");
}

#[tokio::test]
async fn an_old_attempt_is_looked_up_before_it_is_charged() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    // The server seems to have been killed while the gateway answered.
    app.execute("UPDATE payment_attempts SET status = 'pending', asked_at = NULL WHERE purpose = 'checkout'").await;
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(resume_all(&app.state).await.unwrap(), 1);
    assert_eq!(app.gateway.asked().len(), 2, "the fee, and this charge once");
    assert_eq!(ann.status().await, "checked_out_by_customer");
}

#[tokio::test]
async fn a_box_whose_fee_has_no_answer_is_not_styled_until_the_charge_is_found() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert!(refused.to_string().contains("has not answered"), "{}", refused.to_string());
    assert_eq!(ann.status().await, "created");
    let cancel = ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await;
    let said = cancel.refused(409, "not_now");
    assert_eq!(said, "This cannot be done with your box right now. Please try again in a minute.");
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.status().await, "styling");
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    assert_eq!(app.charged().await, [1_00]);
}
