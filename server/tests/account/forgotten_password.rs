//! "Forgot my password": who is asked for a human check, and how many links go to an address. Strangers cannot lock out the owner.

use crate::support::{Client, Reply, TestApp};
use serde_json::json;
use std::time::Duration;
use stylebox_core::policy::limits;

const HOUR: Duration = Duration::from_secs(60 * 60);

async fn ask(client: &mut Client, email: &str) -> Reply {
    client.post("/api/passwords", json!({"customer": {"email": email}})).await
}

/// Asks for a link, with a human check.
async fn ask_as_human(client: &mut Client, email: &str) -> Reply {
    let human = client.human().await;
    client.post("/api/passwords", json!({"customer": {"email": email, "recaptchaToken": human}})).await
}

fn at(app: &TestApp, address: &str) -> Client {
    let mut client = app.client();
    client.address = address.parse().unwrap();
    client
}

/// The tokens of all links that were written, sorted.
async fn tokens(app: &TestApp) -> Vec<String> {
    let dump = app.dump().await;
    let token = |part: &str| part.chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
    let mut tokens: Vec<String> = dump.split("reset_password_token=").skip(1).map(token).collect();
    tokens.sort();
    tokens.dedup();
    tokens
}

async fn set(client: &mut Client, token: &str) -> Reply {
    let password = "Another#2027";
    let body =
        json!({"customer": {"reset_password_token": token, "password": password, "password_confirmation": password}});
    client.put("/api/passwords", body).await
}

#[tokio::test]
async fn a_network_needs_a_human_check_from_its_second_call_in_an_hour() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    for email in ["ann@example.com", "nobody@example.com"] {
        let network = if email.starts_with("ann") { "1" } else { "2" };
        let mut client = at(&app, &format!("2001:db8:0:{network}::1"));
        ask(&mut client, email).await.expect(204);
        for host in ["::1", "::2", ":ffff::3"] {
            client.address = format!("2001:db8:0:{network}{host}").parse().unwrap();
            ask(&mut client, email).await.refused(422, "human_check_failed");
            ask_as_human(&mut client, email).await.expect(204);
        }
        let wrong = json!({"customer": {"email": email, "recaptchaToken": "made up"}});
        client.post("/api/passwords", wrong).await.refused(422, "human_check_failed");
    }
    let mut other = at(&app, "2001:db8:0:3::1");
    ask(&mut other, "ann@example.com").await.expect(204);
    ask(&mut other, "ann@example.com").await.refused(422, "human_check_failed");
    app.clock.advance(HOUR);
    ask(&mut other, "ann@example.com").await.expect(204);
}

#[tokio::test]
async fn an_address_gets_five_links_an_hour_and_each_of_them_works() {
    let app = TestApp::start().await;
    let mut ann = at(&app, "192.0.2.50");
    ann.register("ann@example.com").await;
    // Somebody else asks, each time from another network.
    for number in 0..7 {
        ask(&mut at(&app, &format!("198.51.100.{number}")), "ann@example.com").await.expect(204);
    }
    assert_eq!(app.messages_queued("reset_password").await, 5);
    // The owner's own call is answered as usual, and earlier links can be used.
    ask(&mut at(&app, "192.0.2.51"), "Ann@Example.com").await.expect(204);
    assert_eq!(app.messages_queued("reset_password").await, 5);
    let links = tokens(&app).await;
    assert_eq!(links.len(), 5);
    // The first link works for two hours.
    app.clock.advance(2 * HOUR - Duration::from_secs(1));
    set(&mut app.client(), &links[0]).await.expect(200);
    set(&mut app.client(), &links[0]).await.refused(422, "reset_password_token");
    // After an hour a new link is sent.
    ask(&mut at(&app, "192.0.2.52"), "ann@example.com").await.expect(204);
    assert_eq!(app.messages_queued("reset_password").await, 6);
}

#[tokio::test]
async fn each_link_works_for_two_hours_even_after_a_newer_one() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    ask(&mut at(&app, "198.51.100.1"), "ann@example.com").await.expect(204);
    let first = tokens(&app).await;
    app.clock.advance(HOUR);
    ask(&mut at(&app, "198.51.100.2"), "ann@example.com").await.expect(204);
    let both = tokens(&app).await;
    assert_eq!((first.len(), both.len()), (1, 2));
    app.clock.advance(HOUR);
    set(&mut app.client(), &first[0]).await.refused(422, "reset_password_token");
    let second = both.iter().find(|token| **token != first[0]).unwrap();
    set(&mut app.client(), second).await.expect(200);
}

#[tokio::test]
async fn only_emails_that_are_really_queued_are_counted() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    for number in 0..12 {
        ask(&mut at(&app, &format!("198.51.100.{number}")), &format!("nobody{number}@example.com")).await.expect(204);
        ask(&mut at(&app, &format!("198.51.101.{number}")), "ann@example.com").await.expect(204);
    }
    assert_eq!(app.tries("mails-reset", limits::RESET_MAILS_OF_SHOP).await, 5);
}

/// Many addresses of one IPv6 network give no more tries.
#[tokio::test]
async fn every_limit_of_anonymous_callers_counts_an_ipv6_64_network_as_one() {
    let app = TestApp::start().await;
    let body = |of: &str| match of {
        "reset-caller" => json!({"customer": {"email": "nobody@example.com"}}),
        "reset-try" => json!({"customer": {
            "reset_password_token": "made up", "password": "Another#2027", "password_confirmation": "Another#2027"}}),
        "login-caller" => json!({"customer": {"email": "nobody@example.com", "password": "Wr0ng-word"}}),
        "phone-links-caller" => json!({"phone_link": {"token": "made up"}}),
        "email-links-caller" => json!({"token": "made up"}),
        "register-caller" => crate::support::registration("new@example.com", "made up"),
        _ => json!({"text": "55403"}),
    };
    let sent = |method: &axum::http::Method, name: &str| (*method != axum::http::Method::GET).then(|| body(name));
    for (method, path, name, most) in [
        ("POST", "/api/passwords", "reset-caller", 30),
        ("PUT", "/api/passwords", "reset-try", 30),
        ("POST", "/api/sessions", "login-caller", 100),
        ("GET", "/api/account/validate_signup_code/MADEUP22", "signup-codes", 30),
        ("PUT", "/api/phone_links", "phone-links-caller", 30),
        ("POST", "/api/email_confirmations", "email-links-caller", 30),
        ("POST", "/api/registrations", "register-caller", 60),
        ("POST", "/api/rules/mask.zip", "rules", 600),
        ("GET", "/api/postal_codes/55403", "postal-codes", 240),
    ] {
        let method: axum::http::Method = method.parse().unwrap();
        let mut client = at(&app, "2001:db8:0:9::1");
        for number in 0..most {
            client.address = format!("2001:db8:0:9::{number:x}").parse().unwrap();
            let answer = client.call(method.clone(), path, sent(&method, name)).await;
            assert_ne!(answer.status, 429, "{name}: {}", answer.text);
        }
        client.address = "2001:db8:0:9:ffff:ffff:ffff:ffff".parse().unwrap();
        let answer = client.call(method.clone(), path, sent(&method, name)).await;
        assert_eq!(answer.status, 429, "{name}: {}", answer.text);
        client.address = "2001:db8:0:a::1".parse().unwrap();
        let answer = client.call(method.clone(), path, sent(&method, name)).await;
        assert_ne!(answer.status, 429, "{name}: {}", answer.text);
    }
}
