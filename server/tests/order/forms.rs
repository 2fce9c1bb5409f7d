//! Helpers that the tests of ordering, changing and listing share: customers, forms and reading refusals.

use crate::support::{Reply, Shopper, TestApp};
use serde_json::{Value, json};

/// A day that is open for a delivery when a test begins.
pub(super) const DAY: &str = "2026-12-04";

/// The store of a pick-up.
pub(super) const EDINA: &str = "L01";

/// A customer whose first box is completed, and who has answered everything that another box needs.
pub async fn returning(app: &TestApp, email: &str) -> Shopper {
    let ann = Shopper::with_order(app, email).await;
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE, delivery_date = '2026-11-10'").await;
    app.execute("UPDATE customers SET first_timer = (1 = 0)").await;
    ann
}

pub fn delivery() -> Value {
    json!({"order": {"customer_pick_up": false, "ship_by_date": DAY}})
}

pub fn pick_up() -> Value {
    json!({"order": {
        "customer_pick_up": true, "ship_by_date": "2026-11-19", "assigned_location_id": EDINA, "phone": "(612) 555-0199",
    }})
}

/// Field and code of each issue.
pub(super) fn issues(body: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    body["issues"].as_array().unwrap().iter().map(|issue| (text(&issue["field"]), text(&issue["code"]))).collect()
}

pub(super) fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(field, code)| ((*field).to_owned(), (*code).to_owned())).collect()
}

impl Shopper {
    pub(super) async fn order(&mut self, body: Value) -> Value {
        let order = self.browser.post("/api/orders", body).await.expect(201);
        self.order = order["id"].as_str().unwrap().to_owned();
        order
    }

    pub(super) async fn edit(&mut self, order: Value) -> Reply {
        self.browser.patch(&format!("/api/orders/{}", self.order), json!({"order": order})).await
    }
}

/// Codes of the orders on a page.
pub(super) async fn listed(ann: &mut Shopper, path: &str) -> Vec<String> {
    let body = ann.browser.get(path).await.expect(200);
    let code = |order: &Value| order["ship_by_date"].as_str().unwrap().to_owned();
    body["orders"].as_array().unwrap().iter().map(code).collect()
}
