//! The first order of the other ways to sign up: to pick up at a store, and for a theme box.

use crate::support::{CARD, Reply, Shopper, TestApp, answers, card_form};
use serde_json::{Value, json};

/// A customer who has answered the quiz and nothing of the delivery step.
async fn newcomer(app: &TestApp, email: &str) -> Shopper {
    let mut browser = app.client();
    browser.register(email).await;
    let mut of_quiz = answers();
    for reference in ["ship_by_date", "subscription_type"] {
        of_quiz.as_object_mut().unwrap().remove(reference);
    }
    browser.patch("/api/style_profiles/current", json!({"responses": of_quiz})).await.expect(200);
    Shopper { browser, order: String::new() }
}

impl Shopper {
    async fn says(&mut self, responses: Value) {
        self.browser.patch("/api/style_profiles/current", json!({"responses": responses})).await.expect(200);
    }

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
async fn a_pick_up_is_made_of_what_was_answered() {
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
async fn what_was_chosen_in_the_account_after_the_answer_counts() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let on_demand = json!({"customer": {"subscription_type": "subscription_on_demand"}});
    ann.browser.patch("/api/account", on_demand).await.expect(200);
    assert_eq!(ann.first_order(json!({})).await["subscription_type"], "subscription_on_demand");
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(account["subscription_type"], "subscription_on_demand");
}

#[tokio::test]
async fn a_pick_up_needs_a_store_and_a_day_before_the_bank_is_asked() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let to_go = json!({"isDressingRoomToGo": true});
    let refused = ann.signs_up(to_go.clone()).await.expect(422);
    assert_eq!(issue(&refused), one("ship_by_date", "ship_by_date"));
    ann.says(json!({"ship_by_date": "2026-11-19"})).await;
    assert_eq!(issue(&ann.signs_up(to_go.clone()).await.expect(422)), one("store", "store"));
    ann.says(json!({"preferred_store": "No Preference"})).await;
    assert_eq!(issue(&ann.signs_up(to_go.clone()).await.expect(422)), one("store", "store"));
    // The store is closed on Thanksgiving.
    let options = json!({"isDressingRoomToGo": true, "ship_by_date": "2026-11-26"});
    assert_eq!(issue(&ann.signs_up(options).await.expect(422)), one("ship_by_date", "holiday"));
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    ann.says(json!({"preferred_store": "Minnesota - Edina Galleria"})).await;
    assert_eq!(ann.first_order(to_go).await["assigned_location_id"], "L01");
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
async fn what_cannot_be_ordered_is_said_before_the_bank_is_asked() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let unknown = json!({"isThemeboxSignUp": true, "themeboxTheme": "The Tenth"});
    assert_eq!(issue(&ann.signs_up(unknown).await.expect(422)), one("themebox", "choice_unknown"));
    let none = json!({"isThemeboxSignUp": true});
    assert_eq!(issue(&ann.signs_up(none).await.expect(422)), one("themebox", "required"));
    let no_day = json!({"ship_by_date": "soon"});
    assert_eq!(issue(&ann.signs_up(no_day).await.expect(422)), one("ship_by_date", "date_malformed"));
    let no_coupon = json!({"coupon": "nothing", "ship_by_date": "2026-12-01"});
    ann.signs_up(no_coupon).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    assert_eq!(ann.browser.get("/api/orders").await.expect(200), json!({"orders": []}));
}

#[tokio::test]
async fn a_card_that_the_bank_took_stays_where_the_order_can_no_longer_be_made() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.says(
        json!({"height_feet": "5", "height_inches": "7", "bra_band": "34", "bra_cup": "B", "brand_1": "Saltmarsh",
        "denim_spend": "$90 - $200", "ship_by_date": "2026-11-24", "subscription_type": "subscription_30_day"}),
    )
    .await;
    // It becomes Friday in Chicago while the bank looks at the card: the first days of the next week close.
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
async fn a_coupon_that_was_taken_away_does_not_come_back() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["options"]["coupon"] = json!("");
    ann.order = ann.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    assert_eq!(ann.read().await["coupon"], json!(null));
    ann.bring_box(&app).await;
    ann.keep(1).await;
    assert_eq!(ann.invoice().await["coupon"], json!(null));
    // Nobody has said a word about it here.
    let mut bea = Shopper::with_order(&app, "bea@example.com").await;
    assert_eq!(bea.read().await["coupon"], "Hello25");
}
