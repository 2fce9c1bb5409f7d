//! Amounts below the gateway's smallest charge of 50 cents are forgiven.

use crate::checkout::tax;
use crate::support::{Shopper, TestApp, cents, newest_mail, ops, text};
use serde_json::{Value, json};
use stylebox_server::service::checkout::system;

/// The number of a gift card, which is not a card number.
const GIFT_CARD: &str = "9035000000000042";

/// The customer keeps one item, and a gift card leaves that many cents to pay.
async fn leaves(app: &TestApp, ann: &mut Shopper, rest: i64) -> Value {
    let due = cents(&ann.invoice().await["totalDue"]);
    app.add_gift_card(GIFT_CARD, due - rest).await;
    let id = ann.invoice().await["id"].as_str().unwrap().to_owned();
    let body = json!({"code": GIFT_CARD});
    ann.browser.post(&format!("/api/invoices/{id}/gift_cards"), body).await.expect(200)
}

#[tokio::test]
async fn one_to_49_cents_are_forgiven() {
    for rest in [1, 30, 49] {
        let app = TestApp::start().await;
        let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
        let invoice = leaves(&app, &mut ann, rest).await;
        assert_eq!((&invoice["totalDue"], &invoice["forgiven"]), (&json!("0.00"), &json!(text(rest))));
        let asked = app.gateway.asked().len();
        let paid = ann.check_out("key").await.expect(200);
        assert_eq!((&paid["status"], &paid["forgiven"]), (&json!("paid"), &json!(text(rest))));
        assert_eq!((app.gateway.asked().len(), ann.status().await.as_str()), (asked, "checked_out_by_customer"));
        assert_eq!(
            app.count("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE kind = 'forgiven'").await,
            rest
        );
        let detail = ann.read().await["charged"].clone();
        let paid_otherwise = cents(&detail["credit_amount"]) + cents(&detail["gift_card_amount"]) + rest;
        assert_eq!(
            (&detail["forgiven"], &detail["total_due"]),
            (&json!(text(rest)), &json!("0.00")),
            "in the history too"
        );
        assert_eq!(cents(&detail["total_with_tax"]), paid_otherwise, "all of the total is accounted for");
        let receipt = newest_mail(&app, "receipt").await.unwrap().body;
        assert!(receipt.contains(&format!("Forgiven: too little to charge: -${}", text(rest))), "{receipt}");
        assert!(receipt.contains("Charged to your Visa ending in 4242: $0.00"), "{receipt}");
        ops(&app, "audit").await.unwrap();
    }
}

#[tokio::test]
async fn fifty_cents_are_charged_and_zero_is_not_forgiven() {
    for (rest, charged) in [(50, vec![50, 1_00]), (0, vec![1_00])] {
        let app = TestApp::start().await;
        let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
        let invoice = leaves(&app, &mut ann, rest).await;
        assert_eq!((&invoice["totalDue"], &invoice["forgiven"]), (&json!(text(rest)), &json!("0.00")));
        ann.check_out("key").await.expect(200);
        assert_eq!(
            (app.charged().await, app.count("SELECT COUNT(*) FROM ledger WHERE kind = 'forgiven'").await),
            (charged, 0)
        );
        assert!(!newest_mail(&app, "receipt").await.unwrap().body.contains("Forgiven"));
        ops(&app, "audit").await.unwrap();
    }
}

/// The credit of the styling fee leaves some cents, and the system checks out.
#[tokio::test]
async fn the_systems_checkout_also_forgives() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 0).await;
    // The welcome coupon leaves 1.20, with 6.875% tax 1.28; the styling fee has paid 1.00 of it.
    app.execute("UPDATE line_items SET retail_price = 2620").await;
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        app.clock.set(&format!("{day}T15:00:00Z"));
        for job in ["reminders", "outbox"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    ann.keep(1).await;
    let invoice = ann.invoice().await;
    assert_eq!((&invoice["totalWithTax"], &invoice["credit_amount"]), (&json!("1.28"), &json!("1.00")));
    assert_eq!((&invoice["totalDue"], &invoice["forgiven"]), (&json!("0.00"), &json!("0.28")));
    app.clock.set("2026-11-24T18:00:00Z");
    assert_eq!(system::run_due(&app.state).await.unwrap().done.checked_out, 1);
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("checked_out_by_system", vec![1_00]));
    ops(&app, "audit").await.unwrap();
}

#[tokio::test]
async fn a_small_amount_with_a_calculated_tax_is_forgiven() {
    let (app, _double) = tax::shop().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let invoice = leaves(&app, &mut ann, 49).await;
    assert_eq!((&invoice["totalDue"], &invoice["forgiven"]), (&json!("0.00"), &json!("0.49")));
    ann.check_out("key").await.expect(200);
    assert_eq!(app.charged().await, [1_00]);
    ops(&app, "audit").await.unwrap();
}

#[tokio::test]
async fn a_forgiven_amount_is_not_refunded() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 0).await;
    let mut decisions = Vec::new();
    for line in ann.lines().await {
        let sizes = ann.exchange_sizes(&line["id"]).await.as_array().unwrap().clone();
        if let Some(size) = sizes.first().filter(|_| decisions.is_empty()) {
            decisions
                .push(json!({"id": line["id"], "claimed_kept": true, "exchange_size": size, "customer_feedback": ""}));
        }
    }
    assert_eq!(decisions.len(), 1, "a piece that is in stock in another size");
    ann.decide(json!(decisions)).await.expect(200);
    leaves(&app, &mut ann, 49).await;
    ann.check_out("key").await.expect(200);
    let code = ann.code().await;
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    assert_eq!(
        app.count("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE kind = 'forgiven'").await,
        0
    );
    assert_eq!(app.count("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE kind = 'refund'").await, 0);
    ops(&app, "audit").await.unwrap();
}

/// The books of the checkout then add up to zero.
#[tokio::test]
async fn a_lost_box_refunds_what_was_paid_and_no_forgiven_amount() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    for step in ["style", "ship"] {
        ops(&app, &format!("{step} {code}")).await.unwrap();
    }
    ann.keep(1).await;
    leaves(&app, &mut ann, 30).await;
    ann.check_out("key").await.expect(200);
    ops(&app, &format!("lost {code}")).await.unwrap();
    assert_eq!(
        app.count("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE kind = 'forgiven'").await,
        0
    );
    assert_eq!(app.count("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE kind = 'sale'").await, 0);
    ops(&app, "audit").await.unwrap();
}
