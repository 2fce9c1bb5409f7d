//! The lists of a customer's orders.

use super::forms::{listed, returning};
use crate::support::{Shopper, TestApp, log};
use serde_json::json;
use stylebox_core::order::Status;
use stylebox_server::service::order::read;
use stylebox_server::store::order::items;
use tracing::Instrument;

#[tokio::test]
async fn lists_come_in_pages() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    for day in ["2026-12-01", "2026-12-02", "2026-12-03"] {
        ann.order(json!({"order": {"ship_by_date": day}})).await;
        app.clock.advance(std::time::Duration::from_secs(1));
        ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    }
    // The second order was delivered before the first box, and the third after it. The first was never delivered.
    app.execute("UPDATE orders SET delivery_date = '2026-11-09' WHERE ship_by_date = '2026-12-02'").await;
    app.execute("UPDATE orders SET delivery_date = '2026-11-11' WHERE ship_by_date = '2026-12-03'").await;
    let (box_1, box_2, box_3, box_4) = ("2026-11-24", "2026-12-01", "2026-12-02", "2026-12-03");
    assert_eq!(listed(&mut ann, "/api/orders").await, [box_4, box_3, box_2, box_1]);
    assert_eq!(listed(&mut ann, "/api/orders?limit=3").await, [box_4, box_3, box_2]);
    assert_eq!(listed(&mut ann, "/api/orders?limit=3&page=1").await, [box_1]);
    assert_eq!(listed(&mut ann, "/api/orders?limit=3&page=4294967295").await, [""; 0]);
    assert_eq!(listed(&mut ann, "/api/orders/all").await, [box_4, box_1, box_3, box_2]);
    let query = "/api/orders/all?limit=10&offset=0&sort=delivery_date&order=desc";
    assert_eq!(listed(&mut ann, query).await, [box_4, box_1, box_3, box_2]);
    assert_eq!(listed(&mut ann, "/api/orders/all?limit=2&offset=1").await, [box_1, box_3]);
    assert_eq!(listed(&mut ann, "/api/orders/all?order=asc").await, [box_3, box_1, box_4, box_2]);
    for wrong in ["all?limit=0", "all?limit=101", "all?offset=-1", "all?sort=id", "all?order=up", "all?limit=%00"] {
        ann.browser.get(&format!("/api/orders/{wrong}")).await.refused(422, "request_invalid");
    }
    ann.browser.get("/api/orders?limit=0").await.refused(422, "request_invalid");
    ann.browser.get("/api/orders?page=x").await.refused(422, "request_invalid");
    app.client().get("/api/orders/all").await.refused(401, "not_authorized");
    let mut eve = returning(&app, "eve@example.com").await;
    assert_eq!(listed(&mut eve, "/api/orders/all").await.len(), 1);
}

#[tokio::test]
async fn the_unfinished_order_comes_first_even_if_a_finished_one_is_newer() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    for day in ["2026-12-01", "2026-12-02"] {
        ann.order(json!({"order": {"ship_by_date": day}})).await;
        app.clock.advance(std::time::Duration::from_secs(1));
        ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    }
    app.execute("UPDATE orders SET status = 'created', finished = FALSE WHERE ship_by_date = '2026-12-01'").await;
    assert_eq!(listed(&mut ann, "/api/orders").await, ["2026-12-01", "2026-12-02", "2026-11-24"]);
    assert_eq!(listed(&mut ann, "/api/orders?limit=1&page=1").await, ["2026-12-02"]);
    // The purchase history is sorted only by the day of delivery.
    app.execute("UPDATE orders SET delivery_date = '2026-12-03' WHERE ship_by_date = '2026-12-02'").await;
    assert_eq!(listed(&mut ann, "/api/orders/all").await, ["2026-12-02", "2026-11-24", "2026-12-01"]);
}

/// Reads a page of a customer's orders. Returns how many statements the database driver has logged, and the page.
async fn read_page(app: &TestApp, customer_id: &str, limit: usize) -> (usize, Vec<read::Order>) {
    let page = app.state.new_id();
    log::start_capture();
    let span = tracing::info_span!("page", page);
    let found = read::list(&app.state, customer_id, 0, limit).instrument(span).await.unwrap();
    let logged = log::captured();
    let sent = logged.lines().filter(|line| line.contains(&page) && line.contains("sqlx::query"));
    // The settings of a new connection do not count.
    (sent.filter(|line| !line.contains("plan_cache_mode")).count(), found)
}

#[tokio::test]
async fn a_page_of_many_orders_needs_as_many_statements_as_a_page_of_one() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    // The current box, and 104 earlier ones with one item each.
    let (mut tx, newest, _) = app.state.db.write_about_order(&ann.order).await.unwrap().unwrap();
    let outfits = items::outfits_of(&mut tx, &[ann.order.clone()]).await.unwrap();
    let lines = items::lines(&mut tx, &ann.order).await.unwrap();
    for number in 0..104 {
        let mut order = newest.clone();
        (order.id, order.code, order.status) = (app.state.new_id(), format!("SB-{number}"), Status::Completed);
        order.created_at.0 -= 1;
        order.insert(&mut tx).await.unwrap();
        let mut outfit = outfits[0].clone();
        (outfit.id, outfit.order_id) = (app.state.new_id(), order.id.clone());
        outfit.insert(&mut tx).await.unwrap();
        let mut line = lines[0].clone();
        (line.id, line.order_id, line.outfit_id) = (app.state.new_id(), order.id.clone(), outfit.id.clone());
        line.description = format!("Piece {number}");
        line.insert(&mut tx).await.unwrap();
    }
    tx.commit().await.unwrap();

    let (for_one, one) = read_page(&app, &newest.customer_id, 1).await;
    assert_eq!(one.iter().map(|found| &found.order.id).collect::<Vec<_>>(), [&ann.order]);
    assert!(!one[0].suggested.is_empty(), "the current box has suggestions");
    let (for_all, all) = read_page(&app, &newest.customer_id, 105).await;
    assert_eq!((for_one, all.len()), (for_all, 105));
    assert!(for_one > 0);
    for found in &all[1..] {
        let number = found.order.code.trim_start_matches("SB-");
        let pieces: Vec<_> = found.lines.iter().map(|line| line.description.as_str()).collect();
        assert_eq!((pieces, found.outfits.len()), (vec![format!("Piece {number}").as_str()], 1));
        assert!(found.suggested.is_empty());
    }
    // A page without a limit has at most 50 orders.
    assert_eq!(listed(&mut ann, "/api/orders").await.len(), 50);
    assert_eq!(listed(&mut ann, "/api/orders?page=2").await.len(), 5);
    assert_eq!(listed(&mut ann, "/api/orders?limit=100").await.len(), 100);
}
