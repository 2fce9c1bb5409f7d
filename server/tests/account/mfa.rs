//! The second factor: the codes for which changes wait.

use crate::support::{Client, PASSWORD, Shopper, TestApp, code, confirm, crowded, newest_code};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::store::mail::outbox::Channel;

pub(super) fn with_code(code: &str) -> Value {
    json!({"customer": {"mfa_type": "email", "mfa_code": code}})
}

/// A code that differs from `code`.
pub(super) fn wrong(code: &str) -> String {
    let first = if code.starts_with('1') { "2" } else { "1" };
    format!("{first}{}", &code[1..])
}

pub(super) fn to(email: &str) -> Value {
    json!({"customer": {"email": email}})
}

/// A customer with an order, whose change of email waits for a code.
pub(super) async fn waiting(app: &TestApp) -> Shopper {
    let mut ann = Shopper::with_order(app, "ann@example.com").await;
    ann.browser.patch("/api/account", to("anna@example.com")).await.refused(403, "mfa_required");
    ann
}

/// The page's form that changes the card.
pub(super) fn other_card(number: &str) -> Value {
    json!({
        "cardholder": {
            "name": "Ann Lund", "street_address1": "7 Elliot Avenue", "street_address2": null, "city": "Minneapolis",
            "state": "MN", "zip_code": "55404", "country": "US", "phone": "(612) 555-0142",
        },
        "card_info": {"credit_card_number": number, "expiration": "11/30", "cvv": "123"},
    })
}

pub(super) async fn sign_in(client: &mut Client, password: &str) -> crate::support::Reply {
    let human = client.human().await;
    let body = json!({"customer": {"email": "ann@example.com", "password": password, "recaptchaToken": human}});
    client.post("/api/sessions", body).await
}

#[tokio::test]
async fn the_whole_change_waits_for_the_code_sent_to_the_old_address() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let before = ann.browser.get("/api/account").await.expect(200);
    let change = json!({"customer": {
        "email": "anna@example.com", "first_name": "Anna", "subscription_type": "subscription_60_day",
    }});
    assert_eq!(ann.browser.patch("/api/account", change).await.refused(403, "mfa_required"), "mfa error");
    assert_eq!(ann.browser.get("/api/account").await.expect(200), before, "all of it waits");
    let code = code(&app, &mut ann.browser, "email").await;
    let mail = newest_code(&app).await;
    assert_eq!((mail.channel, mail.recipient.as_str()), (Channel::Email, "ann@example.com"));
    let refused = ann.browser.post("/api/mfa_resubmissions", with_code(&wrong(&code))).await;
    assert_eq!(refused.refused(422, "mfa_code_invalid"), "mfa error: code invalid");
    assert_eq!(ann.browser.get("/api/account").await.expect(200), before);
    let session = ann.browser.cookies.clone();
    let account = ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await.expect(200)["data"].clone();
    assert_eq!((&account["email"], &account["pending_email"]), (&json!("ann@example.com"), &json!("anna@example.com")));
    assert_eq!(account["first_name"], "Anna");
    assert_eq!(account["subscription_type"], "subscription_60_day");
    assert_eq!(ann.browser.get("/api/account").await.expect(200), account);
    assert_eq!(ann.browser.cookies, session, "the session goes on");
    ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await.refused(409, "mfa_not_required");
}

#[tokio::test]
async fn a_session_needs_no_second_code_for_ten_minutes() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    confirm(&app, &mut ann.browser).await;
    app.clock.advance(Duration::from_secs(599));
    ann.browser.patch("/api/account", json!({"customer": {"phone": "6125550100"}})).await.expect(200);
    let password = json!({"customer": {"password": "Another#1"}});
    ann.browser.patch("/api/account", password).await.refused(403, "mfa_required");
    app.clock.advance(Duration::from_secs(1));
    ann.browser.patch("/api/account", to("anne@example.com")).await.refused(403, "mfa_required");
}

#[tokio::test]
async fn a_code_by_text_message_goes_to_the_old_phone() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let change = json!({"customer": {"phone": "6515550199"}});
    ann.browser.patch("/api/account", change).await.refused(403, "mfa_required");
    let code = code(&app, &mut ann.browser, "sms").await;
    let text = newest_code(&app).await;
    assert_eq!((text.channel, text.recipient.as_str()), (Channel::Sms, "6125550142"));
    let body = json!({"customer": {"mfa_type": "sms", "mfa_code": format!(" {code} ")}});
    assert_eq!(ann.browser.post("/api/mfa_resubmissions", body).await.expect(200)["data"]["phone"], "6515550199");
}

#[tokio::test]
async fn without_a_phone_a_code_comes_by_email() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    client.patch("/api/account", json!({"customer": {"password": "Another#1"}})).await.refused(403, "mfa_required");
    let refused = client.post("/api/mfa_requests", json!({"mfa_type": "sms"})).await.expect(422);
    assert_eq!(refused["issues"][0]["field"], "mfa_type");
    assert_eq!(refused["issues"][0]["code"], "no_phone_on_file");
    client.post("/api/mfa_requests", json!({"mfa_type": "pigeon"})).await.refused(422, "request_invalid");
    client.post("/api/mfa_requests", json!({"mfa_type": "email"})).await.expect(204);
}

#[tokio::test]
async fn no_code_is_sent_if_no_change_waits() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.browser.post("/api/mfa_requests", json!({"mfa_type": "email"})).await.refused(409, "mfa_not_required");
    ann.browser.post("/api/mfa_resubmissions", with_code("123456")).await.refused(409, "mfa_not_required");
    ann.browser.patch("/api/account", with_code("123456")).await.refused(409, "mfa_not_required");
    for path in ["/api/mfa_requests", "/api/mfa_resubmissions"] {
        app.client().post(path, with_code("123456")).await.refused(401, "not_authorized");
    }
}

#[tokio::test]
async fn a_code_works_for_ten_minutes() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    let refused = ann.browser.post("/api/mfa_resubmissions", with_code("123456")).await;
    assert_eq!(refused.refused(422, "mfa_code_expired"), "mfa error", "none was asked for yet");
    let code = code(&app, &mut ann.browser, "email").await;
    app.clock.advance(Duration::from_secs(600));
    ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await.refused(422, "mfa_code_expired");
    let blank = ann.browser.post("/api/mfa_resubmissions", with_code(" ")).await.expect(422);
    assert_eq!(blank["issues"][0]["field"], "mfa_code");
    // The change waits for an hour at most.
    app.clock.advance(Duration::from_secs(3_000));
    ann.browser.post("/api/mfa_requests", json!({"mfa_type": "email"})).await.refused(409, "mfa_not_required");
}

#[tokio::test]
async fn a_code_may_be_tried_five_times() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    let sent = code(&app, &mut ann.browser, "email").await;
    for _ in 0..5 {
        ann.browser.post("/api/mfa_resubmissions", with_code(&wrong(&sent))).await.refused(422, "mfa_code_invalid");
    }
    let late = ann.browser.post("/api/mfa_resubmissions", with_code(&sent)).await;
    assert_eq!(late.refused(422, "mfa_tries_used_up"), "mfa error");
    let newer = code(&app, &mut ann.browser, "email").await;
    ann.browser.post("/api/mfa_resubmissions", with_code(&newer)).await.expect(200);
}

#[tokio::test]
async fn guesses_at_the_same_time_are_all_counted() {
    let app = TestApp::with(crowded).await;
    let mut ann = waiting(&app).await;
    let sent = code(&app, &mut ann.browser, "email").await;
    let guesses = (0..20).map(|_| {
        let (mut browser, guess) = (ann.browser.clone(), wrong(&sent));
        tokio::spawn(async move { browser.post("/api/mfa_resubmissions", with_code(&guess)).await.json() })
    });
    let mut compared = 0;
    for guess in guesses.collect::<Vec<_>>() {
        compared += usize::from(guess.await.unwrap()["errors"]["mfa_code_invalid"].is_string());
    }
    assert_eq!(compared, 5);
}

#[tokio::test]
async fn only_the_newest_code_works_and_only_in_its_session() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    let older = code(&app, &mut ann.browser, "email").await;
    let newer = code(&app, &mut ann.browser, "email").await;
    assert_ne!(older, newer);
    ann.browser.post("/api/mfa_resubmissions", with_code(&older)).await.refused(422, "mfa_code_invalid");
    let mut elsewhere = app.client();
    sign_in(&mut elsewhere, PASSWORD).await.expect(200);
    elsewhere.post("/api/mfa_resubmissions", with_code(&newer)).await.refused(409, "mfa_not_required");
    elsewhere.patch("/api/account", to("eve@example.com")).await.refused(403, "mfa_required");
    elsewhere.post("/api/mfa_resubmissions", with_code(&newer)).await.refused(422, "mfa_code_expired");
    let account = ann.browser.post("/api/mfa_resubmissions", with_code(&newer)).await.expect(200);
    assert_eq!(account["data"]["pending_email"], "anna@example.com");
}

#[tokio::test]
async fn codes_are_sent_at_most_five_times_in_a_quarter_of_an_hour() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    for _ in 0..5 {
        ann.browser.post("/api/mfa_requests", json!({"mfa_type": "email"})).await.expect(204);
    }
    let refused = ann.browser.post("/api/mfa_requests", json!({"mfa_type": "email"})).await;
    refused.refused(429, "too_many_requests");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=900).contains(&wait), "{wait}");
    app.clock.advance(Duration::from_secs(wait));
    ann.browser.post("/api/mfa_requests", json!({"mfa_type": "email"})).await.expect(204);
}
