//! The first card of a sign-up that was abandoned before its card: `PATCH /credit_cards` also makes the first order (spec B, section 4).

use super::newcomer::{missing, newcomer};
use crate::support::{CARD, Shopper, TestApp, ops, other_card};
use serde_json::{Value, json};

impl Shopper {
    /// Adds the first card with the call that changes a card.
    async fn adds_card(&mut self) -> Value {
        self.browser.patch("/api/credit_cards", other_card(CARD)).await.expect(200)
    }

    async fn signed_up(&mut self, how: &str) {
        self.browser.patch("/api/account", json!({"customer": {how: true}})).await.expect(200);
    }

    async fn account(&mut self) -> Value {
        self.browser.get("/api/account").await.expect(200)
    }
}

/// A new customer with an address on file.
async fn with_address(app: &TestApp) -> Shopper {
    let mut ann = newcomer(app, "ann@example.com").await;
    let address = json!({
        "line_1": "1200 Harmon Place", "city": "Minneapolis", "state": "MN", "postal_code": "55403", "phone": "6125550142",
    });
    ann.browser.post("/api/shipping_addresses", json!({"shipping_address": address})).await.expect(201);
    ann
}

async fn emails_of_orders(app: &TestApp) -> Vec<i64> {
    app.numbers("SELECT COUNT(*) FROM outbox WHERE kind = 'order_placed'").await
}

#[tokio::test]
async fn the_first_card_also_orders_a_pick_up() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.signed_up("dressing_room_to_go_signup").await;
    ann.says(json!({"preferred_store": "Minnesota - Grand Avenue", "ship_by_date": "2026-11-19"})).await;
    let mut form = other_card(CARD);
    form["subscription_type"] = json!("subscription_30_day");
    let saved = ann.browser.patch("/api/credit_cards", form.clone()).await.expect(200);
    assert_eq!((&saved["last_four"], &saved["order_error"]), (&json!("4242"), &json!(null)));
    ann.order = saved["order_id"].as_str().unwrap().to_owned();
    let order = ann.read().await;
    let expected = json!({
        "status": "created", "customer_pick_up": true, "ship_by_date": "2026-11-19", "coupon": "Hello25",
        "subscription_type": "subscription_on_demand",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
    assert_eq!(order["assigned_location"]["name"], "Grand Avenue");
    assert_eq!(emails_of_orders(&app).await, [1]);
    // The answer is lost, and the form is sent again.
    assert_eq!(ann.browser.patch("/api/credit_cards", form).await.expect(200), saved);
    assert_eq!(emails_of_orders(&app).await, [1]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn the_first_card_also_orders_a_theme_box() {
    let app = TestApp::start().await;
    let mut ann = with_address(&app).await;
    ann.signed_up("themebox_signup").await;
    ann.says(json!({"themebox": "cold_snap"})).await;
    ann.order = ann.adds_card().await["order_id"].as_str().unwrap().to_owned();
    let order = ann.read().await;
    assert_eq!((&order["themebox"], &order["themebox_sign_up"]), (&json!("cold_snap"), &json!(true)));
}

#[tokio::test]
async fn the_first_card_also_orders_a_shipped_box_with_the_stored_date_and_frequency() {
    let app = TestApp::start().await;
    let mut ann = with_address(&app).await;
    ann.says(json!({"ship_by_date": "2026-11-24", "subscription_type": "subscription_60_day"})).await;
    ann.order = ann.adds_card().await["order_id"].as_str().unwrap().to_owned();
    let order = ann.read().await;
    assert_eq!(order["ship_by_date"], "2026-11-24");
    assert_eq!(order["subscription_type"], "subscription_60_day");
}

#[tokio::test]
async fn without_a_day_a_shipped_box_is_not_ordered_yet() {
    let app = TestApp::start().await;
    let mut ann = with_address(&app).await;
    let saved = ann.adds_card().await;
    assert_eq!((&saved["order_id"], &saved["order_error"]), (&json!(null), &json!(null)));
    assert_eq!(ann.account().await["subscription_type"], json!(null), "nobody is subscribed without asking");
}

#[tokio::test]
async fn missing_answers_are_named_and_the_card_is_kept() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.signed_up("dressing_room_to_go_signup").await;
    let saved = ann.adds_card().await;
    assert_eq!(saved["order_id"], json!(null));
    assert_eq!(missing(&saved["order_error"]), ["store", "ship_by_date"]);
    assert_eq!(ann.account().await["billing_info_complete"], true);
    assert_eq!(emails_of_orders(&app).await, [0]);
    // A day in the past does not refuse the card either.
    let mut bea = newcomer(&app, "bea@example.com").await;
    bea.signed_up("dressing_room_to_go_signup").await;
    bea.says(json!({"preferred_store": "Minnesota - Grand Avenue", "ship_by_date": "2026-11-26"})).await;
    let saved = bea.adds_card().await;
    assert_eq!(saved["order_error"]["issues"][0]["code"], "holiday");
    // Then they order without sending the card again.
    let pick_up = json!({"order": {"customer_pick_up": true, "ship_by_date": "2026-11-19"}});
    bea.browser.post("/api/orders", pick_up).await.expect(201);
}

#[tokio::test]
async fn missing_answers_are_named_again_if_the_form_is_repeated() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.signed_up("dressing_room_to_go_signup").await;
    let saved = ann.adds_card().await;
    assert_eq!(missing(&saved["order_error"]), ["store", "ship_by_date"]);
    let tokens = "SELECT COUNT(DISTINCT gateway_token) FROM cards";
    let emails = "SELECT COUNT(*) FROM outbox WHERE kind = 'card_changed'";
    assert_eq!(ann.adds_card().await, saved);
    assert_eq!((app.numbers(tokens).await, app.numbers(emails).await), (vec![1], vec![0]));
    // In the meantime the customer has added the missing answers.
    ann.says(json!({"preferred_store": "Minnesota - Grand Avenue", "ship_by_date": "2026-11-19"})).await;
    let ordered = ann.adds_card().await;
    assert_eq!((ordered["order_id"].is_string(), &ordered["order_error"]), (true, &json!(null)));
    assert_eq!(emails_of_orders(&app).await, [1]);
    assert_eq!((app.numbers(tokens).await, app.numbers(emails).await), (vec![1], vec![0]));
}

#[tokio::test]
async fn the_first_card_with_another_billing_address_is_not_a_repeat() {
    let app = TestApp::start().await;
    let mut ann = with_address(&app).await;
    ann.adds_card().await;
    let mut form = other_card(CARD);
    form["cardholder"]["street_address1"] = json!("12 Main Street");
    ann.browser.patch("/api/credit_cards", form).await.expect(200);
    let card = ann.browser.get("/api/credit_card").await.expect(200);
    assert_eq!(card["data"]["cardholder"]["street_address1"], "12 Main Street");
}

#[tokio::test]
async fn if_another_form_has_made_the_order_the_card_makes_none() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.signed_up("dressing_room_to_go_signup").await;
    ann.says(json!({"preferred_store": "Minnesota - Grand Avenue", "ship_by_date": "2026-11-19"})).await;
    let mut form = other_card(CARD);
    form["order_first_box"] = json!(false);
    // The second time, the answer is lost.
    for _ in 0..2 {
        let saved = ann.browser.patch("/api/credit_cards", form.clone()).await.expect(200);
        assert_eq!((&saved["order_id"], &saved["order_error"]), (&json!(null), &json!(null)));
    }
    assert_eq!(emails_of_orders(&app).await, [0]);
    let note = json!({"order": {
        "customer_pick_up": true, "ship_by_date": "2026-11-20", "on_demand_customer_msg": "Something for a wedding",
    }});
    ann.browser.post("/api/orders", note).await.expect(201);
    let orders = ann.browser.get("/api/orders").await.expect(200);
    let orders = orders["orders"].as_array().unwrap();
    assert_eq!(orders.len(), 1);
    assert_eq!(orders[0]["ship_by_date"], "2026-11-20");
    assert_eq!(orders[0]["on_demand_customer_msg"], "Something for a wedding");
}

#[tokio::test]
async fn while_the_account_is_being_closed_the_card_makes_no_order() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.signed_up("dressing_room_to_go_signup").await;
    ann.says(json!({"preferred_store": "Minnesota - Grand Avenue", "ship_by_date": "2026-11-19"})).await;
    app.execute("UPDATE customers SET closing_since = 0").await;
    let saved = ann.adds_card().await;
    assert_eq!((&saved["order_id"], &saved["order_error"]), (&json!(null), &json!(null)));
}

#[tokio::test]
async fn another_card_makes_no_order() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.adds_card().await;
    ann.signed_up("dressing_room_to_go_signup").await;
    ann.says(json!({"preferred_store": "Minnesota - Grand Avenue", "ship_by_date": "2026-11-19"})).await;
    let other = ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.expect(200);
    assert_eq!((&other["last_four"], &other["order_id"]), (&json!("4444"), &json!(null)));
}
