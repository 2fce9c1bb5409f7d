//! Cross-site requests: calls that another site's page makes with a customer's cookies.

use crate::support::TestApp;
use crate::support::description::{Call, calls, check_complete};
use axum::body::Body;
use axum::http::{HeaderName, Request, header};
use serde_json::json;

/// The changing calls that need no anti-forgery token (core's `session.needs_csrf`), each for a reason.
const EXEMPT: [(&str, &str); 5] = [
    ("POST /sessions", "there is no session yet: the human check and the password replace the token"),
    ("POST /registrations", "there is no session yet: the human check replaces the token"),
    ("POST /passwords", "it only sends an email, to the account's own address"),
    ("PUT /passwords", "the token in the email replaces it"),
    ("POST /rules/{rule}", "it computes, and changes nothing"),
];

async fn changing_calls(app: &TestApp) -> Vec<Call> {
    calls(app).await.into_iter().filter(Call::changes).collect()
}

#[tokio::test]
async fn a_changing_call_in_a_session_needs_the_sessions_token() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let mut ben = app.client();
    ben.register("ben@example.com").await;
    for call in changing_calls(&app).await.iter().filter(|call| call.needs_token()) {
        for token in [None, Some(""), Some("0"), Some(ben.cookies["XSRF-TOKEN"].as_str())] {
            let mut request = Request::builder().method(&call.method).uri(call.at("1"));
            if let Some(token) = token {
                request = request.header("x-xsrf-token", token);
            }
            let request = request.header(header::CONTENT_TYPE, "application/json").body(Body::from("{}")).unwrap();
            let reply = ann.send(request).await;
            assert_eq!(reply.status, 403, "{} with the token {token:?}: {}", call.name(), reply.text);
            reply.refused(403, "not_authorized");
        }
        assert!(call.describes(403), "{} does not describe 403", call.name());
    }
    let patch = json!({"customer": {"first_name": "Anna"}});
    assert_eq!(ann.patch("/api/account", patch).await.expect(200)["first_name"], "Anna");
}

#[tokio::test]
async fn only_known_calls_need_no_token_and_they_accept_only_json() {
    let app = TestApp::start().await;
    let exempt: Vec<Call> = changing_calls(&app).await.into_iter().filter(|call| !call.needs_token()).collect();
    let names: Vec<String> = exempt.iter().map(Call::name).collect();
    let advice =
        "say in core's `session.needs_csrf` that it needs the token, or in EXEMPT of tests/http/forgery.rs why not";
    check_complete("EXEMPT", &EXEMPT.map(|(name, _)| name), &names, advice);
    let mut visitor = app.client();
    // The media types that a form on another site can send. A rule takes JSON under any media type: it changes nothing.
    for call in exempt.iter().filter(|call| call.path != "/rules/{rule}") {
        for media_type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            let request = Request::builder().method(&call.method).uri(call.at("1"));
            let request = request.header(header::CONTENT_TYPE, media_type).body(Body::from("{}")).unwrap();
            let said = visitor.send(request).await.refused(415, "request_invalid");
            assert_eq!(said, "The request must be of type application/json");
        }
    }
}

#[tokio::test]
async fn another_sites_page_cannot_call() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let body = json!({"customer": {"email": "ann@example.com"}});
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("origin", "https://stylebox.test.evil.example"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        client.headers.clear();
        client.headers.insert(HeaderName::from_static(name), value.parse().unwrap());
        for call in changing_calls(&app).await {
            let reply = call.send(&mut client, "1", &json!({})).await;
            assert_eq!(reply.status, 403, "{} with {name}: {value}: {}", call.name(), reply.text);
        }
    }
    let own = [("origin", "http://stylebox.test"), ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "none")];
    for (number, (name, value)) in own.into_iter().enumerate() {
        // The first call from a network needs no human check.
        client.address = format!("192.0.2.{}", 50 + number).parse().unwrap();
        client.headers.clear();
        client.headers.insert(HeaderName::from_static(name), value.parse().unwrap());
        assert_eq!(client.post("/api/passwords", body.clone()).await.status, 204, "{name}: {value}");
    }
}

#[tokio::test]
async fn a_lost_token_cookie_is_set_again() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let token = client.cookies.remove("XSRF-TOKEN").unwrap();
    client.get("/api/account").await.expect(200);
    assert_eq!(client.cookies["XSRF-TOKEN"], token);
}
