//! Wrong passwords: a device that the customer has signed in from has its own count, and all other devices share one.

use crate::account::sign_up_and_in::sign_in;
use crate::support::{Client, NEW_SECRET_KEY, PASSWORD, SECRET_KEY, TestApp};
use serde_json::json;
use std::time::Duration;
use stylebox_core::policy::limits::{LOGINS_OF_ACCOUNT, LOGINS_OF_DEVICE};

const ANN: &str = "ann@example.com";
const COOKIE: &str = "stylebox_device";

fn at(app: &TestApp, address: &str) -> Client {
    let mut client = app.client();
    client.address = address.parse().unwrap();
    client
}

/// Ann's first device, known from a sign-in.
async fn ann(app: &TestApp) -> Client {
    assert_eq!((LOGINS_OF_ACCOUNT.most, LOGINS_OF_ACCOUNT.minutes), (10, 15));
    assert_eq!((LOGINS_OF_DEVICE.most, LOGINS_OF_DEVICE.minutes), (10, 15));
    let mut ann = app.client();
    ann.register(ANN).await;
    ann.delete("/api/sessions").await.expect(204);
    ann
}

/// Ten wrong passwords, each from another network.
async fn guess(app: &TestApp, cookie: Option<&str>) {
    for number in 0..10 {
        let mut thief = at(app, &format!("198.51.100.{number}"));
        if let Some(cookie) = cookie {
            thief.cookies.insert(COOKIE.to_owned(), cookie.to_owned());
        }
        sign_in(&mut thief, ANN, "Wrong#2026").await.refused(401, "credentials_invalid");
    }
}

#[tokio::test]
async fn strangers_wrong_passwords_do_not_lock_out_a_known_device() {
    let app = TestApp::start().await;
    let mut owner = ann(&app).await;
    guess(&app, None).await;
    sign_in(&mut at(&app, "203.0.113.9"), ANN, PASSWORD).await.refused(429, "too_many_requests");
    sign_in(&mut owner, ANN, PASSWORD).await.expect(200);
    // The customer's sign-in gives strangers no new tries.
    sign_in(&mut at(&app, "203.0.113.10"), ANN, PASSWORD).await.refused(429, "too_many_requests");
    app.clock.advance(Duration::from_secs(15 * 60));
    sign_in(&mut at(&app, "203.0.113.9"), ANN, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_known_device_has_its_own_ten_wrong_passwords() {
    let app = TestApp::start().await;
    let mut owner = ann(&app).await;
    let mut phone = app.client();
    sign_in(&mut phone, ANN, PASSWORD).await.expect(200);
    phone.delete("/api/sessions").await.expect(204);
    for _ in 0..9 {
        sign_in(&mut owner, ANN, "Wrong#2026").await.refused(401, "credentials_invalid");
    }
    // A sign-in resets the count.
    sign_in(&mut owner, ANN, PASSWORD).await.expect(200);
    for _ in 0..10 {
        sign_in(&mut owner, ANN, "Wrong#2026").await.refused(401, "credentials_invalid");
    }
    sign_in(&mut owner, ANN, PASSWORD).await.refused(429, "too_many_requests");
    sign_in(&mut phone, ANN, PASSWORD).await.expect(200);
    sign_in(&mut at(&app, "203.0.113.9"), ANN, PASSWORD).await.expect(200);
    app.clock.advance(Duration::from_secs(15 * 60));
    sign_in(&mut owner, ANN, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn only_a_cookie_that_the_service_signed_for_the_account_makes_a_device_known() {
    let app = TestApp::start().await;
    let owner = ann(&app).await;
    let mut ben = app.client();
    ben.register("ben@example.com").await;
    let cookie = owner.cookies[COOKIE].clone();
    let (id, signature) = cookie.split_once('.').unwrap();
    let (other_id, other_signature) = ben.cookies[COOKIE].split_once('.').unwrap();
    for forged in [
        id.to_owned(),
        format!("{id}."),
        format!("{id}.{other_signature}"),
        format!("{other_id}.{signature}"),
        format!("{id}.{}", signature.to_uppercase()),
        ben.cookies[COOKIE].clone(),
    ] {
        guess(&app, None).await;
        let mut thief = at(&app, "203.0.113.9");
        thief.cookies.insert(COOKIE.to_owned(), forged.clone());
        let answer = sign_in(&mut thief, ANN, PASSWORD).await;
        assert_eq!(answer.status, 429, "{forged}");
        app.clock.advance(Duration::from_secs(15 * 60));
    }
    guess(&app, None).await;
    let mut copy = at(&app, "203.0.113.9");
    copy.cookies.insert(COOKIE.to_owned(), cookie);
    sign_in(&mut copy, ANN, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_device_cookie_under_an_old_key_counts_while_the_key_is_listed() {
    let app = TestApp::start().await;
    let owner = ann(&app).await;
    guess(&app, None).await;
    for (old, status) in [(vec![], 429), (vec![SECRET_KEY], 200)] {
        let mut state = app.with_secret_key(NEW_SECRET_KEY, &old);
        // The limits are counted under the key, too, so only the old server sees the earlier counts.
        let mut browser = app.client_of(state.clone());
        for number in 0..10 {
            browser.address = format!("198.51.100.{number}").parse().unwrap();
            sign_in(&mut browser, ANN, "Wrong#2026").await;
        }
        state = app.with_secret_key(NEW_SECRET_KEY, &old);
        let mut browser = app.client_of(state);
        browser.cookies.clone_from(&owner.cookies);
        assert_eq!(sign_in(&mut browser, ANN, PASSWORD).await.status.as_u16(), status, "{old:?}");
    }
}

/// Whoever knew the old password may have signed in somewhere.
#[tokio::test]
async fn a_new_password_makes_all_devices_unknown_except_the_one_that_sets_it() {
    for by_link in [false, true] {
        let app = TestApp::start().await;
        let mut owner = ann(&app).await;
        let mut thief = at(&app, "203.0.113.9");
        for browser in [&mut owner, &mut thief] {
            sign_in(browser, ANN, PASSWORD).await.expect(200);
        }
        let new = "Another#2027";
        if by_link {
            owner.post("/api/passwords", json!({"customer": {"email": ANN}})).await.expect(204);
            let dump = app.dump().await;
            let token = dump.split("reset_password_token=").nth(1).unwrap();
            let token: String = token.chars().take_while(char::is_ascii_alphanumeric).collect();
            let body =
                json!({"customer": {"reset_password_token": token, "password": new, "password_confirmation": new}});
            owner.put("/api/passwords", body).await.expect(200);
        } else {
            let body =
                json!({"customer": {"current_password": PASSWORD, "password": new, "password_confirmation": new}});
            owner.put("/api/registrations", body).await.expect(200);
        }
        owner.delete("/api/sessions").await.expect(204);
        guess(&app, None).await;
        sign_in(&mut thief, ANN, new).await.refused(429, "too_many_requests");
        sign_in(&mut owner, ANN, new).await.expect(200);
    }
}
