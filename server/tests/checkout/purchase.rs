//! A checkout charges exactly once, however often its call is repeated.

use crate::support::{GatewayBehaviour, Shopper, TestApp, cents, crowded};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::ops::audit;
use stylebox_server::providers::address::offline::UNDELIVERABLE_LINE;
use tokio::task::JoinSet;

#[tokio::test]
async fn the_same_key_charges_once_and_answers_the_same() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let invoice = ann.invoice().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let first = ann.check_out_for(&invoice, "key", &body).await;
    let second = ann.check_out_for(&invoice, "key", &body).await;
    assert_eq!(first.expect(200), second.expect(200));
    assert_eq!(first.text, second.text);
    // The key keeps no answer, but the id of what the answer is made from.
    let id = invoice["id"].as_str().unwrap();
    let kept = format!("SELECT COUNT(*) FROM idempotency_keys WHERE outcome = '{{\"paid\":\"{id}\"}}'");
    assert_eq!(app.count(&kept).await, 1);
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
    assert_eq!(app.gateway.asked().len(), 2, "the fee and the checkout");
}

#[tokio::test]
async fn a_second_checkout_with_another_key_charges_nothing() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let invoice = ann.invoice().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    ann.check_out_for(&invoice, "one", &body).await.expect(200);
    let other = ann.check_out_for(&invoice, "two", &body).await.expect(200);
    assert_eq!(other["status"], "paid");
    assert_eq!(app.charged().await.len(), 2);
}

async fn simultaneous_checkouts(app: &TestApp, ann: &Shopper, keys: Vec<String>) -> Vec<u16> {
    let mut reader = Shopper { browser: ann.browser.clone(), order: ann.order.clone() };
    let invoice = reader.invoice().await;
    let mut calls = JoinSet::new();
    for key in keys {
        let mut caller = Shopper { browser: ann.browser.clone(), order: ann.order.clone() };
        let invoice = invoice.clone();
        calls.spawn(async move {
            let body = json!({"expected_total_due": invoice["totalDue"]});
            caller.check_out_for(&invoice, &key, &body).await.status.as_u16()
        });
    }
    let statuses = calls.join_all().await;
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
    assert_eq!(reader.invoice().await["status"], "paid");
    audit::run(&app.state).await.unwrap();
    statuses
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_simultaneous_checkouts_under_one_key_charge_once() {
    let app = TestApp::with(crowded).await;
    let ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let statuses = simultaneous_checkouts(&app, &ann, vec!["key".to_owned(); 100]).await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_simultaneous_checkouts_under_different_keys_charge_once() {
    let app = TestApp::with(crowded).await;
    let ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let statuses = simultaneous_checkouts(&app, &ann, (0..100).map(|number| format!("key-{number}")).collect()).await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
}

#[tokio::test]
async fn a_checkout_needs_a_key_that_belongs_to_one_request() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let invoice = ann.invoice().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    ann.check_out_for(&invoice, "", &body).await.refused(400, "idempotency_key_invalid");
    ann.check_out_for(&invoice, &"k".repeat(256), &body).await.refused(400, "idempotency_key_invalid");
    for blank in ["two words", "two\twords"] {
        ann.check_out_for(&invoice, blank, &body).await.refused(400, "idempotency_key_invalid");
    }
    ann.check_out_for(&invoice, &"k".repeat(255), &body).await.expect(200);
    let other = json!({"expected_total_due": "0.01"});
    ann.check_out_for(&invoice, &"k".repeat(255), &other).await.refused(422, "idempotency_key_reused");
    // The same key of another customer is another key.
    let mut bea = Shopper::decided(&app, "bea@example.com", 4).await;
    bea.check_out(&"k".repeat(255)).await.expect(200);
}

#[tokio::test]
async fn a_total_that_the_customer_did_not_see_is_not_charged() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let seen = ann.invoice().await;
    ann.keep(3).await;
    let body = json!({"expected_total_due": seen["totalDue"]});
    ann.check_out_for(&seen, "key", &body).await.refused(409, "invoice_changed");
    for wrong in [json!({}), json!({"expected_total_due": "-1.00"}), json!({"expected_total_due": 12.5})] {
        ann.check_out_for(&seen, "key", &wrong).await.refused(422, "request_invalid");
    }
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert_eq!(app.charged().await, [1_00]);
    // The refused call did not use up the key.
    ann.check_out("key").await.expect(200);
}

#[tokio::test]
async fn every_item_needs_a_decision() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let id = ann.lines().await[0]["id"].clone();
    ann.decide(json!([{"id": id, "claimed_kept": true}])).await.expect(200);
    ann.check_out("key").await.refused(422, "undecided");
    // A decision can be undone.
    ann.keep(1).await;
    ann.decide(json!([{"id": id, "claimed_kept": null}])).await.expect(200);
    ann.check_out("key").await.refused(422, "undecided");
    assert_eq!(app.charged().await, [1_00]);
}

#[tokio::test]
async fn a_checkout_without_a_card_is_refused() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let invoice = ann.invoice().await;
    app.execute("UPDATE cards SET replaced_at = created_at").await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    ann.check_out_for(&invoice, "key", &body).await.refused(402, "card_missing");
    assert_eq!(ann.invoice().await["status"], "open");
}

#[tokio::test]
async fn a_total_of_zero_does_not_ask_the_gateway() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 0).await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    let paid = ann.check_out("key").await.expect(200);
    assert_eq!((&paid["status"], &paid["totalDue"]), (&json!("paid"), &json!("0.00")));
    assert_eq!(ann.status().await, "checked_out_by_customer");
    assert_eq!(ann.check_out("key").await.expect(200), paid);
    assert_eq!(app.charged().await, [1_00]);
    audit::run(&app.state).await.unwrap();
}

#[tokio::test]
async fn a_decline_releases_every_reservation_and_can_be_tried_again() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let lines = ann.lines().await;
    let line = lines.iter().find(|line| line["size"] == "M").unwrap();
    ann.keep(4).await;
    let sizes = ann.exchange_sizes(&line["id"]).await;
    let exchange = json!([{"id": line["id"], "claimed_kept": true, "exchange_size": sizes[0]}]);
    ann.decide(exchange).await.expect(200);
    let before = ann.invoice().await;
    let stock = app.reserved().await;

    app.gateway.set(GatewayBehaviour::Declines);
    let body = json!({"expected_total_due": before["totalDue"]});
    ann.check_out_for(&before, "key", &body).await.refused(402, "payment_declined");
    assert_eq!(ann.status().await, "delivered_to_customer");
    let mut after = before.clone();
    after["declined"] = json!("Your card was declined. Nothing was charged.");
    assert_eq!(ann.invoice().await, after);
    assert_eq!(app.reserved().await, stock);
    assert!(app.dump().await.contains("card_declined"));

    app.gateway.set(GatewayBehaviour::Works);
    // The same call gets the same answer. A new key is a new try.
    ann.check_out_for(&before, "key", &body).await.refused(402, "payment_declined");
    ann.check_out_for(&before, "again", &body).await.expect(200);
    assert_eq!(app.charged().await, [1_00, cents(&before["totalDue"])]);
    assert_eq!(app.reserved().await, stock + 1, "the other size is held");
    steps::take(&app.state, &ann.order, Step::ShipExchange, Actor::Ops).await.unwrap();
    assert_eq!(app.reserved().await, stock, "the other size is sent");
    audit::run(&app.state).await.unwrap();
}

#[tokio::test]
async fn only_the_amount_and_currency_that_were_asked_for_count_as_paid() {
    for line in [GatewayBehaviour::ChargesAnotherAmount, GatewayBehaviour::ChargesAnotherCurrency] {
        let app = TestApp::start().await;
        let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
        app.gateway.set(line);
        ann.check_out("key").await.refused(402, "payment_given_back");
        assert_eq!(ann.invoice().await["status"], "open");
        assert_eq!(ann.status().await, "delivered_to_customer");
        assert_eq!(app.charged().await, [0, 1_00], "the wrong amount was refunded");
        assert!(app.dump().await.contains("Taken by mistake, and given back"));
        app.gateway.set(GatewayBehaviour::Works);
        ann.check_out("again").await.expect(200);
        audit::run(&app.state).await.unwrap();
    }
}

#[tokio::test]
async fn a_box_on_its_way_can_be_checked_out_and_a_styled_one_cannot() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    let invoices = format!("/api/orders/{}/invoices", ann.order);
    ann.browser.post(&invoices, json!({})).await.refused(409, "not_to_be_checked_out");
    steps::take(&app.state, &ann.order, Step::Ship, Actor::Ops).await.unwrap();
    ann.keep(1).await;
    app.gateway.set(GatewayBehaviour::Declines);
    ann.check_out("declined").await.refused(402, "payment_declined");
    assert_eq!(ann.status().await, "in_transit_to_customer", "back to where it was");
    app.gateway.set(GatewayBehaviour::Works);
    ann.check_out("key").await.expect(200);
    assert_eq!(ann.status().await, "checked_out_by_customer");
}

#[tokio::test]
async fn the_checkout_of_a_returned_box_charges_only_its_invoice() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    steps::take(&app.state, &ann.order, Step::SendBack, Actor::Ops).await.unwrap();
    ann.keep(1).await;
    ann.check_out("key").await.expect(200);
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["has_paid_invoice"]), (&json!("in_transit_to_stylebox"), &json!(true)));
    ann.check_out("other").await.expect(200);
    assert_eq!(app.charged().await.len(), 2);
}

#[tokio::test]
async fn an_address_for_exchanges_is_checked_and_kept() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let invoice = ann.invoice().await;
    let mut address = json!({"name": "Bea Larsen", "line_1": "9 Elm", "line_2": "", "city": "Edina", "state": "XX", "postal_code": "55435", "phone": "6125550142"});
    let body =
        |address: &serde_json::Value| json!({"expected_total_due": invoice["totalDue"], "exchange_address": address});
    let refused = ann.check_out_for(&invoice, "key", &body(&address)).await.expect(422);
    assert_eq!(refused["issues"][0]["field"], "state");
    address["state"] = json!("mn");
    address["line_1"] = json!(UNDELIVERABLE_LINE);
    let said = ann.check_out_for(&invoice, "key", &body(&address)).await.refused(422, "shippo_id_invalid");
    assert_eq!(said, "Invalid Address. Please enter a valid address.");
    assert_eq!(app.reserved().await, 0);
    // No checkout was begun, so the key is still free.
    address["line_1"] = json!("9 Elm");
    ann.check_out_for(&invoice, "key", &body(&address)).await.expect(200);
    let dump = app.dump().await;
    assert!(dump.contains("9 Elm") && dump.contains("Bea Larsen"));
}
