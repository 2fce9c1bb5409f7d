//! The first order, which a sign-up makes with its card: shipped, picked up, or a theme box.

use super::newcomer::{issue, missing, newcomer, one};
use crate::support::{CARD, Shopper, TestApp, card_form, confirm, newest_mail};
use serde_json::json;

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
async fn the_confirmation_of_a_pick_up_names_its_store_and_address() {
    let app = TestApp::start().await;
    for (email, store) in
        [("ann@example.com", "Minnesota - Grand Avenue"), ("bea@example.com", "Missouri - Clayton Corner")]
    {
        let mut customer = newcomer(&app, email).await;
        customer.says(json!({"preferred_store": store, "ship_by_date": "2026-11-21"})).await;
        let order = customer.first_order(json!({"isDressingRoomToGo": true})).await;
        let [name, street, city, state, zip] =
            ["name", "address_line_1", "address_city", "address_state", "address_postal_code"]
                .map(|part| order["assigned_location"][part].as_str().unwrap().to_owned());
        let mail = newest_mail(&app, "order_placed").await.unwrap();
        assert_eq!(mail.recipient, email);
        let row = format!("Pick-up at: {name}, {street}, {city}, {state} {zip}");
        assert!(mail.body.contains(&row), "{row} is not in {}", mail.body);
    }
    let mut carla = Shopper::new(&app, "carla@example.com").await;
    carla.first_order(json!({})).await;
    let mail = newest_mail(&app, "order_placed").await.unwrap();
    assert_eq!(mail.recipient, "carla@example.com");
    assert!(!mail.body.contains("Pick-up at"), "{}", mail.body);
}

#[tokio::test]
async fn a_later_choice_in_the_account_overrides_the_answer() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let on_demand = json!({"customer": {"subscription_type": "subscription_on_demand"}});
    ann.browser.patch("/api/account", on_demand).await.expect(200);
    assert_eq!(ann.first_order(json!({})).await["subscription_type"], "subscription_on_demand");
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(account["subscription_type"], "subscription_on_demand");
}

#[tokio::test]
async fn the_delivery_step_overrides_the_kind_of_sign_up() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let to_go = json!({"customer": {"dressing_room_to_go_signup": true}});
    ann.browser.patch("/api/account", to_go).await.expect(200);
    ann.says(json!({"delivery_style": "Send it to me"})).await;
    assert_eq!(ann.first_order(json!({})).await["customer_pick_up"], false);
}

#[tokio::test]
async fn a_withdrawn_theme_box_is_not_ordered() {
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
async fn a_pick_up_on_a_day_that_its_store_does_not_offer_is_refused_before_the_bank_is_asked() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    // A box takes three days to Clayton, which is closed on Sundays.
    ann.says(json!({"preferred_store": "Missouri - Clayton Corner"})).await;
    for (day, code) in [("2026-11-20", "ship_date_past"), ("2026-11-22", "store_closed")] {
        let options = json!({"isDressingRoomToGo": true, "ship_by_date": day});
        assert_eq!(issue(&ann.signs_up(options).await.expect(422)), one("ship_by_date", code), "{day}");
    }
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    let options = json!({"isDressingRoomToGo": true, "ship_by_date": "2026-11-21"});
    assert_eq!(ann.first_order(options).await["assigned_location_id"], "L13");
}

#[tokio::test]
async fn a_card_without_a_day_is_kept_and_the_day_is_named() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let why = ann.is_kept_from_ordering(json!({})).await;
    assert_eq!(missing(&why), ["ship_by_date"]);
    // The same card again, with a day, orders too.
    let order = ann.first_order(json!({"ship_by_date": "2026-11-24"})).await;
    assert_eq!(order["ship_by_date"], "2026-11-24");
    // Nobody is subscribed without asking: without a frequency only this box is ordered.
    assert_eq!(order["subscription_type"], "subscription_on_demand");
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["subscription_type"], "subscription_on_demand");
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
async fn a_customer_who_registered_for_a_theme_box_has_to_choose_a_theme_before_ordering() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    ann.browser.patch("/api/account", json!({"customer": {"themebox_signup": true}})).await.expect(200);
    let why = ann.is_kept_from_ordering(json!({})).await;
    assert_eq!(issue(&why), one("themebox", "required"));
    let again = json!({"order": {}});
    assert_eq!(issue(&ann.browser.post("/api/orders", again.clone()).await.expect(422)), one("themebox", "required"));
    ann.says(json!({"themebox": "cold_snap"})).await;
    let order = ann.browser.post("/api/orders", again).await.expect(201);
    assert_eq!(
        (&order["themebox"], &order["subscription_type"]),
        (&json!("cold_snap"), &json!("subscription_on_demand"))
    );
}

#[tokio::test]
async fn a_card_that_expires_before_the_box_is_sent_is_kept_and_named() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["card_info"]["expiration"] = json!("11/26");
    form["options"]["ship_by_date"] = json!("2026-12-01");
    let saved = ann.browser.post("/api/credit_cards", form.clone()).await.expect(201);
    assert_eq!((&saved["order_id"], missing(&saved["order_error"])), (&json!(null), vec!["card_expiry"]));
    // A card that expires on that day is accepted.
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
async fn a_theme_box_comes_on_the_proposed_day_and_makes_no_subscription() {
    let app = TestApp::start().await;
    let mut ann = newcomer(&app, "ann@example.com").await;
    let order = ann
        .first_order(json!({
            "isThemeboxSignUp": true, "themeboxTheme": "cold_snap", "themeboxDescription": "Knits and a coat",
            "blog_interest": "winter-guide", "coupon": "hello25",
        }))
        .await;
    // In four days, on 22 November, it is Sunday.
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
async fn the_answered_theme_is_used_and_a_day_sent_with_the_card_overrides_the_answer() {
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
