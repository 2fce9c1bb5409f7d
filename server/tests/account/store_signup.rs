//! Signing up in a store: correcting the email address, and the link to choose a password.

use crate::account::sign_up_and_in::sign_in;
use crate::support::locks::wait_until_it_waits;
use crate::support::{CARD, Client, PASSWORD, Reply, Shopper, TestApp, answers, two_transactions};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::store::account::customers;
use stylebox_server::store::{Db, Tx};

/// Registers a customer in a store, in this browser.
pub async fn register_in_store(client: &mut Client, email: &str) -> Value {
    let token = client.human().await;
    let customer = json!({"first_name": "Eve", "last_name": "Moss", "email": email,
        "registration_postal_code": "55403", "registered_in_store": true, "recaptchaToken": token});
    client.post("/api/registrations", json!({"customer": customer})).await.expect(201)
}

async fn mend(client: &mut Client, email: &str) -> Reply {
    client.patch("/api/registrations", json!({"customer": {"email": email}})).await
}

/// The tokens of all links to set a password in the outbox, the newest first.
pub async fn tokens(app: &TestApp) -> Vec<String> {
    let page = app.client().get("/dev/outbox").await.text;
    let found = page.split("reset_password_token=").skip(1);
    let mut tokens: Vec<String> =
        found.map(|rest| rest.chars().take_while(char::is_ascii_hexdigit).collect()).collect();
    // The HTML has each link twice: as its address and as its text.
    tokens.dedup();
    tokens
}

pub async fn choose_password(client: &mut Client, email: &str, token: &str) -> Reply {
    let new = json!({"email": email, "password": PASSWORD, "password_confirmation": PASSWORD,
        "reset_password_token": token});
    client.put("/api/passwords", json!({"customer": new})).await
}

/// Nobody knows the password, but it has only ten digits, so somebody may guess it.
#[tokio::test]
async fn the_made_up_password_expires_after_72_hours_like_its_link() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    // Somebody guesses the password.
    app.execute(
        "UPDATE customers SET password_hash = (SELECT password_hash FROM customers WHERE email = 'ann@example.com')",
    )
    .await;
    let link = tokens(&app).await[0].clone();
    app.clock.advance(Duration::from_secs(72 * 60 * 60 - 1));
    sign_in(&mut app.client(), "eve@example.com", PASSWORD).await.expect(200);
    app.clock.advance(Duration::from_secs(1));
    sign_in(&mut app.client(), "eve@example.com", PASSWORD).await.refused(401, "credentials_invalid");
    // In the tablet's session it can neither change the password nor close the account.
    let new = json!({"customer": {
        "current_password": PASSWORD, "password": "Another#2027", "password_confirmation": "Another#2027"}});
    let refused = tablet.put("/api/registrations", new).await.expect(422);
    assert_eq!(refused["issues"][0]["code"], "password_wrong");
    let refused = tablet.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(422);
    assert_eq!(refused["issues"][0]["code"], "password_wrong");
    // The link has expired, too. A new link sets a password that does not expire.
    choose_password(&mut app.client(), "eve@example.com", &link).await.refused(422, "reset_password_token");
    app.client().post("/api/passwords", json!({"customer": {"email": "eve@example.com"}})).await.expect(204);
    let link = tokens(&app).await[0].clone();
    choose_password(&mut app.client(), "eve@example.com", &link).await.expect(200);
    app.clock.advance(Duration::from_secs(100 * 60 * 60));
    sign_in(&mut app.client(), "eve@example.com", PASSWORD).await.expect(200);
    sign_in(&mut app.client(), "ann@example.com", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn the_link_says_that_the_password_is_the_first_one() {
    let app = TestApp::start().await;
    register_in_store(&mut app.client(), "eve@example.com").await;
    let page = app.client().get("/dev/outbox").await.text;
    assert!(page.contains("first=true"), "{page}");
    app.client().post("/api/passwords", json!({"customer": {"email": "eve@example.com"}})).await.expect(204);
    let page = app.client().get("/dev/outbox").await.text;
    let newest = page.split("Choose your Stylebox password").next().unwrap();
    assert!(newest.contains("reset_password_token=") && !newest.contains("first=true"), "{page}");
}

#[tokio::test]
async fn a_corrected_address_gets_the_link_and_the_wrong_address_cannot_be_used() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@exmaple.com").await;
    let wrong = tokens(&app).await[0].clone();
    let account = mend(&mut tablet, " Eve@Example.com ").await.expect(200);
    assert_eq!(account["email"], "Eve@Example.com");

    let mut stranger = app.client();
    choose_password(&mut stranger, "eve@exmaple.com", &wrong).await.refused(422, "reset_password_token");
    choose_password(&mut stranger, "eve@example.com", &wrong).await.refused(422, "reset_password_token");
    stranger.post("/api/passwords", json!({"customer": {"email": "eve@exmaple.com"}})).await.expect(204);
    let after = tokens(&app).await;
    assert_eq!(after.len(), 1, "nobody has the wrong address: {after:?}");
    assert!(stranger.cookies.is_empty());

    let page = app.client().get("/dev/outbox").await.text;
    assert!(page.contains("To Eve@Example.com"), "{page}");
    choose_password(&mut app.client(), "eve@example.com", &after[0]).await.expect(200);
    assert_eq!(sign_in(&mut app.client(), "eve@example.com", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn unsent_messages_go_to_the_corrected_address() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@exmaple.com").await;
    app.client().register("ann@example.com").await;
    mend(&mut tablet, "eve@example.com").await.expect(200);
    deliver(&app.state).await.unwrap();
    assert_eq!(app.messages.subjects("eve@exmaple.com"), [""; 0]);
    assert_eq!(app.messages.subjects("eve@example.com"), ["Welcome to Stylebox", "Choose your Stylebox password"]);
    assert_eq!(app.messages.subjects("ann@example.com"), ["Welcome to Stylebox"]);
    // With the same address only the link is sent again.
    mend(&mut tablet, "eve@example.com").await.expect(200);
    deliver(&app.state).await.unwrap();
    let all = ["Welcome to Stylebox", "Choose your Stylebox password", "Choose your Stylebox password"];
    assert_eq!(app.messages.subjects("eve@example.com"), all);
}

/// On SQLite there is one writer at a time, so the two cannot meet.
#[tokio::test]
async fn a_link_that_is_requested_while_the_address_is_corrected_does_not_go_to_the_old_address() {
    let app = TestApp::with(two_transactions).await;
    if matches!(app.state.db, Db::Sqlite { .. }) {
        return;
    }
    register_in_store(&mut app.client(), "eve@exmaple.com").await;
    deliver(&app.state).await.unwrap();
    let before = app.messages.subjects("eve@exmaple.com");
    let mut tx = app.state.db.write().await.unwrap();
    let eve = customers::by_email(&mut tx, "eve@exmaple.com").await.unwrap().unwrap();
    let (mut tx, mut eve) = tx.about(&eve.id).await.unwrap().unwrap();
    let mut stranger = app.client();
    let asked = tokio::spawn(async move {
        stranger.post("/api/passwords", json!({"customer": {"email": "eve@exmaple.com"}})).await
    });
    let Tx::Postgres(holder) = &mut *tx else { panic!("it is PostgreSQL") };
    wait_until_it_waits(&asked, holder).await;
    (eve.email, eve.email_key) = ("eve@example.com".to_owned(), "eve@example.com".to_owned());
    eve.update(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    asked.await.unwrap().expect(204);
    deliver(&app.state).await.unwrap();
    assert_eq!(app.messages.subjects("eve@exmaple.com"), before);
}

#[tokio::test]
async fn the_same_address_gets_the_link_again() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    mend(&mut tablet, "eve@example.com").await.expect(200);
    let [newer, older] = tokens(&app).await.try_into().unwrap();
    choose_password(&mut app.client(), "eve@example.com", &older).await.refused(422, "reset_password_token");
    choose_password(&mut app.client(), "eve@example.com", &newer).await.expect(200);
}

#[tokio::test]
async fn an_address_that_is_taken_or_malformed_is_refused_and_the_link_stays() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    assert_eq!(mend(&mut tablet, "ANN@example.com").await.refused(422, "email_invalid"), "Email taken.");
    for (typed, message) in [("", "Required"), ("eve@", "Please enter a valid email address.")] {
        let body = mend(&mut tablet, typed).await.expect(422);
        assert_eq!((&body["issues"][0]["field"], &body["issues"][0]["message"]), (&json!("email"), &json!(message)));
    }
    let link = tokens(&app).await[0].clone();
    choose_password(&mut app.client(), "eve@example.com", &link).await.expect(200);
}

#[tokio::test]
async fn the_address_can_be_corrected_only_after_a_store_registration_without_password_and_order() {
    let app = TestApp::start().await;
    mend(&mut app.client(), "eve@example.com").await.refused(401, "not_authorized");

    let mut online = app.client();
    online.register("ann@example.com").await;
    online.patch("/api/account", json!({"customer": {"registered_in_store": true}})).await.expect(200);
    mend(&mut online, "other@example.com").await.refused(409, "signup_email_fixed");

    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    let link = tokens(&app).await[0].clone();
    let mut at_home = app.client();
    choose_password(&mut at_home, "eve@example.com", &link).await.expect(200);
    mend(&mut at_home, "other@example.com").await.refused(409, "signup_email_fixed");
    mend(&mut tablet, "other@example.com").await.refused(401, "not_authorized");

    let mut browser = app.client();
    register_in_store(&mut browser, "ida@example.com").await;
    let mut shopper = Shopper { browser, order: String::new() };
    shopper.says(answers()).await;
    shopper.save_card(CARD).await.expect(201);
    mend(&mut shopper.browser, "other@example.com").await.refused(409, "signup_email_fixed");
}

#[tokio::test]
async fn addresses_are_limited_and_the_call_needs_the_anti_forgery_token() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    let mut forged = tablet.clone();
    forged.cookies.remove("XSRF-TOKEN");
    mend(&mut forged, "other@example.com").await.refused(403, "not_authorized");
    for number in 0..10 {
        mend(&mut tablet, &format!("eve{number}@example.com")).await.expect(200);
    }
    mend(&mut tablet, "eve11@example.com").await.refused(429, "too_many_requests");
    app.clock.advance(Duration::from_secs(60 * 60));
    mend(&mut tablet, "eve11@example.com").await.expect(200);
}
