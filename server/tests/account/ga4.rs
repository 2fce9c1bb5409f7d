//! Google Analytics 4: which events it gets, and what happens if it does not answer.

use crate::doubles::ga4::{API_SECRET, Ga4Double};
use crate::doubles::http::HttpFault;
use crate::doubles::smtp::closed_port;
use crate::support::{CARD, Shopper, TestApp, answers, log, ops, registration};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::config::BaseUrl;
use stylebox_server::providers::analytics::choice::AnalyticsChoice;
use stylebox_server::providers::analytics::ga4::settings::Ga4Settings;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::service::mail::outbox::deliver;
use url::form_urlencoded;

const ID: &str = "1234567890.987654321";
const MINUTE: Duration = Duration::from_secs(60);

async fn shop(ga4: Ga4Settings) -> TestApp {
    TestApp::with(|settings| {
        settings.parties.analytics = AnalyticsChoice::Ga4(ga4);
    })
    .await
}

/// Registers a customer who agrees to analytics.
async fn register(app: &TestApp, email: &str) -> Shopper {
    let mut browser = app.client();
    let token = browser.human().await;
    let mut form = registration(email, &token);
    form["customer"]["google_analytics_client_id"] = json!(ID);
    form["customer"]["analytics_consent"] = json!({"version": "2026-11", "agreed": true});
    browser.post("/api/registrations", form).await.expect(201);
    Shopper { browser, order: String::new() }
}

/// Advances the clock and delivers the outbox.
async fn deliver_after(app: &TestApp, wait: Duration) {
    app.clock.advance(wait);
    deliver(&app.state).await.unwrap();
}

fn micros(app: &TestApp) -> i64 {
    app.clock.now().0
}

async fn reach(app: &TestApp) -> Reach {
    let all = app.state.providers.reach().await;
    all.into_iter().find(|(party, _)| *party == "analytics").unwrap().1
}

/// Whether the text contains the secret, plain or encoded for an address.
fn shows_secret(text: &str) -> bool {
    let encoded: String = form_urlencoded::byte_serialize(API_SECRET.as_bytes()).collect();
    text.contains(API_SECRET) || text.contains(&encoded)
}

#[tokio::test]
async fn events_of_registration_order_and_checkout_contain_no_personal_data() {
    let double = Ga4Double::start().await;
    let app = shop(double.settings()).await;
    let registered = micros(&app);
    let mut ann = register(&app, "ann@example.com").await;
    app.clock.advance(MINUTE);
    let ordered = micros(&app);
    ann.says(answers()).await;
    ann.order = ann.save_card(CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    deliver(&app.state).await.unwrap();
    ann.bring_box(&app).await;
    ann.keep(1).await;
    let checked_out = micros(&app);
    ann.check_out("k").await.expect(200);
    deliver(&app.state).await.unwrap();
    let paid: f64 = ann.invoice().await["totalWithTax"].as_str().unwrap().parse().unwrap();
    let told = |at: i64, name: &str, params: Value| {
        json!({
            "client_id": ID,
            "timestamp_micros": at,
            "consent": {"ad_user_data": "DENIED", "ad_personalization": "DENIED"},
            "events": [{"name": name, "params": params}],
        })
    };
    let expected = [
        told(registered, "registration", json!({"value": 220.0, "currency": "USD"})),
        told(ordered, "order", json!({})),
        told(checked_out, "checkout", json!({"value": paid, "currency": "USD"})),
    ];
    assert_eq!(double.counted(), expected);
}

#[tokio::test]
async fn without_consent_nothing_is_sent() {
    let double = Ga4Double::start().await;
    let app = shop(double.settings()).await;
    app.client().register("ann@example.com").await;
    deliver(&app.state).await.unwrap();
    assert_eq!(double.calls(), 0);
}

#[tokio::test]
async fn an_event_that_was_not_accepted_is_sent_again_and_counts_once() {
    let double = Ga4Double::start().await;
    let app = shop(double.settings()).await;
    double.set(HttpFault::Down);
    register(&app, "ann@example.com").await;
    for _ in 0..2 {
        deliver_after(&app, 60 * MINUTE).await;
        assert_eq!(double.counted().len(), 0);
    }
    double.set(HttpFault::None);
    deliver_after(&app, 60 * MINUTE).await;
    deliver_after(&app, 60 * MINUTE).await;
    assert_eq!(double.counted().len(), 1);

    // An event is not lost if the service cannot be reached.
    let url = BaseUrl::parse("--ga4-url", &format!("http://127.0.0.1:{}", closed_port().await)).unwrap();
    let alone = shop(Ga4Settings { url, ..double.settings() }).await;
    register(&alone, "ann@example.com").await;
    for _ in 0..3 {
        deliver_after(&alone, 60 * MINUTE).await;
    }
    let said = ops(&alone, "attention").await.unwrap();
    assert!(said.contains("1 events are not sent: the service that sends it does not answer"), "{said}");
}

#[tokio::test]
async fn an_event_whose_answer_is_lost_is_not_sent_again() {
    for fault in [HttpFault::LosesAnswer, HttpFault::DoesAndFails] {
        let double = Ga4Double::start().await;
        let app = shop(double.settings()).await;
        register(&app, "ann@example.com").await;
        double.set(fault);
        deliver_after(&app, MINUTE).await;
        double.set(HttpFault::None);
        deliver_after(&app, 24 * 60 * MINUTE).await;
        assert_eq!(double.counted().len(), 1, "{fault:?}");
        assert_eq!(double.calls(), 1, "{fault:?}");
    }
}

#[tokio::test]
async fn an_event_is_not_sent_again_after_a_server_was_killed_before_the_answer() {
    let double = Ga4Double::start().await;
    let app = shop(double.settings()).await;
    register(&app, "ann@example.com").await;
    double.hold_next();
    let state = app.state.clone();
    let server = tokio::spawn(async move { deliver(&state).await.map(|batch| batch.done) });
    double.until_held().await;
    server.abort();
    assert!(server.await.unwrap_err().is_cancelled());
    for _ in 0..3 {
        deliver_after(&app, 60 * MINUTE).await;
    }
    assert_eq!(double.calls(), 0, "no call except the held one");
    assert_eq!(app.numbers("SELECT COUNT(*) FROM outbox WHERE channel = 'analytics' AND sent_at IS NULL").await, [0]);
}

#[tokio::test]
async fn after_an_unknown_answer_the_other_events_wait_for_a_minute() {
    let double = Ga4Double::start().await;
    let app = shop(double.settings()).await;
    for name in ["ann", "ben", "cleo"] {
        register(&app, &format!("{name}@example.com")).await;
        app.clock.advance(Duration::from_secs(1));
    }
    double.set(HttpFault::Silent);
    deliver(&app.state).await.unwrap();
    double.set(HttpFault::None);
    deliver_after(&app, Duration::from_secs(59)).await;
    assert_eq!(double.counted().len(), 0);
    for _ in 0..3 {
        deliver_after(&app, 60 * MINUTE).await;
    }
    // The first event is lost.
    assert_eq!(double.counted().len(), 2);
    assert_eq!(app.messages.subjects("cleo@example.com"), ["Welcome to Stylebox"]);
}

#[tokio::test]
async fn a_minute_after_an_unknown_answer_the_next_event_is_sent() {
    let double = Ga4Double::start().await;
    let app = shop(double.settings()).await;
    register(&app, "ann@example.com").await;
    double.set(HttpFault::Silent);
    deliver(&app.state).await.unwrap();
    double.set(HttpFault::None);
    app.clock.advance(MINUTE);
    register(&app, "ben@example.com").await;
    deliver(&app.state).await.unwrap();
    assert_eq!(double.counted().len(), 1);
}

#[tokio::test]
async fn a_check_asks_the_validation_address() {
    let double = Ga4Double::start().await;
    let app = shop(double.settings()).await;
    assert_eq!(reach(&app).await, Reach::Reached);
    assert_eq!(double.counted().len(), 0);
    let other = Ga4Settings { measurement_id: "G-OTHER".to_owned(), ..double.settings() };
    let refused = Reach::Refused("it refuses the event of a check: VALUE_INVALID of \"the call\"".to_owned());
    assert_eq!(reach(&shop(other).await).await, refused);
    double.refuse_events();
    let refused = Reach::Refused("it refuses the event of a check: NAME_RESERVED of \"events\"".to_owned());
    assert_eq!(reach(&app).await, refused);
    for fault in [HttpFault::Down, HttpFault::Silent, HttpFault::HalfAnswer] {
        double.set(fault);
        assert_eq!(reach(&app).await, Reach::NotReachable, "{fault:?}");
    }
}

#[tokio::test]
async fn the_secret_shows_nowhere() {
    log::start_capture();
    let double = Ga4Double::start().await;
    let app = shop(double.settings()).await;
    let faults = [HttpFault::None, HttpFault::Down, HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::Silent];
    for (number, fault) in faults.into_iter().enumerate() {
        double.set(fault);
        register(&app, &format!("ann{number}@example.com")).await;
        let reached = format!("{:?}", reach(&app).await);
        assert!(!shows_secret(&reached), "{reached}");
        deliver_after(&app, 60 * MINUTE).await;
    }
    let said = ops(&app, "attention").await.unwrap();
    let logged = log::captured();
    assert!(logged.contains("whether a message was taken is unknown"), "{logged}");
    assert!(logged.contains("the party did not answer"), "{logged}");
    for text in [logged, said, app.dump().await, format!("{:?}", app.state.settings)] {
        assert!(!shows_secret(&text), "{text}");
    }
    let metrics = stylebox_server::platform::metrics::text().unwrap();
    assert!(metrics.contains("ga4") && !shows_secret(&metrics), "{metrics}");
}
