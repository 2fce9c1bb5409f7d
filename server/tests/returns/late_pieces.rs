//! Parcels that arrive although nobody expects them any more: written-off and bought pieces, and boxes of cancelled orders.

use super::{garment, on_the_shelf};
use crate::support::{GatewayBehaviour, PASSWORD, Shopper, TestApp, cents, newest_mail, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

fn garments(lines: &[Value]) -> String {
    lines.iter().map(garment).collect::<Vec<_>>().join(" ")
}

async fn books_agree(app: &TestApp) {
    let audit = ops(app, "audit").await;
    assert!(audit.as_ref().is_ok_and(|said| said.starts_with("The books agree")), "{audit:?}");
}

/// The email about a late parcel, on one line.
async fn email(app: &TestApp) -> Option<String> {
    newest_mail(app, "return_came_late").await.map(|mail| mail.body.replace('\n', " "))
}

/// A customer who keeps `kept` items and whose whole return was lost. The order is completed.
async fn written_off(app: &TestApp, kept: usize) -> (Shopper, String) {
    let mut ann = Shopper::decided(app, "ann@example.com", kept).await;
    ann.check_out("key").await.expect(200);
    let code = ann.code().await;
    let said = ops(app, &format!("write-off {code} lost")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now completed.\n"));
    (ann, code)
}

/// A completed order whose items the system has all kept and charged.
async fn kept_by_the_system(app: &TestApp) -> (Shopper, String) {
    let mut ann = Shopper::with_box(app, "ann@example.com").await;
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        app.clock.set(&format!("{day}T18:00:00Z"));
        for job in ["reminders", "outbox"] {
            ops(app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    app.clock.set("2026-11-24T18:00:00Z");
    ops(app, "jobs run system_checkout").await.unwrap();
    ops(app, "jobs run after_checkout").await.unwrap();
    assert_eq!(ann.status().await, "completed");
    let code = ann.code().await;
    (ann, code)
}

#[tokio::test]
async fn a_written_off_return_that_arrives_is_restocked_and_the_customer_is_told() {
    let app = TestApp::start().await;
    let (mut ann, code) = written_off(&app, 2).await;
    let (shelf, charged) = (on_the_shelf(&app).await, app.charged().await);
    let lines = ann.lines().await;
    let late = &lines[2..];
    // Staff have to name the pieces, so that nothing is received by mistake.
    let refused = ops(&app, &format!("receive {code}")).await.unwrap_err();
    let others = lines.iter().map(garment).collect::<Vec<_>>().join(", ");
    assert_eq!(
        refused,
        format!(
            "Order {code} has nothing that is still to come back. If something of it has come after all, name it: {others}."
        )
    );
    assert_eq!(on_the_shelf(&app).await, shelf);
    let said = ops(&app, &format!("receive {code} {}", garments(late).to_lowercase())).await.unwrap();
    assert_eq!(said, format!("Order {code} is now completed.\n"));
    assert_eq!(on_the_shelf(&app).await, shelf + i64::try_from(late.len()).unwrap());
    assert_eq!(app.charged().await, charged, "nothing was charged for them, and nothing is refunded");
    for line in &ann.lines().await[2..] {
        assert_eq!((&line["received"], &line["written_off"]), (&json!(true), &json!(null)), "{line}");
    }
    let email = email(&app).await.unwrap();
    let words = format!("We did not expect these pieces of box {code} any more, and now they are here.");
    assert!(email.contains(&words) && !email.contains("goes back"), "{email}");
    for line in late {
        assert!(email.contains(line["description"].as_str().unwrap()), "{email}");
    }
    assert!(!email.contains(lines[0]["description"].as_str().unwrap()), "{email}");
    // Each piece is received once.
    let again = ops(&app, &format!("receive {code} {}", garment(&late[0]))).await.unwrap_err();
    assert_eq!(again, format!("{} of order {code} was received before.", garment(&late[0])));
    let unknown = ops(&app, &format!("receive {code} P999")).await.unwrap_err();
    assert_eq!(unknown, format!("P999 is not in the box of order {code}."));
    assert_eq!(on_the_shelf(&app).await, shelf + i64::try_from(late.len()).unwrap());
    assert_eq!(app.messages_queued("return_came_late").await, 1);
    books_agree(&app).await;
}

#[tokio::test]
async fn each_piece_of_a_return_that_was_written_off_in_two_parts_can_be_received() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    ann.check_out("key").await.expect(200);
    let code = ann.code().await;
    let (shelf, lines) = (on_the_shelf(&app).await, ann.lines().await);
    steps::take(&app.state, &ann.order, Step::SendBack, Actor::Ops).await.unwrap();
    ops(&app, &format!("write-off {code} lost {}", garment(&lines[2]))).await.unwrap();
    ops(&app, &format!("write-off {code} not-sent {}", garment(&lines[3]))).await.unwrap();
    // A due piece and a written-off piece are in the same parcel.
    ops(&app, &format!("receive {code} {} {}", garment(&lines[2]), garment(&lines[4]))).await.unwrap();
    let is_here = |line: &Value| line["received"] == true;
    assert_eq!(
        ann.lines().await.iter().map(is_here).collect::<Vec<_>>(),
        (0..lines.len()).map(|place| [2, 4].contains(&place)).collect::<Vec<_>>()
    );
    let email = email(&app).await.unwrap();
    assert!(email.contains(lines[2]["description"].as_str().unwrap()), "{email}");
    assert!(!email.contains(lines[4]["description"].as_str().unwrap()), "that was expected: {email}");
    // Without names only the due pieces are received.
    ops(&app, &format!("receive {code}")).await.unwrap();
    assert_eq!(ann.lines().await[3]["written_off"], "not_returned");
    let come = i64::try_from(lines.len()).unwrap() - 3;
    assert_eq!(on_the_shelf(&app).await, shelf + come);
    ops(&app, &format!("complete {code}")).await.unwrap();
    ops(&app, &format!("receive {code} {}", garment(&lines[3]))).await.unwrap();
    assert_eq!((on_the_shelf(&app).await, ann.status().await), (shelf + come + 1, "completed".to_owned()));
    assert_eq!(app.messages_queued("return_came_late").await, 2);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_lost_first_size_of_an_exchange_that_arrives_is_restocked() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let code = ann.code().await;
    let lines = ann.lines().await;
    let place = ann.keep_all_and_exchange().await;
    ann.check_out("key").await.expect(200);
    ops(&app, &format!("write-off {code} lost")).await.unwrap();
    ops(&app, &format!("exchange ship {code}")).await.unwrap();
    ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!(ann.status().await, "completed");
    let (shelf, charged) = (on_the_shelf(&app).await, app.charged().await);
    ops(&app, &format!("receive {code} {}", garment(&lines[place]))).await.unwrap();
    assert_eq!((on_the_shelf(&app).await, app.charged().await), (shelf + 1, charged));
    let line = ann.lines().await[place].clone();
    // The customer has the other size, and has paid for it.
    assert_eq!(
        (&line["claimed_kept"], &line["paid_for"], &line["received"]),
        (&json!(true), &json!(true), &json!(true))
    );
    books_agree(&app).await;
}

#[tokio::test]
async fn a_written_off_piece_that_was_bought_later_is_refunded_if_it_arrives() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let code = ann.code().await;
    app.execute("UPDATE cards SET consent_version = NULL, consent_at = NULL").await;
    app.clock.set("2026-12-24T06:00:00Z");
    crate::account::sign_up_and_in::sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    ops(&app, &format!("write-off {code} not-sent")).await.unwrap();
    let line = ann.lines().await[0].clone();
    ann.decide(json!([{"id": line["id"], "claimed_kept": true}])).await.expect(200);
    ann.check_out("key").await.expect(200);
    ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!(ann.status().await, "completed");
    let (shelf, paid) = (on_the_shelf(&app).await, app.charged().await[1]);
    assert!(paid > 0);
    // The gateway's answer is lost: nothing is booked before it is known.
    app.gateway.set(GatewayBehaviour::LosesRefundAnswers);
    ops(&app, &format!("receive {code} {}", garment(&line))).await.unwrap();
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    ops(&app, "jobs run payments").await.unwrap();
    // It was the only bought item, so the card's whole payment is refunded. The styling fee stays.
    assert_eq!(app.charged().await, [0, 1_00]);
    assert_eq!(on_the_shelf(&app).await, shelf + 1);
    let email = email(&app).await.unwrap();
    let money = format!("${}.{:02} goes back to your card.", paid / 100, paid % 100);
    assert!(
        email.contains(&format!("You had paid for these pieces of box {code}")) && email.contains(&money),
        "{email}"
    );
    let order = ann.read().await;
    assert_eq!(
        (&order["line_items"][0]["paid_for"], &order["line_items"][0]["received"]),
        (&json!(false), &json!(true))
    );
    assert_eq!((&order["return"]["is_refunded"], cents(&order["return"]["refunded"])), (&json!(true), paid));
    assert_eq!(order["exchanges"], json!([]), "nothing was exchanged");
    books_agree(&app).await;
}

#[tokio::test]
async fn an_item_that_the_system_kept_and_charged_is_refunded_if_it_arrives() {
    let app = TestApp::start().await;
    let (mut ann, code) = kept_by_the_system(&app).await;
    let (shelf, paid) = (on_the_shelf(&app).await, app.charged().await[1]);
    let lines = ann.lines().await;
    let said = ops(&app, &format!("receive {code} {}", garments(&lines[..2]))).await.unwrap();
    let kept = app.charged().await[1];
    let back = paid - kept;
    assert!(back > 0 && kept > 0, "{paid} {kept}");
    let money = format!("${}.{:02} goes back to the card.", back / 100, back % 100);
    assert_eq!(said, format!("Order {code} is now completed.\n{money}\n"));
    books_agree(&app).await;
    // The rest arrives, too. All refunds add up to the whole payment, to the cent.
    ops(&app, &format!("receive {code} {}", garments(&lines[2..]))).await.unwrap();
    assert_eq!(app.charged().await, [0, 1_00]);
    assert_eq!(on_the_shelf(&app).await, shelf + i64::try_from(lines.len()).unwrap());
    assert!(ann.lines().await.iter().all(|line| line["paid_for"] == json!(false)));
    books_agree(&app).await;
}

#[tokio::test]
async fn the_part_that_a_gift_card_paid_is_refunded_to_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let invoice = ann.invoice().await;
    let number = "6035710000001234";
    app.add_gift_card(number, 90_000).await;
    let gift_cards = format!("/api/invoices/{}/gift_cards", invoice["id"].as_str().unwrap());
    ann.browser.post(&gift_cards, json!({"code": number})).await.expect(200);
    ann.check_out("key").await.expect(200);
    let code = ann.code().await;
    let line = ann.lines().await[0].clone();
    assert!(app.count("SELECT balance FROM gift_cards").await < 90_000);
    ops(&app, &format!("receive {code} {}", garment(&line))).await.unwrap();
    assert_eq!(app.count("SELECT balance FROM gift_cards").await, 90_000);
    let email = email(&app).await.unwrap();
    assert!(email.contains("goes back to your gift card.") && !email.contains("your card"), "{email}");
    books_agree(&app).await;
}

#[tokio::test]
async fn a_late_parcel_of_a_closed_account_is_received_and_nobody_is_told() {
    let app = TestApp::start().await;
    let (mut ann, code) = kept_by_the_system(&app).await;
    let (shelf, lines) = (on_the_shelf(&app).await, ann.lines().await);
    ops(&app, "customer erase ann@example.com").await.unwrap();
    ops(&app, "jobs run outbox").await.unwrap();
    ops(&app, &format!("receive {code} {}", garments(&lines))).await.unwrap();
    assert_eq!(app.charged().await, [0, 1_00]);
    assert_eq!(on_the_shelf(&app).await, shelf + i64::try_from(lines.len()).unwrap());
    assert_eq!(app.messages_queued("return_came_late").await, 0);
    books_agree(&app).await;
}

#[tokio::test]
async fn an_account_that_is_being_closed_waits_for_the_refund_of_a_late_parcel() {
    let app = TestApp::start().await;
    let (mut ann, code) = kept_by_the_system(&app).await;
    let lines = ann.lines().await;
    app.gateway.set(GatewayBehaviour::LosesRefundAnswers);
    ops(&app, &format!("receive {code} {}", garment(&lines[0]))).await.unwrap();
    let password = json!({"current_password": PASSWORD});
    let closing = ann.browser.post("/api/account/close", password).await.expect(200)["closing"].clone();
    assert!(!closing["waits_for"].as_array().unwrap().is_empty(), "{closing}");
    // Another piece arrives in the meantime. The refunds are made one after the other.
    let refused = ops(&app, &format!("receive {code} {}", garment(&lines[1]))).await.unwrap_err();
    assert!(refused.contains("is still being asked about another refund"), "{refused}");
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    ops(&app, "jobs run payments").await.unwrap();
    ops(&app, "jobs run closings").await.unwrap();
    ann.browser.get("/api/account").await.refused(401, "not_authorized");
    ops(&app, &format!("receive {code} {}", garment(&lines[1]))).await.unwrap();
    books_agree(&app).await;
}

#[tokio::test]
async fn a_lost_box_that_is_found_is_restocked() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    let shelf = on_the_shelf(&app).await;
    for command in ["style", "ship", "lost"] {
        ops(&app, &format!("{command} {code}")).await.unwrap();
    }
    let charged = app.charged().await;
    assert!(on_the_shelf(&app).await < shelf);
    let said = ops(&app, &format!("receive {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now cancelled.\n"));
    assert_eq!((on_the_shelf(&app).await, app.charged().await), (shelf, charged));
    let again = ops(&app, &format!("receive {code}")).await.unwrap_err();
    assert_eq!(again, format!("Order {code} has nothing that is still to come back."));
    assert_eq!(on_the_shelf(&app).await, shelf);
    // The customer was told that it was lost, and has paid nothing.
    assert_eq!(app.messages_queued("return_came_late").await, 0);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_stopped_box_is_received_if_it_comes_back_but_not_if_it_never_left() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let mut bob = Shopper::with_order(&app, "bob@example.com").await;
    let (of_ann, of_bob) = (ann.code().await, bob.code().await);
    let shelf = on_the_shelf(&app).await;
    for command in ["style", "ship", "deliver"] {
        ops(&app, &format!("{command} {of_ann}")).await.unwrap();
    }
    ops(&app, &format!("style {of_bob}")).await.unwrap();
    for code in [&of_ann, &of_bob] {
        ops(&app, &format!("fraud {code}")).await.unwrap();
    }
    assert!(on_the_shelf(&app).await < shelf);
    ops(&app, &format!("receive {of_ann}")).await.unwrap();
    assert_eq!(on_the_shelf(&app).await, shelf);
    let whole = ops(&app, &format!("receive {of_bob}")).await.unwrap_err();
    assert_eq!(whole, format!("Order {of_bob} has nothing that is still to come back."));
    let line = bob.lines().await[0].clone();
    let named = ops(&app, &format!("receive {of_bob} {}", garment(&line))).await.unwrap_err();
    assert_eq!(named, format!("{} of order {of_bob} never left the warehouse.", garment(&line)));
    assert_eq!(on_the_shelf(&app).await, shelf);
    books_agree(&app).await;
}

#[tokio::test]
async fn kept_items_that_are_not_paid_yet_are_not_received() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let code = ann.code().await;
    let line = ann.lines().await[0].clone();
    let refused = ops(&app, &format!("receive {code} {}", garment(&line))).await.unwrap_err();
    assert_eq!(refused, format!("{} of order {code} is kept by its customer, and not paid yet.", garment(&line)));
    assert_eq!(ann.status().await, "delivered_to_customer");
}
