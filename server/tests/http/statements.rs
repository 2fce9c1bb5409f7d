//! How many statements the calls that a page makes often send to the database, so that no statement creeps in: for customers at each
//! point of an order, and with everything that an invoice can hold.

use crate::checkout::{tax, vouchers};
use crate::payment::unpaid_fees;
use crate::support::{GatewayBehaviour, Shopper, StatementCount, TestApp, issue_gift_card, ops};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

/// Fails if there are more than `most` statements, and shows them.
fn at_most(most: usize, call: &str, count: StatementCount) {
    let sent = count.sent();
    assert!(!sent.is_empty() && sent.len() <= most, "{call} sends {}:\n{}", sent.len(), sent.join("\n"));
}

/// What a customer reads on the dashboard, in the purchase history and on an order's page. `more` is how
/// many statements more the list with the next charge may send.
async fn reads_little(shopper: &mut Shopper, more: usize) {
    let order = format!("/api/orders/{}", shopper.order);
    for (path, most) in [
        ("/api/account", 4),
        ("/api/orders/all", 5),
        // With the next charge.
        ("/api/orders", 6 + more),
        (&*order, 7),
    ] {
        let count = StatementCount::start();
        shopper.browser.get(path).await.expect(200);
        at_most(most, path, count);
    }
}

/// The same some time later: the first call also notes that the session is in use.
async fn reads_little_later(app: &TestApp, now: &str, shopper: &mut Shopper) {
    app.clock.set(now);
    let count = StatementCount::start();
    shopper.browser.get("/api/account").await.expect(200);
    at_most(5, "the first call after some time", count);
    reads_little(shopper, 0).await;
}

/// Checks out for the total that the invoice says.
async fn checks_out(shopper: &mut Shopper, key: &str, status: u16, most: usize) {
    let invoice = shopper.invoice().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let count = StatementCount::start();
    assert_eq!(shopper.check_out_for(&invoice, key, &body).await.status, status);
    at_most(most, "a checkout", count);
}

async fn take(app: &TestApp, shopper: &Shopper, step: Step) {
    steps::take(&app.state, &shopper.order, step, Actor::Ops).await.unwrap();
}

#[tokio::test]
async fn at_each_point_of_an_order_few_statements_are_needed() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    reads_little(&mut ann, 0).await;
    for step in [Step::Style, Step::Ship, Step::Deliver] {
        take(&app, &ann, step).await;
        reads_little(&mut ann, 0).await;
    }
    ann.keep(3).await;
    reads_little(&mut ann, 0).await;
    ann.invoice().await;
    reads_little(&mut ann, 0).await;
    app.gateway.set(GatewayBehaviour::Declines);
    checks_out(&mut ann, "declined", 402, 39).await;
    reads_little(&mut ann, 0).await;
    app.gateway.set(GatewayBehaviour::Works);
    checks_out(&mut ann, "paid", 200, 39).await;
    reads_little(&mut ann, 0).await;
    take(&app, &ann, Step::Receive).await;
    take(&app, &ann, Step::Complete).await;
    reads_little(&mut ann, 0).await;
}

#[tokio::test]
async fn an_invoice_with_everything_needs_as_few_statements() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let mut decisions = Vec::new();
    let mut exchanges = 0;
    for line in ann.lines().await {
        let size = ann.exchange_sizes(&line["id"]).await.get(0).cloned();
        exchanges += usize::from(size.is_some());
        decisions.push(json!({"id": line["id"], "claimed_kept": true, "exchange_size": size, "customer_feedback": ""}));
    }
    assert!(exchanges > 1, "{decisions:?}");
    // However many items are exchanged.
    let count = StatementCount::start();
    ann.decide(Value::Array(decisions)).await.expect(200);
    at_most(13, "decisions", count);
    reads_little(&mut ann, 0).await;
    ops(&app, "coupon issue TEN --off 10.00 --until 2026-11-18").await.unwrap();
    let number = issue_gift_card(&app, "30.00").await;
    for (what, code) in [("coupons", "TEN"), ("gift_cards", &number)] {
        vouchers::with_code(&mut ann, what, code).await.expect(200);
        reads_little(&mut ann, 0).await;
    }
    // The coupon has ended.
    reads_little_later(&app, "2026-11-19T15:00:00Z", &mut ann).await;
    // Of these, one reserves each exchanged item, and five are about the gift card.
    checks_out(&mut ann, "paid", 200, 46 + exchanges).await;
    reads_little(&mut ann, 0).await;
}

#[tokio::test]
async fn an_order_that_waits_for_its_customer_needs_as_few_statements() {
    let app = TestApp::start().await;
    let mut ann = unpaid_fees::unpaid(&app, "ann@example.com", unpaid_fees::DECLINED).await;
    reads_little(&mut ann, 0).await;
    let mut bea = Shopper::with_order(&app, "bea@example.com").await;
    reads_little_later(&app, "2026-11-28T06:00:00Z", &mut bea).await;
    ops(&app, "jobs run late").await.unwrap();
    reads_little(&mut bea, 0).await;
    let app = TestApp::start().await;
    reads_little(&mut Shopper::with_box_without_consent(&app, "cid@example.com").await, 0).await;
}

#[tokio::test]
async fn a_shop_whose_tax_a_service_calculates_also_reads_the_calculation() {
    let (app, _double) = tax::shop().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    reads_little(&mut ann, 0).await;
    ann.keep(3).await;
    reads_little(&mut ann, 0).await;
    ann.invoice().await;
    reads_little(&mut ann, 1).await;
}

#[tokio::test]
async fn a_shop_without_a_carriers_service_reads_no_parcels() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let count = StatementCount::start();
    ann.read().await;
    let sent = count.sent();
    assert!(sent.iter().any(|sql| sql.contains("FROM line_items")), "the order is read: {sent:?}");
    assert!(!sent.iter().any(|sql| sql.contains("FROM shipments")), "{sent:?}");
}

/// Who reads an order needs neither.
#[tokio::test]
async fn reading_orders_and_their_next_charge_selects_no_password_and_no_token_of_a_card() {
    let app = TestApp::start().await;
    for mut ann in
        [Shopper::with_order(&app, "ann@example.com").await, Shopper::decided(&app, "bea@example.com", 3).await]
    {
        for path in
            ["/api/orders", "/api/orders/all", &format!("/api/orders/{}", ann.order), "/api/account/next_charge"]
        {
            let count = StatementCount::start();
            ann.browser.get(path).await.expect(200);
            let sent = count.sent();
            assert!(sent.iter().any(|sql| sql.contains("cards.last_four")) || path == "/api/orders/all", "{sent:#?}");
            for secret in ["password_hash", "gateway_token"] {
                assert!(!sent.iter().any(|sql| sql.contains(secret)), "{path} selects {secret}: {sent:#?}");
            }
        }
    }
}
