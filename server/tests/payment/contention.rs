//! Simultaneous calls about money: whatever happens at the same time, the charges and the books agree.

use crate::support::{GatewayBehaviour, Shopper, TestApp, cents, crowded};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::ops::audit;
use stylebox_server::service::payment::carry_out::resume_open;
use tokio::task::JoinSet;

/// The same customer in another browser tab.
fn tab(of: &Shopper) -> Shopper {
    Shopper { browser: of.browser.clone(), order: of.order.clone() }
}

fn decisions(lines: &[Value], kept: usize) -> Value {
    let decision =
        |(place, line): (usize, &Value)| json!({"id": line["id"], "claimed_kept": place < kept, "exchange_size": null});
    lines.iter().enumerate().map(decision).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_tabs_that_decide_and_check_out_at_the_same_time_leave_a_consistent_invoice() {
    for round in 0..8 {
        let app = TestApp::with(crowded).await;
        let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
        let (seen, lines) = (ann.invoice().await, ann.lines().await);
        let (mut buyer, mut decider) = (tab(&ann), tab(&ann));
        let other = decisions(&lines, 1 + round % 3);
        let body = json!({"expected_total_due": seen["totalDue"]});
        let (bought, decided) = tokio::join!(
            tokio::spawn(async move { buyer.check_out_for(&seen, "key", &body).await }),
            tokio::spawn(async move { decider.decide(other).await })
        );
        let (bought, decided) = (bought.unwrap(), decided.unwrap());
        // The first call wins: after the purchase no decision changes any more, and the other way round.
        match (bought.status.as_u16(), decided.status.as_u16()) {
            (200, 409) => drop(decided.refused(409, "not_decidable")),
            (409, 200) => drop(bought.refused(409, "invoice_changed")),
            // A checkout after the decision with the same total is impossible, because the items have prices.
            other => panic!("{other:?}: {} {}", bought.text, decided.text),
        }
        let invoice = ann.invoice().await;
        let lines = ann.lines().await;
        for frozen in invoice["invoice_line_items"].as_array().unwrap() {
            let line = lines.iter().find(|line| line["id"] == frozen["line_item_id"]).unwrap();
            assert_eq!(line["claimed_kept"], frozen["claimed_kept"], "the box and its invoice agree");
            let paid = bought.status == 200 && frozen["claimed_kept"] == true;
            assert_eq!(line["paid_for"], paid);
        }
        let charged = if bought.status == 200 { vec![1_00, cents(&invoice["totalDue"])] } else { vec![1_00] };
        assert_eq!(app.charged().await, charged);
        audit::run(&app.state).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_gift_card_used_by_two_orders_at_the_same_time_is_never_overdrawn() {
    for _ in 0..5 {
        let app = TestApp::with(crowded).await;
        app.add_gift_card("6035 7100 0000 1234", 50_00).await;
        let mut shoppers = Vec::new();
        for email in ["ann@example.com", "bea@example.com", "cat@example.com"] {
            let mut shopper = Shopper::decided(&app, email, 4).await;
            let cards = format!("/api/invoices/{}/gift_cards", shopper.invoice().await["id"].as_str().unwrap());
            let with = shopper.browser.post(&cards, json!({"code": "6035710000001234"})).await.expect(200);
            assert_eq!(with["totalGiftCardAmountUsed"], "50.00");
            shoppers.push((shopper, with));
        }
        let mut calls = JoinSet::new();
        for (shopper, with) in &shoppers {
            let (mut caller, with) = (tab(shopper), with.clone());
            calls.spawn(async move {
                let body = json!({"expected_total_due": with["totalDue"]});
                caller.check_out_for(&with, "key", &body).await.status.as_u16()
            });
        }
        let mut statuses = calls.join_all().await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409], "one order draws it, and the others see the new total first");
        let mut drawn = 0;
        for (shopper, _) in &mut shoppers {
            let invoice = shopper.invoice().await;
            if invoice["status"] == "paid" {
                drawn += cents(&invoice["totalGiftCardAmountUsed"]);
            } else {
                assert_eq!(invoice["totalGiftCardAmountUsed"], "0.00");
                shopper.check_out("again").await.expect(200);
            }
        }
        assert_eq!(drawn, 50_00);
        assert_eq!(app.charged().await.len(), 6, "three fees and three checkouts");
        audit::run(&app.state).await.unwrap();
    }
}

#[tokio::test]
async fn a_charge_that_arrives_twice_is_booked_once() {
    let app = TestApp::with(crowded).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let due = cents(&ann.invoice().await["totalDue"]);
    app.gateway.set(GatewayBehaviour::ChargesTwice);
    ann.check_out("key").await.expect(200);
    assert_eq!(app.gateway.asked().len(), 3, "the fee, and this charge twice under one key");
    assert_eq!(app.charged().await, [1_00, due]);
    audit::run(&app.state).await.unwrap();
}

#[tokio::test]
async fn a_late_answer_after_the_job_has_settled_the_charge_changes_nothing() {
    let app = TestApp::with(crowded).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let invoice = ann.invoice().await;
    let due = cents(&invoice["totalDue"]);
    app.gateway.set(GatewayBehaviour::AnswersLate);
    let mut caller = tab(&ann);
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let late = tokio::spawn(async move { caller.check_out_for(&invoice, "key", &body).await });
    while app.charged().await.len() < 2 {
        tokio::task::yield_now().await;
    }
    app.clock.advance(Duration::from_secs(60));
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    let paid = ann.invoice().await;
    assert_eq!(paid["status"], "paid");
    let before = app.dump().await;
    app.gateway.answer();
    assert_eq!(late.await.unwrap().expect(200), paid);
    assert_eq!(ann.invoice().await, paid);
    for told in ["Your Stylebox receipt", "checked_out_by_customer"] {
        assert_eq!(app.dump().await.matches(told).count(), before.matches(told).count(), "{told}: once");
    }
    assert_eq!(app.charged().await, [1_00, due]);
    audit::run(&app.state).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_code_that_two_tabs_apply_while_a_third_pays_is_completely_in_the_invoice_or_not_at_all() {
    let app = TestApp::with(crowded).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    let seen = ann.invoice().await;
    let coupons = format!("/api/invoices/{}/coupons", seen["id"].as_str().unwrap());
    let mut calls = JoinSet::new();
    for number in 0..12 {
        let (mut caller, seen, coupons) = (tab(&ann), seen.clone(), coupons.clone());
        calls.spawn(async move {
            let body = json!({"expected_total_due": seen["totalDue"]});
            match number % 3 {
                0 => caller.browser.delete(&coupons).await.status.as_u16(),
                1 => caller.browser.post(&coupons, json!({"code": "Hello25"})).await.status.as_u16(),
                _ => caller.check_out_for(&seen, &format!("key-{number}"), &body).await.status.as_u16(),
            }
        });
    }
    let statuses = calls.join_all().await;
    assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    let invoice = ann.invoice().await;
    if invoice["status"] == "paid" {
        assert_eq!(invoice["totalDue"], seen["totalDue"], "only the shown total is charged");
        assert_eq!(app.charged().await, [1_00, cents(&seen["totalDue"])]);
    } else {
        assert_eq!(app.charged().await, [1_00]);
    }
    audit::run(&app.state).await.unwrap();
}
