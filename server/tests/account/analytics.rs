//! Analytics: who is asked for consent, what is stored, and which events the service gets (spec A, sections 4, 7 and 9).

use crate::support::{AnalyticsFault, CARD, Client, MessageFault, Shopper, TestApp, answers, ops, registration};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::platform::clock::Clock;
use stylebox_server::providers::analytics::Event;
use stylebox_server::providers::analytics::choice::AnalyticsChoice;
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::store::mail::outbox::{Channel, newest};

const ID: &str = "1234567890.987654321";
const VERSION: &str = "2026-11";

/// A shop with an analytics service.
async fn shop() -> TestApp {
    TestApp::with(|settings| settings.parties.analytics = AnalyticsChoice::Outbox).await
}

fn agreed() -> Value {
    json!({"google_analytics_client_id": ID, "analytics_consent": {"version": VERSION, "agreed": true}})
}

fn refused() -> Value {
    json!({"analytics_consent": {"version": VERSION, "agreed": false}})
}

/// Registers a customer with this answer about analytics. Returns the account.
async fn register(browser: &mut Client, said: Value) -> Value {
    register_as(browser, "ann@example.com", said).await
}

async fn register_as(browser: &mut Client, email: &str, said: Value) -> Value {
    let token = browser.human().await;
    let mut form = registration(email, &token);
    form["customer"].as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
    browser.post("/api/registrations", form).await.expect(201)
}

/// Changes a customer's answer about analytics.
async fn say(browser: &mut Client, said: Value) -> Value {
    browser.patch("/api/account", json!({"customer": said})).await.expect(200)
}

/// Orders a box, receives it, and checks out with one item.
async fn shop_once(app: &TestApp, browser: Client) -> Shopper {
    let mut ann = Shopper { browser, order: String::new() };
    ann.says(answers()).await;
    ann.order = ann.save_card(CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    ann.bring_box(app).await;
    ann.keep(1).await;
    ann.check_out("k").await.expect(200);
    ann
}

/// The events in the outbox, the oldest first, as their texts.
async fn events(app: &TestApp) -> Vec<Value> {
    let mut tx = app.state.db.read().await.unwrap();
    let all = newest(&mut tx, 1000).await.unwrap().into_iter().rev();
    all.filter(|row| row.channel == Channel::Analytics).map(|row| serde_json::from_str(&row.body).unwrap()).collect()
}

#[tokio::test]
async fn without_a_service_nobody_is_asked_and_nothing_is_kept() {
    let app = TestApp::start().await;
    let mut browser = app.client();
    assert_eq!(browser.get("/api/status").await.expect(200)["analytics"], Value::Null);
    assert_eq!(register(&mut browser, agreed()).await["analytics_consent"], Value::Null);
    assert_eq!(say(&mut browser, agreed()).await["analytics_consent"], Value::Null);
    shop_once(&app, browser).await;
    assert_eq!(events(&app).await, [json!(null); 0]);
    assert!(!app.dump().await.contains(ID));
}

#[tokio::test]
async fn without_consent_nothing_is_written() {
    let app = shop().await;
    let mut browser = app.client();
    assert_eq!(browser.get("/api/status").await.expect(200)["analytics"], json!({"consent_version": VERSION}));
    // An id without an answer, an answer without an id, and an answer to another version are no consent.
    let only_id = json!({"google_analytics_client_id": ID});
    assert_eq!(register(&mut browser, only_id.clone()).await["analytics_consent"], Value::Null);
    let no_id = json!({"analytics_consent": {"version": VERSION, "agreed": true}});
    let outdated =
        json!({"google_analytics_client_id": ID, "analytics_consent": {"version": "2025-01", "agreed": true}});
    for said in [only_id.clone(), no_id, outdated] {
        assert_eq!(say(&mut browser, said).await["analytics_consent"], Value::Null);
    }
    assert_eq!(say(&mut browser, refused()).await["analytics_consent"], false);
    assert_eq!(say(&mut browser, only_id).await["analytics_consent"], false);
    shop_once(&app, browser).await;
    assert_eq!(events(&app).await, [json!(null); 0]);
    assert!(!app.dump().await.contains(ID));
}

#[tokio::test]
async fn global_privacy_control_counts_as_no() {
    let app = shop().await;
    let mut browser = app.client();
    browser.headers.insert("sec-gpc", "1".parse().unwrap());
    assert_eq!(register(&mut browser, agreed()).await["analytics_consent"], false);
    assert_eq!(say(&mut browser, agreed()).await["analytics_consent"], false);
    let browser = shop_once(&app, browser).await.browser;
    assert_eq!(events(&app).await, [json!(null); 0]);
    assert!(!app.dump().await.contains(ID));
    // Another value of the header does not count.
    let mut browser = browser;
    browser.headers.insert("sec-gpc", "0".parse().unwrap());
    assert_eq!(say(&mut browser, agreed()).await["analytics_consent"], true);
}

#[tokio::test]
async fn with_consent_the_service_gets_registration_order_and_checkout_once_each() {
    let app = shop().await;
    let mut browser = app.client();
    assert_eq!(register(&mut browser, agreed()).await["analytics_consent"], true);
    let began = app.clock.now();
    app.clock.advance(Duration::from_secs(60));
    let mut ann = shop_once(&app, browser).await;
    // No call sends events by itself.
    assert_eq!(app.analytics.handed_over(), 0);
    // The answers are lost, so all events are handed over again.
    app.analytics.set(Some(AnalyticsFault::LosesAnswers));
    for _ in 0..3 {
        deliver(&app.state).await.unwrap();
        app.clock.advance(Duration::from_secs(60 * 60));
    }
    app.analytics.set(None);
    deliver(&app.state).await.unwrap();
    deliver(&app.state).await.unwrap();
    assert!(app.analytics.handed_over() > 3);
    let counted = app.analytics.counted();
    let paid = ann.invoice().await["totalWithTax"].as_str().unwrap().parse().unwrap();
    let told: Vec<Event> = counted.iter().map(|one| one.event.clone()).collect();
    assert_eq!(told, [Event::registration(), Event::Order, Event::checkout(paid)]);
    assert!(counted.iter().all(|one| one.client_id.to_string() == ID));
    assert_eq!(counted[0].at, began);
    assert!(counted[1].at > began);
    // The texts of sent events are deleted, like those of all messages.
    let mut tx = app.state.db.read().await.unwrap();
    let rows = newest(&mut tx, 1000).await.unwrap();
    let sent: Vec<_> = rows.iter().filter(|row| row.channel == Channel::Analytics).collect();
    assert_eq!(sent.len(), 3);
    assert!(
        sent.iter().all(|row| row.sent_at.is_some() && row.body.is_empty() && row.recipient.is_empty()),
        "{sent:?}"
    );
}

#[tokio::test]
async fn an_event_contains_no_personal_data() {
    let app = shop().await;
    let mut browser = app.client();
    register(&mut browser, agreed()).await;
    let mut ann = shop_once(&app, browser).await;
    let paid = ann.invoice().await["totalWithTax"].clone();
    let expected = [
        json!({"name": "registration", "value": "220.00", "currency": "USD"}),
        json!({"name": "order"}),
        json!({"name": "checkout", "value": paid, "currency": "USD"}),
    ];
    assert_eq!(events(&app).await, expected);
}

#[tokio::test]
async fn consent_counts_from_when_it_is_given_until_it_is_withdrawn() {
    let app = shop().await;
    let mut browser = app.client();
    assert_eq!(register(&mut browser, json!({})).await["analytics_consent"], Value::Null);
    assert_eq!(say(&mut browser, agreed()).await["analytics_consent"], true);
    assert_eq!(browser.get("/api/account").await.expect(200)["analytics_consent"], true);
    // The registration was before the consent.
    assert_eq!(events(&app).await, [json!(null); 0]);
    // Another browser of the same customer.
    assert_eq!(say(&mut browser, json!({"google_analytics_client_id": "5.6"})).await["analytics_consent"], true);
    let mut ann = Shopper { browser, order: String::new() };
    ann.says(answers()).await;
    ann.order = ann.save_card(CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    assert_eq!(events(&app).await, [json!({"name": "order"})]);
    // Withdrawing deletes the events that were not sent yet.
    assert_eq!(say(&mut ann.browser, refused()).await["analytics_consent"], false);
    assert_eq!(events(&app).await, [json!(null); 0]);
    ann.bring_box(&app).await;
    ann.keep(1).await;
    ann.check_out("k").await.expect(200);
    deliver(&app.state).await.unwrap();
    assert_eq!(app.analytics.counted(), []);
    assert!(!app.dump().await.contains(ID));
}

#[tokio::test]
async fn withdrawing_consent_also_deletes_the_waiting_events_of_an_earlier_browser() {
    let app = shop().await;
    let mut browser = app.client();
    register(&mut browser, agreed()).await;
    // The event of the registration still waits when the customer uses another browser.
    say(&mut browser, json!({"google_analytics_client_id": "5.6"})).await;
    assert_eq!(events(&app).await.len(), 1);
    assert_eq!(say(&mut browser, refused()).await["analytics_consent"], false);
    assert_eq!(events(&app).await, [json!(null); 0]);
    assert!(!app.dump().await.contains(ID));
}

#[tokio::test]
async fn withdrawing_consent_leaves_the_events_of_another_customer_in_the_same_browser() {
    let app = shop().await;
    let mut ann = app.client();
    register(&mut ann, agreed()).await;
    register_as(&mut app.client(), "ben@example.com", agreed()).await;
    assert_eq!(events(&app).await.len(), 2);
    say(&mut ann, refused()).await;
    assert_eq!(events(&app).await.len(), 1);
    assert_eq!(deliver(&app.state).await.unwrap(), 3, "two welcomes, and Ben's registration");
    assert_eq!(app.analytics.counted().len(), 1);
}

#[tokio::test]
async fn after_the_service_is_turned_off_a_refusal_still_counts_and_waiting_events_are_deleted() {
    let app = shop().await;
    let (mut ann, mut ben) = (app.client(), app.client());
    register(&mut ann, agreed()).await;
    register_as(
        &mut ben,
        "ben@example.com",
        json!({"google_analytics_client_id": "5.6",
        "analytics_consent": {"version": VERSION, "agreed": true}}),
    )
    .await;
    let turned_off = app.without_analytics();
    let mut later = app.client_of(turned_off.clone());
    later.cookies = ann.cookies.clone();
    // A refusal counts whatever its version.
    say(&mut later, json!({"analytics_consent": {"version": "2025-01", "agreed": false}})).await;
    assert_eq!(events(&app).await.len(), 1);
    assert!(!app.dump().await.contains(ID));
    deliver(&turned_off).await.unwrap();
    assert_eq!(events(&app).await, [json!(null); 0]);
    // Once the service is turned on again, Ann is asked again.
    assert_eq!(ann.get("/api/account").await.expect(200)["analytics_consent"], Value::Null);
    assert_eq!(ben.get("/api/account").await.expect(200)["analytics_consent"], true);
}

#[tokio::test]
async fn an_unreadable_event_does_not_delay_the_others() {
    let app = shop().await;
    register(&mut app.client(), agreed()).await;
    app.execute("UPDATE outbox SET body = '{\"name\":\"of another version\"}' WHERE channel = 'analytics'").await;
    app.clock.advance(Duration::from_secs(1));
    register_as(&mut app.client(), "ben@example.com", agreed()).await;
    let batch = deliver(&app.state).await.unwrap();
    assert_eq!(batch, 3, "two welcomes, and Ben's registration");
    assert_eq!(app.analytics.counted().len(), 1);
    assert!(app.dump().await.contains("the service does not take it"), "{}", app.dump().await);
}

#[tokio::test]
async fn a_service_that_is_down_delays_nothing_else() {
    let app = shop().await;
    app.analytics.set(Some(AnalyticsFault::Down));
    register(&mut app.client(), agreed()).await;
    deliver(&app.state).await.unwrap();
    assert_eq!(app.messages.subjects("ann@example.com"), ["Welcome to Stylebox"]);
    assert_eq!(app.analytics.counted(), []);
    // And the other way round.
    app.messages.set(MessageFault::Down);
    app.analytics.set(None);
    app.clock.advance(Duration::from_secs(60));
    deliver(&app.state).await.unwrap();
    assert_eq!(app.analytics.counted().len(), 1);
}

#[tokio::test]
async fn a_client_id_is_read_from_the_browsers_cookie() {
    let app = shop().await;
    let mut browser = app.client();
    register(&mut browser, json!({})).await;
    for (id, kept) in [
        ("GA1.2.1234567890.987654321", "1234567890.987654321"),
        ("GA1.1-2.33.44", "33.44"),
        (" GA1.2.5.6\n", "5.6"),
        ("1.2.3", "2.3"),
        (ID, ID),
    ] {
        let said = json!({"google_analytics_client_id": id, "analytics_consent": agreed()["analytics_consent"]});
        assert_eq!(say(&mut browser, said).await["analytics_consent"], true, "{id}");
        let kept = format!("SELECT COUNT(*) FROM customers WHERE google_analytics_client_id = '{kept}'");
        assert_eq!(app.count(&kept).await, 1, "{id}");
    }
    say(&mut browser, refused()).await;
    // An unreadable id is left out, and no call fails because of it.
    for (place, id) in [
        json!("ann@example.com"),
        json!("Ann Larsen"),
        json!("GA1.2"),
        json!("GA1.2.12345678901.1"),
        json!(""),
        json!(7),
        json!({"id": ID}),
    ]
    .into_iter()
    .enumerate()
    {
        let said = json!({"google_analytics_client_id": id, "analytics_consent": agreed()["analytics_consent"]});
        assert_eq!(say(&mut browser, said.clone()).await["analytics_consent"], false, "{id}");
        let account = register_as(&mut app.client(), &format!("ben{place}@example.com"), said).await;
        assert_eq!(account["analytics_consent"], Value::Null, "{id}");
    }
    assert!(!app.dump().await.contains(ID));
}

#[tokio::test]
async fn staff_see_one_line_about_all_events_that_are_not_sent() {
    let app = shop().await;
    register(&mut app.client(), agreed()).await;
    register_as(&mut app.client(), "ben@example.com", agreed()).await;
    app.execute("UPDATE outbox SET attempts = 100, last_error = 'the service is gone' WHERE channel = 'analytics'")
        .await;
    assert_eq!(ops(&app, "attention").await.unwrap(), "analytics  2 events are not sent: the service is gone\n");
}
