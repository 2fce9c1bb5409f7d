//! The devices of an account: recognizing new ones, listing them and signing them out. Also the notices about changes of an account.

use crate::account::sign_up_and_in::sign_in;
use crate::account::store_signup::register_in_store;
use crate::support::{
    CARD, Client, MessageFault, PASSWORD, Shopper, TestApp, confirm, email_token, newest_mail, open_email_link,
    other_card, registration,
};
use axum::http::header::USER_AGENT;
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::store::mail::outbox::{self, Channel};

const ANDROID: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile \
    Safari/537.36";
const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
    Version/18.1 Mobile/15E148 Safari/604.1";

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A browser with this user agent.
fn device(app: &TestApp, agent: &str) -> Client {
    let mut browser = app.client();
    browser.headers.insert(USER_AGENT, agent.parse().unwrap());
    browser
}

/// The notices to an address, the oldest first.
async fn notices(app: &TestApp, address: &str) -> Vec<String> {
    let notices = [
        "new_device",
        "password_changed",
        "phone_changed",
        "card_changed",
        "address_changed",
        "email_changed",
        "email_change_asked",
    ];
    let mut tx = app.state.db.read().await.unwrap();
    let sent = outbox::newest(&mut tx, 200).await.unwrap();
    let to_them = sent.into_iter().rev().filter(|mail| mail.recipient == address && notices.contains(&&*mail.kind));
    to_them.map(|mail| mail.kind).collect()
}

async fn devices(browser: &mut Client) -> Vec<Value> {
    browser.get("/api/account/devices").await.expect(200)["devices"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_sign_in_from_a_new_device_sends_a_notice() {
    let app = TestApp::start().await;
    let mut tablet = device(&app, ANDROID);
    tablet.register("ann@example.com").await;
    assert!(notices(&app, "ann@example.com").await.is_empty(), "the first session sends no notice");
    let mut phone = device(&app, IPHONE);
    sign_in(&mut phone, "ann@example.com", PASSWORD).await.expect(200);
    let mail = newest_mail(&app, "new_device").await.unwrap();
    assert_eq!(mail.recipient, "ann@example.com");
    assert!(mail.body.contains("Safari on iPhone, Wednesday, November 18"), "{}", mail.body);
    assert!(mail.body.contains("http://stylebox.test/members/forgot_password"), "{}", mail.body);
    // The devices are known from now on, even after a sign-out.
    for browser in [&mut phone, &mut tablet] {
        browser.delete("/api/sessions").await.expect(204);
        sign_in(browser, "ann@example.com", PASSWORD).await.expect(200);
    }
    assert_eq!(notices(&app, "ann@example.com").await, ["new_device"]);
    // For another account the same device is new.
    app.client().register("ben@example.com").await;
    sign_in(&mut phone, "ben@example.com", PASSWORD).await.expect(200);
    assert_eq!(notices(&app, "ben@example.com").await, ["new_device"]);
    assert_eq!(app.numbers("SELECT COUNT(DISTINCT device_hash) FROM known_devices").await, [4]);
}

#[tokio::test]
async fn a_devices_id_is_stored_as_a_hash_and_its_cookie_is_hidden_from_scripts() {
    let app = TestApp::start().await;
    let mut ann = device(&app, ANDROID);
    ann.register("ann@example.com").await;
    let human = ann.human().await;
    let body = json!({"customer": {"email": "ann@example.com", "password": PASSWORD, "recaptchaToken": human}});
    let reply = ann.post("/api/sessions", body).await;
    let cookies = reply.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
    let cookie = cookies.into_iter().find(|cookie| cookie.starts_with("stylebox_device=")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(cookie.contains("Max-Age=34560000"), "400 days: {cookie}");
    let dump = app.dump().await;
    assert!(!dump.contains(&ann.cookies["stylebox_device"]), "only its hash is stored");
    assert!(!dump.contains("Mozilla"), "nor is the user agent");
    // An id that the service has not signed is replaced.
    ann.cookies.insert("stylebox_device".to_owned(), "mine".to_owned());
    sign_in(&mut ann, "ann@example.com", PASSWORD).await.expect(200);
    assert_eq!(ann.cookies["stylebox_device"].len(), 64 + 1 + 64, "an id and its signature");
}

#[tokio::test]
async fn a_stores_tablet_is_placeholders_device() {
    let app = TestApp::start().await;
    let mut tablet = device(&app, ANDROID);
    register_in_store(&mut tablet, "eve@example.com").await;
    assert!(!tablet.cookies.contains_key("stylebox_device"));
    assert_eq!(app.numbers("SELECT COUNT(*) FROM known_devices").await, [0]);
    assert_eq!(devices(&mut tablet).await.len(), 1, "the session is listed");
}

#[tokio::test]
async fn a_device_is_forgotten_after_400_days() {
    let app = TestApp::start().await;
    let (mut ann, mut phone) = (app.client(), app.client());
    ann.register("ann@example.com").await;
    sign_in(&mut phone, "ann@example.com", PASSWORD).await.expect(200);
    app.clock.advance(399 * DAY);
    // A sign-in extends the time.
    sign_in(&mut ann, "ann@example.com", PASSWORD).await.expect(200);
    app.clock.advance(DAY);
    crate::support::ops(&app, "jobs run housekeeping").await.unwrap();
    for (browser, told) in [(&mut ann, 1), (&mut phone, 2)] {
        sign_in(browser, "ann@example.com", PASSWORD).await.expect(200);
        assert_eq!(notices(&app, "ann@example.com").await.len(), told);
    }
}

#[tokio::test]
async fn devices_are_listed_and_signed_out() {
    let app = TestApp::start().await;
    let mut ann = device(&app, ANDROID);
    ann.register("ann@example.com").await;
    app.clock.advance(Duration::from_secs(60));
    let (mut phone, mut other) = (device(&app, IPHONE), app.client());
    sign_in(&mut phone, "ann@example.com", PASSWORD).await.expect(200);
    app.clock.advance(Duration::from_secs(60));
    sign_in(&mut other, "ann@example.com", PASSWORD).await.expect(200);
    let listed = devices(&mut phone).await;
    let facts: Vec<_> = listed
        .iter()
        .map(|row| {
            (row["name"].as_str().unwrap(), row["created_at"].as_str().unwrap(), row["current"].as_bool().unwrap())
        })
        .collect();
    let expected = [
        ("A browser", "2026-11-18T15:02:00Z", false),
        ("Safari on iPhone", "2026-11-18T15:01:00Z", true),
        ("Chrome on Android", "2026-11-18T15:00:00Z", false),
    ];
    assert_eq!(facts, expected);
    assert_eq!(listed[1]["last_seen_at"], "2026-11-18T15:02:00Z");

    let (own, androids) = (listed[1]["id"].as_str().unwrap(), listed[2]["id"].as_str().unwrap());
    phone.delete(&format!("/api/account/devices/{own}")).await.refused(409, "current_device");
    phone.delete(&format!("/api/account/devices/{androids}")).await.expect(204);
    phone.delete(&format!("/api/account/devices/{androids}")).await.refused(404, "not_found");
    ann.get("/api/account").await.refused(401, "not_authorized");
    other.get("/api/account").await.expect(200);
    // It counts as a new device, because it was signed out from another one. The last notice is two days old.
    app.clock.advance(2 * DAY);
    let before = notices(&app, "ann@example.com").await.len();
    sign_in(&mut ann, "ann@example.com", PASSWORD).await.expect(200);
    assert_eq!(notices(&app, "ann@example.com").await.len(), before + 1);

    app.clock.advance(DAY);
    phone.delete("/api/account/devices").await.expect(204);
    for browser in [&mut ann, &mut other] {
        browser.get("/api/account").await.refused(401, "not_authorized");
    }
    let left = devices(&mut phone).await;
    assert_eq!((left.len(), &left[0]["id"]), (1, &json!(own)));
    for browser in [&mut phone, &mut other] {
        sign_in(browser, "ann@example.com", PASSWORD).await.expect(200);
    }
    assert_eq!(notices(&app, "ann@example.com").await.len(), before + 2, "only the other device is new");
}

#[tokio::test]
async fn an_expired_session_is_not_listed_as_a_device() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    app.clock.advance(Duration::from_secs(14 * 24 * 60 * 60));
    sign_in(&mut ann, "ann@example.com", PASSWORD).await.expect(200);
    assert_eq!(devices(&mut ann).await.len(), 1);
}

#[tokio::test]
async fn a_new_password_keeps_the_name_of_the_device() {
    let app = TestApp::start().await;
    let mut ann = device(&app, ANDROID);
    ann.register("ann@example.com").await;
    let change = json!({"customer": {"current_password": PASSWORD, "password": "Another#1", "password_confirmation": "Another#1"}});
    ann.put("/api/registrations", change).await.expect(200);
    let listed = devices(&mut ann).await;
    assert_eq!(
        (listed.len(), &listed[0]["name"], &listed[0]["current"]),
        (1, &json!("Chrome on Android"), &json!(true))
    );
    sign_in(&mut ann, "ann@example.com", "Another#1").await.expect(200);
    assert_eq!(notices(&app, "ann@example.com").await, ["password_changed"]);
}

#[tokio::test]
async fn changes_of_password_phone_card_and_address_send_notices() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    assert!(notices(&app, "ann@example.com").await.is_empty(), "signing up sends no notice");
    let browser = &mut ann.browser;
    browser.patch("/api/account", json!({"customer": {"phone": "6515550199"}})).await.refused(403, "mfa_required");
    assert!(notices(&app, "ann@example.com").await.is_empty(), "a waiting change sends no notice");
    confirm(&app, browser).await;
    browser.patch("/api/credit_cards", other_card("5555555555554444")).await.expect(200);
    let mail = newest_mail(&app, "card_changed").await.unwrap().body;
    assert!(mail.contains("your Mastercard ending in 4444"), "{mail}");
    let second = json!({"shipping_address": {
        "line_1": "7 Elliot Avenue", "city": "Minneapolis", "state": "MN", "postal_code": "55404", "phone": "6125550142",
    }});
    let added = browser.post("/api/shipping_addresses", second.clone()).await.expect(201);
    app.clock.advance(DAY);
    let path = format!("/api/shipping_addresses/{}", added["id"].as_str().unwrap());
    // The same change a second time changes nothing.
    for line_2 in ["Apt 9", "Apt 9"] {
        browser.patch(&path, json!({"shipping_address": {"line_2": line_2}})).await.expect(200);
    }
    app.clock.advance(DAY);
    browser.delete(&path).await.expect(204);
    app.clock.advance(DAY);
    browser.patch("/api/account", second).await.expect(200);
    let change = json!({"customer": {"current_password": PASSWORD, "password": "Another#1", "password_confirmation": "Another#1"}});
    browser.put("/api/registrations", change).await.expect(200);
    let addresses = ["address_changed"; 4];
    let expected = [&["phone_changed", "card_changed"], &addresses[..], &["password_changed"]].concat();
    assert_eq!(notices(&app, "ann@example.com").await, expected);
    for kind in ["phone_changed", "card_changed", "address_changed", "password_changed"] {
        let mail = newest_mail(&app, kind).await.unwrap().body;
        assert!(mail.contains("If it was not you, set a new password right away."), "{mail}");
    }
}

/// The texts of the notices of a kind that were sent.
async fn sent(app: &TestApp, subject: &str) -> Vec<String> {
    deliver(&app.state).await.unwrap();
    let sent = app.messages.sent().into_iter().filter(|email| email.subject.contains(subject));
    sent.map(|email| email.body).collect()
}

#[tokio::test]
async fn repeated_sign_ins_from_new_devices_send_few_notices_and_the_last_one_is_told() {
    let app = TestApp::start().await;
    app.client().register("victim@example.com").await;
    let again = async |agent| sign_in(&mut device(&app, agent), "victim@example.com", PASSWORD).await.expect(200);
    let new_device = "A new device";
    for agent in [ANDROID, ANDROID, IPHONE] {
        again(agent).await;
    }
    let [first] = &sent(&app, new_device).await[..] else { panic!() };
    assert!(
        first.contains("Chrome on Android, Wednesday, November 18") && !first.contains("more than once"),
        "{first}"
    );
    app.clock.advance(59 * MINUTE);
    assert_eq!(sent(&app, new_device).await.len(), 1);
    // A notice that is held back does not count as waiting for the mail server.
    let mut tx = app.state.db.read().await.unwrap();
    assert_eq!(outbox::waiting(&mut tx, Channel::Email, app.state.clock.now()).await.unwrap(), 0);
    drop(tx);
    app.clock.advance(MINUTE);
    let [_, gathered] = &sent(&app, new_device).await[..] else { panic!() };
    assert!(gathered.contains("happened more than once lately"), "{gathered}");
    assert!(gathered.contains("Safari on iPhone") && !gathered.contains("Chrome on Android"), "{gathered}");
    // A sign-in after that is told after two hours.
    again(IPHONE).await;
    app.clock.advance(119 * MINUTE);
    assert_eq!(sent(&app, new_device).await.len(), 2);
    app.clock.advance(MINUTE);
    assert!(sent(&app, new_device).await[2].contains("Safari on iPhone"));
    // Many sign-ins within a day.
    for _ in 0..12 {
        again(ANDROID).await;
        app.clock.advance(30 * MINUTE);
        deliver(&app.state).await.unwrap();
    }
    assert_eq!(sent(&app, new_device).await.len(), 4, "after 1, 2 and 4 hours");
    // After two quiet days a sign-in is told immediately.
    app.clock.advance(2 * DAY);
    assert_eq!(sent(&app, new_device).await.len(), 5, "the notice that was held back");
    app.clock.advance(2 * DAY);
    again(IPHONE).await;
    let told = sent(&app, new_device).await;
    assert!(told.len() == 6 && !told[5].contains("more than once"), "{told:?}");
}

#[tokio::test]
async fn a_sign_in_is_told_even_if_an_earlier_notice_waits_for_the_mail_server() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let again = async |agent| sign_in(&mut device(&app, agent), "ann@example.com", PASSWORD).await.expect(200);
    app.messages.set(MessageFault::Down);
    again(ANDROID).await;
    deliver(&app.state).await.unwrap();
    // The notice that waits for the mail server does not include this sign-in.
    again(IPHONE).await;
    app.messages.set(MessageFault::None);
    app.clock.advance(60 * MINUTE);
    let told = sent(&app, "A new device").await;
    assert!(told.len() == 2 && told[1].contains("Safari on iPhone"), "{told:?}");
}

#[tokio::test]
async fn adding_and_deleting_addresses_repeatedly_sends_few_notices() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let address = json!({"shipping_address": {
        "line_1": "7 Elliot Avenue", "city": "Minneapolis", "state": "MN", "postal_code": "55404", "phone": "6125550142",
    }});
    for _ in 0..5 {
        let added = ann.browser.post("/api/shipping_addresses", address.clone()).await.expect(201);
        let path = format!("/api/shipping_addresses/{}", added["id"].as_str().unwrap());
        ann.browser.delete(&path).await.expect(204);
    }
    assert_eq!(sent(&app, "The addresses").await.len(), 1);
    app.clock.advance(DAY);
    assert_eq!(sent(&app, "The addresses").await.len(), 2);
}

#[tokio::test]
async fn the_first_phone_card_and_password_send_no_notices() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.browser.patch("/api/account", json!({"customer": {"phone": "6515550199"}})).await.expect(200);
    ann.save_card(CARD).await.expect(201);
    assert!(notices(&app, "ann@example.com").await.is_empty());
    // The password that a store's customer chooses is their first one.
    let mut eve = app.client();
    let mut form = registration("eve@example.com", &eve.human().await);
    form["customer"]["registered_in_store"] = json!(true);
    eve.post("/api/registrations", form).await.expect(201);
    let body = newest_mail(&app, "set_password").await.unwrap().body;
    let token = body.split("reset_password_token=").nth(1).unwrap().split(['&', '\n']).next().unwrap().to_owned();
    let reset = json!({"customer": {
        "reset_password_token": token, "password": "Another#1", "password_confirmation": "Another#1",
    }});
    eve.put("/api/passwords", reset).await.expect(200);
    assert!(notices(&app, "eve@example.com").await.is_empty());
}

#[tokio::test]
async fn after_a_change_of_email_notices_go_to_the_new_address() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    ann.patch("/api/account", json!({"customer": {"email": "anna@example.com"}})).await.expect(200);
    open_email_link(&mut ann, &email_token(&app).await).await.expect(200);
    let change = json!({"customer": {"current_password": PASSWORD, "password": "Another#1", "password_confirmation": "Another#1"}});
    ann.put("/api/registrations", change).await.expect(200);
    assert_eq!(notices(&app, "ann@example.com").await, ["email_change_asked", "email_changed"]);
    assert_eq!(notices(&app, "anna@example.com").await, ["password_changed"]);
}
