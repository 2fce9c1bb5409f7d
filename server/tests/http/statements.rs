//! How many statements the calls that a page makes again and again send to the database, so that none creeps in.
//!
//! The customer is one for whom the most is read: a member with a phone whose box has come, with decisions and an invoice, before
//! the checkout and after it.

use crate::support::{Shopper, StatementCount, TestApp};
use serde_json::json;

/// Fails if the statements are more than so many, and shows them.
fn at_most(most: usize, call: &str, count: StatementCount) {
    let sent = count.sent();
    assert!(!sent.is_empty() && sent.len() <= most, "{call} sends {}:\n{}", sent.len(), sent.join("\n"));
}

async fn reads_little(shopper: &mut Shopper) {
    let order = format!("/api/orders/{}", shopper.order);
    for (path, most) in [
        ("/api/account", 4),
        ("/api/orders/all", 6),
        // With what is charged next.
        ("/api/orders", 17),
        (&*order, 8),
    ] {
        let count = StatementCount::start();
        shopper.browser.get(path).await.expect(200);
        at_most(most, path, count);
    }
}

#[tokio::test]
async fn what_a_page_asks_again_and_again_takes_few_statements() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 3).await;
    let invoice = ann.invoice().await;
    reads_little(&mut ann).await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let count = StatementCount::start();
    ann.check_out_for(&invoice, "key", &body).await.expect(200);
    at_most(47, "a checkout", count);
    reads_little(&mut ann).await;
}
