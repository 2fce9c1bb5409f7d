//! When the bank is asked about a card: immediately, or after the code that confirms the change.

use crate::support::{CARD, Client, Shopper, TestApp, card_form, code, confirm, newest_code, other_card};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::policy::limits;

const DECLINED: &str = "4000000000000002";
const SILENT: &str = "4000000000000119";
const UNKNOWN: &str = "4000000000000127";
const ANOTHER: &str = "5555555555554444";

/// A customer who has checked out, so that another card waits for a code.
async fn checked_out(app: &TestApp) -> Shopper {
    let mut ann = Shopper::decided(app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    ann
}

async fn send(browser: &mut Client, code: &str) -> crate::support::Reply {
    browser.post("/api/mfa_resubmissions", json!({"customer": {"mfa_code": code}})).await
}

async fn last_four(browser: &mut Client) -> Value {
    browser.get("/api/credit_card").await.expect(200)["data"]["card_info"]["last_four"].clone()
}

#[tokio::test]
async fn the_bank_is_asked_once_the_code_is_right() {
    let app = TestApp::start().await;
    let mut ann = checked_out(&app).await;
    assert_eq!(app.gateway.banks_asked(), 1, "at the sign-up");
    for call in ["PATCH", "POST"] {
        let form = if call == "PATCH" { other_card(DECLINED) } else { card_form(DECLINED) };
        let reply = match call {
            "PATCH" => ann.browser.patch("/api/credit_cards", form).await,
            _ => ann.browser.post("/api/credit_cards", form).await,
        };
        reply.refused(403, "mfa_required");
        let before = app.gateway.banks_asked();
        let sent = code(&app, &mut ann.browser, "email").await;
        let wrong = if sent == "000000" { "000001" } else { "000000" };
        send(&mut ann.browser, wrong).await.refused(422, "mfa_code_invalid");
        assert_eq!(app.gateway.banks_asked(), before, "{call}");
        send(&mut ann.browser, &sent).await.refused(402, "card_declined");
        assert_eq!(app.gateway.banks_asked(), before + 1, "{call}");
        assert_eq!(last_four(&mut ann.browser).await, "4242");
        app.clock.advance(Duration::from_secs(10 * 60));
    }
}

#[tokio::test]
async fn after_a_declined_card_the_next_card_needs_no_second_code() {
    let app = TestApp::start().await;
    let mut ann = checked_out(&app).await;
    ann.browser.patch("/api/credit_cards", other_card(DECLINED)).await.refused(403, "mfa_required");
    let code = code(&app, &mut ann.browser, "email").await;
    // The other call that accepts a code gives the same answer.
    let body = json!({"customer": {"mfa_code": code}});
    ann.browser.patch("/api/account", body).await.refused(402, "card_declined");
    send(&mut ann.browser, &code).await.refused(409, "mfa_not_required");
    ann.browser.patch("/api/credit_cards", other_card(DECLINED)).await.refused(402, "card_declined");
    ann.browser.patch("/api/credit_cards", other_card(ANOTHER)).await.expect(200);
    assert_eq!(last_four(&mut ann.browser).await, "4444");
}

#[tokio::test]
async fn if_the_bank_is_silent_the_same_code_tries_again() {
    let app = TestApp::start().await;
    let mut ann = checked_out(&app).await;
    ann.browser.patch("/api/credit_cards", other_card(SILENT)).await.refused(403, "mfa_required");
    let code = code(&app, &mut ann.browser, "email").await;
    // More often than a wrong code may be tried.
    for _ in 0..6 {
        send(&mut ann.browser, &code).await.refused(503, "gateway_unavailable");
    }
    assert_eq!(last_four(&mut ann.browser).await, "4242");
    app.execute("UPDATE sandbox_tokens SET behaviour = 'accept'").await;
    send(&mut ann.browser, &code).await.expect(200);
    assert_eq!(last_four(&mut ann.browser).await, "0119");
}

#[tokio::test]
async fn a_change_that_replaces_the_waiting_card_while_the_bank_is_asked_is_not_confirmed() {
    let app = TestApp::start().await;
    for number in [ANOTHER, DECLINED] {
        let mut ann = Shopper::decided(&app, &format!("ann{number}@example.com"), 1).await;
        ann.check_out("key").await.expect(200);
        ann.browser.patch("/api/credit_cards", other_card(number)).await.refused(403, "mfa_required");
        let sent = code(&app, &mut ann.browser, "email").await;
        let mut tab = ann.browser.clone();
        app.gateway.while_the_bank_is_asked(async move {
            tab.patch("/api/credit_cards", other_card("4000000000000259")).await.refused(403, "mfa_required");
        });
        send(&mut ann.browser, &sent).await.refused(422, "mfa_code_expired");
        assert_eq!(last_four(&mut ann.browser).await, "4242");
        // The session is not verified, and the other change is not lost.
        ann.browser
            .patch("/api/account", json!({"customer": {"phone": "6515550199"}}))
            .await
            .refused(403, "mfa_required");
        ann.browser.patch("/api/credit_cards", other_card(ANOTHER)).await.refused(403, "mfa_required");
        confirm(&app, &mut ann.browser).await;
        assert_eq!(last_four(&mut ann.browser).await, "4444");
    }
}

#[tokio::test]
async fn if_the_session_ends_while_the_bank_is_asked_the_card_does_not_change() {
    let app = TestApp::start().await;
    let mut ann = checked_out(&app).await;
    let mut elsewhere = ann.browser.clone();
    ann.browser.patch("/api/credit_cards", other_card(ANOTHER)).await.refused(403, "mfa_required");
    let sent = code(&app, &mut ann.browser, "email").await;
    app.gateway.while_the_bank_is_asked(async move {
        elsewhere.delete("/api/sessions").await.expect(204);
    });
    send(&mut ann.browser, &sent).await.refused(401, "not_authorized");
    assert_eq!(app.numbers("SELECT COUNT(*) FROM cards WHERE last_four = '4444'").await, [0]);
}

#[tokio::test]
async fn the_bank_is_asked_even_if_the_session_is_verified_while_the_token_is_made() {
    let app = TestApp::start().await;
    let mut ann = checked_out(&app).await;
    ann.browser.patch("/api/account", json!({"customer": {"phone": "6515550199"}})).await.refused(403, "mfa_required");
    let sent = code(&app, &mut ann.browser, "email").await;
    let mut tab = ann.browser.clone();
    app.gateway.while_a_token_is_made(async move {
        send(&mut tab, &sent).await.expect(200);
    });
    ann.browser.patch("/api/credit_cards", other_card(DECLINED)).await.refused(403, "mfa_required");
    let sent = code(&app, &mut ann.browser, "email").await;
    send(&mut ann.browser, &sent).await.refused(402, "card_declined");
}

#[tokio::test]
async fn tries_are_counted_when_the_bank_is_asked_even_after_a_code() {
    let app = TestApp::start().await;
    let mut ann = checked_out(&app).await;
    app.clock.advance(Duration::from_secs(10 * 60));
    // These are more forms than the limit of tries. They do not count, because no bank is asked.
    for _ in 0..31 {
        ann.browser.patch("/api/credit_cards", other_card(SILENT)).await.refused(403, "mfa_required");
    }
    let sent = code(&app, &mut ann.browser, "email").await;
    assert!(newest_code(&app).await.body.contains("ending in 0119"));
    send(&mut ann.browser, &sent).await.refused(503, "gateway_unavailable");
    app.set_tries("cards", limits::CARDS, 29).await;
    send(&mut ann.browser, &sent).await.refused(503, "gateway_unavailable");
    let before = app.gateway.banks_asked();
    send(&mut ann.browser, &sent).await.refused(429, "too_many_requests");
    assert_eq!(app.gateway.banks_asked(), before);
}

#[tokio::test]
async fn a_number_that_the_gateway_refuses_does_not_count_as_a_try_at_the_bank() {
    let app = TestApp::start().await;
    let mut bea = app.client();
    bea.register("bea@example.com").await;
    // One more refusal would block cards for the account.
    for _ in 0..9 {
        bea.patch("/api/credit_cards", other_card(UNKNOWN)).await.refused(422, "credit_card_number_invalid");
    }
    assert_eq!(app.gateway.banks_asked(), 0);
    bea.patch("/api/credit_cards", other_card(CARD)).await.expect(200);
}

/// The gateway's answer reveals whether it knows a number, even if a code is due.
#[tokio::test]
async fn after_too_many_tokens_every_number_gets_the_same_answer() {
    let app = TestApp::start().await;
    let mut ann = checked_out(&app).await;
    app.clock.advance(Duration::from_secs(10 * 60));
    for _ in 0..30 {
        ann.browser.patch("/api/credit_cards", other_card(ANOTHER)).await.refused(403, "mfa_required");
        ann.browser.post("/api/credit_cards", card_form(ANOTHER)).await.refused(403, "mfa_required");
    }
    let tokens = app.gateway.tokenized();
    for number in [UNKNOWN, "4000056655665556", ANOTHER] {
        ann.browser.patch("/api/credit_cards", other_card(number)).await.refused(429, "too_many_requests");
        ann.browser.post("/api/credit_cards", card_form(number)).await.refused(429, "too_many_requests");
    }
    assert_eq!(app.gateway.tokenized(), tokens);
    // The card that waits has its token.
    confirm(&app, &mut ann.browser).await;
    assert_eq!(last_four(&mut ann.browser).await, "4444");
}
