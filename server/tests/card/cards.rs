//! Saving a card.

use crate::support::description::{Call, calls};
use crate::support::{CARD, Shopper, TestApp, card_form, code, confirm, other_card};
use serde_json::json;
use stylebox_server::store::card::cards;

#[tokio::test]
async fn the_card_on_file_shows_no_number() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    ann.save_card("4242-4242-4242-4242").await.expect(201);
    let card = ann.browser.get("/api/credit_card").await.expect(200);
    let masked = json!({
        "credit_card_number": "XXXXXXXXXXXX4242", "brand": "Visa", "last_four": "4242", "expiration": "12/29",
    });
    assert_eq!(card["data"]["card_info"], masked);
    assert!(!app.dump().await.contains("4242424242424242"));
    assert_eq!(card["data"]["cardholder"]["street_address1"], "1200 Harmon Place");
    assert_eq!(card["data"]["cardholder"]["country"], "US");
}

#[tokio::test]
async fn a_card_that_the_bank_refuses_is_not_saved_and_the_answer_says_why() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.save_card("4000000000000002").await.refused(402, "card_declined");
    assert_eq!(ann.save_card("4000056655665556").await.refused(422, "debit_card"), "We do not accept debit cards.");
    ann.save_card("4000000000000119").await.refused(503, "gateway_unavailable");
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(account["celerant_id"], json!(null));
    assert_eq!(account["shipping_addresses"], json!([]));
    assert_eq!(ann.browser.get("/api/orders").await.expect(200), json!({"orders": []}));
    assert!(ann.save_card(CARD).await.expect(201)["order_id"].is_string());
}

#[tokio::test]
async fn an_invalid_address_is_refused_before_the_bank_is_asked() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form("4000000000000002");
    form["options"]["shipping_address"]["line_1"] = json!("1 Nowhere Lane");
    ann.browser.post("/api/credit_cards", form).await.refused(422, "shippo_id_invalid");
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
}

/// The number of digits is not stored.
#[tokio::test]
async fn a_card_of_fifteen_digits_is_masked_like_any_other() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.save_card("378282246310005").await.expect(201);
    let card = ann.browser.get("/api/credit_card").await.expect(200);
    assert_eq!(card["data"]["card_info"]["credit_card_number"], "XXXXXXXXXXXX0005");
}

#[tokio::test]
async fn an_expiration_is_read_with_a_slash_or_without() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    for (sent, message) in [
        ("129", "Not a valid expiration date. Example: MM/YY"),
        ("12299", "Not a valid expiration date. Example: MM/YY"),
        ("٠٩٢٩", "Not a valid expiration date. Example: MM/YY"),
        ("1329", "Not a valid expiration date. Example: MM/YY"),
        ("13/29", "Invalid Expiration Month"),
        ("1026", "Invalid expiration date."),
        ("", "Expiration date is required"),
    ] {
        form["card_info"]["expiration"] = json!(sent);
        let refused = ann.browser.post("/api/credit_cards", form.clone()).await.expect(422);
        assert_eq!(refused["issues"][0]["message"], message, "{sent}");
    }
    form["card_info"]["expiration"] = json!("1229");
    assert_eq!(ann.browser.post("/api/credit_cards", form).await.expect(201)["expiration"], "12/29");

    let mut ben = app.client();
    ben.register("ben@example.com").await;
    let mut form = other_card(CARD);
    form["card_info"]["expiration"] = json!("1026");
    let refused = ben.patch("/api/credit_cards", form.clone()).await.expect(422);
    assert_eq!(refused["issues"][0]["message"], "Invalid Expiration Date has past");
    form["card_info"]["expiration"] = json!("1126");
    assert_eq!(ben.patch("/api/credit_cards", form).await.expect(200)["expiration"], "11/26");
}

#[tokio::test]
async fn an_account_without_a_card_adds_its_first() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let saved = ann.patch("/api/credit_cards", other_card(CARD)).await.expect(200);
    let expected =
        json!({"brand": "Visa", "last_four": "4242", "expiration": "12/29", "order_id": null, "order_error": null});
    assert_eq!(saved, expected);
    let account = ann.get("/api/account").await.expect(200);
    assert!(account["celerant_id"].is_string());
    assert_eq!(account["subscription_type"], json!(null), "nobody is subscribed without asking");
    assert_eq!(account["billing_info_complete"], true);
}

#[tokio::test]
async fn a_first_card_can_be_saved_together_with_a_frequency() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let with = |subscription_type: &str| {
        let mut form = other_card(CARD);
        form["subscription_type"] = json!(subscription_type);
        form
    };
    ann.patch("/api/credit_cards", with("subscription_7_day")).await.refused(422, "request_invalid");
    ann.get("/api/credit_card").await.refused(404, "not_found");
    ann.patch("/api/credit_cards", with("subscription_30_day")).await.expect(200);
    assert_eq!(ann.get("/api/account").await.expect(200)["subscription_type"], "subscription_30_day");
    // Another card does not change the frequency. The page of the subscription does.
    ann.patch("/api/credit_cards", with("subscription_60_day")).await.expect(200);
    assert_eq!(ann.get("/api/account").await.expect(200)["subscription_type"], "subscription_30_day");
}

#[tokio::test]
async fn another_card_is_checked_by_the_rules_for_changing_it() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let mut form = other_card("4242424242424241");
    form["card_info"]["expiration"] = json!("10/26");
    form["cardholder"]["city"] = json!("");
    let refused = ann.patch("/api/credit_cards", form).await.expect(422);
    let issues: Vec<_> = refused["issues"].as_array().unwrap().iter().map(|issue| issue["message"].clone()).collect();
    assert_eq!(issues, ["Required", "Credit Card number is invalid", "Invalid Expiration Date has past"]);
    ann.patch("/api/credit_cards", other_card("4000056655665556")).await.refused(422, "debit_card");
    ann.patch("/api/credit_cards", other_card("4000000000000119")).await.refused(503, "gateway_unavailable");
    let mut form = other_card(CARD);
    form["consent_version"] = json!("2020-01");
    ann.patch("/api/credit_cards", form).await.refused(409, "consent_outdated");
    ann.get("/api/credit_card").await.refused(404, "not_found");
}

#[tokio::test]
async fn the_consent_carries_over_to_the_next_card() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    let customer = ann.browser.get("/api/account").await.expect(200)["id"].as_str().unwrap().to_owned();
    let mut tx = app.state.db.read().await.unwrap();
    let card = cards::current(&mut tx, &customer).await.unwrap().unwrap();
    assert_eq!((card.last_four.as_str(), card.consent_version.as_deref()), ("4444", Some("2026-11")));
    assert!(card.consent_at.is_some());
}

#[tokio::test]
async fn during_a_first_box_neither_call_changes_the_card() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "card_in_use");
}

#[tokio::test]
async fn a_refused_form_names_field_and_code() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form("4242424242424241");
    form["options"]["shipping_address"]["city"] = json!(" ");
    form["card_info"]["expiration"] = json!("01/20");
    let refused = ann.browser.post("/api/credit_cards", form).await.expect(422);
    let issues: Vec<(&str, &str)> = refused["issues"]
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| (issue["field"].as_str().unwrap(), issue["message"].as_str().unwrap()))
        .collect();
    assert_eq!(
        issues,
        [
            ("shipping.city", "Required"),
            ("card_info.credit_card_number", "Credit Card number is invalid"),
            ("card_info.expiration", "Invalid expiration date."),
        ]
    );
    assert!(!refused.to_string().contains("4242424242424241"));
}

#[tokio::test]
async fn a_mistyped_form_does_not_count_as_a_try() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut mistyped = card_form("4242424242424241");
    // More forms than the limit of tries, with either call.
    for _ in 0..20 {
        ann.browser.post("/api/credit_cards", mistyped.clone()).await.refused(422, "form_invalid");
        ann.browser.patch("/api/credit_cards", other_card("4242424242424241")).await.refused(422, "form_invalid");
    }
    for _ in 0..5 {
        ann.save_card("4000000000000002").await.refused(402, "card_declined");
        ann.browser.patch("/api/credit_cards", other_card("4000000000000002")).await.refused(402, "card_declined");
    }
    // Neither call asks the bank any more, but the form is still checked.
    ann.save_card(CARD).await.refused(429, "too_many_requests");
    ann.browser.patch("/api/credit_cards", other_card(CARD)).await.refused(429, "too_many_requests");
    mistyped["card_info"]["cvv"] = json!("");
    ann.browser.post("/api/credit_cards", mistyped).await.refused(422, "form_invalid");
}

#[tokio::test]
async fn a_closed_date_is_refused_before_the_bank_is_asked() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    app.clock.set("2026-11-23T15:00:00Z");
    let refused = ann.save_card(CARD).await.expect(422);
    assert_eq!(refused["issues"][0]["field"], "ship_by_date");
    assert_eq!(refused["issues"][0]["code"], "ship_date_past");
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    let later = json!({"responses": {"ship_by_date": "2026-12-04"}});
    ann.browser.patch("/api/style_profiles/current", later).await.expect(200);
    assert!(ann.save_card(CARD).await.expect(201)["order_id"].is_string());
}

#[tokio::test]
async fn repeating_the_call_makes_no_second_order() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let first = ann.save_card(CARD).await.expect(201);
    let second = ann.save_card(CARD).await.expect(201);
    assert_eq!(first, second);
    assert_eq!(ann.browser.get("/api/orders").await.expect(200)["orders"].as_array().unwrap().len(), 1);
    let addresses = ann.browser.get("/api/account").await.expect(200)["shipping_addresses"].clone();
    assert_eq!(addresses.as_array().unwrap().len(), 1, "{addresses}");
}

#[tokio::test]
async fn during_a_first_box_the_card_changes_only_if_it_cannot_pay() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.save_card("5555555555554444").await.refused(403, "card_in_use");
    assert_eq!(ann.browser.get("/api/credit_card").await.expect(200)["data"]["card_info"]["brand"], "Visa");
    // The test's day is 18 November 2026.
    app.execute("UPDATE cards SET expiration = '01/27'").await;
    ann.save_card("5555555555554444").await.refused(403, "card_in_use");
    // It expires within 45 days, or has expired.
    for expiration in ["UPDATE cards SET expiration = '12/26'", "UPDATE cards SET expiration = '10/26'"] {
        app.execute(expiration).await;
        ann.save_card("5555555555554444").await.refused(403, "mfa_required");
    }
}

#[tokio::test]
async fn whether_a_waiting_card_may_be_saved_is_decided_when_the_code_comes() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.execute("UPDATE cards SET expiration = '10/26'").await;
    ann.save_card("5555555555554444").await.refused(403, "mfa_required");
    // In the meantime the card on file has become valid again.
    app.execute("UPDATE cards SET expiration = '12/29'").await;
    let code = code(&app, &mut ann.browser, "email").await;
    let body = json!({"customer": {"mfa_type": "email", "mfa_code": code}});
    ann.browser.post("/api/mfa_resubmissions", body.clone()).await.refused(403, "card_in_use");
    ann.browser.patch("/api/account", body).await.refused(403, "card_in_use");
    assert_eq!(ann.browser.get("/api/credit_card").await.expect(200)["data"]["card_info"]["last_four"], "4242");
}

#[tokio::test]
async fn the_calls_that_may_find_the_card_in_use_describe_it() {
    let every = calls(&TestApp::start().await).await;
    let says_so = |call: &&Call| call.operation["responses"]["403"].to_string().contains("`card_in_use`");
    let names: Vec<_> = every.iter().filter(says_so).map(Call::name).collect();
    assert_eq!(names, ["PATCH /account", "POST /credit_cards", "PATCH /credit_cards", "POST /mfa_resubmissions"]);
}

#[tokio::test]
async fn after_a_first_box_the_card_changes_only_after_a_code() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    ann.save_card("5555555555554444").await.refused(403, "mfa_required");
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    ann.save_card("5555555555554444").await.refused(403, "mfa_required");
}

#[tokio::test]
async fn a_pick_up_makes_the_account_on_demand_and_stores_its_store() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let chosen = json!({"responses": {
        "delivery_style": "I will pick it up", "match_with_stylist_2": "Minnesota - Edina Galleria",
        "ship_by_date": "2026-11-19",
    }});
    ann.browser.patch("/api/style_profiles/current", chosen).await.expect(200);
    ann.order = ann.save_card(CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    let order = ann.read().await;
    assert_eq!(order["customer_pick_up"], true);
    assert_eq!(order["subscription_type"], "subscription_on_demand");
    assert_eq!(order["assigned_location"]["name"], "Edina Galleria");
}

#[tokio::test]
async fn an_outdated_consent_is_refused() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["options"]["consent_version"] = json!("2020-01");
    ann.browser.post("/api/credit_cards", form).await.refused(409, "consent_outdated");
}
