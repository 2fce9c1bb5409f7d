//! The second factor: the changes that wait for a code.

use super::mfa::{other_card, sign_in, to, waiting, with_code};
use crate::support::{
    CARD, PASSWORD, Shopper, TestApp, card_form, code, confirm, email_token, newest_code, open_email_link,
};
use serde_json::json;
use std::time::Duration;
use stylebox_server::store::mail::outbox;

#[tokio::test]
async fn the_message_names_the_change() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    for (path, change, named) in [
        ("/api/account", json!({"customer": {"password": "Another#1"}}), "a new password"),
        ("/api/account", to("anna@example.com"), "a new email address"),
        ("/api/account", json!({"customer": {"phone": "6515550199", "first_name": "Anna"}}), "a new phone number"),
        (
            // The email address is the present one.
            "/api/account",
            json!({"customer": {"password": "Another#1", "phone": "6515550199", "email": "ANN@example.com"}}),
            "a new password and a new phone number",
        ),
        (
            "/api/account",
            json!({"customer": {"password": "Another#1", "phone": "6515550199", "email": "anna@example.com"}}),
            "a new password, a new email address and a new phone number",
        ),
        ("/api/credit_cards", other_card("5555555555554444"), "another card, Mastercard ending in 4444"),
    ] {
        ann.browser.patch(path, change).await.refused(403, "mfa_required");
        let sent = code(&app, &mut ann.browser, "email").await;
        let mail = newest_code(&app).await.body;
        let sentence =
            format!("Your code is {sent}. Enter it within 10 minutes to save the change of your account: {named}.");
        assert!(mail.contains(&sentence), "{mail}");
        let sent = code(&app, &mut ann.browser, "sms").await;
        let text = newest_code(&app).await.body;
        let sentence =
            format!("Your Stylebox code is {sent}, to change your account: {named}. It works for 10 minutes.");
        assert!(text.starts_with(&sentence), "{text}");
        app.clock.advance(Duration::from_secs(15 * 60));
    }
}

#[tokio::test]
async fn a_code_alone_makes_the_waiting_change() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    let code = code(&app, &mut ann.browser, "email").await;
    let account = ann.browser.patch("/api/account", with_code(&code)).await.expect(200);
    assert_eq!(account["pending_email"], "anna@example.com");
}

#[tokio::test]
async fn an_address_that_was_taken_in_the_meantime_is_refused_and_the_code_still_works() {
    let app = TestApp::start().await;
    app.client().register("ben@example.com").await;
    let mut ann = waiting(&app).await;
    ann.browser.patch("/api/account", to("BEN@example.com")).await.refused(422, "email_invalid");
    let code = code(&app, &mut ann.browser, "email").await;
    app.client().register("anna@example.com").await;
    ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await.refused(422, "email_invalid");
    app.execute("UPDATE customers SET email = 'cat@example.com', email_key = 'cat@example.com' WHERE email = 'anna@example.com'")
        .await;
    ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await.expect(200);
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions_and_is_kept_as_a_hash() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let mut elsewhere = app.client();
    sign_in(&mut elsewhere, PASSWORD).await.expect(200);
    let change = json!({"customer": {"password": "Another#1", "password_confirmation": "Another#1"}});
    ann.patch("/api/account", change).await.refused(403, "mfa_required");
    let code = code(&app, &mut ann, "email").await;
    let dump = app.dump().await;
    assert!(!dump.contains("Another#1") && dump.contains("password_hash"), "only its hash waits");
    assert!(!dump.contains(&format!("code_hash: {code}")) && !dump.contains(&format!("\"code_hash\":\"{code}\"")));
    let before = ann.cookies.clone();
    ann.post("/api/mfa_resubmissions", with_code(&code)).await.expect(200);
    assert_ne!(ann.cookies["stylebox_session"], before["stylebox_session"]);
    assert_ne!(ann.cookies["XSRF-TOKEN"], before["XSRF-TOKEN"]);
    ann.get("/api/account").await.expect(200);
    elsewhere.get("/api/account").await.refused(401, "not_authorized");
    sign_in(&mut app.client(), PASSWORD).await.refused(401, "credentials_invalid");
    sign_in(&mut app.client(), "Another#1").await.expect(200);
}

#[tokio::test]
async fn a_reset_link_sent_to_the_old_address_does_not_work_after_a_change() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    app.client().post("/api/passwords", to("ann@example.com")).await.expect(204);
    let mut tx = app.state.db.read().await.unwrap();
    let sent = outbox::newest(&mut tx, 10).await.unwrap();
    drop(tx);
    let link = sent.iter().find(|mail| mail.kind == "reset_password").unwrap();
    let token = link.body.split("reset_password_token=").nth(1).unwrap().split_whitespace().next().unwrap();
    client.patch("/api/account", to("anna@example.com")).await.expect(200);
    let proof = email_token(&app).await;
    open_email_link(&mut app.client(), &proof).await.expect(200);
    let reset = json!({"customer": {
        "reset_password_token": token, "password": "Another#1", "password_confirmation": "Another#1",
    }});
    app.client().put("/api/passwords", reset).await.refused(422, "reset_password_token");
}

#[tokio::test]
async fn a_waiting_card_is_kept_as_its_token() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    let on_file = ann.browser.get("/api/credit_card").await.expect(200);
    assert_eq!(on_file["data"]["card_info"]["last_four"], "4242");
    assert!(!app.dump().await.contains("5555555555554444"));
    let code = code(&app, &mut ann.browser, "email").await;
    let account = ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await.expect(200);
    assert_eq!(account["data"]["cc_expiration"], "11/30");
    let on_file = ann.browser.get("/api/credit_card").await.expect(200);
    let masked = json!({
        "credit_card_number": "XXXXXXXXXXXX4444", "brand": "Mastercard", "last_four": "4444", "expiration": "11/30",
    });
    assert_eq!(on_file["data"]["card_info"], masked);
    assert_eq!(on_file["data"]["cardholder"]["name"], "Ann Lund");
    // The session stays verified, so the next card is saved immediately.
    assert_eq!(ann.browser.patch("/api/credit_cards", other_card(CARD)).await.expect(200)["last_four"], "4242");
}

#[tokio::test]
async fn a_card_with_an_address_waits_together_with_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    let mut form = card_form("5555555555554444");
    form["options"]["shipping_address"]["line_1"] = json!("7 Elliot Avenue");
    ann.browser.post("/api/credit_cards", form).await.refused(403, "mfa_required");
    let code = code(&app, &mut ann.browser, "sms").await;
    let account = ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await.expect(200)["data"].clone();
    assert_eq!(account["shipping_addresses"][0]["shipping_line_1"], "7 Elliot Avenue");
    assert_eq!(account["shipping_addresses"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_new_card_pays_the_fee_that_the_old_one_did_not() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.order = ann.save_card("4000000000000341").await.expect(201)["order_id"].as_str().unwrap().to_owned();
    stylebox_server::service::payment::styling_fee::charge(&app.state, &ann.order, stylebox_core::order::Actor::Ops)
        .await
        .unwrap_err();
    assert_eq!(ann.status().await, "created");
    ann.browser.patch("/api/credit_cards", other_card(CARD)).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(ann.status().await, "styling");
    assert_eq!(app.charged().await, [100]);
}

/// During an upgrade a server of another version may store a change in another form, wrapped in its kind.
#[tokio::test]
async fn a_waiting_change_in_an_unknown_form_goes_on_waiting() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    let sent = code(&app, &mut ann.browser, "email").await;
    app.execute("UPDATE pending_changes SET change = '{\"Account\":' || change || '}'").await;
    let before = ann.browser.get("/api/account").await.expect(200);
    // This version sees no waiting change and says so. The page then leads back to its form.
    ann.browser.post("/api/mfa_requests", json!({"mfa_type": "email"})).await.refused(409, "mfa_not_required");
    ann.browser.post("/api/mfa_resubmissions", with_code(&sent)).await.refused(409, "mfa_not_required");
    ann.browser.patch("/api/account", with_code(&sent)).await.refused(409, "mfa_not_required");
    assert_eq!(ann.browser.get("/api/account").await.expect(200), before);
    // The version that knows the form makes the change with the same code.
    app.execute("UPDATE pending_changes SET change = SUBSTR(change, 12, LENGTH(change) - 12)").await;
    let account = ann.browser.post("/api/mfa_resubmissions", with_code(&sent)).await.expect(200);
    assert_eq!(account["data"]["pending_email"], "anna@example.com");
}

#[tokio::test]
async fn a_new_change_replaces_a_waiting_change_in_an_unknown_form() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    app.execute("UPDATE pending_changes SET change = '{\"Account\":' || change || '}'").await;
    ann.browser.post("/api/mfa_requests", json!({"mfa_type": "email"})).await.refused(409, "mfa_not_required");
    ann.browser.patch("/api/account", to("anna@example.com")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["pending_email"], "anna@example.com");
}
