//! Registering, signing in and out, forgotten passwords.

use crate::support::{Client, PASSWORD, TestApp, newest_mail, registration};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::platform::password_cost::PasswordCost;
use stylebox_server::service::operation::opening;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

pub async fn sign_in(client: &mut Client, email: &str, password: &str) -> crate::support::Reply {
    let token = client.human().await;
    let customer = json!({"email": email, "password": password, "recaptchaToken": token});
    client.post("/api/sessions", json!({"customer": customer})).await
}

/// The outbox page.
async fn outbox(app: &TestApp) -> String {
    app.client().get("/dev/outbox").await.text
}

/// The token of the newest link in the outbox.
async fn token_in_outbox(app: &TestApp) -> String {
    let page = outbox(app).await;
    let (_, rest) = page.split_once("reset_password_token=").unwrap();
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

fn field_codes(body: &Value) -> Vec<(String, String)> {
    let text = |issue: &Value, key: &str| issue[key].as_str().unwrap().to_owned();
    let issues = body["issues"].as_array().unwrap();
    issues.iter().map(|issue| (text(issue, "field"), text(issue, "message"))).collect()
}

#[tokio::test]
async fn registering_opens_a_session_and_sends_a_welcome() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    let account = ann.register("Ann@Example.com").await;
    assert_eq!(account["email"], "Ann@Example.com");
    assert_eq!(account["first_timer"], true);
    assert_eq!(account["subscription_type"], Value::Null);
    assert_eq!(account["celerant_id"], Value::Null);
    assert_eq!(account["style_profile_complete"], false);
    assert_eq!(account["shipping_addresses"], json!([]));
    assert_eq!(account["referral_code"].as_str().unwrap().len(), 8);
    assert_eq!(ann.get("/api/account").await.expect(200), account);
    let page = outbox(&app).await;
    assert!(page.contains("Welcome to Stylebox") && page.contains("To Ann@Example.com"), "{page}");
    assert!(page.contains("http://stylebox.test/members/quiz/1"), "{page}");
}

#[tokio::test]
async fn an_email_can_be_registered_once_whatever_its_case() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let mut other = app.client();
    let token = other.human().await;
    let refused = other.post("/api/registrations", registration("ANN@example.COM", &token)).await;
    assert_eq!(refused.refused(422, "email_invalid"), "Email taken.");
    assert!(other.cookies.is_empty(), "no session was opened");
    assert_eq!(outbox(&app).await.matches("Welcome to Stylebox").count(), 1);
}

#[tokio::test]
async fn a_registration_is_checked_by_core() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let customer = json!({"first_name": "A", "last_name": "42", "email": "ann@", "registration_postal_code": "5540",
        "password": "stylebox", "recaptchaToken": "never looked at"});
    let body = client.post("/api/registrations", json!({"customer": customer})).await.expect(422);
    assert!(body["errors"]["form_invalid"].is_string(), "{body}");
    let expected = [
        ("first_name", "Min. 2 characters."),
        ("last_name", "Please enter a valid last name."),
        ("email", "Please enter a valid email address."),
        ("registration_postal_code", "Please enter a valid zip code. Must be 5 or 9 digits."),
        ("password", "Password must contain at least one uppercase letter, one number, and one special character."),
    ];
    let expected: Vec<_> = expected.map(|(field, text)| (field.to_owned(), text.to_owned())).into();
    assert_eq!(field_codes(&body), expected);
}

#[tokio::test]
async fn the_human_check_is_needed_once_for_each_form() {
    let app = TestApp::start().await;
    let mut client = app.client();
    for token in ["", "nonsense", "e30="] {
        let refused = client.post("/api/registrations", registration("ann@example.com", token)).await;
        refused.refused(422, "human_check_failed");
    }
    let missing = json!({"customer": {"email": "ann@example.com", "password": PASSWORD}});
    client.post("/api/sessions", missing).await.refused(422, "human_check_failed");

    let token = client.human().await;
    client.post("/api/registrations", registration("ann@example.com", &token)).await.expect(201);
    let again = client.post("/api/registrations", registration("ben@example.com", &token)).await;
    again.refused(422, "human_check_failed");

    let late = client.human().await;
    app.clock.advance(Duration::from_secs(21 * 60));
    client.post("/api/registrations", registration("ben@example.com", &late)).await.refused(422, "human_check_failed");

    let mut stretched: Value = serde_json::from_slice(&STANDARD.decode(&late).unwrap()).unwrap();
    let end = stretched["challenge"]["parameters"]["expiresAt"].as_i64().unwrap();
    stretched["challenge"]["parameters"]["expiresAt"] = json!(end + 3600);
    let forged = STANDARD.encode(stretched.to_string());
    client
        .post("/api/registrations", registration("ben@example.com", &forged))
        .await
        .refused(422, "human_check_failed");

    let mut unsolved: Value = serde_json::from_slice(&STANDARD.decode(client.human().await).unwrap()).unwrap();
    unsolved["solution"]["derivedKey"] = json!("00".repeat(32));
    let guessed = STANDARD.encode(unsolved.to_string());
    client
        .post("/api/registrations", registration("ben@example.com", &guessed))
        .await
        .refused(422, "human_check_failed");
}

#[tokio::test]
async fn a_referral_code_gives_the_friend_a_discount_for_a_year() {
    let app = TestApp::start().await;
    let code = app.client().register("ann@example.com").await["referral_code"].as_str().unwrap().to_owned();
    let mut friend = app.client();
    let token = friend.human().await;
    let mut body = registration("friend@example.com", &token);
    body["customer"]["referred_by_code"] = json!(code.to_lowercase());
    friend.post("/api/registrations", body).await.expect(201);
    let dump = app.dump().await;
    // 2026-11-18T15:00:00Z and 365 days more: 2027-11-18T15:00:00Z.
    assert!(dump.contains("1826550000000000"), "{dump}");

    let token = friend.human().await;
    let mut body = registration("other@example.com", &token);
    body["customer"]["referred_by_code"] = json!("NOBODYS1");
    app.client().post("/api/registrations", body).await.expect(201);
}

#[tokio::test]
async fn a_store_sign_up_is_sent_a_link_to_choose_a_password() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let token = client.human().await;
    let customer = json!({"first_name": "Eve", "last_name": "Moss", "email": "eve@example.com",
        "registration_postal_code": "554031234", "registered_in_store": true, "recaptchaToken": token});
    let account = client.post("/api/registrations", json!({"customer": customer})).await.expect(201);
    assert_eq!(account["registered_in_store"], true);
    let token = token_in_outbox(&app).await;
    app.clock.advance(Duration::from_secs(71 * 60 * 60));
    let new = json!({"email": "eve@example.com", "password": "Another#1", "password_confirmation": "Another#1",
        "reset_password_token": token});
    app.client().put("/api/passwords", json!({"customer": new})).await.expect(200);
    assert_eq!(sign_in(&mut app.client(), "eve@example.com", "Another#1").await.status, 200);
}

#[tokio::test]
async fn signing_in_and_out() {
    let app = TestApp::start().await;
    let account = app.client().register("ann@example.com").await;
    let mut client = app.client();
    client.get("/api/account").await.refused(401, "not_authorized");
    let signed_in = sign_in(&mut client, " ANN@example.com ", PASSWORD).await;
    // The same, except for the session's own id at the fraud check.
    let mut again = signed_in.expect(200);
    assert_ne!(again["kount_session_id"], account["kount_session_id"]);
    again["kount_session_id"] = account["kount_session_id"].clone();
    assert_eq!(again, account);
    let session = signed_in.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let session: Vec<&str> = session.filter(|cookie| cookie.starts_with("stylebox_session=")).collect();
    assert!(session[0].contains("HttpOnly") && session[0].contains("SameSite=Lax"), "{session:?}");
    assert!(!session[0].contains("Secure"), "by plain http: {session:?}");
    assert_eq!(client.get("/api/account").await.expect(200)["email"], "ann@example.com");

    let kept = client.clone();
    assert_eq!(client.delete("/api/sessions").await.status, 204);
    assert_eq!(client.cookies.keys().collect::<Vec<_>>(), ["stylebox_device"], "the session's cookies are deleted");
    let mut stolen = kept;
    stolen.get("/api/account").await.refused(401, "not_authorized");
    assert_eq!(client.delete("/api/sessions").await.status, 204, "signing out twice is not an error");
}

#[tokio::test]
async fn a_late_sign_out_leaves_the_cookies_of_a_newer_session() {
    let app = TestApp::start().await;
    let mut tab = app.client();
    tab.register("ann@example.com").await;
    let mut other = tab.clone();
    sign_in(&mut other, "ann@example.com", PASSWORD).await.expect(200);
    // The call was sent with the earlier session's cookies, but the browser has the newer session's now.
    let late = tab.delete("/api/sessions").await;
    assert_eq!((late.status.as_u16(), late.header("set-cookie")), (204, None));
    other.get("/api/account").await.expect(200);
    let own = other.delete("/api/sessions").await;
    assert_eq!(own.headers.get_all("set-cookie").iter().count(), 2, "the session's cookies");
}

#[tokio::test]
async fn a_call_that_names_another_customer_than_the_session_has_no_session() {
    let app = TestApp::start().await;
    let ann = app.client().register("ann@example.com").await;
    let mut browser = app.client();
    let ben = browser.register("ben@example.com").await;
    // A tab that still shows Ann's account.
    browser.headers.insert("x-customer-id", ann["id"].as_str().unwrap().parse().unwrap());
    let change = json!({"customer": {"first_name": "Anna"}});
    browser.get("/api/account").await.refused(401, "not_authorized");
    browser.patch("/api/account", change.clone()).await.refused(401, "not_authorized");
    assert_eq!(browser.get("/api/questionnaire").await.expect(200)["id"], Value::Null);
    let sign_out = browser.delete("/api/sessions").await;
    assert_eq!((sign_out.status.as_u16(), sign_out.header("set-cookie")), (204, None));

    browser.headers.insert("x-customer-id", ben["id"].as_str().unwrap().parse().unwrap());
    assert_eq!(browser.get("/api/account").await.expect(200), ben);
    assert_eq!(browser.patch("/api/account", change).await.expect(200)["first_name"], "Anna");
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_customer_get_the_same_answer() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let mut client = app.client();
    let wrong = sign_in(&mut client, "ann@example.com", "Stylebox#2027").await;
    let unknown = sign_in(&mut client, "nobody@example.com", PASSWORD).await;
    assert_eq!(wrong.refused(401, "credentials_invalid"), "Invalid username or password");
    assert_eq!(wrong.text, unknown.text);
    assert_eq!(unknown.status, 401);
    let empty = client.post("/api/sessions", json!({"customer": {"email": "", "password": null}})).await.expect(422);
    let required = [("email", "Required"), ("password", "Required")];
    assert_eq!(field_codes(&empty), required.map(|(field, text)| (field.to_owned(), text.to_owned())));
}

#[tokio::test]
async fn a_sign_in_gives_a_new_token_and_ends_the_earlier_session() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let mut before = client.clone();
    assert_eq!(sign_in(&mut client, "ann@example.com", PASSWORD).await.status, 200);
    assert_ne!(before.cookies["stylebox_session"], client.cookies["stylebox_session"]);
    assert_ne!(before.cookies["XSRF-TOKEN"], client.cookies["XSRF-TOKEN"]);
    before.get("/api/account").await.refused(401, "not_authorized");
}

#[tokio::test]
async fn a_session_ends_after_two_weeks_unused_and_after_ninety_days_at_most() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let two_weeks = 14 * 24 * 60 * 60;
    assert_eq!(client.get("/api/sessions/ttl").await.expect(200)["ttl_seconds"], two_weeks);
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(client.get("/api/sessions/ttl").await.expect(200)["ttl_seconds"], two_weeks - 30);
    app.clock.advance(13 * DAY);
    assert_eq!(
        client.get("/api/sessions/ttl").await.expect(200)["ttl_seconds"],
        two_weeks,
        "using the session extends it"
    );
    let mut idle = client.clone();
    for _ in 0..5 {
        app.clock.advance(13 * DAY);
        client.get("/api/account").await.expect(200);
    }
    // 78 days and 30 seconds old: the 90 days are near.
    let left = client.get("/api/sessions/ttl").await.expect(200)["ttl_seconds"].as_u64().unwrap();
    assert_eq!(left, 12 * 24 * 60 * 60 - 30);
    app.clock.advance(12 * DAY);
    idle.get("/api/account").await.refused(401, "not_authorized");

    let mut unused = app.client();
    unused.register("ben@example.com").await;
    app.clock.advance(14 * DAY);
    unused.get("/api/sessions/ttl").await.refused(401, "not_authorized");
}

#[tokio::test]
async fn a_restart_keeps_sessions_and_human_checks() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let token = app.client().human().await;
    let app = app.restart().await;
    let mut again = app.client();
    again.cookies = client.cookies.clone();
    assert_eq!(again.get("/api/account").await.expect(200)["email"], "ann@example.com");
    // A human check that was begun before the restart is accepted after it.
    app.client().post("/api/registrations", registration("ben@example.com", &token)).await.expect(201);
}

#[tokio::test]
async fn too_many_wrong_passwords_lock_the_account_for_a_while() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let mut client = app.client();
    for _ in 0..10 {
        sign_in(&mut client, "ann@example.com", "Wrong#2026").await.refused(401, "credentials_invalid");
    }
    let refused = sign_in(&mut client, "Ann@example.com", PASSWORD).await;
    refused.refused(429, "too_many_requests");
    // The windows are 15 minutes long, and it is 15:00:00.
    assert_eq!(refused.header("retry-after"), Some("900"));
    client.address = "192.0.2.77".parse().unwrap();
    sign_in(&mut client, "ann@example.com", PASSWORD).await.refused(429, "too_many_requests");
    app.clock.advance(Duration::from_secs(900));
    assert_eq!(sign_in(&mut client, "ann@example.com", PASSWORD).await.status, 200);
    // A successful sign-in resets the count.
    for _ in 0..9 {
        sign_in(&mut client, "ann@example.com", "Wrong#2026").await.refused(401, "credentials_invalid");
    }
    assert_eq!(sign_in(&mut client, "ann@example.com", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn tries_without_a_human_check_do_not_lock_a_customer_out() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let mut stranger = app.client();
    let guess = json!({"customer": {"email": "ann@example.com", "password": "Wrong#2026", "recaptchaToken": "e30="}});
    for _ in 0..20 {
        stranger.post("/api/sessions", guess.clone()).await.refused(422, "human_check_failed");
    }
    assert_eq!(sign_in(&mut app.client(), "ann@example.com", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_forgotten_password_is_reset_with_the_link() {
    let app = TestApp::start().await;
    let mut elsewhere = app.client();
    elsewhere.register("ann@example.com").await;
    let mut client = app.client();
    let known = client.post("/api/passwords", json!({"customer": {"email": "ann@example.com"}})).await;
    assert_eq!((known.status.as_u16(), known.text.as_str()), (204, ""));
    let token = token_in_outbox(&app).await;
    let new = json!({"customer": {"email": "ann@example.com", "password": "Another#1",
        "password_confirmation": "Another#1", "reset_password_token": token}});
    let account = client.put("/api/passwords", new.clone()).await.expect(200);
    assert_eq!(account["email"], "ann@example.com");
    client.get("/api/account").await.expect(200);
    elsewhere.get("/api/account").await.refused(401, "not_authorized");
    assert_eq!(
        app.client().put("/api/passwords", new).await.refused(422, "reset_password_token"),
        "Unable to reset password"
    );
    sign_in(&mut app.client(), "ann@example.com", PASSWORD).await.refused(401, "credentials_invalid");
    assert_eq!(sign_in(&mut app.client(), "ann@example.com", "Another#1").await.status, 200);
}

#[tokio::test]
async fn an_invalid_link_sets_no_password() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let mut client = app.client();
    client.post("/api/passwords", json!({"customer": {"email": "ANN@example.com"}})).await;
    let token = token_in_outbox(&app).await;
    let new = |token: &str, email: Value| {
        json!({"customer": {"email": email, "password": "Another#1", "password_confirmation": "Another#1",
            "reset_password_token": token}})
    };
    client.put("/api/passwords", new("", Value::Null)).await.refused(422, "reset_password_token");
    client.put("/api/passwords", new(&token, json!("ben@example.com"))).await.refused(422, "reset_password_token");
    let differs = json!({"customer": {"password": "Another#1", "password_confirmation": "Another#2",
        "reset_password_token": token}});
    let body = client.put("/api/passwords", differs).await.expect(422);
    let expected = [("password_confirmation".to_owned(), "Both password need to be the same".to_owned())];
    assert_eq!(field_codes(&body), expected);
    app.clock.advance(Duration::from_secs(2 * 60 * 60));
    client.put("/api/passwords", new(&token, Value::Null)).await.refused(422, "reset_password_token");
    assert_eq!(sign_in(&mut client, "ann@example.com", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn asking_for_a_link_gets_the_same_answer_for_unknown_emails_and_is_limited() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let mut client = app.client();
    let unknown = client.post("/api/passwords", json!({"customer": {"email": "nobody@example.com"}})).await;
    assert_eq!((unknown.status.as_u16(), unknown.text.as_str()), (204, ""));
    assert!(!outbox(&app).await.contains("nobody@example.com"));
    for email in ["ann@example.com", "stranger@example.com"] {
        let mut caller = app.client();
        caller.address = if email.starts_with("ann") { "192.0.2.60" } else { "192.0.2.61" }.parse().unwrap();
        let form = json!({"customer": {"email": email}});
        assert_eq!(caller.post("/api/passwords", form.clone()).await.status, 204);
        for _ in 1..30 {
            caller.post("/api/passwords", form.clone()).await.refused(422, "human_check_failed");
        }
        let refused = caller.post("/api/passwords", form).await;
        refused.refused(429, "too_many_requests");
        assert_eq!(refused.header("retry-after"), Some("3600"));
    }
    client.address = "192.0.2.62".parse().unwrap();
    let wrong = client.post("/api/passwords", json!({"customer": {"email": "ann"}})).await.expect(422);
    let expected = [("email".to_owned(), "Please enter a valid email address".to_owned())];
    assert_eq!(field_codes(&wrong), expected);
}

#[tokio::test]
async fn the_server_hashes_passwords_with_the_recommended_cost() {
    let app = TestApp::start().await;
    let service = opening::state_on(app.state.db.clone(), app.state.settings.clone()).await.unwrap();
    assert_eq!(service.password_cost, PasswordCost { memory_kib: 19 * 1024, passes: 2 });
    service.db.close().await;
}

#[tokio::test]
async fn the_database_holds_no_password_and_no_token() {
    let app = TestApp::start().await;
    let mut client = app.client_of(app.with_costly_passwords());
    client.register("ann@example.com").await;
    sign_in(&mut client, "ann@example.com", PASSWORD).await;
    let dump = app.dump().await;
    assert!(dump.contains("ann@example.com"), "the dump has the rows");
    assert!(dump.contains("$argon2id$v=19$m=19456,t=2,p=1$"), "{dump}");
    for secret in [PASSWORD, &client.cookies["stylebox_session"], &client.cookies["XSRF-TOKEN"]] {
        assert!(!dump.contains(secret), "{secret} stands in the database");
    }
}

#[tokio::test]
async fn a_new_password_without_a_link_is_refused_before_anything_is_hashed() {
    let app = TestApp::start().await;
    let reset = |token: &str, again: &str| json!({"customer": {"reset_password_token": token, "password": "Another#1", "password_confirmation": again}});
    let mut draws = Vec::new();
    // Hashing draws a random salt, so no draw means no hash.
    for (again, refusal) in [("Another#2", "form_invalid"), ("Another#1", "reset_password_token")] {
        for _ in 0..2 {
            let before = app.draws();
            app.client().put("/api/passwords", reset("none", again)).await.refused(422, refusal);
            draws.push(app.draws() - before);
        }
    }
    assert_eq!(draws[1], draws[3], "{draws:?}");
}

#[tokio::test]
async fn the_values_of_a_reset_link_are_in_its_fragment() {
    let app = TestApp::start().await;
    app.client().register("ann+box@example.com").await;
    app.client().post("/api/passwords", json!({"customer": {"email": "ann+box@example.com"}})).await.expect(204);
    let mail = newest_mail(&app, "reset_password").await.unwrap().body;
    let link = "http://stylebox.test/members/reset_password#email=ann%2Bbox%40example.com&reset_password_token=";
    assert!(mail.contains(link), "{mail}");
}
