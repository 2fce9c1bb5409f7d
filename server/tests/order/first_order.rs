//! The first order of a sign-up for a pick-up, and of one for a theme box.

use crate::support::{CARD, Reply, Shopper, TestApp, answers, card_form, confirm, registration};
use serde_json::{Value, json};

/// A customer who has answered the quiz, but not the delivery step.
async fn newcomer(app: &TestApp, email: &str) -> Shopper {
    Shopper::without(app, email, &["ship_by_date", "subscription_type"]).await
}

impl Shopper {
    /// Saves a card with these options.
    async fn signs_up(&mut self, options: Value) -> Reply {
        let mut form = card_form(CARD);
        for (name, value) in options.as_object().unwrap() {
            form["options"][name] = value.clone();
        }
        self.browser.post("/api/credit_cards", form).await
    }

    async fn first_order(&mut self, options: Value) -> Value {
        let saved = self.signs_up(options).await.expect(201);
        assert_eq!(saved["order_error"], json!(null));
        self.order = saved["order_id"].as_str().unwrap().to_owned();
        self.read().await
    }

    /// Saves a card that makes no order. Returns why.
    async fn is_kept_from_ordering(&mut self, options: Value) -> Value {
        let saved = self.signs_up(options).await.expect(201);
        assert_eq!(saved["order_id"], json!(null));
        assert_eq!(self.browser.get("/api/orders").await.expect(200), json!({"orders": []}));
        let card = self.browser.get("/api/credit_card").await.expect(200);
        assert_eq!(card["data"]["card_info"]["last_four"], "4242");
        saved["order_error"].clone()
    }
}

/// The fields of a refusal's issues, each of which says that it is missing.
fn missing(refused: &Value) -> Vec<&str> {
    assert!(refused["errors"]["form_invalid"].is_string(), "{refused}");
    let issues = refused["issues"].as_array().unwrap().iter();
    let field = |issue: &'_ Value| {
        assert_eq!(issue["code"], issue["field"]);
        assert!(issue["message"].as_str().is_some_and(|message| !message.is_empty()), "{issue}");
    };
    issues.inspect(|issue| field(issue)).map(|issue| issue["field"].as_str().unwrap()).collect()
}

/// Field and code of the one issue.
fn issue(refused: &Value) -> (String, String) {
    let issues = refused["issues"].as_array().unwrap();
    assert_eq!(issues.len(), 1, "{refused}");
    (issues[0]["field"].as_str().unwrap().to_owned(), issues[0]["code"].as_str().unwrap().to_owned())
}

fn one(field: &str, code: &str) -> (String, String) {
    (field.to_owned(), code.to_owned())
}

#[tokio::test]
async fn a_pick_up_is_ordered_from_the_answers() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.says(
        json!({"preferred_store": "Minnesota - Grand Avenue", "ship_by_date": "2026-11-19", "msg": "At noon, please"}),
    )
    .await;
    let order = ann.first_order(json!({"isDressingRoomToGo": true, "isThemeboxSignUp": false})).await;
    let expected = json!({
        "status": "created", "customer_pick_up": true, "subscription_type": "subscription_on_demand",
        "ship_by_date": "2026-11-19", "on_demand_customer_msg": "At noon, please", "coupon": "Hello25",
        "themebox_sign_up": false, "phone": "6125550142",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
    assert_eq!(order["assigned_location"]["name"], "Grand Avenue");
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(account["dressing_room_to_go_signup"], true);
    assert_eq!(account["subscription_type"], "subscription_on_demand");
}

#[tokio::test]
async fn a_later_choice_in_the_account_counts_over_the_answer() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let on_demand = json!({"customer": {"subscription_type": "subscription_on_demand"}});
    ann.browser.patch("/api/account", on_demand).await.expect(200);
    assert_eq!(ann.first_order(json!({})).await["subscription_type"], "subscription_on_demand");
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(account["subscription_type"], "subscription_on_demand");
}

#[tokio::test]
async fn the_delivery_step_counts_over_the_way_of_signing_up() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let to_go = json!({"customer": {"dressing_room_to_go_signup": true}});
    ann.browser.patch("/api/account", to_go).await.expect(200);
    ann.says(json!({"delivery_style": "Send it to me"})).await;
    assert_eq!(ann.first_order(json!({})).await["customer_pick_up"], false);
}

#[tokio::test]
async fn a_theme_box_that_is_taken_back_is_not_ordered() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let signed_up = json!({"customer": {"themebox_signup": true}});
    assert_eq!(ann.browser.patch("/api/account", signed_up).await.expect(200)["themebox_signup"], true);
    ann.says(json!({"themebox": "cold_snap"})).await;
    let taken_back = json!({"customer": {"themebox_signup": false}});
    assert_eq!(ann.browser.patch("/api/account", taken_back).await.expect(200)["themebox_signup"], false);
    ann.says(json!({"themebox": null})).await;
    let order = ann.first_order(json!({})).await;
    assert_eq!((&order["themebox_sign_up"], &order["themebox"]), (&json!(false), &json!(null)));
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
async fn a_pick_up_on_a_closed_day_is_refused_before_the_bank_is_asked() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    // The store is closed on Thanksgiving. The missing store is reported only later.
    let options = json!({"isDressingRoomToGo": true, "ship_by_date": "2026-11-26"});
    assert_eq!(issue(&ann.signs_up(options).await.expect(422)), one("ship_by_date", "holiday"));
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    ann.says(json!({"preferred_store": "Minnesota - Edina Galleria"})).await;
    let options = json!({"isDressingRoomToGo": true, "ship_by_date": "2026-11-19"});
    assert_eq!(ann.first_order(options).await["assigned_location_id"], "L01");
}

#[tokio::test]
async fn a_pick_up_on_a_day_on_which_its_store_is_closed_or_cannot_have_the_box_is_refused_before_the_bank_is_asked() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    // Three days to Clayton, which is closed on Sundays.
    ann.says(json!({"preferred_store": "Missouri - Clayton Corner"})).await;
    for (day, code) in [("2026-11-20", "ship_date_past"), ("2026-11-22", "store_closed")] {
        let options = json!({"isDressingRoomToGo": true, "ship_by_date": day});
        assert_eq!(issue(&ann.signs_up(options).await.expect(422)), one("ship_by_date", code), "{day}");
    }
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    let options = json!({"isDressingRoomToGo": true, "ship_by_date": "2026-11-21"});
    assert_eq!(ann.first_order(options).await["assigned_location_id"], "L13");
}

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
async fn a_card_without_a_day_is_kept_and_the_day_is_named() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let why = ann.is_kept_from_ordering(json!({})).await;
    assert_eq!(missing(&why), ["ship_by_date"]);
    // The same card again, with a day, orders too.
    assert_eq!(ann.first_order(json!({"ship_by_date": "2026-11-24"})).await["ship_by_date"], "2026-11-24");
}

#[tokio::test]
async fn a_theme_box_needs_a_theme_and_the_same_answers() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup", "ship_by_date"]).await;
    let why = ann.is_kept_from_ordering(json!({"isThemeboxSignUp": true})).await;
    let issues: Vec<_> =
        why["issues"].as_array().unwrap().iter().map(|issue| json!([issue["field"], issue["code"]])).collect();
    assert_eq!(issues, [json!(["bra_cup", "bra_cup"]), json!(["themebox", "required"])]);
    let cold_snap = json!({"isThemeboxSignUp": true, "themeboxTheme": "cold_snap"});
    assert_eq!(missing(&ann.is_kept_from_ordering(cold_snap.clone()).await), ["bra_cup"]);
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["themebox_signup"], true);
    ann.says(json!({"bra_cup": "B"})).await;
    assert_eq!(ann.first_order(cold_snap).await["themebox"], "cold_snap");
}

#[tokio::test]
async fn a_card_that_ends_before_the_box_is_sent_is_kept_and_named() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["card_info"]["expiration"] = json!("11/26");
    form["options"]["ship_by_date"] = json!("2026-12-01");
    let saved = ann.browser.post("/api/credit_cards", form.clone()).await.expect(201);
    assert_eq!((&saved["order_id"], missing(&saved["order_error"])), (&json!(null), vec!["card_expiry"]));
    // A card that ends on that day is accepted.
    form["options"]["ship_by_date"] = json!("2026-11-30");
    assert_eq!(ann.browser.post("/api/credit_cards", form).await.expect(201)["order_error"], json!(null));
}

#[tokio::test]
async fn a_later_card_makes_no_order() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    ann.save_card("5555555555554444").await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    let saved = ann.signs_up(json!({"ship_by_date": "2026-12-01"})).await.expect(201);
    assert_eq!((&saved["order_id"], &saved["order_error"]), (&json!(null), &json!(null)));
    assert_eq!(ann.browser.get("/api/orders").await.expect(200)["orders"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_theme_box_comes_on_the_day_that_is_proposed_and_subscribes_nobody() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let order = ann
        .first_order(json!({
            "isThemeboxSignUp": true, "themeboxTheme": "cold_snap", "themeboxDescription": "Knits and a coat",
            "blog_interest": "winter-guide", "coupon": "hello25",
        }))
        .await;
    // In four days, 22 November, it is Sunday.
    let expected = json!({
        "customer_pick_up": false, "subscription_type": "subscription_on_demand", "ship_by_date": "2026-11-23",
        "themebox_sign_up": true, "themebox": "cold_snap", "themebox_description": "Knits and a coat",
        "blog_interest": "winter-guide", "coupon": "hello25",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(
        (&account["themebox_signup"], &account["subscription_type"]),
        (&json!(true), &json!("subscription_on_demand"))
    );
}

#[tokio::test]
async fn a_theme_that_was_answered_counts_and_a_day_with_the_card_goes_first() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.says(
        json!({"themebox": "date_night", "ship_by_date": "2026-11-24", "subscription_type": "subscription_90_day"}),
    )
    .await;
    let order = ann.first_order(json!({"ship_by_date": "2026-12-01"})).await;
    assert_eq!((&order["themebox"], &order["ship_by_date"]), (&json!("date_night"), &json!("2026-12-01")));
    assert!(order["themebox_description"].as_str().unwrap().starts_with("Something with a neckline"), "{order}");
    assert_eq!(order["subscription_type"], "subscription_90_day");
}

#[tokio::test]
async fn an_impossible_order_is_refused_before_the_bank_is_asked() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let unknown = json!({"isThemeboxSignUp": true, "themeboxTheme": "The Tenth"});
    assert_eq!(issue(&ann.signs_up(unknown).await.expect(422)), one("themebox", "choice_unknown"));
    let no_day = json!({"ship_by_date": "soon"});
    assert_eq!(issue(&ann.signs_up(no_day).await.expect(422)), one("ship_by_date", "date_malformed"));
    for no_coupon in [json!({"coupon": "nothing", "ship_by_date": "2026-12-01"}), json!({"coupon": "nothing"})] {
        ann.signs_up(no_coupon).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    }
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    assert_eq!(ann.browser.get("/api/orders").await.expect(200), json!({"orders": []}));
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
async fn a_removed_coupon_does_not_come_back() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["options"]["coupon"] = json!("");
    ann.order = ann.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    assert_eq!(ann.read().await["coupon"], json!(null));
    ann.bring_box(&app).await;
    ann.keep(1).await;
    assert_eq!(ann.invoice().await["coupon"], json!(null));
    // This form says nothing about the coupon.
    let mut bea = Shopper::with_order(&app, "bea@example.com").await;
    assert_eq!(bea.read().await["coupon"], "Hello25");
}

/// How many letters say that an order was placed.
async fn letters_of_orders(app: &TestApp) -> usize {
    app.dump().await.lines().filter(|line| line.contains("outbox") && line.contains("order_placed")).count()
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
