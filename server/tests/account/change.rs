//! The customer's account, and how it is changed.

use crate::support::{CARD, PASSWORD, Shopper, TestApp, confirm, email_token, open_email_link, registration};
use serde_json::{Value, json};

#[tokio::test]
async fn the_account_has_all_its_fields() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let account = client.register("ann@example.com").await;
    let expected = [
        "id",
        "email",
        "pending_email",
        "first_name",
        "last_name",
        "registration_postal_code",
        "phone",
        "subscription_type",
        "skip_days",
        "cc_expiration",
        "payment_needed",
        "referral_code",
        "first_timer",
        "preferred_stylist",
        "assigned_location_id",
        "celerant_id",
        "kount_session_id",
        "dressing_room_to_go_signup",
        "themebox_signup",
        "registered_in_store",
        "styling_fee_override_code",
        "registration_shipping_address_complete",
        "style_profile_complete",
        "subscription_type_selected",
        "billing_info_complete",
        "email_bounced",
        "text_messages",
        "analytics_consent",
        "closing",
        "shipping_addresses",
    ];
    let account = account.as_object().unwrap();
    assert!(expected.iter().all(|field| account.contains_key(*field)), "{account:?}");
    assert_eq!(account.len(), expected.len(), "{account:?}");
}

#[tokio::test]
async fn a_change_touches_only_the_given_fields() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let before = client.register("ann@example.com").await;
    let change = json!({"customer": {"first_name": " Anna ", "phone": "(612) 555-0100",
        "subscription_type": "subscription_60_day", "assigned_location_id": "L05", "preferred_stylist": "Adela M.",
        "last_name": null}});
    let after = client.patch("/api/account", change).await.expect(200);
    assert_eq!(after["first_name"], "Anna");
    assert_eq!(after["last_name"], before["last_name"]);
    assert_eq!(after["phone"], "6125550100");
    assert_eq!(after["subscription_type"], "subscription_60_day");
    assert_eq!(after["subscription_type_selected"], true);
    assert_eq!(after["assigned_location_id"], "L05");
    assert_eq!(after["preferred_stylist"], "Adela M.");
    assert_eq!(client.get("/api/account").await.expect(200), after);
}

#[tokio::test]
async fn a_sign_up_in_a_store_is_marked_and_stays_so() {
    let app = TestApp::start().await;
    let mut client = app.client();
    assert_eq!(client.register("ann@example.com").await["registered_in_store"], false);
    let mark = |is_marked: bool| json!({"customer": {"registered_in_store": is_marked}});
    assert_eq!(client.patch("/api/account", mark(false)).await.expect(200)["registered_in_store"], false);
    assert_eq!(client.patch("/api/account", mark(true)).await.expect(200)["registered_in_store"], true);
    assert_eq!(client.patch("/api/account", mark(false)).await.expect(200)["registered_in_store"], true);
    assert_eq!(client.get("/api/account").await.expect(200)["registered_in_store"], true);
    // The same without the envelope, in a change that waits for a code.
    let mut bea = app.client();
    bea.register("bea@example.com").await;
    let change = json!({"registered_in_store": true, "password": "Another#1", "password_confirmation": "Another#1"});
    bea.patch("/api/account", change).await.refused(403, "mfa_required");
    assert_eq!(bea.get("/api/account").await.expect(200)["registered_in_store"], false);
    confirm(&app, &mut bea).await;
    assert_eq!(bea.get("/api/account").await.expect(200)["registered_in_store"], true);
}

#[tokio::test]
async fn a_customer_who_leaves_the_choice_to_us_has_no_preferred_stylist() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    for stylist in ["Match me with a stylist", "Adela M.", "Match me with a stylist"] {
        let responses = json!({"responses": {"match_with_stylist": stylist}});
        client.patch("/api/style_profiles/current", responses).await.expect(200);
        let expected = if stylist == "Adela M." { json!(stylist) } else { json!(null) };
        assert_eq!(client.get("/api/account").await.expect(200)["preferred_stylist"], expected);
    }
    let ask_for = |stylist: &str| json!({"customer": {"preferred_stylist": stylist}});
    client.patch("/api/account", ask_for("Imani K.")).await.expect(200);
    let account = client.patch("/api/account", ask_for(" Match me with a stylist")).await.expect(200);
    assert_eq!(account["preferred_stylist"], json!(null));
    let profile = client.get("/api/style_profiles/current").await.expect(200);
    assert_eq!(profile["data"]["responses"]["match_with_stylist"], "Match me with a stylist");
}

#[tokio::test]
async fn a_change_is_checked_by_core() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let before = client.register("ann@example.com").await;
    let change = json!({"customer": {"first_name": " ", "email": "ann", "phone": "0125550100"}});
    let body = client.patch("/api/account", change).await.expect(422);
    let fields: Vec<_> = body["issues"].as_array().unwrap().iter().map(|issue| issue["field"].clone()).collect();
    assert_eq!(fields, ["first_name", "email", "phone"]);
    let unknown = json!({"customer": {"subscription_type": "subscription_15_day"}});
    client.patch("/api/account", unknown).await.refused(422, "request_invalid");
    let nowhere = json!({"customer": {"assigned_location_id": "L99", "first_name": "Anna"}});
    client.patch("/api/account", nowhere).await.refused(422, "location_unknown");
    assert_eq!(client.get("/api/account").await.expect(200), before);
}

#[tokio::test]
async fn an_email_can_be_changed_to_one_that_is_free() {
    let app = TestApp::start().await;
    app.client().register("ben@example.com").await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let to = |email: &str| json!({"customer": {"email": email}});
    // The message of the catalogue for a taken address (spec A, section 8). A visitor who signs up learns the same.
    let taken = client.patch("/api/account", to("BEN@example.com")).await;
    assert_eq!(taken.refused(422, "email_invalid"), "Email taken.");
    let mut newcomer = app.client();
    let form = registration("BEN@example.com", &newcomer.human().await);
    assert_eq!(newcomer.post("/api/registrations", form).await.expect(422), taken.expect(422));
    let waiting = client.patch("/api/account", to("anna@example.com")).await.expect(200);
    assert_eq!((&waiting["email"], &waiting["pending_email"]), (&json!("ann@example.com"), &json!("anna@example.com")));
    let token = email_token(&app).await;
    assert_eq!(open_email_link(&mut client, &token).await.expect(200), json!({"email": "anna@example.com"}));
    let account = client.get("/api/account").await.expect(200);
    assert_eq!((&account["email"], &account["pending_email"]), (&json!("anna@example.com"), &json!(null)));
    app.client().register("ann@example.com").await;
}

#[tokio::test]
async fn a_password_changes_only_after_a_code() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let change = json!({"customer": {"password": "Another#1", "password_confirmation": "Another#1"}});
    assert_eq!(client.patch("/api/account", change).await.refused(403, "mfa_required"), "mfa error");
}

#[tokio::test]
async fn only_its_owner_reads_and_changes_an_account() {
    let app = TestApp::start().await;
    app.client().get("/api/account").await.refused(401, "not_authorized");
    let change = json!({"customer": {"first_name": "Eve"}});
    app.client().patch("/api/account", change).await.refused(401, "not_authorized");
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let mut ben = app.client();
    ben.register("ben@example.com").await;
    assert_eq!(ann.get("/api/account").await.expect(200)["email"], "ann@example.com");
    assert_eq!(ben.get("/api/account").await.expect(200)["email"], "ben@example.com");
}

#[tokio::test]
async fn holidays_stores_and_pictures_need_no_session() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let holidays = client.get("/api/holidays").await.expect(200);
    assert!(holidays["mail_holidays"].as_array().unwrap().contains(&json!("2026-12-25")));
    for list in ["company_holidays", "pickup_holidays", "custom_ship_disallowed_dates"] {
        assert!(holidays[list].as_array().is_some_and(|dates| !dates.is_empty()), "{list}");
    }
    let locations = client.get("/api/locations").await.expect(200);
    let edina: Vec<&Value> =
        locations["locations"].as_array().unwrap().iter().filter(|at| at["name"] == "Edina Galleria").collect();
    assert_eq!(edina.len(), 1);
    assert_eq!(edina[0]["id"], "L01");
    assert_eq!(edina[0]["address_state"], "MN");
    let picture = client.get("/api/product_images/P001").await;
    assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, Some("image/svg+xml")));
    assert!(picture.text.contains("<svg"));
    assert_eq!(picture.header("cache-control"), Some("public, max-age=86400"));
    for wrong in ["P999", "..%2Fstores", "%2e%2e%2fholidays"] {
        client.get(&format!("/api/product_images/{wrong}")).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn a_change_can_come_without_its_envelope() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let raw = json!({"first_name": "Anna", "referral_code": "MINE", "first_timer": false});
    let after = client.patch("/api/account", raw).await.expect(200);
    assert_eq!(after["first_name"], "Anna");
    assert_eq!(after["first_timer"], true);
    assert_ne!(after["referral_code"], "MINE");
    let both = json!({"customer": {"first_name": "Anne"}, "first_name": "Anna", "shipping_address": null});
    assert_eq!(client.patch("/api/account", both).await.expect(200)["first_name"], "Anne");
    client.patch("/api/account", json!({"customer": "Anna"})).await.refused(422, "request_invalid");
    client.patch("/api/account", json!([])).await.refused(422, "request_invalid");
}

fn new_password(current: &str, password: &str) -> Value {
    json!({"customer": {"current_password": current, "password": password, "password_confirmation": password}})
}

#[tokio::test]
async fn the_password_changes_with_the_current_password() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let mut elsewhere = app.client();
    let human = elsewhere.human().await;
    let sign_in = |password: &str, human: &str| json!({"customer": {"email": "ann@example.com", "password": password, "recaptchaToken": human}});
    elsewhere.post("/api/sessions", sign_in(PASSWORD, &human)).await.expect(200);
    let refused = ann.put("/api/registrations", new_password("Stylebox#2027", "Another#1")).await.expect(422);
    assert_eq!(refused["issues"][0]["field"], "current_password");
    assert_eq!(refused["issues"][0]["code"], "password_wrong");
    let refused = ann.put("/api/registrations", new_password("", "another#1")).await.expect(422);
    let fields: Vec<_> = refused["issues"].as_array().unwrap().iter().map(|issue| issue["field"].clone()).collect();
    assert_eq!(fields, ["current_password", "password"]);
    let before = ann.cookies.clone();
    let account = ann.put("/api/registrations", new_password(PASSWORD, "Another#1")).await.expect(200);
    assert_eq!(account["email"], "ann@example.com");
    assert_ne!(ann.cookies["stylebox_session"], before["stylebox_session"]);
    ann.get("/api/account").await.expect(200);
    elsewhere.get("/api/account").await.refused(401, "not_authorized");
    let mut old = app.client();
    old.cookies = before;
    old.get("/api/account").await.refused(401, "not_authorized");
    let human = elsewhere.human().await;
    elsewhere.post("/api/sessions", sign_in(PASSWORD, &human)).await.refused(401, "credentials_invalid");
    let human = elsewhere.human().await;
    elsewhere.post("/api/sessions", sign_in("Another#1", &human)).await.expect(200);
    assert!(!app.dump().await.contains("Another#1"));
}

#[tokio::test]
async fn guesses_at_the_current_password_are_limited() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    for _ in 0..10 {
        ann.put("/api/registrations", new_password("Stylebox#2027", "Another#1")).await.expect(422);
    }
    let refused = ann.put("/api/registrations", new_password(PASSWORD, "Another#1")).await;
    refused.refused(429, "too_many_requests");
    assert!(refused.header("retry-after").is_some());
    app.client().put("/api/registrations", new_password(PASSWORD, "Another#1")).await.refused(401, "not_authorized");
    ann.cookies.remove("XSRF-TOKEN");
    ann.put("/api/registrations", new_password(PASSWORD, "Another#1")).await.refused(403, "not_authorized");
}

#[tokio::test]
async fn validating_a_sign_up_code_returns_its_discount() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    let off = |code: &str, dollars: &str| {
        let description = format!("${dollars} off");
        json!({"code": code, "kind": "amount_off", "value": dollars, "description": description, "invited_by": null, "ended": null})
    };
    let welcome = visitor.get("/api/account/validate_signup_code/HELLO25").await.expect(200);
    assert_eq!(welcome, off("Hello25", "25.00"));
    let friend = app.client().register("ann@example.com").await["referral_code"].as_str().unwrap().to_owned();
    let found = visitor.get(&format!("/api/account/validate_signup_code/{}", friend.to_lowercase())).await.expect(200);
    let (kind, description) = ("percentage_off", "20% off");
    let expected = json!({
        "code": friend, "kind": kind, "value": "20.00", "description": description, "invited_by": "Ann", "ended": null,
    });
    assert_eq!(found, expected);
    crate::support::ops(&app, "coupon issue Holiday10 --off 10.00").await.unwrap();
    let found = visitor.get("/api/account/validate_signup_code/holiday10").await.expect(200);
    assert_eq!(found, off("Holiday10", "10.00"));
    let unknown = visitor.get("/api/account/validate_signup_code/HELLO26").await;
    assert_eq!(unknown.refused(422, "PROMO_CODE_NOT_RECOGNIZED"), "This code is not recognized.");
    for _ in 4..30 {
        visitor.get("/api/account/validate_signup_code/HELLO26").await.expect(422);
    }
    let refused = visitor.get("/api/account/validate_signup_code/HELLO25").await;
    refused.refused(429, "too_many_requests");
    assert!(refused.header("retry-after").is_some());
}

#[tokio::test]
async fn a_customer_who_has_ordered_is_not_marked_as_signing_up() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let mark = json!({"customer": {
        "registered_in_store": true, "dressing_room_to_go_signup": true, "first_name": "Anna",
    }});
    let account = ann.browser.patch("/api/account", mark.clone()).await.expect(200);
    assert_eq!(
        (&account["registered_in_store"], &account["dressing_room_to_go_signup"], &account["first_name"]),
        (&json!(false), &json!(false), &json!("Anna"))
    );
    // A sign-up that is not finished can be marked, even after its card was saved.
    let mut bea = Shopper::without(&app, "bea@example.com", &["bra_cup"]).await;
    bea.save_card(CARD).await.expect(201);
    let account = bea.browser.patch("/api/account", mark).await.expect(200);
    assert_eq!((&account["registered_in_store"], &account["dressing_room_to_go_signup"]), (&json!(true), &json!(true)));
}
