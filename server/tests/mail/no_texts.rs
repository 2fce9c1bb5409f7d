//! A shop without text messages: `--sms none`.

use crate::doubles::twilio::TwilioDouble;
use crate::support::{Shopper, TestApp, confirm, newest_code};
use serde_json::json;
use std::sync::Arc;
use stylebox_server::platform::clock::SystemClock;
use stylebox_server::providers::parties::Parties;
use stylebox_server::providers::sms::choice::SmsChoice;
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::service::mail::{Mail, queue};
use stylebox_server::store::mail::outbox::Channel;

#[tokio::test]
async fn without_text_messages_codes_go_only_by_email() {
    let app = TestApp::with(|settings| settings.parties.sms = SmsChoice::None).await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["text_messages"], "none");
    let change = json!({"customer": {"password": "Another#1"}});
    ann.browser.patch("/api/account", change).await.refused(403, "mfa_required");
    let refused = ann.browser.post("/api/mfa_requests", json!({"mfa_type": "sms"})).await.expect(422);
    assert_eq!(refused["issues"][0]["code"], "no_text_messages");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(newest_code(&app).await.channel, Channel::Email);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM outbox WHERE channel = 'sms'").await, [0]);
}

#[tokio::test]
async fn waiting_text_messages_are_given_up() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let change = json!({"customer": {"password": "Another#1"}});
    ann.browser.patch("/api/account", change).await.refused(403, "mfa_required");
    ann.browser.post("/api/mfa_requests", json!({"mfa_type": "sms"})).await.expect(204);
    deliver(&app.without_text_messages()).await.unwrap();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM outbox WHERE channel = 'sms'").await, [0]);
}

#[tokio::test]
async fn a_shop_without_text_messages_may_serve_real_customers() {
    let twilio = TwilioDouble::start(Arc::new(SystemClock::default())).await;
    let fakes = |sms: &SmsChoice| Parties { sms: sms.clone(), ..Parties::default() }.fakes();
    assert!(fakes(&SmsChoice::Outbox).iter().any(|fake| fake.contains("--sms")));
    for sms in [SmsChoice::None, SmsChoice::Twilio(twilio.settings())] {
        assert!(!fakes(&sms).iter().any(|fake| fake.contains("--sms")), "{sms:?}");
    }
}

#[tokio::test]
async fn an_unconfirmed_phone_number_gets_only_codes() {
    let app = TestApp::start().await;
    let mail = |kind| Mail {
        kind,
        channel: Channel::Sms,
        customer_id: None,
        recipient: "6125550142".to_owned(),
        subject: String::new(),
        body: "Buy now".to_owned(),
        html: String::new(),
        true_until: None,
    };
    let mut tx = app.state.db.write().await.unwrap();
    assert!(queue(&app.state, &mut tx, mail("offer")).await.is_err());
    assert!(queue(&app.state, &mut tx, mail("mfa_code")).await.is_ok());
}
