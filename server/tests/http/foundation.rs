//! Behavior that all calls share.

use crate::support::{PASSWORD, TestApp, registration};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use axum::routing::get;
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::rules_version;
use stylebox_server::app::response_middleware;
use stylebox_server::state::AppState;
use tower::ServiceExt;

#[tokio::test]
async fn the_service_says_what_time_it_is() {
    let app = TestApp::start().await;
    let status = app.client().get("/api/status").await.expect(200);
    assert_eq!(status["now"], "2026-11-18T15:00:00Z");
    assert_eq!(status["demo"]["customers"][1]["email"], "dana@example.com");
    app.clock.set("2027-01-01T00:00:00Z");
    assert_eq!(app.client().get("/api/status").await.json()["now"], "2027-01-01T00:00:00Z");
    assert_eq!(app.client().get("/healthz").await.text, "ok\n");
}

#[tokio::test]
async fn calls_of_rules_are_limited_for_each_address() {
    let app = TestApp::with(|settings| settings.rules_rate_limit = 3).await;
    let mut client = app.client();
    client.post("/api/rules/mask.zip", json!({"text": "55403"})).await.expect(200);
    app.clock.advance(Duration::from_secs(20));
    for _ in 0..2 {
        client.post("/api/rules/mask.zip", json!({"text": "55403"})).await.expect(200);
    }
    let refused = client.post("/api/rules/mask.zip", json!({"text": "55403"})).await;
    refused.refused(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), Some("40"), "the first call was 20 seconds ago");
    let mut other = app.client();
    other.address = "192.0.2.2".parse().unwrap();
    other.post("/api/rules/mask.zip", json!({"text": "55403"})).await.expect(200);
    app.clock.advance(Duration::from_secs(40));
    client.post("/api/rules/mask.zip", json!({"text": "55403"})).await.expect(200);
    client.post("/api/rules/mask.zip", json!({"text": "55403"})).await.refused(429, "too_many_requests");

    let unlimited = TestApp::with(|settings| settings.rules_rate_limit = 0).await;
    let mut client = unlimited.client();
    for _ in 0..5 {
        client.post("/api/rules/mask.zip", json!({"text": "55403"})).await.expect(200);
    }
}

#[tokio::test]
async fn behind_a_trusted_proxy_the_callers_own_address_is_limited() {
    let proxy = "10.0.0.1";
    let app = TestApp::with(|settings| {
        settings.rules_rate_limit = 1;
        settings.trusted_proxies = vec![proxy.parse().unwrap()];
    });
    let app = app.await;
    let mut client = app.client();
    client.address = proxy.parse().unwrap();
    for (caller, status) in [("198.51.100.1", 200), ("198.51.100.2", 200), ("198.51.100.1", 429)] {
        client.headers.insert("x-forwarded-for", caller.parse().unwrap());
        client.post("/api/rules/mask.zip", json!({"text": "1"})).await.expect(status);
    }
}

#[tokio::test]
async fn a_malformed_body_is_refused_and_not_echoed() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let post = |body: &str| {
        let request = Request::post("/api/sessions").header(header::CONTENT_TYPE, "application/json");
        request.body(Body::from(body.to_owned())).unwrap()
    };
    for no_json in ["{", ""] {
        let said = client.send(post(no_json)).await.refused(400, "request_invalid");
        assert!(said.starts_with("The request is not JSON (line 1, column "), "{said}");
    }
    let said = client.send(post("{}")).await.refused(422, "request_invalid");
    assert!(said.starts_with("The request is not of the form that this call takes (line 1, column "), "{said}");
    let secret = r#"{"customer": {"email": 5, "password": ["4242424242424242"]}}"#;
    let refused = client.send(post(secret)).await;
    refused.refused(422, "request_invalid");
    assert!(!refused.text.contains("4242"), "{}", refused.text);
    let nul = r#"{"customer": {"email": "ann\u0000@example.com", "password": "x"}}"#;
    client.send(post(nul)).await.refused(422, "request_invalid");
    let over = format!(r#"{{"customer": {{"email": "{}"}}}}"#, "a".repeat(64 * 1024));
    client.send(post(&over)).await.refused(413, "too_large");
}

#[tokio::test]
async fn an_unknown_path_is_not_found() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.get("/api/nothing").await.refused(404, "not_found");
    client.get("/nothing").await.refused(404, "not_found");
    client.get("/members/%FF").await.refused(404, "not_found");
    client.register("ann@example.com").await;
    for id in ["1", "%00", "a%00b", "%FF", "%F0%9F%91%97"] {
        client.get(&format!("/api/orders/{id}")).await.refused(404, "not_found");
    }
    client.get("/members/assets/gone-1234.js").await.refused(404, "not_found");
    client.delete("/api/status").await.refused(405, "method_not_allowed");
    for path in ["/", "/members"] {
        let moved = client.get(path).await;
        assert_eq!((moved.status.as_u16(), moved.header("location")), (308, Some("/members/")), "{path}");
    }
}

#[tokio::test]
async fn hsts_includes_subdomains_only_with_the_setting() {
    for (public_url, subdomains, header) in [
        ("https://stylebox.test", false, Some("max-age=31536000")),
        ("https://stylebox.test", true, Some("max-age=31536000; includeSubDomains")),
        ("http://stylebox.test", true, None),
    ] {
        let app = TestApp::with(|settings| {
            settings.public_url = stylebox_server::platform::config::PublicUrl::parse(public_url).unwrap();
            settings.hsts_subdomains = subdomains;
        });
        let mut client = app.await.client();
        for path in ["/api/status", "/api/nothing", "/members/", "/healthz"] {
            assert_eq!(client.get(path).await.header("strict-transport-security"), header, "{path}");
        }
    }
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let app = TestApp::with(|settings| {
        settings.public_url = stylebox_server::platform::config::PublicUrl::parse("https://stylebox.test").unwrap();
    });
    let app = app.await;
    let mut client = app.client();
    for path in ["/api/status", "/api/nothing", "/members/", "/members/login", "/dev/outbox", "/healthz"] {
        let reply = client.get(path).await;
        let policy = reply.header("content-security-policy").unwrap_or_default();
        // The outbox page has no script, and has its own policy.
        let scripts = path != "/dev/outbox";
        for (part, is_there) in [
            ("default-src 'none'", true),
            ("script-src 'self' 'wasm-unsafe-eval'", scripts),
            ("worker-src 'self' blob:", scripts),
            ("frame-ancestors 'none'", true),
        ] {
            assert_eq!(policy.contains(part), is_there, "{path}: {policy}");
        }
        assert!(!policy.contains("'unsafe-"), "{path}: {policy}");
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(reply.header("strict-transport-security").is_some(), "{path}");
    }
    assert_eq!(client.get("/api/status").await.header("cache-control"), Some("no-store"));
    client.register("ann@example.com").await;
    let token = client.human().await;
    let body = json!({"customer": {"email": "ann@example.com", "password": PASSWORD, "recaptchaToken": token}});
    let reply = client.post("/api/sessions", body).await;
    let cookies: Vec<_> = reply.headers.get_all("set-cookie").iter().collect();
    assert_eq!(cookies.len(), 3);
    assert!(cookies.iter().all(|cookie| cookie.to_str().unwrap().contains("Secure")), "{cookies:?}");
}

#[tokio::test]
async fn a_panic_answers_unexpected_and_reveals_nothing() {
    async fn broken() -> &'static str {
        panic!("the secret is 42")
    }
    let app = TestApp::start().await;
    let router: Router<AppState> = Router::new().route("/broken", get(broken));
    let router = response_middleware(router, &app.state).with_state(app.state.clone());
    let response = router.oneshot(Request::get("/broken").body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), 500);
    assert!(response.headers().contains_key("content-security-policy"));
    let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body, json!({"errors": {"unexpected": "An unexpected error occurred"}}));
}

#[tokio::test]
async fn a_call_that_takes_too_long_answers_unavailable() {
    let app = TestApp::start().await;
    let router = Router::new().route("/slow", get(async || StatusCode::SERVICE_UNAVAILABLE));
    let router = response_middleware(router, &app.state).with_state(app.state.clone());
    let response = router.oneshot(Request::get("/slow").body(Body::empty()).unwrap()).await.unwrap();
    let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    let words = "This is taking too long right now. Please try again.";
    assert_eq!(body, json!({"errors": {"unavailable": words}}));
}

#[tokio::test]
async fn long_answers_are_compressed() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.headers.insert(header::ACCEPT_ENCODING, "gzip".parse().unwrap());
    for path in ["/api/questionnaire", "/api/openapi.json", "/api/product_images/P001"] {
        assert_eq!(client.get(path).await.header("content-encoding"), Some("gzip"), "{path}");
    }
}

#[tokio::test]
async fn precompressed_files_are_not_compressed_again() {
    const SCRIPT: &[u8] = &[7; 1000];
    let app = TestApp::start().await;
    let compressed = async || ([(header::CONTENT_ENCODING, "br"), (header::CONTENT_TYPE, "text/javascript")], SCRIPT);
    let plain = async || ([(header::CONTENT_TYPE, "font/woff2")], SCRIPT);
    let router = Router::new().route("/compressed", get(compressed)).route("/plain", get(plain));
    let router = response_middleware(router, &app.state).with_state(app.state.clone());
    for (path, accepted, encoding) in [
        ("/compressed", "gzip, br", Some("br")),
        ("/compressed", "br, identity;q=0", Some("br")),
        ("/plain", "gzip", None),
    ] {
        let request = Request::get(path).header(header::ACCEPT_ENCODING, accepted).body(Body::empty()).unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200, "{path} for {accepted}");
        let said = response.headers().get(header::CONTENT_ENCODING).map(|encoding| encoding.to_str().unwrap());
        assert_eq!(said, encoding, "{path} for {accepted}");
        assert_eq!(axum::body::to_bytes(response.into_body(), 10_000).await.unwrap(), SCRIPT, "{path} for {accepted}");
    }
}

#[tokio::test]
async fn the_outbox_page_shows_messages_and_escapes_their_markup() {
    let app = TestApp::start().await;
    let mut client = app.client();
    assert!(client.get("/dev/outbox").await.text.contains("Nothing yet."));
    let token = client.human().await;
    let mut body = registration("ann@example.com", &token);
    body["customer"]["first_name"] = json!("<script>alert(1)</script>");
    client.post("/api/registrations", body).await.expect(201);
    let page = client.get("/dev/outbox").await;
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.text.contains("Hello &lt;script&gt;") && !page.text.contains("<script"), "{}", page.text);
    let link = r#"<a href="http://stylebox.test/members/quiz/1">"#;
    assert!(page.text.contains(link), "{}", page.text);
}

#[tokio::test]
async fn every_call_of_the_account_pages_is_described() {
    let app = TestApp::start().await;
    let description = app.client().get("/api/openapi.json").await.expect(200);
    for (path, method) in [
        ("/status", "get"),
        ("/human_check", "get"),
        ("/sessions", "post"),
        ("/sessions", "delete"),
        ("/sessions/ttl", "get"),
        ("/registrations", "post"),
        ("/passwords", "post"),
        ("/passwords", "put"),
        ("/account", "get"),
        ("/account", "patch"),
        ("/questionnaire", "get"),
        ("/style_profiles/{id}", "get"),
        ("/style_profiles/{id}", "patch"),
        ("/holidays", "get"),
        ("/locations", "get"),
        ("/product_images/{id}", "get"),
        ("/rules/{rule}", "post"),
    ] {
        let call = &description["paths"][path][method];
        assert!(call["responses"].is_object(), "{method} {path}");
        assert!(call["summary"].as_str().is_some_and(|text| text.len() > 10), "{method} {path}: {call}");
    }
    let fields = &description["components"]["schemas"]["Account"]["properties"];
    assert_eq!(fields["phone"]["type"], json!(["string", "null"]));
    let word = json!({"$ref": "#/components/schemas/SubscriptionType"});
    assert_eq!(fields["subscription_type"]["oneOf"], json!([word, {"type": "null"}]));
    let words = &description["components"]["schemas"]["SubscriptionType"]["enum"];
    assert_eq!(words.as_array().map(Vec::len), Some(4));
}

#[tokio::test]
async fn every_answer_to_a_call_has_the_servers_rules_version() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let calls = [
        (Method::GET, "/api/status", None, 200),
        (Method::GET, "/api/openapi.json", None, 200),
        (Method::GET, "/api/product_images/P001", None, 200),
        (Method::GET, "/api/account", None, 401),
        (Method::GET, "/api/nothing", None, 404),
        (Method::DELETE, "/api/status", None, 405),
        (Method::POST, "/api/rules/login.validate", Some(json!([])), 422),
        (Method::POST, "/api/rules/login.validate", Some(json!("a".repeat(64 * 1024))), 413),
        (Method::POST, "/api/sessions", Some(json!({"customer": {}})), 422),
    ];
    for sent in [None, Some(rules_version()), Some("0123456789abcdef")] {
        client.headers.clear();
        if let Some(sent) = sent {
            client.headers.insert("x-rules-version", sent.parse().unwrap());
        }
        for (method, path, body, status) in calls.clone() {
            let reply = client.call(method.clone(), path, body).await;
            assert_eq!(reply.status.as_u16(), status, "{method} {path}: nothing depends on the page's rules");
            assert_eq!(reply.header("x-rules-version"), Some(rules_version()), "{method} {path}");
        }
    }
    assert_eq!(client.get("/api/status").await.json()["rules_version"], rules_version());
    assert_eq!(client.get("/members/login").await.header("x-rules-version"), None, "a page is not a call");
}

#[tokio::test]
async fn a_failed_call_also_has_the_rules_version() {
    async fn broken() -> &'static str {
        panic!("broken")
    }
    let app = TestApp::start().await;
    let router: Router<AppState> = Router::new().route("/api/broken", get(broken));
    let router = response_middleware(router, &app.state).with_state(app.state.clone());
    let response = router.oneshot(Request::get("/api/broken").body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), 500);
    assert_eq!(response.headers()["x-rules-version"], rules_version());

    let description = app.client().get("/api/openapi.json").await.expect(200);
    for (path, call) in description["paths"].as_object().unwrap() {
        assert_eq!(call["parameters"][0]["name"], "x-rules-version", "{path}");
        for method in ["get", "put", "post", "delete", "patch"] {
            for (status, answer) in call[method]["responses"].as_object().into_iter().flatten() {
                assert!(answer["headers"]["x-rules-version"].is_object(), "{method} {path} {status}");
            }
        }
    }
}

#[tokio::test]
async fn every_schema_that_the_description_refers_to_exists() {
    let app = TestApp::start().await;
    let description = app.client().get("/api/openapi.json").await.expect(200);
    let text = description.to_string();
    let schemas = description["components"]["schemas"].as_object().unwrap();
    let names = text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap());
    let missing: std::collections::BTreeSet<&str> = names.filter(|name| !schemas.contains_key(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}: derive ToSchema, and name it in `components` or inline it");
}
