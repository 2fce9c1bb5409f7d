//! Limits of codes, text messages and emails: for a phone, for a caller, and for the whole shop.

use crate::account::store_signup::register_in_store;
use crate::support::{Shopper, TestApp};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::policy::limits;

/// A customer whose change waits for a code.
async fn waiting(app: &TestApp, email: &str) -> Shopper {
    let mut shopper = Shopper::with_order(app, email).await;
    let change = json!({"customer": {"password": "Another#1"}});
    shopper.browser.patch("/api/account", change).await.refused(403, "mfa_required");
    shopper
}

fn by(way: &str) -> Value {
    json!({"mfa_type": way})
}

#[tokio::test]
async fn a_phone_gets_at_most_ten_text_messages_a_day_for_all_its_accounts() {
    let app = TestApp::start().await;
    // Both accounts have the same phone.
    let mut both = [waiting(&app, "ann@example.com").await, waiting(&app, "ben@example.com").await];
    for shopper in &mut both {
        for _ in 0..5 {
            shopper.browser.post("/api/mfa_requests", by("sms")).await.expect(204);
        }
    }
    app.clock.advance(Duration::from_secs(16 * 60));
    for shopper in &mut both {
        shopper.browser.post("/api/mfa_requests", by("sms")).await.refused(429, "too_many_requests");
        shopper.browser.post("/api/mfa_requests", by("email")).await.expect(204);
    }
    assert_eq!(app.numbers("SELECT COUNT(*) FROM outbox WHERE channel = 'sms'").await, [10]);
}

#[tokio::test]
async fn a_caller_gets_at_most_thirty_codes_an_hour_for_all_accounts() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app, "ann@example.com").await;
    ann.browser.post("/api/mfa_requests", by("email")).await.expect(204);
    app.set_tries("mfa-sent-caller", limits::MFA_CODES_BY_CALLER, 29).await;
    ann.browser.post("/api/mfa_requests", by("email")).await.expect(204);
    ann.browser.post("/api/mfa_requests", by("email")).await.refused(429, "too_many_requests");
    ann.browser.address = "192.0.2.77".parse().unwrap();
    ann.browser.post("/api/mfa_requests", by("email")).await.expect(204);
}

#[tokio::test]
async fn the_shops_text_messages_an_hour_are_limited() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app, "ann@example.com").await;
    ann.browser.post("/api/mfa_requests", by("sms")).await.expect(204);
    app.set_tries("texts", limits::TEXTS_OF_SHOP, 499).await;
    ann.browser.post("/api/mfa_requests", by("sms")).await.expect(204);
    ann.browser.post("/api/mfa_requests", by("sms")).await.refused(429, "too_many_requests");
    ann.browser.post("/api/mfa_requests", by("email")).await.expect(204);
    // The refused message did not count against the phone either.
    assert_eq!(app.tries("texts-to", limits::TEXTS_TO_PHONE).await, 2);
}

#[tokio::test]
async fn the_emails_an_hour_that_anybody_can_request_are_limited() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app, "ann@example.com").await;
    ann.browser.post("/api/mfa_requests", by("email")).await.expect(204);
    app.set_tries("mails-code", limits::CODE_MAILS_OF_SHOP, 1_999).await;
    ann.browser.post("/api/mfa_requests", by("email")).await.expect(204);
    ann.browser.post("/api/mfa_requests", by("email")).await.refused(429, "too_many_requests");
    // Other kinds of email have their own budgets.
    let mut link = json!({"customer": {"email": "ann@example.com"}});
    app.client().post("/api/passwords", link.clone()).await.expect(204);
    app.client().register("ben@example.com").await;
    assert_eq!(app.messages_queued("reset_password").await, 1);
    assert_eq!(app.messages_queued("welcome").await, 2);
    // Over the limit no link is sent. The answer stays the same, so that it does not reveal whether there is an account.
    app.set_tries("mails-reset", limits::RESET_MAILS_OF_SHOP, 1_000).await;
    for email in ["ann@example.com", "nobody@example.com"] {
        let mut client = app.client();
        link["customer"] = json!({"email": email, "recaptchaToken": client.human().await});
        client.post("/api/passwords", link.clone()).await.expect(204);
    }
    assert_eq!(app.messages_queued("reset_password").await, 1);
}

#[tokio::test]
async fn emails_to_new_customers_count_too() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    app.set_tries("mails-greeting", limits::GREETING_MAILS_OF_SHOP, 1_998).await;
    app.client().register("ben@example.com").await;
    // In a store there are two emails: the welcome, and the link for a password, which can be requested again.
    register_in_store(&mut app.client(), "eve@example.com").await;
    assert_eq!(app.numbers("SELECT COUNT(*) FROM outbox").await, [3]);
    // Registrations still succeed.
    app.client().register("cleo@example.com").await;
    assert_eq!(app.numbers("SELECT COUNT(*) FROM customers").await, [4]);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM outbox").await, [3]);
}

#[tokio::test]
async fn an_address_gets_at_most_five_welcome_emails_an_hour_whoever_types_it() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "victim@example.com").await;
    let mend = |email: &str| json!({"customer": {"email": email}});
    for email in ["eve@example.com", "victim@example.com"] {
        tablet.patch("/api/registrations", mend(email)).await.expect(200);
    }
    let mut another = app.client();
    tablet.patch("/api/registrations", mend("eve@example.com")).await.expect(200);
    another.address = "192.0.2.77".parse().unwrap();
    register_in_store(&mut another, "mallory@example.com").await;
    another.patch("/api/registrations", mend("victim@example.com")).await.refused(429, "too_many_requests");
    app.clock.advance(Duration::from_secs(60 * 60));
    another.patch("/api/registrations", mend("victim@example.com")).await.expect(200);
}
