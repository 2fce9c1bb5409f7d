//! Searching the purchase history.

use super::forms::returning;
use crate::support::{Shopper, TestApp};
use serde_json::{Value, json};
use stylebox_core::order::Status;
use stylebox_server::store::order::items;

/// Gives the customer a completed order with one garment.
async fn bought(app: &TestApp, ann: &Shopper, code: &str, delivered: &str, (description, brand): (&str, &str)) {
    let (mut tx, newest, _) = app.state.db.write_about_order(&ann.order).await.unwrap().unwrap();
    let mut outfit = items::outfits_of(&mut tx, std::slice::from_ref(&ann.order)).await.unwrap().remove(0);
    let mut line = items::lines(&mut tx, &ann.order).await.unwrap().remove(0);
    let mut order = newest;
    (order.id, order.code, order.status) = (app.state.new_id(), code.to_owned(), Status::Completed);
    order.delivery_date = Some(delivered.parse().unwrap());
    order.insert(&mut tx).await.unwrap();
    (outfit.id, outfit.order_id) = (app.state.new_id(), order.id.clone());
    outfit.insert(&mut tx).await.unwrap();
    (line.id, line.order_id, line.outfit_id) = (app.state.new_id(), order.id, outfit.id);
    (line.description, line.brand) = (description.to_owned(), brand.to_owned());
    line.insert(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
}

/// The codes of the orders that a search finds.
async fn found(ann: &mut Shopper, query: &str) -> Vec<String> {
    let body = ann.browser.get(&format!("/api/orders/all?{query}")).await.expect(200);
    let code = |order: &Value| order["code"].as_str().unwrap().to_owned();
    body["orders"].as_array().unwrap().iter().map(code).collect()
}

#[tokio::test]
async fn a_garment_is_found_by_a_part_of_its_description_or_brand() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    bought(&app, &ann, "SB-COAT", "2025-01-10", ("Bouclé coat, 100% wool", "Maison ÉVRY")).await;
    bought(&app, &ann, "SB-KNIT", "2025-03-10", ("Merino_knit jumper", "Harbor & Pine")).await;
    bought(&app, &ann, "SB-SILK", "2024-05-10", ("Silk coat", "Harbor & Pine")).await;
    for (query, codes) in [
        ("q=coat", vec!["SB-COAT", "SB-SILK"]),
        ("q=coat&order=asc", vec!["SB-SILK", "SB-COAT"]),
        ("q=coat&limit=1&offset=1", vec!["SB-SILK"]),
        ("q=HARBOR+%26+p", vec!["SB-KNIT", "SB-SILK"]),
        // Letter case does not count, for any letter.
        ("q=bOUCL%C3%89", vec!["SB-COAT"]),
        ("q=%C3%A9vry", vec!["SB-COAT"]),
        ("q=+++silk+coat++", vec!["SB-SILK"]),
        // Accents and punctuation do not count, and no character has a meaning of its own for the database.
        ("q=boucle", vec!["SB-COAT"]),
        ("q=Bouc%CC%A7le", vec!["SB-COAT"]),
        ("q=100%25+w", vec!["SB-COAT"]),
        ("q=%EF%BC%91%EF%BC%90%EF%BC%90", vec!["SB-COAT"]),
        ("q=merino-knit", vec!["SB-KNIT"]),
        ("q=merino%E2%80%93knit", vec!["SB-KNIT"]),
        ("q=b_uc", vec![]),
        ("q=%25oat", vec![]),
        // Each word begins a word, in any order, across description and brand.
        ("q=o_knit", vec![]),
        ("q=knit+mer", vec!["SB-KNIT"]),
        ("q=wool+evry+bou+mais", vec!["SB-COAT"]),
        ("q=co+coat+c", vec!["SB-COAT", "SB-SILK"]),
        ("q=coat+harbor", vec!["SB-SILK"]),
        ("q=pine+coat+silk+harbor+s", vec!["SB-SILK"]),
        ("q=coat+coats", vec![]),
        ("q=silk+knit", vec![]),
        ("q=nothing+like+it", vec![]),
    ] {
        assert_eq!(found(&mut ann, query).await, codes, "{query}");
    }
    for no_word in ["q=", "q=!", "q=%25", "q=%5C", "q=%27", "q=%E2%80%8B"] {
        assert_eq!(found(&mut ann, no_word).await, found(&mut ann, "").await, "{no_word} finds everything");
    }
    assert_eq!(found(&mut ann, "q=++").await.len(), 4);
    ann.browser.get(&format!("/api/orders/all?q={}", "%C3%A9".repeat(100))).await.expect(200);
    ann.browser.get(&format!("/api/orders/all?q={}", "e".repeat(101))).await.refused(422, "request_invalid");
    ann.browser.get("/api/orders/all?q=%00").await.refused(422, "request_invalid");
    let mut eve = returning(&app, "eve@example.com").await;
    assert_eq!(found(&mut eve, "q=coat").await, Vec::<String>::new(), "boxes of another customer");
}

#[tokio::test]
async fn items_that_the_stylist_packs_can_be_searched() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let line = ann.lines().await.remove(0);
    for field in ["description", "brand"] {
        let text = line[field].as_str().unwrap().to_uppercase();
        let query = format!("q={}", text.replace('%', "%25").replace('&', "%26").replace(' ', "+"));
        assert_eq!(found(&mut ann, &query).await.len(), 1, "{field}: {text}");
    }
    ann.keep(1).await;
    let query = format!("q={}", line["brand"].as_str().unwrap().split(' ').next().unwrap());
    assert_eq!(found(&mut ann, &query).await.len(), 1, "a decision changes nothing");
    assert_eq!(ann.browser.get("/api/orders/all?q=qqq").await.expect(200)["orders"], json!([]));
}
