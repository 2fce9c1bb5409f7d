//! Returns that never arrive: staff write them off, nobody is charged for them, and the order completes.

use super::{garment, on_the_shelf};
use crate::account::sign_up_and_in;
use crate::support::{GatewayBehaviour, PASSWORD, Shopper, TestApp, cents, newest_mail, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::store::order::events;

/// The events of the order: who caused them, and why.
async fn log(app: &TestApp, order: &str) -> Vec<(Actor, String)> {
    let mut tx = app.state.db.read().await.unwrap();
    events::of_order(&mut tx, order).await.unwrap().into_iter().map(|event| (event.actor, event.reason)).collect()
}

/// A customer who has checked out and keeps `kept` items.
async fn checked_out(app: &TestApp, kept: usize) -> (Shopper, String) {
    let mut ann = Shopper::decided(app, "ann@example.com", kept).await;
    ann.check_out("key").await.expect(200);
    let code = ann.code().await;
    (ann, code)
}

/// For each item, why it is written off.
async fn written_off(ann: &mut Shopper) -> Vec<Value> {
    ann.lines().await.iter().map(|line| line["written_off"].clone()).collect()
}

/// A month has passed, and the customer signs in again.
async fn a_month_later(app: &TestApp, ann: &mut Shopper) {
    app.clock.set("2026-12-24T06:00:00Z");
    sign_up_and_in::sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn writing_off_a_lost_return_completes_the_order_without_a_charge() {
    let app = TestApp::start().await;
    let (mut ann, code) = checked_out(&app, 2).await;
    let (shelf, charged) = (on_the_shelf(&app).await, app.charged().await);
    steps::take(&app.state, &ann.order, Step::SendBack, Actor::Ops).await.unwrap();
    let early = ops(&app, &format!("complete {code}")).await.unwrap_err();
    assert_eq!(early, format!("Order {code} is in_transit_to_stylebox and cannot become completed."));
    let said = ops(&app, &format!("write-off {code} lost")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now completed.\n"));
    assert_eq!((on_the_shelf(&app).await, app.charged().await), (shelf, charged));
    let names: Vec<String> =
        ann.lines().await[2..].iter().map(|line| line["description"].as_str().unwrap().to_owned()).collect();
    let events = log(&app, &ann.order).await;
    let why = format!("Written off as lost on its way back, and not charged: {}", names.join(", "));
    assert!(events.contains(&(Actor::Ops, why)), "{events:?}");
    assert!(events.contains(&(Actor::Ops, "Nothing more is due back".to_owned())), "{events:?}");
    // The first two items were kept.
    let lost = |place: usize| if place < 2 { json!(null) } else { json!("lost_on_way_back") };
    assert_eq!(written_off(&mut ann).await, (0..names.len() + 2).map(lost).collect::<Vec<_>>());
    let export = ann.browser.get("/api/account/export").await.expect(200);
    assert_eq!(export["orders"][0]["items"][2]["written_off"], "lost_on_way_back");
    let again = ops(&app, &format!("write-off {code} lost")).await.unwrap_err();
    assert_eq!(again, format!("Order {code} is completed: nothing of it can be written off now."));
    assert!(ops(&app, &format!("receive {code}")).await.is_err());
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    // The customer can have another box.
    let wish = json!({"order": {"ship_by_date": "2026-12-01"}});
    ann.browser.post("/api/orders", wish).await.expect(201);
}

#[tokio::test]
async fn items_that_were_never_sent_are_written_off_and_the_others_received() {
    let app = TestApp::start().await;
    let (mut ann, code) = checked_out(&app, 2).await;
    let shelf = on_the_shelf(&app).await;
    let lines = ann.lines().await;
    a_month_later(&app, &mut ann).await;
    let hint =
        format!("its return is overdue: it was due on 2026-11-23 (\"ops write-off {code} not-sent\" gives it up)");
    assert!(ops(&app, "attention").await.unwrap().contains(&hint));
    let kept = ops(&app, &format!("write-off {code} not-sent {}", garment(&lines[0]))).await.unwrap_err();
    assert!(
        kept.starts_with(&format!("{} is not due back of order {code}. These are: ", garment(&lines[0]))),
        "{kept}"
    );
    let named = format!("{} {}", garment(&lines[2]).to_lowercase(), garment(&lines[4]));
    let said = ops(&app, &format!("write-off {code} not-sent {named}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now post_customer_checkout_processing.\n"));
    // Two items were kept and two are written off. The others have to come back.
    let is_given_up = |place: usize| [2, 4].contains(&place);
    let given_up = |place: usize| if is_given_up(place) { json!("not_returned") } else { json!(null) };
    assert_eq!(written_off(&mut ann).await, (0..lines.len()).map(given_up).collect::<Vec<_>>());
    let left = lines.len() - 4;
    let open = ops(&app, &format!("complete {code}")).await.unwrap_err();
    assert!(open.contains(&format!("still has {left} of its items to come back")), "{open}");
    ops(&app, &format!("receive {code}")).await.unwrap();
    assert_eq!(on_the_shelf(&app).await, shelf + i64::try_from(left).unwrap(), "written-off items are not restocked");
    let received: Vec<bool> = ann.lines().await.iter().map(|line| line["received"] == true).collect();
    assert_eq!(received, (0..lines.len()).map(|place| place > 1 && !is_given_up(place)).collect::<Vec<_>>());
    // Staff inspect the return, and then complete the order.
    ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!(ann.status().await, "delivered_to_stylebox");
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn if_an_exchanged_item_is_lost_on_its_way_back_the_other_size_is_still_sent() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let code = ann.code().await;
    ann.keep_all_and_exchange().await;
    ann.check_out("key").await.expect(200);
    let charged = app.charged().await;
    let said = ops(&app, &format!("write-off {code} lost")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now delivered_to_stylebox.\n"), "the other size still has to be sent");
    let held = ops(&app, &format!("complete {code}")).await.unwrap_err();
    assert_eq!(held, format!("Order {code} still has an exchange to be sent: ship it first."));
    ops(&app, &format!("exchange ship {code}")).await.unwrap();
    ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!((ann.status().await, app.charged().await), ("completed".to_owned(), charged));
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn a_lost_return_without_a_checkout_is_checked_out_without_a_charge() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let code = ann.code().await;
    steps::take(&app.state, &ann.order, Step::SendBack, Actor::Ops).await.unwrap();
    let said = ops(&app, &format!("write-off {code} lost")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now delivered_to_stylebox.\n"));
    let line = ann.lines().await[0].clone();
    assert_eq!((&line["claimed_kept"], &line["received"]), (&json!(false), &json!(false)));
    // The customer cannot keep it or leave it undecided, because the system would charge it.
    for kept in [json!(true), json!(null)] {
        let refused =
            ann.decide(json!([{"id": line["id"], "claimed_kept": kept}])).await.refused(422, "decisions_invalid");
        assert!(
            refused.ends_with("was lost on its way back to us: you can return or exchange it, but not keep it."),
            "{refused}"
        );
    }
    app.clock.set("2026-11-24T18:00:00Z");
    ops(&app, "jobs run system_checkout").await.unwrap();
    assert_eq!((&ann.invoice().await["totalDue"], app.charged().await), (&json!("0.00"), vec![1_00]));
    let receipt = newest_mail(&app, "receipt").await.unwrap().body;
    assert!(receipt.contains("This is no longer expected back") && !receipt.contains("This goes back"), "{receipt}");
    ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!(ann.status().await, "completed");
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn a_box_without_any_decision_is_written_off_once_its_return_is_overdue() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let code = ann.code().await;
    app.execute("UPDATE cards SET consent_version = NULL, consent_at = NULL").await;
    let early = ops(&app, &format!("write-off {code} not-sent")).await.unwrap_err();
    assert_eq!(early, format!("Order {code} is delivered_to_customer: nothing of it can be written off now."));
    a_month_later(&app, &mut ann).await;
    assert!(ops(&app, &format!("checkout {code}")).await.is_err(), "staff may charge nothing");
    ops(&app, &format!("write-off {code} not-sent")).await.unwrap();
    let line = ann.lines().await[0].clone();
    let refused = ann.decide(json!([{"id": line["id"], "claimed_kept": null}])).await.refused(422, "decisions_invalid");
    assert!(refused.ends_with("is no longer expected back: you can keep or return it."), "{refused}");
    // It was never sent back, and nothing is due.
    assert_eq!(ann.read().await["return"], json!(null));
    // The customer can still buy it.
    ann.decide(json!([{"id": line["id"], "claimed_kept": true}])).await.expect(200);
    ann.check_out("key").await.expect(200);
    assert_eq!(app.charged().await, [1_00, cents(&ann.invoice().await["totalDue"])]);
    ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!(ann.status().await, "completed");
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn paid_undelivered_or_undue_items_cannot_be_written_off() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    for step in [Step::Style, Step::Ship] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    ann.keep(6).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    let paying = ops(&app, &format!("write-off {code} lost")).await.unwrap_err();
    assert_eq!(paying, format!("Order {code} is being paid: write its return off once that is settled."));
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    ops(&app, "jobs run payments").await.unwrap();
    let early = ops(&app, &format!("write-off {code} lost")).await.unwrap_err();
    assert_eq!(early, format!("Order {code} is checked_out_by_customer: nothing of it can be written off now."));
    ops(&app, &format!("deliver {code}")).await.unwrap();
    let whole = ops(&app, &format!("write-off {code} lost")).await.unwrap_err();
    assert_eq!(whole, format!("Order {code} has nothing that is still to come back."));
    ops(&app, "jobs run after_checkout").await.unwrap();
    assert!(log(&app, &ann.order).await.contains(&(Actor::System, "Everything was kept".to_owned())));
}
