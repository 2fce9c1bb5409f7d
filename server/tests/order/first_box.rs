//! A customer's first box, from the card to the end.

use crate::support::{CARD, Shopper, TestApp, cents, text};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::ops::audit;

#[tokio::test]
async fn a_first_box_from_the_card_to_the_end() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    assert_eq!(ann.browser.get("/api/orders").await.expect(200), json!({"orders": []}));

    let saved = ann.save_card(CARD).await.expect(201);
    assert_eq!((&saved["brand"], &saved["last_four"]), (&json!("Visa"), &json!("4242")));
    ann.order = saved["order_id"].as_str().unwrap().to_owned();
    let order = ann.read().await;
    assert_eq!(order["status"], "created");
    assert_eq!(order["ship_by_date"], "2026-11-24");
    assert_eq!(order["subscription_type"], "subscription_30_day");
    assert_eq!(order["coupon"], "Hello25");
    let account = ann.browser.get("/api/account").await.expect(200);
    assert!(account["celerant_id"].is_string(), "{account}");
    assert_eq!(account["cc_expiration"], "12/29");
    assert_eq!(account["shipping_addresses"][0]["shipping_line_1"], "1200 Harmon Place");

    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    let styled = ann.read().await;
    assert_eq!(styled["status"], "styled");
    assert!((2..=3).contains(&styled["outfits"].as_array().unwrap().len()), "{styled}");
    assert!((5..=6).contains(&styled["line_items"].as_array().unwrap().len()), "{styled}");
    assert!(styled["stylist_note"].as_str().unwrap().contains("Dear Ann"), "{styled}");
    assert_eq!(app.charged().await, [1_00]);

    steps::take(&app.state, &ann.order, Step::Ship, Actor::Ops).await.unwrap();
    assert_eq!(ann.read().await["outgoing_shipment"]["tracking_code"].as_str().unwrap().len(), 22);
    steps::take(&app.state, &ann.order, Step::Deliver, Actor::Ops).await.unwrap();
    let delivered = ann.read().await;
    assert_eq!(delivered["delivery_date"], "2026-11-18");
    assert_eq!(delivered["checkout_by_date"], "2026-11-23");

    ann.keep(4).await;
    let invoice = ann.invoice().await;
    let prices: Vec<i64> = ann.lines().await.iter().take(4).map(|line| cents(&line["retail_price"])).collect();
    let expected = worked_out(&prices);
    for (field, amount) in &expected {
        assert_eq!(invoice[field], text(*amount), "{field} of {invoice}");
    }
    let paid = ann.check_out("first").await.expect(200);
    assert_eq!(paid["status"], "paid");
    let due = expected.iter().find(|(field, _)| *field == "totalDue").unwrap().1;
    assert_eq!(app.charged().await, [1_00, due]);
    assert_eq!(ann.status().await, "checked_out_by_customer");
    let bought: Vec<Value> = ann.lines().await.iter().map(|line| line["paid_for"].clone()).collect();
    assert_eq!(bought.iter().filter(|paid| **paid == json!(true)).count(), 4);
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["first_timer"], false);

    let review = json!({"order": {"order_review": "The jeans!", "review_rating": 5}});
    let order = format!("/api/orders/{}", ann.order);
    assert_eq!(ann.browser.patch(&order, review).await.expect(200)["review_rating"], 5);
    steps::take(&app.state, &ann.order, Step::Receive, Actor::Ops).await.unwrap();
    steps::take(&app.state, &ann.order, Step::Complete, Actor::Ops).await.unwrap();
    assert_eq!(ann.status().await, "completed");
    assert!(audit::run(&app.state).await.unwrap().contains("1 paid invoices"));
    let page = app.client().get("/dev/outbox").await.text;
    assert!(page.contains("will be at your door on Tuesday, November 24."), "{page}");
    assert!(page.contains("decide by Monday, November 23, and check out here:"), "{page}");
    told(&app, &["order_placed", "being_styled", "on_its_way", "delivered", "receipt"]).await;
}

/// The invoice of a new customer in Minnesota who keeps four items at these prices: 10% off, then $25 off, 6.875% tax, less the $1
/// fee.
fn worked_out(prices: &[i64]) -> [(&'static str, i64); 7] {
    let subtotal: i64 = prices.iter().sum();
    let several = (subtotal * 10 + 50) / 100;
    let before_tax = subtotal - several - 25_00;
    let tax = (before_tax * 6_875 + 50_000) / 100_000;
    [
        ("original_subtotal", subtotal),
        ("multi_item_discount", several),
        ("discount_amount", 25_00),
        ("totalBeforeTax", before_tax),
        ("tax", tax),
        ("credit_amount", 1_00),
        ("totalDue", before_tax + tax - 1_00),
    ]
}

async fn told(app: &TestApp, kinds: &[&str]) {
    let dump = app.dump().await;
    for kind in kinds {
        assert!(
            dump.contains(&format!("outbox.kind: {kind}")) || dump.contains(&format!("\"kind\":\"{kind}\"")),
            "{kind}"
        );
    }
}

#[tokio::test]
async fn every_change_of_an_order_is_an_event() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("k").await.expect(200);
    let mut tx = app.state.db.read().await.unwrap();
    let events = stylebox_server::store::order::events::of_order(&mut tx, &ann.order).await.unwrap();
    let steps: Vec<(&str, &str)> =
        events.iter().map(|event| (event.actor.as_str(), event.to_status.as_str())).collect();
    assert_eq!(
        steps,
        [
            ("customer", "created"),
            ("ops", "styling"),
            ("ops", "styled"),
            ("ops", "ready_to_ship"),
            ("ops", "in_transit_to_customer"),
            ("ops", "delivered_to_customer"),
            ("customer", "delivered_to_customer"),
            ("customer", "payment_processing"),
            ("customer", "checked_out_by_customer"),
        ]
    );
}

#[tokio::test]
async fn another_customers_order_and_invoice_are_not_found() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let invoice = ann.invoice().await;
    let line = ann.lines().await[0]["id"].as_str().unwrap().to_owned();
    let mut eve = Shopper::with_order(&app, "eve@example.com").await;
    let (order, invoice_id) = (ann.order.clone(), invoice["id"].as_str().unwrap());
    for path in [
        format!("/api/orders/{order}"),
        format!("/api/orders/{order}/invoices/current"),
        format!("/api/invoices/available_exchange_sizes/{line}"),
    ] {
        eve.browser.get(&path).await.refused(404, "not_found");
    }
    let decision = json!({"order": {"line_items_attributes": [{"id": line, "claimed_kept": false}]}});
    eve.browser.patch(&format!("/api/orders/{order}"), decision).await.refused(404, "not_found");
    let review = json!({"order": {"order_review": "Mine"}});
    eve.browser.patch(&format!("/api/orders/{order}"), review).await.refused(404, "not_found");
    for path in [
        format!("/api/orders/{order}/cancel"),
        format!("/api/orders/{order}/invoices"),
        format!("/api/invoices/{invoice_id}/coupons"),
        format!("/api/invoices/{invoice_id}/gift_cards"),
    ] {
        eve.browser.post(&path, json!({"code": "Hello25"})).await.refused(404, "not_found");
    }
    eve.browser.patch(&format!("/api/orders/{order}/extend"), json!({})).await.refused(404, "not_found");
    for path in ["coupons", "gift_cards"] {
        eve.browser.delete(&format!("/api/invoices/{invoice_id}/{path}")).await.refused(404, "not_found");
    }
    eve.check_out_for(&invoice, "k", &json!({"expected_total_due": invoice["totalDue"]}))
        .await
        .refused(404, "not_found");
    // An order cannot decide about another order's item.
    let mut bea = Shopper::with_box(&app, "bea@example.com").await;
    bea.decide(json!([{"id": line, "claimed_kept": false}])).await.refused(404, "not_found");
    assert_eq!(ann.status().await, "delivered_to_customer");
}
