//! How many statements the calls that a page makes often send to the database, so that no statement creeps in.
//!
//! The customer is one who needs the most statements: a member with a phone number, whose box has arrived, with decisions and an
//! invoice, before and after the checkout.

use crate::support::{Shopper, StatementCount, TestApp};
use serde_json::json;

/// Fails if there are more than `most` statements, and shows them.
fn at_most(most: usize, call: &str, count: StatementCount) {
    let sent = count.sent();
    assert!(!sent.is_empty() && sent.len() <= most, "{call} sends {}:\n{}", sent.len(), sent.join("\n"));
}

async fn reads_little(shopper: &mut Shopper) {
    let order = format!("/api/orders/{}", shopper.order);
    for (path, most) in [
        ("/api/account", 4),
        ("/api/orders/all", 6),
        // With the next charge.
        ("/api/orders", 7),
        (&*order, 8),
    ] {
        let count = StatementCount::start();
        shopper.browser.get(path).await.expect(200);
        at_most(most, path, count);
    }
}

#[tokio::test]
async fn the_calls_that_a_page_makes_often_need_few_statements() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 3).await;
    let invoice = ann.invoice().await;
    reads_little(&mut ann).await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let count = StatementCount::start();
    ann.check_out_for(&invoice, "key", &body).await.expect(200);
    at_most(39, "a checkout", count);
    reads_little(&mut ann).await;
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
