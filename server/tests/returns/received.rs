//! Returned boxes, checked out or not: each returned item is restocked once, kept items are paid, and then the order completes.

use super::on_the_shelf;
use crate::support::{GatewayBehaviour, Shopper, TestApp, cents, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::store::mail::outbox;

/// Decides about the item at that place in the box.
async fn decide(ann: &mut Shopper, place: usize, kept: bool, size: Option<&Value>) -> crate::support::Reply {
    let id = ann.lines().await[place]["id"].clone();
    ann.decide(json!([{"id": id, "claimed_kept": kept, "exchange_size": size}])).await
}

/// A customer whose box has come back, without the first item if they keep it. Returns the order's code, too.
async fn with_returned_box(app: &TestApp, keeps_first: bool) -> (Shopper, String) {
    let mut ann = Shopper::with_box(app, "ann@example.com").await;
    if keeps_first {
        decide(&mut ann, 0, true, None).await.expect(200);
    }
    let code = ann.code().await;
    ops(app, &format!("receive {code}")).await.unwrap();
    (ann, code)
}

#[tokio::test]
async fn a_returned_box_without_decisions_stays_open_until_it_is_checked_out() {
    let app = TestApp::start().await;
    let before = on_the_shelf(&app).await;
    let (mut ann, code) = with_returned_box(&app, false).await;
    assert_eq!(on_the_shelf(&app).await, before);
    assert!(ann.lines().await.iter().all(|line| line["claimed_kept"] == json!(false)), "all came back");
    let refused = ops(&app, &format!("complete {code}")).await.unwrap_err();
    let why = "is delivered_to_stylebox and not checked out: what is kept of it is not paid.";
    assert_eq!(refused, format!("Order {code} {why}"));
    // An item that is back in stock cannot be kept.
    assert!(ann.lines().await.iter().all(|line| line["received"] == json!(true)));
    let refused = decide(&mut ann, 0, true, None).await.refused(422, "decisions_invalid");
    assert!(refused.ends_with("has come back to us: you can return or exchange it, but not keep it."), "{refused}");
    // It costs nothing, so no consent is needed.
    app.execute("UPDATE cards SET consent_version = NULL, consent_at = NULL").await;
    app.clock.set("2026-11-24T18:00:00Z");
    let said = ops(&app, "jobs run system_checkout").await.unwrap();
    assert_eq!(said, "Job system_checkout: 1 orders were checked out, 0 wait.\n");
    let invoice = ann.invoice().await;
    assert_eq!((&invoice["status"], &invoice["totalDue"]), (&json!("paid"), &json!("0.00")));
    assert_eq!(app.charged().await, [1_00]);
    ops(&app, "jobs run outbox").await.unwrap();
    let receipt = app.messages.sent().pop().unwrap().body;
    let words = format!(
        "Your time to try on box {code} is over, and we have checked out for you. You are keeping nothing from it."
    );
    assert!(receipt.contains(&words) && !receipt.contains("agreed"), "{receipt}");
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn kept_items_of_a_returned_box_are_not_received_and_are_charged() {
    let app = TestApp::start().await;
    let before = on_the_shelf(&app).await;
    let (mut ann, code) = with_returned_box(&app, true).await;
    assert_eq!(on_the_shelf(&app).await, before - 1);
    assert!(ops(&app, &format!("complete {code}")).await.unwrap_err().contains("not checked out"));
    // There are no reminders for a returned box, so the system leaves it to staff.
    app.clock.set("2026-11-24T18:00:00Z");
    ops(&app, "jobs run system_checkout").await.unwrap();
    assert!(ops(&app, "attention").await.unwrap().starts_with(&format!("{code}  not checked out: ")));
    let said = ops(&app, &format!("checkout {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now delivered_to_stylebox.\n"));
    let lines = ann.lines().await;
    let paid: Vec<&Value> = lines.iter().map(|line| &line["paid_for"]).collect();
    assert_eq!((paid[0], paid.iter().filter(|paid| **paid == &json!(true)).count()), (&json!(true), 1));
    assert_eq!(app.charged().await, [1_00, cents(&ann.invoice().await["totalDue"])]);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert_eq!(on_the_shelf(&app).await, before - 1);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn late_items_are_received_and_each_item_once() {
    let app = TestApp::start().await;
    let before = on_the_shelf(&app).await;
    let (mut ann, code) = with_returned_box(&app, true).await;
    decide(&mut ann, 0, false, None).await.expect(200);
    app.clock.set("2026-12-24T06:00:00Z");
    assert!(ops(&app, "overdue").await.unwrap().contains(&code), "one piece is still out");
    let received = ops(&app, &format!("receive {code}")).await.unwrap();
    assert_eq!(received, format!("Order {code} is now delivered_to_stylebox.\n"));
    assert_eq!(on_the_shelf(&app).await, before);
    let again = ops(&app, &format!("receive {code}")).await.unwrap_err();
    assert_eq!(again, format!("Order {code} has nothing that is still to come back."));
    assert_eq!(ops(&app, "overdue").await.unwrap(), "No return is overdue.\n");
    for command in ["checkout", "complete"] {
        ops(&app, &format!("{command} {code}")).await.unwrap();
    }
}

#[tokio::test]
async fn a_returned_item_can_still_be_exchanged() {
    let app = TestApp::start().await;
    let before = on_the_shelf(&app).await;
    let (mut ann, code) = with_returned_box(&app, false).await;
    let lines = ann.lines().await;
    let place = lines.iter().position(|line| line["size"] == "M").unwrap();
    let sizes = ann.exchange_sizes(&lines[place]["id"]).await;
    decide(&mut ann, place, true, Some(&sizes[0])).await.expect(200);
    ann.check_out("key").await.expect(200);
    let held = ops(&app, &format!("complete {code}")).await.unwrap_err();
    assert_eq!(held, format!("Order {code} still has an exchange to be sent: ship it first."));
    ops(&app, &format!("exchange ship {code}")).await.unwrap();
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert_eq!(on_the_shelf(&app).await, before - 1, "all items came back, and one was sent in another size");
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_return_whose_payment_is_not_known_yet_waits_for_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let code = ann.code().await;
    ops(&app, &format!("receive {code}")).await.unwrap();
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    assert!(ops(&app, &format!("complete {code}")).await.unwrap_err().contains("not checked out"));
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    ops(&app, "jobs run payments").await.unwrap();
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert!(ops(&app, "audit").await.is_ok());
}

/// A box that is checked out on its way to the customer, who keeps `kept` items.
async fn checked_out_on_its_way(app: &TestApp, kept: usize) -> (Shopper, String) {
    let mut ann = Shopper::with_order(app, "ann@example.com").await;
    let code = ann.code().await;
    for command in ["style", "ship"] {
        ops(app, &format!("{command} {code}")).await.unwrap();
    }
    ann.keep(kept).await;
    ann.check_out("key").await.expect(200);
    (ann, code)
}

#[tokio::test]
async fn the_delivery_of_a_box_checked_out_on_its_way_is_recorded() {
    let app = TestApp::start().await;
    let (mut ann, code) = checked_out_on_its_way(&app, 2).await;
    assert_eq!(ann.read().await["delivery_date"], json!(null));
    app.clock.set("2026-11-20T16:00:00Z");
    let said = ops(&app, &format!("deliver {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now checked_out_by_customer.\n"));
    let order = ann.read().await;
    assert_eq!((&order["delivery_date"], &order["checkout_by_date"]), (&json!("2026-11-20"), &json!("2026-11-25")));
    let again = ops(&app, &format!("deliver {code}")).await.unwrap_err();
    assert_eq!(again, format!("Order {code} is checked_out_by_customer and cannot become delivered_to_customer."));
    // Thirty days after 25 November end with 25 December.
    app.clock.set("2026-12-26T06:00:00Z");
    let list = ops(&app, "overdue").await.unwrap();
    assert!(list.contains(&format!("{code}  2026-11-25  ann@example.com")), "{list}");
}

#[tokio::test]
async fn a_box_that_was_kept_completely_on_its_way_is_completed_once_it_is_delivered() {
    let app = TestApp::start().await;
    let (mut ann, code) = checked_out_on_its_way(&app, 6).await;
    ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!(ann.status().await, "post_customer_checkout_processing");
    let early = ops(&app, &format!("complete {code}")).await.unwrap_err();
    assert_eq!(early, format!("Order {code} has not come to its customer yet: deliver it first."));
    ops(&app, &format!("deliver {code}")).await.unwrap();
    ops(&app, "jobs run after_checkout").await.unwrap();
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["delivery_date"]), (&json!("completed"), &json!("2026-11-18")));
}

#[tokio::test]
async fn a_received_return_without_a_recorded_delivery_gets_a_delivery_date() {
    let app = TestApp::start().await;
    let (mut ann, code) = checked_out_on_its_way(&app, 2).await;
    ops(&app, &format!("receive {code}")).await.unwrap();
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert_eq!(ann.read().await["delivery_date"], "2026-11-18");
}

#[tokio::test]
async fn a_delivery_during_a_payment_that_is_declined_is_recorded() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    for command in ["style", "ship"] {
        ops(&app, &format!("{command} {code}")).await.unwrap();
    }
    ann.keep(1).await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    ann.check_out("key").await.expect(202);
    ops(&app, &format!("deliver {code}")).await.unwrap();
    assert_eq!(ann.status().await, "payment_processing");
    assert_eq!(told_of_delivery(&app).await, 0, "nothing can be checked out while it is being paid");
    app.gateway.set(GatewayBehaviour::Declines);
    app.clock.advance(Duration::from_secs(30));
    ops(&app, "jobs run payments").await.unwrap();
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["delivery_date"]), (&json!("delivered_to_customer"), &json!("2026-11-18")));
    assert_eq!(told_of_delivery(&app).await, 1);
    ann.check_out("again").await.refused(402, "payment_declined");
    assert_eq!(told_of_delivery(&app).await, 1, "it was delivered once");
}

/// How many notices of a delivery were written.
async fn told_of_delivery(app: &TestApp) -> usize {
    let mut tx = app.state.db.read().await.unwrap();
    outbox::newest(&mut tx, 100).await.unwrap().iter().filter(|mail| mail.kind == "delivered").count()
}

#[tokio::test]
async fn a_delivered_box_is_not_delivered_again_while_it_is_being_paid() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let code = ann.code().await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    app.clock.set("2026-11-20T15:00:00Z");
    let refused = ops(&app, &format!("deliver {code}")).await.unwrap_err();
    assert_eq!(refused, format!("Order {code} is payment_processing and cannot become delivered_to_customer."));
    assert_eq!(ann.read().await["delivery_date"], "2026-11-18");
    app.gateway.set(GatewayBehaviour::Works);
    ops(&app, "jobs run payments").await.unwrap();
    assert_eq!(ann.status().await, "checked_out_by_customer");
}

#[tokio::test]
async fn a_return_is_not_received_during_its_payment() {
    let app = TestApp::start().await;
    let before = on_the_shelf(&app).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let code = ann.code().await;
    steps::take(&app.state, &ann.order, Step::SendBack, Actor::Ops).await.unwrap();
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    assert_eq!(ann.status().await, "in_transit_to_stylebox");
    let refused = ops(&app, &format!("receive {code}")).await.unwrap_err();
    assert_eq!(refused, format!("Order {code} is being paid: receive its return once that is settled."));
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    ops(&app, "jobs run payments").await.unwrap();
    for command in ["receive", "complete"] {
        ops(&app, &format!("{command} {code}")).await.unwrap();
    }
    assert_eq!(on_the_shelf(&app).await, before - 1);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_return_that_an_earlier_version_received_is_completed() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let code = ann.code().await;
    ann.check_out("key").await.expect(200);
    ops(&app, &format!("receive {code}")).await.unwrap();
    app.execute("UPDATE orders SET delivery_date = NULL, checkout_by_date = NULL").await;
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert_eq!(ann.status().await, "completed");
}
