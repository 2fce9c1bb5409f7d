//! The theme boxes that can be chosen.

use crate::support::TestApp;
use serde_json::json;

#[tokio::test]
async fn everybody_can_read_the_nine_theme_boxes() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    let body = visitor.get("/api/current_themeboxes").await.expect(200);
    let boxes = body["results"].as_array().unwrap();
    assert_eq!(boxes.len(), 9);
    assert_eq!((&boxes[0]["theme"], &boxes[0]["label"]), (&json!("the_workweek"), &json!("The Workweek")));
    for one in boxes {
        assert!(one["description"].as_str().is_some_and(|text| !text.is_empty()), "{one}");
        let picture = visitor.get(one["attachment"]["href"].as_str().unwrap()).await;
        assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, Some("image/svg+xml")), "{one}");
    }
}
