//! `server/openapi.json`, the service's description of its calls. The page's types of bodies are made from it.

use crate::support::TestApp;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The environment variable that makes the test write the file.
const WRITE: &str = "STYLEBOX_WRITE_DESCRIPTION";

#[tokio::test]
async fn the_description_file_matches_the_service() {
    // A test app is in demo mode, and only there the description has all calls.
    let app = TestApp::start().await;
    let description: Value = app.client().get("/api/openapi.json").await.expect(200);
    let written = format!("{}\n", serde_json::to_string_pretty(&description).unwrap());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    if std::env::var_os(WRITE).is_some() {
        fs::write(&file, &written).unwrap();
    }
    let is_fresh = fs::read_to_string(&file).is_ok_and(|text| text == written);
    assert!(
        is_fresh,
        "server/openapi.json is stale. Write it and the page's types again:\n\n    \
         {WRITE}=1 cargo test --package stylebox-server --test http description\n    node scripts/openapi.mjs\n"
    );
}

#[tokio::test]
async fn no_two_calls_share_an_operation_id() {
    let app = TestApp::start().await;
    let description: Value = app.client().get("/api/openapi.json").await.expect(200);
    let mut ids = Vec::new();
    for item in description["paths"].as_object().unwrap().values() {
        ids.extend(item.as_object().unwrap().values().filter_map(|operation| operation["operationId"].as_str()));
    }
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), all > 40), (all, true));
}
