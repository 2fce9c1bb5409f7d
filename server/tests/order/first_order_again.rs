//! A first order that could not be made with the card: the reasons, and how it is made later without the card.

use super::newcomer::{issue, missing, newcomer, one};
use crate::support::{Reply, Shopper, TestApp, answers, newest_mail, ops, registration, two_transactions};
use serde_json::{Value, json};

/// The answers that every box needs, in the order of the form.
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

/// How many emails about placed orders were written.
async fn emails_of_orders(app: &TestApp) -> usize {
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
        "it names the same issues as the order form"
    );
    ann.says(json!({"ship_by_date": "2026-11-19", "preferred_store": "No Preference"})).await;
    assert_eq!(missing(&ann.is_kept_from_ordering(to_go).await), ["store"]);
    // The account still has the customer's kind of sign-up.
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
    assert_eq!(
        ann.browser.post("/api/orders", delivery.clone()).await.expect(422),
        why,
        "with the messages of the order form"
    );
    let dump = app.dump().await;
    assert!(!dump.contains("order_placed"), "no email tells of an order that does not exist");
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
    // A pick-up is tried on in the store, so it needs no denim answers.
    let mut bea = Shopper::without(&app, "bea@example.com", &["bottom_size"]).await;
    bea.says(json!({"preferred_store": "Minnesota - Edina Galleria", "ship_by_date": "2026-11-19"})).await;
    assert_eq!(bea.first_order(json!({"isDressingRoomToGo": true})).await["customer_pick_up"], true);
}

#[tokio::test]
async fn an_accepted_card_is_kept_if_the_order_can_no_longer_be_made() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.says(json!({"ship_by_date": "2026-11-24", "subscription_type": "subscription_30_day"})).await;
    // While the bank checks the card, Friday begins in Chicago and the first days of the next week close.
    app.clock.set("2026-11-20T05:59:00Z");
    let clock = app.clock.clone();
    app.gateway.run_at_next_token(move || clock.set("2026-11-20T06:01:00Z"));
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
async fn a_failed_order_can_be_made_again_from_the_answers() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    ann.says(json!({"subscription_type": "subscription_90_day", "msg": "No wool, please"})).await;
    assert_eq!(missing(&ann.is_kept_from_ordering(json!({})).await), ["bra_cup"]);
    let again = json!({"order": {}});
    let refused = ann.browser.post("/api/orders", again.clone()).await.expect(422);
    assert_eq!(missing(&refused), ["bra_cup"]);
    assert_eq!(emails_of_orders(&app).await, 0);
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
    assert_eq!(emails_of_orders(&app).await, 1);
    ann.browser.post("/api/orders", again).await.refused(409, "order_unfinished");
    assert_eq!(emails_of_orders(&app).await, 1);
    // It is charged like every first box.
    ann.order = order["id"].as_str().unwrap().to_owned();
    assert!(
        app.client()
            .get("/dev/outbox")
            .await
            .text
            .contains("your Visa ending in 4242 is charged the styling fee of $1.00")
    );
    ann.bring_box(&app).await;
    assert_eq!(ann.status().await, "delivered_to_customer");
}

#[tokio::test]
async fn a_theme_and_a_day_sent_with_the_card_are_kept_for_the_order() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup", "ship_by_date", "subscription_type"]).await;
    let options = json!({"isThemeboxSignUp": true, "themeboxTheme": "cold_snap", "ship_by_date": "2026-12-01"});
    assert_eq!(missing(&ann.is_kept_from_ordering(options).await), ["bra_cup"]);
    ann.says(json!({"bra_cup": "B"})).await;
    let order = ann.browser.post("/api/orders", json!({"order": {}})).await.expect(201);
    // A theme box makes no subscription.
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
async fn a_pick_up_whose_day_has_closed_can_be_ordered_for_another_day() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.says(json!({"preferred_store": "Minnesota - Grand Avenue", "ship_by_date": "2026-11-18"})).await;
    // While the bank checks the card, it becomes three o'clock in Chicago.
    let clock = app.clock.clone();
    app.gateway.run_at_next_token(move || clock.set("2026-11-18T21:01:00Z"));
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
async fn a_customer_who_signed_up_for_a_pick_up_can_order_a_shipped_box_instead() {
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
    assert_eq!(ann.marks().await, [false, false], "it was ordered as a shipped box");
}

impl Shopper {
    /// Whether the account is marked as a sign-up for a pick-up, and for a theme box.
    async fn marks(&mut self) -> [bool; 2] {
        let account = self.browser.get("/api/account").await.expect(200);
        ["dressing_room_to_go_signup", "themebox_signup"].map(|mark| account[mark] == json!(true))
    }
}

#[tokio::test]
async fn a_customer_who_gives_up_the_theme_box_can_order_one_without_a_theme() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    let options = json!({
        "isThemeboxSignUp": true, "themeboxTheme": "cold_snap", "themeboxDescription": "Knits", "blog_interest": "winter-guide",
    });
    ann.is_kept_from_ordering(options).await;
    let given_up = json!({"customer": {"themebox_signup": false}});
    assert_eq!(ann.browser.patch("/api/account", given_up).await.expect(200)["themebox_signup"], false);
    let profile = ann.browser.get("/api/style_profiles/current").await.expect(200);
    assert!(!profile.to_string().contains("cold_snap"), "{profile}");
    ann.says(json!({"bra_cup": "B"})).await;
    let order = ann.browser.post("/api/orders", json!({"order": {}})).await.expect(201);
    let expected = json!({
        "themebox_sign_up": false, "themebox": null, "themebox_description": null, "blog_interest": "winter-guide",
        "subscription_type": "subscription_30_day",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
}

#[tokio::test]
async fn a_friends_failed_order_keeps_the_discount_of_the_invitation() {
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

/// Issues a coupon whose last day is 30 November.
async fn issue_coupon(app: &TestApp) {
    ops(app, "coupon issue AUTUMN15 --percent 15 --until 2026-11-30").await.unwrap();
}

#[tokio::test]
async fn options_sent_with_the_card_also_count_on_another_device() {
    let app = TestApp::start().await;
    issue_coupon(&app).await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    let options = json!({
        "coupon": "autumn15", "blog_interest": "winter-guide", "isThemeboxSignUp": true, "themeboxTheme": "cold_snap",
        "themeboxDescription": "Knits and a coat",
    });
    assert_eq!(missing(&ann.is_kept_from_ordering(options).await), ["bra_cup"]);
    // The page shows it as the discount of the first box.
    let shown = ann.browser.get("/api/account/signup_code").await.expect(200);
    assert_eq!(shown["code"], "AUTUMN15");
    ann.says(json!({"bra_cup": "B"})).await;
    let order = ann.browser.post("/api/orders", json!({"order": {}})).await.expect(201);
    let expected = json!({
        "coupon": "autumn15", "blog_interest": "winter-guide", "themebox": "cold_snap",
        "themebox_description": "Knits and a coat",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
    // The options were only for this order.
    let shown = ann.browser.get("/api/account/signup_code").await.expect(200);
    assert_eq!(shown["code"], "Hello25");
}

#[tokio::test]
async fn sending_the_card_again_keeps_the_earlier_options() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    ann.is_kept_from_ordering(json!({"coupon": "", "blog_interest": "winter-guide"})).await;
    ann.browser.get("/api/account/signup_code").await.refused(404, "not_found");
    ann.is_kept_from_ordering(json!({})).await;
    ann.says(json!({"bra_cup": "B"})).await;
    let order = ann.first_order(json!({})).await;
    assert_eq!((&order["coupon"], &order["blog_interest"]), (&json!(null), &json!("winter-guide")));
}

#[tokio::test]
async fn options_of_the_order_override_those_sent_with_the_card() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    let options = json!({
        "coupon": "", "blog_interest": "winter-guide", "themeboxTheme": "cold_snap", "themeboxDescription": "Knits",
    });
    ann.is_kept_from_ordering(options).await;
    ann.says(json!({"bra_cup": "B"})).await;
    let said = json!({"order": {"coupon": "hello25", "blog_interest": "", "themebox": "date_night"}});
    let order = ann.browser.post("/api/orders", said).await.expect(201);
    assert_eq!((&order["coupon"], &order["blog_interest"]), (&json!("hello25"), &json!(null)));
    // The description belonged to the other theme.
    assert!(order["themebox_description"].as_str().unwrap().starts_with("Something with a neckline"), "{order}");
}

#[tokio::test]
async fn if_the_coupon_expires_before_the_order_is_made_again_the_default_applies() {
    let app = TestApp::start().await;
    issue_coupon(&app).await;
    app.clock.set("2026-11-30T15:00:00Z");
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup", "ship_by_date"]).await;
    ann.is_kept_from_ordering(json!({"coupon": "AUTUMN15"})).await;
    let kept = ann.browser.get("/api/account/signup_code").await.expect(200);
    assert_eq!((&kept["code"], &kept["ended"]), (&json!("AUTUMN15"), &json!(null)));
    app.clock.set("2026-12-01T15:00:00Z");
    let shown = ann.browser.get("/api/account/signup_code").await.expect(200);
    let ended = json!("The code AUTUMN15 can no longer be used.");
    assert_eq!((&shown["code"], &shown["ended"]), (&json!("Hello25"), &ended));
    ann.says(json!({"bra_cup": "B"})).await;
    let order = json!({"order": {"ship_by_date": "2026-12-08"}});
    let made = ann.browser.post("/api/orders", order).await.expect(201);
    assert_eq!(made["coupon"], "Hello25");
    // The email about the order says so, and so does the checkout until another code is typed.
    let placed = newest_mail(&app, "order_placed").await.unwrap().body;
    let said = "The code AUTUMN15 can no longer be used. What counts in its place is shown at your checkout.";
    assert!(placed.contains(said), "{placed}");
    ann.order = made["id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    let invoice = ann.invoice().await;
    assert_eq!((&invoice["ended_coupon"], &invoice["coupon"]["code"]), (&json!("AUTUMN15"), &json!("Hello25")));
}

#[tokio::test]
async fn a_code_that_was_refused_with_the_card_is_not_kept_for_the_order() {
    let app = TestApp::start().await;
    issue_coupon(&app).await;
    app.clock.set("2026-11-30T15:00:00Z");
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.says(json!({"ship_by_date": "2026-12-08", "subscription_type": "subscription_30_day"})).await;
    // November ends in Chicago while the bank checks the card, and the coupon with it.
    app.clock.set("2026-12-01T05:59:00Z");
    let clock = app.clock.clone();
    app.gateway.run_at_next_token(move || clock.set("2026-12-01T06:01:00Z"));
    let saved = ann.signs_up(json!({"coupon": "AUTUMN15"})).await.expect(201);
    assert!(saved["order_error"]["errors"]["PROMO_CODE_NOT_RECOGNIZED"].is_string(), "{saved}");
    // The answer said so immediately, and nothing says it again.
    let again = json!({"order": {"ship_by_date": "2026-12-08"}});
    let made = ann.browser.post("/api/orders", again).await.expect(201);
    assert_eq!(made["coupon"], "Hello25");
    let placed = newest_mail(&app, "order_placed").await.unwrap().body;
    assert!(!placed.contains("AUTUMN15") && !placed.contains("no longer be used"), "{placed}");
}

#[tokio::test]
async fn a_kept_code_that_is_used_up_or_has_no_replacement_is_not_promised() {
    let app = TestApp::start().await;
    ops(&app, "coupon issue ONCE --percent 10 --uses 1").await.unwrap();
    let path = "/api/account/signup_code";
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    ann.is_kept_from_ordering(json!({"coupon": "once"})).await;
    let kept = ann.browser.get(path).await.expect(200);
    assert_eq!((&kept["code"], &kept["ended"]), (&json!("ONCE"), &json!(null)));
    // Somebody else has used the code.
    app.execute("UPDATE coupons SET uses = 1").await;
    let shown = ann.browser.get(path).await.expect(200);
    let ended = "The code once can no longer be used.";
    assert_eq!((&shown["code"], &shown["ended"]), (&json!("Hello25"), &json!(ended)));
    // A customer without any coupon is told of the code, too.
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    let none = ann.browser.get(path).await.expect(404);
    assert_eq!(none["errors"], json!({"signup_code_ended": ended}));
    // The code can be used again, so it is not mentioned any more.
    app.execute("UPDATE coupons SET max_uses = 2").await;
    let shown = ann.browser.get(path).await.expect(200);
    assert_eq!((&shown["code"], &shown["ended"]), (&json!("ONCE"), &json!(null)));
}

#[tokio::test]
async fn an_expired_code_is_not_mentioned_to_a_customer_who_kept_none_or_removed_it() {
    let app = TestApp::start().await;
    issue_coupon(&app).await;
    app.clock.set("2026-11-30T15:00:00Z");
    let path = "/api/account/signup_code";
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup", "ship_by_date"]).await;
    ann.is_kept_from_ordering(json!({})).await;
    let mut bea = Shopper::without(&app, "bea@example.com", &["bra_cup", "ship_by_date"]).await;
    bea.is_kept_from_ordering(json!({"coupon": "AUTUMN15"})).await;
    bea.is_kept_from_ordering(json!({"coupon": ""})).await;
    app.clock.set("2026-12-01T15:00:00Z");
    let shown = ann.browser.get(path).await.expect(200);
    assert_eq!((&shown["code"], &shown["ended"]), (&json!("Hello25"), &json!(null)));
    bea.browser.get(path).await.refused(404, "not_found");
    // A typed code is refused with its own message.
    bea.browser.get("/api/account/validate_signup_code/AUTUMN15").await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
}

/// The customer has typed another code, has removed the code, or has a code that still works.
#[tokio::test]
async fn an_expired_kept_code_that_does_not_matter_any_more_is_not_mentioned() {
    for (name, kept, said) in [
        ("ann", "AUTUMN15", json!({"coupon": "hello25"})),
        ("bea", "AUTUMN15", json!({"coupon": ""})),
        ("cat", "", json!({})),
        ("dan", "hello25", json!({})),
    ] {
        let app = TestApp::start().await;
        issue_coupon(&app).await;
        app.clock.set("2026-11-30T15:00:00Z");
        let mut ann = Shopper::without(&app, &format!("{name}@example.com"), &["bra_cup", "ship_by_date"]).await;
        ann.is_kept_from_ordering(json!({"coupon": kept})).await;
        app.clock.set("2026-12-01T15:00:00Z");
        ann.says(json!({"bra_cup": "B"})).await;
        let mut order = json!({"order": {"ship_by_date": "2026-12-08"}});
        order["order"].as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
        ann.browser.post("/api/orders", order).await.expect(201);
        let placed = newest_mail(&app, "order_placed").await.unwrap().body;
        assert!(!placed.contains("can no longer be used"), "{name}: {placed}");
        assert_eq!(app.count("SELECT COUNT(*) FROM orders WHERE ended_coupon IS NOT NULL").await, 0, "{name}");
    }
}

#[tokio::test]
async fn a_sign_up_whose_plan_is_refused_is_still_a_pick_up_or_a_theme_box() {
    let app = TestApp::start().await;
    issue_coupon(&app).await;
    for (email, options, marks) in [
        ("ann@example.com", json!({"isDressingRoomToGo": true}), [true, false]),
        ("bea@example.com", json!({"isThemeboxSignUp": true, "themeboxTheme": "cold_snap"}), [false, true]),
    ] {
        app.clock.set("2026-11-30T15:00:00Z");
        let mut shopper = newcomer(&app, email).await;
        let mut options = options;
        options["coupon"] = json!("AUTUMN15");
        // While the bank checks the card, the coupon expires.
        let clock = app.clock.clone();
        app.gateway.run_at_next_token(move || clock.set("2026-12-01T15:00:00Z"));
        let why = shopper.is_kept_from_ordering(options).await;
        assert!(why["errors"]["PROMO_CODE_NOT_RECOGNIZED"].is_string(), "{why}");
        let account = shopper.browser.get("/api/account").await.expect(200);
        let marked = ["dressing_room_to_go_signup", "themebox_signup"].map(|mark| account[mark] == json!(true));
        assert_eq!(marked, marks, "{email}");
        // The refused coupon is not kept.
        assert_eq!(shopper.browser.get("/api/account/signup_code").await.expect(200)["code"], "Hello25");
    }
}

#[tokio::test]
async fn an_answered_theme_is_not_used_for_a_box_without_a_theme() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    let options = json!({"isThemeboxSignUp": true, "themeboxTheme": "cold_snap", "themeboxDescription": "Knits"});
    ann.is_kept_from_ordering(options).await;
    // A theme that is not offered any more must not stop a box without a theme.
    ann.says(json!({"bra_cup": "B", "themebox": "The Tenth"})).await;
    let again = json!({"order": {"themebox_sign_up": false}});
    let order = ann.browser.post("/api/orders", again).await.expect(201);
    assert_eq!(
        (&order["themebox_sign_up"], &order["themebox"], &order["themebox_description"]),
        (&json!(false), &json!(null), &json!(null))
    );
    assert_eq!(order["subscription_type"], "subscription_30_day");
    assert_eq!(ann.marks().await, [false, false]);
}

impl Shopper {
    /// Makes the first order under a key.
    async fn orders_under(&mut self, key: &str, order: Value) -> Reply {
        self.browser.headers.insert("idempotency-key", key.parse().unwrap());
        let reply = self.browser.post("/api/orders", json!({"order": order})).await;
        self.browser.headers.remove("idempotency-key");
        reply
    }
}

#[tokio::test]
async fn an_order_that_is_made_again_under_one_key_is_made_once() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    ann.is_kept_from_ordering(json!({})).await;
    let refused = ann.orders_under("once", json!({})).await.expect(422);
    assert_eq!(missing(&refused), ["bra_cup"]);
    ann.says(json!({"bra_cup": "B"})).await;
    // The refused call did not use up its key, which makes the order now.
    let order = ann.orders_under("once", json!({})).await.expect(201);
    assert_eq!(ann.orders_under("once", json!({})).await.expect(201), order);
    ann.orders_under("once", json!({"ship_by_date": "2026-12-01"})).await.refused(422, "idempotency_key_reused");
    ann.orders_under("twice", json!({})).await.refused(409, "order_unfinished");
    assert_eq!(emails_of_orders(&app).await, 1);
}

#[tokio::test]
async fn an_order_made_again_at_the_same_time_as_the_cards_call_is_made_once() {
    let app = TestApp::with(two_transactions).await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    ann.is_kept_from_ordering(json!({})).await;
    ann.says(json!({"bra_cup": "B"})).await;
    let mut beside = Shopper { browser: app.client(), order: String::new() };
    beside.browser.cookies = ann.browser.cookies.clone();
    // The order is made on another device while the card's call asks the bank, and the other way round.
    let (with_card, alone) = tokio::join!(ann.signs_up(json!({})), beside.orders_under("once", json!({})));
    let (with_card, order) = (with_card.expect(201), alone);
    let made = with_card["order_id"].as_str().unwrap();
    match order.status.as_u16() {
        201 => assert_eq!(order.json()["id"], made),
        _ => _ = order.refused(409, "order_unfinished"),
    }
    assert_eq!(ann.browser.get("/api/orders").await.expect(200)["orders"].as_array().unwrap().len(), 1);
    assert_eq!(emails_of_orders(&app).await, 1);
}
