//! A typed card and a card from the gateway's own fields are treated in the same way.

use crate::support::{CARD, Shopper, TestApp, card_form, code, confirm, other_card};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

/// An app for each kind of card entry, with the kind's name in `GET /status`.
async fn both() -> [(TestApp, &'static str); 2] {
    let (typed, own_fields) = (TestApp::start().await, TestApp::start().await);
    own_fields.gateway.take_cards_in_own_fields();
    [(typed, "typed"), (own_fields, "payment_method")]
}

/// The form with its card in the way that the app's gateway accepts.
fn given(app: &TestApp, kind: &str, mut form: Value) -> Value {
    if kind == "payment_method" {
        let typed = form.as_object_mut().unwrap().remove("card_info").unwrap();
        let text = |field: &str| typed[field].as_str().unwrap().to_owned();
        let id = app.gateway.payment_method(&text("credit_card_number"), &text("expiration"));
        form["payment_method"] = json!(id);
    }
    form
}

/// A customer who has checked out with the card, so that another card waits for a code.
async fn checked_out(app: &TestApp, kind: &str) -> Shopper {
    let mut ann = Shopper::new(app, "ann@example.com").await;
    let form = given(app, kind, card_form(CARD));
    ann.order = ann.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().into();
    ann.bring_box(app).await;
    ann.keep(1).await;
    ann.check_out("key").await.expect(200);
    ann
}

#[tokio::test]
async fn the_status_says_how_cards_are_entered() {
    for (app, kind) in both().await {
        assert_eq!(app.client().get("/api/status").await.expect(200)["card_entry"], kind);
    }
}

#[tokio::test]
async fn a_sign_up_makes_its_order_and_is_charged() {
    for (app, kind) in both().await {
        let mut ann = Shopper::new(&app, "ann@example.com").await;
        let form = given(&app, kind, card_form(CARD));
        let saved = ann.browser.post("/api/credit_cards", form.clone()).await.expect(201);
        assert_eq!((&saved["brand"], &saved["last_four"]), (&json!("Visa"), &json!("4242")), "{kind}");
        assert_eq!((&saved["expiration"], &saved["order_error"]), (&json!("12/29"), &json!(null)), "{kind}");
        ann.order = saved["order_id"].as_str().unwrap().to_owned();
        // The answer was lost, and the sign-up is sent again.
        assert_eq!(ann.browser.post("/api/credit_cards", form).await.expect(201), saved, "{kind}");
        let card = ann.browser.get("/api/credit_card").await.expect(200);
        assert_eq!(card["data"]["card_info"]["credit_card_number"], "XXXXXXXXXXXX4242", "{kind}");
        assert!(!app.dump().await.contains(CARD), "{kind}");
        ann.bring_box(&app).await;
        ann.keep(1).await;
        ann.check_out("key").await.expect(200);
        // The styling fee and the invoice.
        assert_eq!(app.gateway.asked().len(), 2, "{kind}");
    }
}

#[tokio::test]
async fn a_refused_card_gets_the_same_answer_either_way() {
    for (app, kind) in both().await {
        let mut ann = Shopper::new(&app, "ann@example.com").await;
        for (number, status, code) in [
            ("4000000000000002", 402, "card_declined"),
            ("4000056655665556", 422, "debit_card"),
            ("4000000000000127", 422, "credit_card_number_invalid"),
            ("4000000000000119", 503, "gateway_unavailable"),
        ] {
            let form = given(&app, kind, card_form(number));
            ann.browser.post("/api/credit_cards", form).await.refused(status, code);
            let form = given(&app, kind, other_card(number));
            ann.browser.patch("/api/credit_cards", form).await.refused(status, code);
        }
        ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn addresses_are_checked_in_the_same_way_either_way() {
    for (app, kind) in both().await {
        let mut ann = Shopper::new(&app, "ann@example.com").await;
        let mut form = card_form(CARD);
        form["cardholder"]["name"] = json!("");
        form["options"]["shipping_address"]["city"] = json!(" ");
        let refused = ann.browser.post("/api/credit_cards", given(&app, kind, form)).await.expect(422);
        let fields: Vec<_> = refused["issues"].as_array().unwrap().iter().map(|issue| &issue["field"]).collect();
        assert_eq!(fields, ["shipping.city", "cardholder.name"], "{kind}");
        let mut form = other_card(CARD);
        form["cardholder"]["zip_code"] = json!("554");
        let refused = ann.browser.patch("/api/credit_cards", given(&app, kind, form)).await.expect(422);
        assert_eq!(refused["issues"][0]["field"], "cardholder.zip_code", "{kind}");
        let mut form = card_form(CARD);
        form["options"]["shipping_address"]["line_1"] = json!("1 Nowhere Lane");
        ann.browser.post("/api/credit_cards", given(&app, kind, form)).await.refused(422, "shippo_id_invalid");
    }
}

#[tokio::test]
async fn another_card_waits_for_a_code_either_way() {
    for (app, kind) in both().await {
        let mut ann = checked_out(&app, kind).await;
        let form = given(&app, kind, other_card("5555555555554444"));
        ann.browser.patch("/api/credit_cards", form).await.refused(403, "mfa_required");
        let last_four = |card: &Value| card["data"]["card_info"]["last_four"].clone();
        assert_eq!(last_four(&ann.browser.get("/api/credit_card").await.expect(200)), "4242", "{kind}");
        confirm(&app, &mut ann.browser).await;
        assert_eq!(last_four(&ann.browser.get("/api/credit_card").await.expect(200)), "4444", "{kind}");
    }
}

#[tokio::test]
async fn a_card_in_the_wrong_way_is_refused_before_the_gateway_is_asked() {
    for (app, kind) in both().await {
        let mut ann = Shopper::new(&app, "ann@example.com").await;
        let typed = card_form(CARD);
        let without = |field: &str| {
            let mut form = typed.clone();
            form.as_object_mut().unwrap().remove(field);
            form
        };
        let mut own = without("card_info");
        own["payment_method"] = json!("pm_0");
        let mut twice = typed.clone();
        twice["payment_method"] = json!("pm_0");
        let mut unknown = own.clone();
        unknown["payment_method"] = json!("pm 0\n");
        let wrong_kind = if kind == "typed" { own } else { typed.clone() };
        for form in [wrong_kind, twice, without("card_info"), unknown] {
            ann.browser.post("/api/credit_cards", form).await.refused(422, "request_invalid");
        }
        ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    }
    // A payment method that the gateway does not know is refused.
    let [_, (app, _)] = both().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form.as_object_mut().unwrap().remove("card_info");
    form["payment_method"] = json!("pm_7");
    ann.browser.post("/api/credit_cards", form).await.refused(422, "credit_card_number_invalid");
}

#[tokio::test]
async fn an_expired_card_is_refused_either_way() {
    for (app, kind) in both().await {
        let mut ann = Shopper::new(&app, "ann@example.com").await;
        for (expiration, refused) in [("10/26", true), ("12/25", true), ("11/26", false)] {
            let mut form = card_form(CARD);
            form["card_info"]["expiration"] = json!(expiration);
            let reply = ann.browser.post("/api/credit_cards", given(&app, kind, form)).await;
            if !refused {
                // A card is valid until the end of its month.
                reply.expect(201);
                continue;
            }
            let refused = reply.expect(422);
            let expected = json!([{
                "field": "card_info.expiration", "code": "expiration_past", "message": "Invalid expiration date.",
            }]);
            assert_eq!(refused["issues"], expected, "{kind} {expiration}");
            let mut form = other_card(CARD);
            form["card_info"]["expiration"] = json!(expiration);
            let refused = ann.browser.patch("/api/credit_cards", given(&app, kind, form)).await.expect(422);
            let expected = json!([{
                "field": "card_info.expiration", "code": "expiration_has_past",
                "message": "Invalid Expiration Date has past",
            }]);
            assert_eq!(refused["issues"], expected, "{kind} {expiration}");
            ann.browser.get("/api/credit_card").await.refused(404, "not_found");
        }
    }
}

/// How many cards the database has, including replaced ones.
async fn cards(app: &TestApp) -> usize {
    app.dump().await.lines().filter(|line| line.starts_with("cards")).count()
}

#[tokio::test]
async fn sending_a_payment_method_again_saves_no_second_card() {
    let [_, (app, kind)] = both().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    let form = given(&app, kind, card_form(CARD));
    let saved = ann.browser.post("/api/credit_cards", form.clone()).await.expect(201);
    assert_eq!(saved["order_id"], json!(null), "an answer is missing");
    let before = cards(&app).await;
    let again = ann.browser.post("/api/credit_cards", form.clone()).await.expect(201);
    assert_eq!(again, saved);
    ann.says(json!({"bra_cup": "B"})).await;
    // The same form makes the order now, and a repeat finds the order.
    let ordered = ann.browser.post("/api/credit_cards", form.clone()).await.expect(201);
    assert_eq!(ordered["order_error"], json!(null));
    assert_eq!(ann.browser.post("/api/credit_cards", form).await.expect(201), ordered);
    assert_eq!(cards(&app).await, before);
    // The gateway's token is charged.
    ann.order = ordered["order_id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    assert_eq!(app.charged().await, [1_00]);
}

#[tokio::test]
async fn sending_another_payment_method_again_keeps_its_code() {
    let [_, (app, kind)] = both().await;
    let mut ann = checked_out(&app, kind).await;
    let form = given(&app, kind, other_card("5555555555554444"));
    ann.browser.patch("/api/credit_cards", form.clone()).await.refused(403, "mfa_required");
    let tokens = app.gateway.tokenized();
    let code = code(&app, &mut ann.browser, "email").await;
    ann.browser.patch("/api/credit_cards", form.clone()).await.refused(403, "mfa_required");
    assert_eq!(app.gateway.tokenized(), tokens, "its token waits");
    // It is the same card, so its code still works.
    let body = json!({"customer": {"mfa_code": code}});
    ann.browser.post("/api/mfa_resubmissions", body).await.expect(200);
    let before = cards(&app).await;
    let changed = ann.browser.patch("/api/credit_cards", form).await.expect(200);
    assert_eq!(changed["last_four"], "4444");
    assert_eq!(cards(&app).await, before);
}

#[tokio::test]
async fn another_payment_method_or_cardholder_voids_the_code() {
    let [_, (app, kind)] = both().await;
    let mut ann = checked_out(&app, kind).await;
    let first = given(&app, kind, other_card("5555555555554444"));
    let mut of_another = first.clone();
    of_another["cardholder"]["name"] = json!("Eve Larsen");
    for other in [given(&app, kind, other_card("4000000000000259")), of_another] {
        ann.browser.patch("/api/credit_cards", first.clone()).await.refused(403, "mfa_required");
        let code = code(&app, &mut ann.browser, "email").await;
        ann.browser.patch("/api/credit_cards", other).await.refused(403, "mfa_required");
        let body = json!({"customer": {"mfa_code": code}});
        ann.browser.post("/api/mfa_resubmissions", body).await.refused(422, "mfa_code_expired");
    }
}

#[tokio::test]
async fn a_payment_method_whose_bank_was_silent_is_tried_again() {
    let [_, (app, kind)] = both().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let form = given(&app, kind, card_form("4000000000000119"));
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(503, "gateway_unavailable");
    app.execute("UPDATE sandbox_tokens SET behaviour = 'accept'").await;
    ann.browser.post("/api/credit_cards", form).await.expect(201);
}

#[tokio::test]
async fn a_declined_payment_method_with_another_cardholder_is_not_tried_again() {
    let [_, (app, kind)] = both().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["bra_cup"]).await;
    let mut form = given(&app, kind, card_form(CARD));
    ann.browser.post("/api/credit_cards", form.clone()).await.expect(201);
    form["cardholder"]["name"] = json!("Anna Larsen");
    ann.browser.post("/api/credit_cards", form).await.expect(201);
    let card = ann.browser.get("/api/credit_card").await.expect(200);
    assert_eq!(card["data"]["cardholder"]["name"], "Anna Larsen");
}

#[tokio::test]
async fn a_declined_fee_is_not_charged_again_to_the_same_payment_method() {
    let [_, (app, kind)] = both().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    // Its bank wants every charge confirmed, so each is declined.
    let form = given(&app, kind, card_form("4000000000003220"));
    ann.order = ann.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().into();
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    let form = given(&app, kind, other_card("4000000000003220"));
    ann.browser.patch("/api/credit_cards", form.clone()).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(app.gateway.asked().len(), 2, "a new payment method is tried immediately");
    for _ in 0..3 {
        ann.browser.patch("/api/credit_cards", form.clone()).await.expect(200);
    }
    // The same while each change waits for its code.
    app.clock.advance(Duration::from_secs(60 * 60));
    ann.browser.patch("/api/credit_cards", form).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(app.gateway.asked().len(), 2, "it was tried before");
}
