//! A customer's own checkouts on a card that is declined: at most 5 in an hour and 10 a day, and one email a day.

use crate::support::{CARD, GatewayBehaviour, Reply, Shopper, TestApp, cents, confirm, ops, other_card};
use serde_json::json;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

fn emails(sent: &[String]) -> usize {
    sent.iter().filter(|subject| *subject == "Your card was declined").count()
}

async fn told(app: &TestApp) -> usize {
    ops(app, "jobs run outbox").await.unwrap();
    emails(&app.messages.subjects("ann@example.com"))
}

/// Tries to check out once under each key.
async fn decline(ann: &mut Shopper, keys: std::ops::Range<u32>) {
    for key in keys {
        ann.check_out(&format!("key-{key}")).await.refused(402, "payment_declined");
    }
}

#[tokio::test]
async fn a_card_is_tried_five_times_an_hour_and_ten_times_a_day() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::Declines);
    let asked = app.gateway.asked().len();
    app.clock.set("2026-11-19T15:00:00Z");
    decline(&mut ann, 0..5).await;
    let words = ann.check_out("one-more").await.refused(429, "card_tried_too_often");
    assert_eq!(
        words,
        "Your card was declined too often. Please use another card, or try this one again in 60 minutes. Nothing was charged."
    );
    assert_eq!((app.gateway.asked().len(), ann.status().await.as_str()), (asked + 5, "delivered_to_customer"));
    assert_eq!(told(&app).await, 1);
    // An answered key keeps its answer.
    ann.check_out("key-0").await.refused(402, "payment_declined");
    app.clock.advance(59 * MINUTE);
    let words = ann.check_out("one-more").await.refused(429, "card_tried_too_often");
    assert!(words.contains("again in 1 minute."), "{words}");
    app.clock.advance(MINUTE);
    decline(&mut ann, 5..10).await;
    let words = ann.check_out("one-more").await.refused(429, "card_tried_too_often");
    // The first of the ten tries was an hour ago, and counts for 23 more hours.
    assert!(words.contains("again in 23 hours."), "{words}");
    app.clock.advance(60 * MINUTE);
    ann.check_out("one-more").await.refused(429, "card_tried_too_often");
    assert_eq!((app.gateway.asked().len(), told(&app).await), (asked + 10, 1));
    app.clock.set("2026-11-20T15:00:00Z");
    decline(&mut ann, 10..11).await;
    assert_eq!(told(&app).await, 2, "another day");
    // Another card has its own tries, and pays.
    app.gateway.set(GatewayBehaviour::Works);
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    ann.check_out("paid").await.expect(200);
}

/// Of a charge of another amount, which goes back, the customer is told otherwise.
#[tokio::test]
async fn the_first_decline_is_told_also_on_a_day_on_which_a_charge_was_undone() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.clock.set("2026-11-19T15:00:00Z");
    app.gateway.set(GatewayBehaviour::ChargesAnotherAmount);
    ann.check_out("undone").await.refused(402, "payment_given_back");
    assert_eq!(told(&app).await, 0);
    app.gateway.set(GatewayBehaviour::Declines);
    decline(&mut ann, 0..2).await;
    assert_eq!(told(&app).await, 1);
}

/// A card stays the same card if it is saved again, or by another customer.
#[tokio::test]
async fn saving_the_card_again_gives_no_more_tries() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::Declines);
    app.clock.set("2026-11-19T15:00:00Z");
    decline(&mut ann, 0..5).await;
    ann.browser.patch("/api/credit_cards", other_card(CARD)).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    ann.check_out("again").await.refused(429, "card_tried_too_often");
    app.gateway.set(GatewayBehaviour::Works);
    let mut bea = Shopper::decided(&app, "bea@example.com", 2).await;
    bea.check_out("key").await.refused(429, "card_tried_too_often");
}

#[tokio::test]
async fn a_checkout_that_costs_nothing_is_not_limited_by_declines() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::Declines);
    app.clock.set("2026-11-19T15:00:00Z");
    decline(&mut ann, 0..5).await;
    ann.check_out("again").await.refused(429, "card_tried_too_often");
    ann.keep(0).await;
    ann.check_out("nothing").await.expect(200);
}

/// Checks out, with exchanges sent to this house.
async fn check_out_to(ann: &mut Shopper, key: &str, line_1: &str) -> Reply {
    let invoice = ann.invoice().await;
    let address =
        json!({"line_1": line_1, "city": "Minneapolis", "state": "MN", "postal_code": "55404", "phone": "6125550142"});
    let body = json!({"expected_total_due": invoice["totalDue"], "exchange_address": address});
    ann.check_out_for(&invoice, key, &body).await
}

/// If the card may not be tried, the address of the exchanges is not checked.
#[tokio::test]
async fn a_checkout_with_exchanges_that_a_gift_card_pays_is_not_limited_by_declines() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::Declines);
    app.clock.set("2026-11-19T15:00:00Z");
    decline(&mut ann, 0..5).await;
    check_out_to(&mut ann, "nowhere", "1 Nowhere Lane").await.refused(429, "card_tried_too_often");
    let due = cents(&ann.invoice().await["totalDue"]);
    app.add_gift_card("9035000000000042", due).await;
    let path = format!("/api/invoices/{}/gift_cards", ann.invoice().await["id"].as_str().unwrap());
    ann.browser.post(&path, json!({"code": "9035 0000 0000 0042"})).await.expect(200);
    check_out_to(&mut ann, "still-nowhere", "1 Nowhere Lane").await.refused(422, "shippo_id_invalid");
    check_out_to(&mut ann, "paid", "7 Elliot Avenue").await.expect(200);
}

/// The invoice was last stored when something was kept.
#[tokio::test]
async fn a_checkout_that_costs_nothing_by_now_may_have_an_address_for_exchanges() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::Declines);
    app.clock.set("2026-11-19T15:00:00Z");
    decline(&mut ann, 0..5).await;
    ann.keep(0).await;
    check_out_to(&mut ann, "nothing", "7 Elliot Avenue").await.expect(200);
}

/// Not every gateway tells a card's fingerprint.
#[tokio::test]
async fn a_card_without_a_fingerprint_is_counted_by_itself() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.execute("UPDATE cards SET fingerprint = NULL").await;
    app.gateway.set(GatewayBehaviour::Declines);
    let asked = app.gateway.asked().len();
    decline(&mut ann, 0..5).await;
    ann.check_out("one-more").await.refused(429, "card_tried_too_often");
    assert_eq!(app.gateway.asked().len(), asked + 5);
}

/// The next decline is still told.
#[tokio::test]
async fn a_refused_refund_does_not_count_as_a_decline() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    for step in ["style", "ship"] {
        ops(&app, &format!("{step} {code}")).await.unwrap();
    }
    ann.keep(1).await;
    ann.check_out("key").await.expect(200);
    app.gateway.set(GatewayBehaviour::RefusesRefunds);
    ops(&app, &format!("lost {code}")).await.unwrap();
    let refused = "SELECT COUNT(*) FROM payment_attempts WHERE purpose = 'checkout_refund' AND status = 'declined'";
    assert_eq!(app.count(refused).await, 1);
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["payment_needed"], false);
    app.gateway.set(GatewayBehaviour::Works);
    let second = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01"}});
    ann.order = ann.browser.post("/api/orders", second).await.expect(201)["id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    ann.keep(1).await;
    app.gateway.set(GatewayBehaviour::Declines);
    decline(&mut ann, 0..5).await;
    assert_eq!(told(&app).await, 1);
}
