//! A first order that could not be made with the card: why, and making it again without the card.

use super::sign_up::{issue, missing, newcomer, one};
use crate::support::{Shopper, TestApp, answers, registration};
use serde_json::json;

/// All answers without which no box is sent, in the order of the form.
const NEEDED: [&str; 11] = [
    "height_feet",
    "height_inches",
    "top_size",
    "bra_band",
    "bra_cup",
    "bottom_size",
    "brand_1",
    "denim_rise",
    "denim_distress",
    "denim_spend",
    "denim_style",
];

/// How many letters say that an order was placed.
async fn letters_of_orders(app: &TestApp) -> usize {
    app.dump().await.lines().filter(|line| line.contains("outbox") && line.contains("order_placed")).count()
}

#[tokio::test]
async fn a_pick_up_without_a_store_or_a_day_keeps_the_card_and_is_ordered_without_it() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let to_go = json!({"isDressingRoomToGo": true});
    let why = ann.is_kept_from_ordering(to_go.clone()).await;
    assert_eq!(missing(&why), ["store", "ship_by_date"]);
    let pick_up = json!({"order": {"customer_pick_up": true}});
    assert_eq!(
        ann.browser.post("/api/orders", pick_up).await.expect(422),
        why,
        "it says what the order form would say"
    );
    ann.says(json!({"ship_by_date": "2026-11-19", "preferred_store": "No Preference"})).await;
    assert_eq!(missing(&ann.is_kept_from_ordering(to_go).await), ["store"]);
    // The page still knows what the customer signed up for.
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["dressing_room_to_go_signup"], true);
    let pick_up = json!({"order": {
        "customer_pick_up": true, "ship_by_date": "2026-11-19", "assigned_location_id": "L01",
    }});
    let order = ann.browser.post("/api/orders", pick_up).await.expect(201);
    assert_eq!((&order["assigned_location_id"], &order["coupon"]), (&json!("L01"), &json!("Hello25")));
}

#[tokio::test]
async fn a_sign_up_without_the_answers_keeps_the_card_and_is_ordered_without_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &NEEDED).await;
    let why = ann.is_kept_from_ordering(json!({})).await;
    assert_eq!(missing(&why), NEEDED);
    let delivery = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-11-24"}});
    assert_eq!(ann.browser.post("/api/orders", delivery.clone()).await.expect(422), why, "as the order form says it");
    let dump = app.dump().await;
    assert!(!dump.contains("order_placed"), "nobody is told of an order that there is not");
    ann.says(answers()).await;
    let order = ann.browser.post("/api/orders", delivery).await.expect(201);
    ann.order = order["id"].as_str().unwrap().to_owned();
    // It can be styled.
    ann.bring_box(&app).await;
    assert_eq!(ann.status().await, "delivered_to_customer");
}

#[tokio::test]
async fn a_single_missing_answer_is_named() {
    let app = TestApp::start().await;
    for (place, needed) in NEEDED.iter().enumerate() {
        let mut ann = Shopper::without(&app, &format!("ann{place}@example.com"), &[needed]).await;
        let saved = ann.signs_up(json!({})).await.expect(201);
        assert_eq!((&saved["order_id"], missing(&saved["order_error"])), (&json!(null), vec![*needed]));
    }
    // A pick-up is fitted at the store, so it needs no denim answers.
    let mut bea = Shopper::without(&app, "bea@example.com", &["bottom_size"]).await;
    bea.says(json!({"preferred_store": "Minnesota - Edina Galleria", "ship_by_date": "2026-11-19"})).await;
    assert_eq!(bea.first_order(json!({"isDressingRoomToGo": true})).await["customer_pick_up"], true);
}

#[tokio::test]
async fn an_accepted_card_is_kept_if_the_order_can_no_longer_be_made() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.says(json!({"ship_by_date": "2026-11-24", "subscription_type": "subscription_30_day"})).await;
    // It becomes Friday in Chicago while the bank checks the card: the first days of the next week close.
    app.clock.set("2026-11-20T05:59:00Z");
    let clock = app.clock.clone();
    app.gateway.meanwhile(move || clock.set("2026-11-20T06:01:00Z"));
    let saved = ann.signs_up(json!({})).await.expect(201);
    assert_eq!(saved["order_id"], json!(null));
    assert_eq!(issue(&saved["order_error"]), one("ship_by_date", "friday_cutoff"));
    assert_eq!(ann.browser.get("/api/credit_card").await.expect(200)["data"]["card_info"]["last_four"], "4242");
    assert!(ann.browser.get("/api/account").await.expect(200)["celerant_id"].is_string());
    // The screen orders again, for another day.
    let again = json!({"order": {"ship_by_date": "2026-12-01"}});
    let order = ann.browser.post("/api/orders", again).await.expect(201);
    assert_eq!((&order["ship_by_date"], &order["coupon"]), (&json!("2026-12-01"), &json!("Hello25")));
}

#[tokio::test]
async fn an_order_that_failed_is_made_again_from_the_answers_alone() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    ann.says(json!({"subscription_type": "subscription_90_day", "msg": "No wool, please"})).await;
    assert_eq!(missing(&ann.is_kept_from_ordering(json!({})).await), ["bra_cup"]);
    let again = json!({"order": {}});
    let refused = ann.browser.post("/api/orders", again.clone()).await.expect(422);
    assert_eq!(missing(&refused), ["bra_cup"]);
    assert_eq!(letters_of_orders(&app).await, 0);
    ann.says(json!({"bra_cup": "B"})).await;
    let order = ann.browser.post("/api/orders", again.clone()).await.expect(201);
    let expected = json!({
        "status": "created", "customer_pick_up": false, "subscription_type": "subscription_90_day",
        "ship_by_date": "2026-11-24", "on_demand_customer_msg": "No wool, please", "coupon": "Hello25",
        "themebox_sign_up": false, "phone": null,
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
    assert!(order["shipping_address_id"].is_string());
    assert_eq!(letters_of_orders(&app).await, 1);
    ann.browser.post("/api/orders", again).await.refused(409, "order_unfinished");
    assert_eq!(letters_of_orders(&app).await, 1);
    // It is charged like every first box.
    ann.order = order["id"].as_str().unwrap().to_owned();
    assert!(app.client().get("/dev/outbox").await.text.contains("your card is charged the styling fee of $1.00"));
    ann.bring_box(&app).await;
    assert_eq!(ann.status().await, "delivered_to_customer");
}

#[tokio::test]
async fn a_theme_and_a_day_that_came_with_the_card_are_kept_for_the_order() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup", "ship_by_date", "subscription_type"]).await;
    let options = json!({"isThemeboxSignUp": true, "themeboxTheme": "cold_snap", "ship_by_date": "2026-12-01"});
    assert_eq!(missing(&ann.is_kept_from_ordering(options).await), ["bra_cup"]);
    ann.says(json!({"bra_cup": "B"})).await;
    let order = ann.browser.post("/api/orders", json!({"order": {}})).await.expect(201);
    // A theme box by itself subscribes nobody.
    let expected = json!({
        "customer_pick_up": false, "subscription_type": "subscription_on_demand", "ship_by_date": "2026-12-01",
        "themebox_sign_up": true, "themebox": "cold_snap", "coupon": "Hello25",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
    assert!(order["themebox_description"].as_str().is_some_and(|text| !text.is_empty()), "{order}");
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(
        (&account["themebox_signup"], &account["subscription_type"]),
        (&json!(true), &json!("subscription_on_demand"))
    );
}

#[tokio::test]
async fn a_pick_up_whose_day_closed_is_made_again_for_another_day() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.says(json!({"preferred_store": "Minnesota - Grand Avenue", "ship_by_date": "2026-11-18"})).await;
    // While the bank checks the card it becomes three o'clock in Chicago.
    let clock = app.clock.clone();
    app.gateway.meanwhile(move || clock.set("2026-11-18T21:01:00Z"));
    let saved = ann.signs_up(json!({"isDressingRoomToGo": true})).await.expect(201);
    assert_eq!(saved["order_id"], json!(null));
    assert_eq!(issue(&saved["order_error"]), one("ship_by_date", "same_day_cutoff"));
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["dressing_room_to_go_signup"], true);
    let again = json!({"order": {}});
    let refused = ann.browser.post("/api/orders", again).await.expect(422);
    assert_eq!(issue(&refused), one("ship_by_date", "same_day_cutoff"));
    let order = ann.browser.post("/api/orders", json!({"order": {"ship_by_date": "2026-11-20"}})).await.expect(201);
    let expected = json!({
        "customer_pick_up": true, "subscription_type": "subscription_on_demand", "ship_by_date": "2026-11-20",
        "assigned_location_id": "L02", "coupon": "Hello25", "phone": "6125550142",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(account["subscription_type"], "subscription_on_demand");
}

#[tokio::test]
async fn who_signed_up_for_a_pick_up_can_have_the_first_box_sent_after_all() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.is_kept_from_ordering(json!({"isDressingRoomToGo": true})).await;
    let sent = json!({"order": {
        "customer_pick_up": false, "ship_by_date": "2026-11-24", "subscription_type": "subscription_60_day",
        "coupon": "", "on_demand_customer_msg": "Ring twice",
    }});
    let order = ann.browser.post("/api/orders", sent).await.expect(201);
    let expected = json!({
        "customer_pick_up": false, "subscription_type": "subscription_60_day", "ship_by_date": "2026-11-24",
        "coupon": null, "phone": null, "on_demand_customer_msg": "Ring twice",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
}

#[tokio::test]
async fn a_friends_order_that_failed_keeps_the_invitations_discount() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let code = ann.browser.get("/api/account").await.expect(200)["referral_code"].as_str().unwrap().to_owned();
    let mut browser = app.client();
    let token = browser.human().await;
    let mut form = registration("ben@example.com", &token);
    form["customer"]["referred_by_code"] = json!(code);
    browser.post("/api/registrations", form).await.expect(201);
    let mut ben = Shopper { browser, order: String::new() };
    ben.is_kept_from_ordering(json!({"ship_by_date": "2026-11-24"})).await;
    ben.says(answers()).await;
    assert_eq!(ben.browser.post("/api/orders", json!({"order": {}})).await.expect(201)["coupon"], code);
}
