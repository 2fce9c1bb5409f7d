//! What the content policy allows for parties in the browser: nothing by default, and only what a party with a script states.

use crate::doubles::kount::KIT;
use crate::support::TestApp;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::browser_needs::BrowserNeeds;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::fraud::{Collector, FraudCheck, Inquiry, NoAnswer, Verdict};

/// A fraud check with a kit in the browser.
struct WithCollector;

impl FraudCheck for WithCollector {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn collector(&self) -> Option<Collector> {
        Some(Collector {
            script: KIT.into(),
            client_id: "900900".to_owned(),
            environment: "TEST",
            needs: BrowserNeeds {
                scripts: vec!["https://collector.example".to_owned()],
                frames: Vec::new(),
                connections: vec!["https://beacon.example".to_owned()],
                images: Vec::new(),
            },
        })
    }

    fn check<'a>(&'a self, _: &'a Inquiry) -> BoxFuture<'a, Result<Verdict, NoAnswer>> {
        Box::pin(async { Ok(Verdict::Accept) })
    }
}

#[tokio::test]
async fn by_default_the_page_loads_nothing_from_other_origins() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    for path in ["/api/status", "/members/login", "/healthz"] {
        let policy = visitor.get(path).await.header("content-security-policy").unwrap().to_owned();
        assert!(!policy.contains("http"), "{path}: {policy}");
    }
    assert_eq!(visitor.get("/api/status").await.expect(200)["fraud_collector"], Value::Null);
    visitor.get("/api/fraud_collector.js").await.refused(404, "not_found");
}

#[tokio::test]
async fn the_content_policy_allows_what_the_fraud_check_states() {
    let app = TestApp::start().await;
    let mut visitor = app.client_of(app.with_fraud_check(WithCollector));
    let status = visitor.get("/api/status").await.expect(200);
    let collector = &status["fraud_collector"];
    assert_eq!((&collector["client_id"], &collector["environment"]), (&json!("900900"), &json!("TEST")));
    for path in ["/api/status", "/members/login"] {
        let before = app.client().get(path).await.header("content-security-policy").unwrap().to_owned();
        let policy = visitor.get(path).await.header("content-security-policy").unwrap().to_owned();
        // No other part of the policy is looser than before.
        let added = |one: &str| match one.split(' ').next() {
            Some("script-src") => format!("{one} https://collector.example"),
            Some("connect-src") => format!("{one} https://beacon.example"),
            _ => one.to_owned(),
        };
        let expected: Vec<String> = before.split("; ").map(added).collect();
        assert_eq!(policy.split("; ").collect::<Vec<_>>(), expected, "{path}");
        assert!(before.contains("connect-src 'self';") && before.contains("script-src 'self'"), "{before}");
    }
}

#[tokio::test]
async fn the_kit_of_the_fraud_check_comes_from_our_own_domain_and_may_be_cached() {
    let app = TestApp::start().await;
    let mut visitor = app.client_of(app.with_fraud_check(WithCollector));
    let status = visitor.get("/api/status").await.expect(200);
    let address = status["fraud_collector"]["script"].as_str().unwrap().to_owned();
    // The first 16 digits of the script's SHA-256: another script has another address.
    let digest: String = Sha256::digest(KIT).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(address, format!("/api/fraud_collector.js?version={digest}"));
    let script = visitor.get(&address).await;
    assert_eq!((script.status.as_u16(), script.text.as_str()), (200, KIT));
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(script.header("cache-control"), Some("public, max-age=31536000, immutable"));
}
