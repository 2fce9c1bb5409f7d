//! What every call shares.

use crate::support::TestApp;
use serde_json::json;

#[tokio::test]
async fn the_service_says_what_time_it_is() {
    let app = TestApp::start().await;
    let status = app.client().get("/api/status").await.expect(200);
    assert_eq!(status["now"], "2026-11-18T15:00:00Z");
    assert_eq!(status["demo"], true);
    app.clock.set("2027-01-01T00:00:00Z");
    assert_eq!(app.client().get("/api/status").await.json()["now"], "2027-01-01T00:00:00Z");
    assert_eq!(app.client().get("/healthz").await.text, "ok\n");
}

#[tokio::test]
async fn a_rule_answers_anybody() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let answer = client.post("/api/rules/login.validate", json!({"email": "ann@example.com", "password": ""})).await;
    assert_eq!(answer.expect(200), json!({"password": "Required"}));
    let wrong = client.post("/api/rules/login.validate", json!([])).await.expect(422);
    assert!(wrong["error"].is_string(), "{wrong}");
    let unknown = client.post("/api/rules/login.nonsense", json!({})).await.expect(404);
    assert_eq!(unknown, json!({"error": "There is no such rule."}));
}
