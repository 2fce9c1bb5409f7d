//! The page of one order: payments and refunds, the progress of a return, and exchanges.
//!
//! Every box is delivered on 18 November, and the last day for checkout is the 23rd.

use crate::support::{GatewayBehaviour, Shopper, TestApp, card_form, cents, confirm, ops, text};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::payment::styling_fee;

const START: &str = "2026-11-18T15:00:00Z";

fn visa() -> Value {
    json!({"brand": "Visa", "last_four": "4242"})
}

fn paid(kind: &str, at: &str, amount: &Value, card: Value) -> Value {
    json!({"at": at, "amount": amount, "kind": kind, "card": card})
}

fn fee() -> Value {
    paid("styling_fee", START, &json!("1.00"), visa())
}

async fn step(app: &TestApp, ann: &Shopper, step: Step) {
    steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
}

#[tokio::test]
async fn a_return_is_followed_until_it_is_received() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let ordered = ann.read().await;
    assert_eq!(
        (&ordered["payments"], &ordered["return"], &ordered["exchanges"]),
        (&json!([]), &json!(null), &json!([]))
    );
    ann.bring_box(&app).await;
    ann.keep(1).await;
    let at_home = ann.read().await;
    assert_eq!((&at_home["payments"], &at_home["return"]), (&json!([fee()]), &json!(null)), "nothing is decided yet");
    app.clock.set("2026-11-20T15:00:00Z");
    let due = ann.invoice().await["totalDue"].clone();
    ann.check_out("key").await.expect(200);
    let bought = paid("purchase", "2026-11-20T15:00:00Z", &due, visa());
    let checked_out = ann.read().await;
    assert_eq!(checked_out["payments"], json!([fee(), bought]));
    let way = |due_on: Value, sent_at: Value, received_at: Value| json!({"due_on": due_on, "sent_at": sent_at, "received_at": received_at, "is_refunded": false, "refunded": null});
    assert_eq!(checked_out["return"], way(json!("2026-11-23"), json!(null), json!(null)));
    // At the end of the day two days are left.
    app.clock.set("2026-11-25T15:00:00Z");
    assert_eq!(ann.read().await["return"], way(json!("2026-11-27"), json!(null), json!(null)));
    step(&app, &ann, Step::SendBack).await;
    let sent = json!("2026-11-25T15:00:00Z");
    assert_eq!(ann.read().await["return"], way(json!(null), sent.clone(), json!(null)));
    app.clock.set("2026-11-28T15:00:00Z");
    step(&app, &ann, Step::Receive).await;
    let received = way(json!(null), sent, json!("2026-11-28T15:00:00Z"));
    assert_eq!(ann.read().await["return"], received);
    step(&app, &ann, Step::Complete).await;
    let completed = ann.read().await;
    assert_eq!((&completed["return"], &completed["payments"]), (&received, &json!([fee(), bought])));
    // Lists do not include these details.
    let listed = ann.browser.get("/api/orders").await.expect(200)["orders"][0].clone();
    assert!(["payments", "return", "exchanges"].iter().all(|field| listed.get(field).is_none()), "{listed}");
}

#[tokio::test]
async fn a_completely_kept_box_has_no_return() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 99).await;
    ann.check_out("key").await.expect(200);
    assert_eq!(ann.read().await["return"], json!(null));
}

#[tokio::test]
async fn a_box_sent_back_without_a_checkout_has_a_return() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    step(&app, &ann, Step::SendBack).await;
    let way = json!({"due_on": null, "sent_at": START, "received_at": null, "is_refunded": false, "refunded": null});
    assert_eq!(ann.read().await["return"], way);
}

#[tokio::test]
async fn each_payment_names_the_card_that_paid_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    let before = ann.read().await["payments"].clone();
    ann.browser.post("/api/credit_cards", card_form("5555555555554444")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(ann.browser.get("/api/credit_card").await.expect(200)["data"]["card_info"]["last_four"], "4444");
    assert_eq!(ann.read().await["payments"], before, "they were paid with the earlier card");
    assert_eq!(before[1]["card"], visa());
}

#[tokio::test]
async fn the_fee_of_a_cancelled_box_is_refunded() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    styling_fee::charge(&app.state, &ann.order, Actor::Ops).await.unwrap();
    step(&app, &ann, Step::Cancel).await;
    let cancelled = ann.read().await;
    let back = paid("styling_fee_refund", START, &json!("1.00"), visa());
    assert_eq!((&cancelled["payments"], &cancelled["return"]), (&json!([fee(), back]), &json!(null)));
}

#[tokio::test]
async fn a_wrong_charge_is_shown_with_its_refund() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::ChargesAnotherAmount);
    styling_fee::charge(&app.state, &ann.order, Actor::Ops).await.unwrap_err();
    let payments = ann.read().await["payments"].as_array().unwrap().clone();
    let kinds: Vec<&Value> = payments.iter().map(|payment| &payment["kind"]).collect();
    assert_eq!(kinds, ["styling_fee", "styling_fee_refund"]);
    assert_eq!(payments[0]["amount"], payments[1]["amount"]);
}

/// The price of a sold-out exchange is refunded to gift card and card.
#[tokio::test]
async fn an_exchange_shows_its_outcome() {
    let app = TestApp::start().await;
    app.add_gift_card("9035000000000001", 20_00).await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let mut decisions = Vec::new();
    let mut exchanged = Vec::new();
    for line in ann.lines().await {
        let sizes = ann.exchange_sizes(&line["id"]).await;
        let size = sizes.get(0).filter(|_| exchanged.is_empty()).cloned();
        exchanged.extend(size.clone().map(|size| (line["id"].clone(), size)));
        let kept = size.is_some();
        decisions.push(json!({"id": line["id"], "claimed_kept": kept, "exchange_size": size, "customer_feedback": ""}));
    }
    let (line_item_id, size) = exchanged.remove(0);
    ann.decide(json!(decisions)).await.expect(200);
    let invoice = ann.invoice().await;
    let path = format!("/api/invoices/{}/gift_cards", invoice["id"].as_str().unwrap());
    let invoice = ann.browser.post(&path, json!({"code": "9035000000000001"})).await.expect(200);
    ann.check_out("key").await.expect(200);
    let held = ann.read().await;
    let exchange = |status: &str, closed_at: Value, [card, gift_card]: [&Value; 2]| {
        json!([{
            "line_item_id": line_item_id, "size": size, "status": status, "tracking_code": null, "shipment": null,
            "closed_at": closed_at, "card_back": card, "gift_card_back": gift_card,
        }])
    };
    assert_eq!(held["exchanges"], exchange("held", json!(null), [&json!("0.00"), &json!("0.00")]));
    let drawn = paid("gift_card", START, &json!("20.00"), json!(null));
    let mut payments = held["payments"].as_array().unwrap().clone();
    payments.sort_by_key(|payment| payment["kind"].to_string());
    assert_eq!(payments, [drawn, paid("purchase", START, &invoice["totalDue"], visa()), fee()]);
    assert_eq!((&held["return"]["is_refunded"], &held["return"]["refunded"]), (&json!(false), &json!(null)));
    app.clock.set("2026-11-19T15:00:00Z");
    let code = held["code"].as_str().unwrap();
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    let sold_out = ann.read().await;
    // It was the only item that was kept.
    let back = [&invoice["totalDue"], &json!("20.00")];
    assert_eq!(sold_out["exchanges"], exchange("sold_out", json!("2026-11-19T15:00:00Z"), back));
    // The card's part was charged in full, so it is refunded in full. The credit of the fee stays used.
    let back: Vec<_> = sold_out["payments"].as_array().unwrap().iter().skip(3).cloned().collect();
    let total: i64 = back.iter().map(|payment| cents(&payment["amount"])).sum();
    assert_eq!(total, cents(&invoice["totalWithTax"]) - 1_00);
    assert_eq!(
        (&sold_out["return"]["is_refunded"], &sold_out["return"]["refunded"]),
        (&json!(true), &json!(text(total)))
    );
    let on_card = back.iter().find(|payment| payment["kind"] == "refund").unwrap();
    assert_eq!((&on_card["card"], &on_card["at"]), (&visa(), &json!("2026-11-19T15:00:00Z")));
    let on_gift_card = back.iter().find(|payment| payment["kind"] == "gift_card_refund").unwrap();
    assert_eq!((&on_gift_card["card"], back.len()), (&json!(null), 2));
}

#[tokio::test]
async fn a_shipped_exchange_can_be_tracked() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let mut decisions = Vec::new();
    for line in ann.lines().await {
        let sizes = ann.exchange_sizes(&line["id"]).await;
        decisions.push(
            json!({"id": line["id"], "claimed_kept": true, "exchange_size": sizes.get(0), "customer_feedback": ""}),
        );
    }
    ann.decide(json!(decisions)).await.expect(200);
    ann.check_out("key").await.expect(200);
    step(&app, &ann, Step::ShipExchange).await;
    let shipped = ann.read().await["exchanges"].as_array().unwrap().clone();
    assert!(!shipped.is_empty());
    for exchange in shipped {
        assert_eq!((&exchange["status"], &exchange["closed_at"]), (&json!("shipped"), &json!(START)));
        let code = exchange["tracking_code"].as_str().unwrap();
        let page = format!("https://tools.usps.com/go/TrackConfirmAction?tLabels={code}");
        assert_eq!(exchange["shipment"], json!({"tracking_code": code, "tracking_page": page, "parcel": null}));
    }
}
