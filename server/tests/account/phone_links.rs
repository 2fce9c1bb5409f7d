//! Links with which a customer continues on their own phone after a sign-up on a store's tablet.

use super::store_signup::{choose_password, register_in_store, tokens};
use crate::support::locks::wait_until_it_waits;
use crate::support::{Client, PASSWORD, Reply, TestApp, log, two_transactions};
use serde_json::json;
use std::time::Duration;
use stylebox_server::store::account::customers;
use stylebox_server::store::{Db, Tx};

const LINK: &str = "http://stylebox.test/members/stylebox-store-signup-phone#token=";

/// Makes a link on the tablet. Returns its token.
async fn make(tablet: &mut Client, path: &str) -> String {
    let made = tablet.post("/api/phone_links", json!({"phone_link": {"path": path}})).await.expect(201);
    assert_eq!(made["ttl_seconds"], 300);
    made["link"].as_str().unwrap().strip_prefix(LINK).unwrap().to_owned()
}

async fn redeem(phone: &mut Client, token: &str) -> Reply {
    phone.put("/api/phone_links", json!({"phone_link": {"token": token}})).await
}

#[tokio::test]
async fn a_link_opens_the_same_account_at_the_same_page_and_works_once() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    let account = register_in_store(&mut tablet, "eve@example.com").await;
    tablet.get("/api/phone_links").await.expect(404);
    let token = make(&mut tablet, "/quiz/4").await;
    assert_eq!(tablet.get("/api/phone_links").await.expect(200), json!({"used": false}));

    let mut phone = app.client();
    let opened = redeem(&mut phone, &token).await.expect(200);
    // The same account, except for the session's own id at the fraud check.
    let mut same = account.clone();
    same["kount_session_id"] = opened["account"]["kount_session_id"].clone();
    assert_ne!(same, account);
    assert_eq!(opened, json!({"account": same, "path": "/quiz/4"}));
    assert_eq!(phone.get("/api/account").await.expect(200), same);
    assert_ne!(phone.cookies, tablet.cookies, "the phone has its own session");
    assert_eq!(tablet.get("/api/phone_links").await.expect(200), json!({"used": true}));
    redeem(&mut app.client(), &token).await.refused(422, "phone_link_invalid");

    // The tablet signs out, and the phone stays signed in.
    tablet.delete("/api/sessions").await.expect(204);
    phone.get("/api/account").await.expect(200);
}

#[tokio::test]
async fn a_link_works_for_five_minutes_and_until_another_is_made() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    let first = make(&mut tablet, "/quiz/1").await;
    let second = make(&mut tablet, "/quiz/2").await;
    redeem(&mut app.client(), &first).await.refused(422, "phone_link_invalid");
    app.clock.advance(Duration::from_secs(5 * 60));
    redeem(&mut app.client(), &second).await.refused(422, "phone_link_invalid");
    let third = make(&mut tablet, "/quiz/3").await;
    app.clock.advance(Duration::from_secs(5 * 60 - 1));
    assert_eq!(redeem(&mut app.client(), &third).await.expect(200)["path"], "/quiz/3");
}

#[tokio::test]
async fn a_link_ends_with_the_session_and_with_the_password() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    let token = make(&mut tablet, "/quiz/1").await;
    tablet.delete("/api/sessions").await.expect(204);
    redeem(&mut app.client(), &token).await.refused(422, "phone_link_invalid");

    register_in_store(&mut tablet, "ida@example.com").await;
    let token = make(&mut tablet, "/quiz/1").await;
    let page = app.client().get("/dev/outbox").await.text;
    let (_, rest) = page.split_once("reset_password_token=").unwrap();
    let reset_token: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
    let new = json!({"email": "ida@example.com", "password": PASSWORD, "password_confirmation": PASSWORD,
        "reset_password_token": reset_token});
    app.client().put("/api/passwords", json!({"customer": new})).await.expect(200);
    redeem(&mut app.client(), &token).await.refused(422, "phone_link_invalid");
}

#[tokio::test]
async fn only_a_customer_registered_in_a_store_gets_a_link() {
    let app = TestApp::start().await;
    let body = json!({"phone_link": {"path": "/quiz/1"}});
    app.client().post("/api/phone_links", body.clone()).await.refused(401, "not_authorized");
    app.client().get("/api/phone_links").await.refused(401, "not_authorized");
    let mut online = app.client();
    online.register("ann@example.com").await;
    online.post("/api/phone_links", body.clone()).await.refused(403, "not_authorized");
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    tablet.cookies.remove("XSRF-TOKEN");
    tablet.post("/api/phone_links", body).await.refused(403, "not_authorized");
}

#[tokio::test]
async fn a_path_that_is_not_ours_leads_to_the_dashboard() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    for path in ["//evil.example", "https://evil.example", "", &format!("/{}", "x".repeat(100))] {
        let token = make(&mut tablet, path).await;
        assert_eq!(redeem(&mut app.client(), &token).await.expect(200)["path"], "/dashboard", "{path}");
    }
}

#[tokio::test]
async fn a_link_replaces_the_phones_own_session() {
    let app = TestApp::start().await;
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    let token = make(&mut tablet, "/quiz/1").await;
    let mut phone = app.client();
    phone.register("ann@example.com").await;
    let mut before = phone.clone();
    redeem(&mut phone, &token).await.expect(200);
    assert_eq!(phone.get("/api/account").await.expect(200)["email"], "eve@example.com");
    before.get("/api/account").await.refused(401, "not_authorized");
}

#[tokio::test]
async fn tries_are_limited_and_the_token_is_neither_stored_nor_logged() {
    let app = TestApp::start().await;
    log::start_capture();
    let mut tablet = app.client();
    register_in_store(&mut tablet, "eve@example.com").await;
    let token = make(&mut tablet, "/quiz/1").await;
    assert!(!app.dump().await.contains(&token));
    let mut phone = app.client();
    for _ in 0..30 {
        redeem(&mut phone, "nothing").await.refused(422, "phone_link_invalid");
    }
    redeem(&mut phone, &token).await.refused(429, "too_many_requests");
    app.clock.advance(Duration::from_secs(60 * 60));
    redeem(&mut phone, &token).await.refused(422, "phone_link_invalid");
    let logged = log::captured();
    assert!(logged.contains("/api/phone_links") && !logged.contains(&token), "{logged}");
}

/// On PostgreSQL, transactions that lock a customer and a phone link or password link must lock them in the same order. SQLite has
/// one writer at a time.
#[tokio::test]
async fn the_customer_is_locked_before_a_phone_link_or_password_link() {
    for uses_phone_link in [true, false] {
        let app = TestApp::with(two_transactions).await;
        if matches!(app.state.db, Db::Sqlite { .. }) {
            return;
        }
        let mut tablet = app.client();
        register_in_store(&mut tablet, "eve@example.com").await;
        let (phone_token, reset_token) = (make(&mut tablet, "/quiz/1").await, tokens(&app).await[0].clone());
        // Another call makes a new link or sets a password.
        let mut tx = app.state.db.write().await.unwrap();
        let eve = customers::by_email(&mut tx, "eve@example.com").await.unwrap().unwrap();
        let (mut tx, _) = tx.about(&eve.id).await.unwrap().unwrap();
        let mut phone = app.client();
        let used = tokio::spawn(async move {
            if uses_phone_link {
                redeem(&mut phone, &phone_token).await
            } else {
                choose_password(&mut phone, "eve@example.com", &reset_token).await
            }
        });
        let Tx::Postgres(holder) = &mut *tx else { panic!("it is PostgreSQL") };
        wait_until_it_waits(&used, holder).await;
        let gone = if uses_phone_link {
            "DELETE FROM phone_links WHERE customer_id = $1"
        } else {
            "DELETE FROM reset_tokens WHERE customer_id = $1"
        };
        sqlx::query(gone).bind(&eve.id).execute(&mut **holder).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(used.await.unwrap().status, 422);
    }
}
