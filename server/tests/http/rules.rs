//! `POST /api/rules/{rule}`.

use crate::support::{Client, Reply, TestApp};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

/// The largest input that is accepted, in bytes.
const LARGEST: usize = 64 * 1024;

/// The input of a mask, `size` bytes long.
fn input_of(size: usize) -> Value {
    let input = json!({"text": "5".repeat(size - r#"{"text":""}"#.len())});
    assert_eq!(input.to_string().len(), size);
    input
}

async fn send(client: &mut Client, rule: &str, body: &'static str) -> Reply {
    client.send(Request::post(format!("/api/rules/{rule}")).body(Body::from(body)).unwrap()).await
}

#[tokio::test]
async fn rules_need_no_session() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let answer = client.post("/api/rules/login.validate", json!({"email": "ann@example.com", "password": ""})).await;
    assert_eq!(answer.expect(200), json!({"password": "Required"}));
    let nothing = client.post("/api/rules/pickup_signup.readiness", json!({})).await.expect(200);
    assert_eq!(nothing, json!(false), "an answer may be a bare value");
}

#[tokio::test]
async fn an_input_that_does_not_fit_the_rule_is_refused_with_the_reason() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let list = client.post("/api/rules/login.validate", json!([])).await.expect(422);
    assert_eq!(list, json!({"error": "The input of a rule is an object."}));
    for body in ["", "{", "{} {}", "\u{feff}{}"] {
        let refused = send(&mut client, "login.validate", body).await.expect(422);
        assert!(refused["error"].as_str().unwrap().starts_with("The input is no JSON: "), "{body:?}: {refused}");
    }
}

#[tokio::test]
async fn an_unknown_rule_is_not_found_whatever_is_sent() {
    let app = TestApp::start().await;
    let mut client = app.client();
    for body in ["{}", "[]", "{", ""] {
        let unknown = send(&mut client, "login.nonsense", body).await.expect(404);
        assert_eq!(unknown, json!({"error": "There is no rule \"login.nonsense\"."}), "{body:?}");
    }
    for rule in ["login", "LOGIN.validate", "login.validate.", "%22%3Cb%3E", "login%2Fvalidate"] {
        let unknown = send(&mut client, rule, "{}").await.expect(404);
        assert!(unknown["error"].as_str().unwrap().starts_with("There is no rule \""), "{rule}: {unknown}");
    }
}

#[tokio::test]
async fn an_input_of_64_kib_is_accepted_and_one_byte_more_is_refused() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let taken = client.post("/api/rules/mask.zip", input_of(LARGEST)).await.expect(200);
    assert_eq!(taken, json!("55555-5555"));
    let refused = client.post("/api/rules/mask.zip", input_of(LARGEST + 1)).await;
    refused.refused(413, "too_large");
    assert_eq!(refused.json()["errors"]["too_large"], "The request is larger than 64 KiB");
}
