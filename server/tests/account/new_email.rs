//! A new email address: it counts once the customer has opened the link that is sent there.

use crate::account::sign_up_and_in::sign_in;
use crate::support::{Client, PASSWORD, Shopper, TestApp, confirm, email_token, newest_mail, open_email_link};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::store::mail::outbox;

fn to(email: &str) -> Value {
    json!({"customer": {"email": email}})
}

/// A customer who has asked for another address.
async fn asking(app: &TestApp) -> Client {
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    ann.patch("/api/account", to("Anna@example.com")).await.expect(200);
    ann
}

/// The recipients and kinds of the messages about email addresses, the oldest first.
async fn told(app: &TestApp) -> Vec<(String, String)> {
    let mut tx = app.state.db.read().await.unwrap();
    let mails = outbox::newest(&mut tx, 200).await.unwrap();
    let about = mails.into_iter().rev().filter(|mail| mail.kind.contains("email"));
    about.map(|mail| (mail.recipient, mail.kind)).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(to, kind)| ((*to).to_owned(), (*kind).to_owned())).collect()
}

#[tokio::test]
async fn the_old_address_counts_until_the_link_is_opened() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let change = json!({"customer": {"email": "Anna@example.com", "first_name": "Anna"}});
    let account = ann.patch("/api/account", change).await.expect(200);
    assert_eq!(account["first_name"], "Anna", "the rest of the change does not wait");
    assert_eq!(account["pending_email"], "Anna@example.com");
    assert_eq!(account["email"], "ann@example.com");
    assert_eq!(ann.get("/api/account").await.expect(200), account);
    sign_in(&mut app.client(), "anna@example.com", PASSWORD).await.refused(401, "credentials_invalid");
    let asked = [("Anna@example.com", "confirm_email"), ("ann@example.com", "email_change_asked")];
    assert_eq!(told(&app).await, pairs(&asked));
    let notice = newest_mail(&app, "email_change_asked").await.unwrap().body;
    assert!(notice.contains("Anna@example.com") && notice.contains("/members/forgot_password"), "{notice}");
    let token = email_token(&app).await;
    assert!(!app.dump().await.replace(&format!("#token={token}"), "").contains(&token), "only its hash is stored");

    // The link is opened on another device, which gets no session.
    let mut phone = app.client();
    assert_eq!(open_email_link(&mut phone, &token).await.expect(200), json!({"email": "Anna@example.com"}));
    phone.get("/api/account").await.refused(401, "not_authorized");
    sign_in(&mut app.client(), "anna@example.com", PASSWORD).await.expect(200);
    sign_in(&mut app.client(), "ann@example.com", PASSWORD).await.refused(401, "credentials_invalid");
    let changed = told(&app).await.pop().unwrap();
    assert_eq!(changed, ("ann@example.com".to_owned(), "email_changed".to_owned()), "the old address is told");
    let notice = newest_mail(&app, "email_changed").await.unwrap().body;
    assert!(notice.contains("(800) 555-0142"), "a link for a password would go to the new address: {notice}");
}

#[tokio::test]
async fn opening_the_link_ends_all_other_sessions() {
    let app = TestApp::start().await;
    let mut ann = asking(&app).await;
    let mut elsewhere = app.client();
    sign_in(&mut elsewhere, "ann@example.com", PASSWORD).await.expect(200);
    open_email_link(&mut ann, &email_token(&app).await).await.expect(200);
    assert_eq!(ann.get("/api/account").await.expect(200)["email"], "Anna@example.com");
    elsewhere.get("/api/account").await.refused(401, "not_authorized");
    // If the link is opened in another customer's session, only that customer stays signed in.
    ann.patch("/api/account", to("ann@example.com")).await.expect(200);
    let mut ben = app.client();
    ben.register("ben@example.com").await;
    open_email_link(&mut ben, &email_token(&app).await).await.expect(200);
    ann.get("/api/account").await.refused(401, "not_authorized");
    assert_eq!(ben.get("/api/account").await.expect(200)["email"], "ben@example.com");
}

#[tokio::test]
async fn only_the_newest_link_works_once_and_for_three_days() {
    let app = TestApp::start().await;
    let mut ann = asking(&app).await;
    let older = email_token(&app).await;
    app.clock.advance(Duration::from_secs(1));
    ann.patch("/api/account", to("annie@example.com")).await.expect(200);
    let newer = email_token(&app).await;
    app.clock.advance(Duration::from_secs(72 * 60 * 60 - 1));
    let mut words = Vec::new();
    for wrong in [&*older, "", "0"] {
        words.push(open_email_link(&mut app.client(), wrong).await.refused(422, "email_link_invalid"));
    }
    assert_eq!(ann.get("/api/account").await.expect(200)["pending_email"], "annie@example.com");
    open_email_link(&mut app.client(), &newer).await.expect(200);
    words.push(open_email_link(&mut app.client(), &newer).await.refused(422, "email_link_invalid"));
    assert!(words.iter().all(|said| *said == words[0]));

    let mut ben = app.client();
    ben.register("ben@example.com").await;
    ben.patch("/api/account", to("benno@example.com")).await.expect(200);
    let late = email_token(&app).await;
    app.clock.advance(Duration::from_secs(72 * 60 * 60));
    open_email_link(&mut app.client(), &late).await.refused(422, "email_link_invalid");
    assert_eq!(ben.get("/api/account").await.expect(200)["pending_email"], json!(null));
}

#[tokio::test]
async fn an_address_that_was_taken_in_the_meantime_is_refused() {
    let app = TestApp::start().await;
    let mut ann = asking(&app).await;
    app.client().register("anna@example.com").await;
    let refused = open_email_link(&mut ann, &email_token(&app).await).await;
    assert_eq!(refused.refused(422, "email_invalid"), "Email taken.");
    assert_eq!(ann.get("/api/account").await.expect(200)["email"], "ann@example.com");
}

#[tokio::test]
async fn a_waiting_address_can_be_withdrawn() {
    let app = TestApp::start().await;
    let mut ann = asking(&app).await;
    let token = email_token(&app).await;
    for _ in 0..2 {
        ann.delete("/api/account/pending_email").await.expect(204);
    }
    assert_eq!(ann.get("/api/account").await.expect(200)["pending_email"], json!(null));
    open_email_link(&mut ann, &token).await.refused(422, "email_link_invalid");
    app.client().delete("/api/account/pending_email").await.refused(401, "not_authorized");
}

#[tokio::test]
async fn the_same_address_again_is_sent_its_link_again() {
    let app = TestApp::start().await;
    let mut ann = asking(&app).await;
    let first = email_token(&app).await;
    for _ in 1..5 {
        app.clock.advance(Duration::from_secs(1));
        ann.patch("/api/account", to("anna@example.com")).await.expect(200);
    }
    let asked = told(&app).await;
    let sent = asked.iter().filter(|(_, kind)| kind == "confirm_email").count();
    let notices = asked.iter().filter(|(_, kind)| kind == "email_change_asked").count();
    assert_eq!((sent, notices), (5, 1), "the old address is told once");
    // The limit is for the recipient. It counts the requests of all customers.
    let refused = ann.patch("/api/account", to("anna@example.com")).await;
    refused.refused(429, "too_many_requests");
    assert!(refused.header("retry-after").is_some());
    let mut ben = app.client();
    ben.register("ben@example.com").await;
    ben.patch("/api/account", to("ANNA@example.com")).await.refused(429, "too_many_requests");
    open_email_link(&mut ann, &first).await.refused(422, "email_link_invalid");
    open_email_link(&mut ann, &email_token(&app).await).await.expect(200);
}

#[tokio::test]
async fn the_link_is_sent_again_without_a_code() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await.browser;
    ann.post("/api/account/pending_email", json!({})).await.refused(404, "not_found");
    ann.patch("/api/account", to("anna@example.com")).await.refused(403, "mfa_required");
    ann.post("/api/account/pending_email", json!({})).await.refused(404, "not_found");
    confirm(&app, &mut ann).await;
    let first = email_token(&app).await;
    // A code confirms further changes for ten minutes. After that, the same change in the form would wait for another code.
    app.clock.advance(Duration::from_secs(11 * 60));
    ann.patch("/api/account", to("anna@example.com")).await.refused(403, "mfa_required");
    ann.post("/api/account/pending_email", json!({})).await.expect(204);
    let expected = [("anna@example.com", "confirm_email"), ("ann@example.com", "email_change_asked")];
    let again = [("anna@example.com", "confirm_email")];
    assert_eq!(told(&app).await, pairs(&[&expected[..], &again].concat()), "the old address is told once");
    open_email_link(&mut ann, &first).await.refused(422, "email_link_invalid");
    open_email_link(&mut ann, &email_token(&app).await).await.expect(200);
    ann.post("/api/account/pending_email", json!({})).await.refused(404, "not_found");
    app.client().post("/api/account/pending_email", json!({})).await.refused(401, "not_authorized");
}

#[tokio::test]
async fn the_link_is_sent_again_five_times_an_hour_and_never_to_a_taken_address() {
    let app = TestApp::start().await;
    let mut ann = asking(&app).await;
    for _ in 1..5 {
        ann.post("/api/account/pending_email", json!({})).await.expect(204);
    }
    let refused = ann.post("/api/account/pending_email", json!({})).await;
    refused.refused(429, "too_many_requests");
    assert!(refused.header("retry-after").is_some());
    app.clock.advance(Duration::from_secs(60 * 60));
    app.client().register("anna@example.com").await;
    ann.post("/api/account/pending_email", json!({})).await.refused(422, "email_invalid");
}

#[tokio::test]
async fn a_customer_is_sent_at_most_ten_links_an_hour() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    for number in 0..10 {
        ann.patch("/api/account", to(&format!("ann{number}@example.com"))).await.expect(200);
    }
    let change = json!({"customer": {"email": "ann10@example.com", "first_name": "Anna"}});
    ann.patch("/api/account", change).await.refused(429, "too_many_requests");
    let account = ann.get("/api/account").await.expect(200);
    assert_eq!((&account["first_name"], &account["pending_email"]), (&json!("Ann"), &json!("ann9@example.com")));
}

#[tokio::test]
async fn another_spelling_of_the_address_needs_no_link() {
    let app = TestApp::start().await;
    let mut ann = asking(&app).await;
    let account = ann.patch("/api/account", to("ANN@Example.com")).await.expect(200);
    assert_eq!(account["email"], "ANN@Example.com");
    assert_eq!(account["pending_email"], "Anna@example.com", "the new address still waits");
    assert_eq!(told(&app).await.len(), 2, "nobody is told");
}

#[tokio::test]
async fn the_link_is_sent_only_after_the_code() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.browser.patch("/api/account", to("anna@example.com")).await.refused(403, "mfa_required");
    assert!(newest_mail(&app, "confirm_email").await.is_none(), "no link before the code");
    let account = confirm(&app, &mut ann.browser).await;
    assert_eq!((&account["email"], &account["pending_email"]), (&json!("ann@example.com"), &json!("anna@example.com")));
    open_email_link(&mut ann.browser, &email_token(&app).await).await.expect(200);
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["email"], "anna@example.com");
}

#[tokio::test]
async fn a_new_password_withdraws_a_waiting_address_but_not_one_in_the_same_change() {
    let app = TestApp::start().await;
    let mut ann = asking(&app).await;
    let token = email_token(&app).await;
    let change = json!({"customer": {"current_password": PASSWORD, "password": "Another#1", "password_confirmation": "Another#1"}});
    ann.put("/api/registrations", change).await.expect(200);
    assert_eq!(ann.get("/api/account").await.expect(200)["pending_email"], json!(null));
    open_email_link(&mut ann, &token).await.refused(422, "email_link_invalid");
    let both = json!({"customer": {"email": "annie@example.com", "password": "Third#123", "password_confirmation": "Third#123"}});
    ann.patch("/api/account", both).await.refused(403, "mfa_required");
    confirm(&app, &mut ann).await;
    assert_eq!(ann.get("/api/account").await.expect(200)["pending_email"], "annie@example.com");
    open_email_link(&mut ann, &email_token(&app).await).await.expect(200);
}

#[tokio::test]
async fn correcting_the_address_on_the_tablet_withdraws_a_waiting_one() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    let mut form = crate::support::registration("ann@example.com", &ann.human().await);
    form["customer"]["registered_in_store"] = json!(true);
    ann.post("/api/registrations", form).await.expect(201);
    ann.patch("/api/account", to("anna@example.com")).await.expect(200);
    let token = email_token(&app).await;
    ann.patch("/api/registrations", to("annie@example.com")).await.expect(200);
    open_email_link(&mut ann, &token).await.refused(422, "email_link_invalid");
    assert_eq!(ann.get("/api/account").await.expect(200)["email"], "annie@example.com");
}
