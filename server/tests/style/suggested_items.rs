//! The suggestions beside a box.

use crate::support::{Shopper, TestApp};
use serde_json::json;

#[tokio::test]
async fn suggested_items_fit_the_customers_profile_and_are_not_in_the_box() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    assert_eq!(ann.read().await["suggested_items"], json!([]));
    ann.bring_box(&app).await;
    let order = ann.read().await;
    let suggested = order["suggested_items"].as_array().unwrap();
    assert_eq!(suggested.len(), 4, "{order}");
    for item in suggested {
        let id = item["id"].as_str().unwrap();
        let picture = json!(format!("/api/product_images/{id}"));
        assert_eq!(item["image_url"], picture);
        let in_box = order["line_items"].as_array().unwrap().iter().any(|line| line["image_url"] == picture);
        assert!(!in_box, "{id} is in the box");
    }
    assert_eq!(ann.read().await["suggested_items"], order["suggested_items"]);
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    assert_eq!(ann.read().await["suggested_items"], json!([]));
}

#[tokio::test]
async fn a_click_on_a_suggestion_is_recorded() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let followed = ann.browser.get("/api/suggested_items/P051/click").await.expect(200);
    assert_eq!(followed, json!({"id": "P051", "url": "https://www.marlowe.example/shop/p051"}));
    ann.browser.get("/api/suggested_items/P999/click").await.refused(404, "not_found");
    app.client().get("/api/suggested_items/P051/click").await.refused(401, "not_authorized");
    let noted =
        app.dump().await.lines().filter(|line| line.contains("suggested_item_clicks") && line.contains("P051")).count();
    assert_eq!(noted, 1);
}
