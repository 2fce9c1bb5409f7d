//! What a party needs in the browser: nothing by default, and what it states if it has a script there.

use crate::support::TestApp;
use serde_json::{Value, json};
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::browser::BrowserNeeds;
use stylebox_server::providers::fraud::{Collector, FraudCheck, NoAnswer, Purchase, Verdict};

/// A fraud check with a script in the browser.
struct WithCollector;

impl FraudCheck for WithCollector {
    fn collector(&self) -> Option<Collector> {
        Some(Collector {
            script: "https://collector.example/kit.js".to_owned(),
            needs: BrowserNeeds {
                scripts: vec!["https://collector.example".to_owned()],
                frames: Vec::new(),
                connections: vec!["https://beacon.example".to_owned()],
                images: Vec::new(),
            },
        })
    }

    fn check<'a>(&'a self, _: &'a Purchase) -> BoxFuture<'a, Result<Verdict, NoAnswer>> {
        Box::pin(async { Ok(Verdict::Accept) })
    }
}

#[tokio::test]
async fn by_default_nothing_is_loaded_from_anybody() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    for path in ["/api/status", "/members/login", "/healthz"] {
        let policy = visitor.get(path).await.header("content-security-policy").unwrap().to_owned();
        assert!(!policy.contains("http"), "{path}: {policy}");
    }
    assert_eq!(visitor.get("/api/status").await.expect(200)["fraud_collector"], Value::Null);
}

#[tokio::test]
async fn the_content_policy_allows_what_the_fraud_check_states() {
    let app = TestApp::start().await;
    let mut visitor = app.client_of(app.with_fraud_check(WithCollector));
    let status = visitor.get("/api/status").await.expect(200);
    assert_eq!(status["fraud_collector"], json!("https://collector.example/kit.js"));
    for path in ["/api/status", "/members/login"] {
        let before = app.client().get(path).await.header("content-security-policy").unwrap().to_owned();
        let policy = visitor.get(path).await.header("content-security-policy").unwrap().to_owned();
        // Nothing else is looser than it was.
        let added = |one: &str| match one.split(' ').next() {
            Some("script-src") => format!("{one} https://collector.example"),
            Some("connect-src") => format!("{one} https://beacon.example"),
            _ => one.to_owned(),
        };
        let expected: Vec<String> = before.split("; ").map(added).collect();
        assert_eq!(policy.split("; ").collect::<Vec<_>>(), expected, "{path}");
        assert!(before.contains("connect-src 'self';") && before.contains("script-src 'self'"), "{before}");
    }
    // The script is given the account's session id, which the check is asked with as well.
    let account = visitor.register("ann@example.com").await;
    assert_eq!(account["kount_session_id"].as_str().unwrap().len(), 32);
}
