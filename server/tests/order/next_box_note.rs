//! "More like this": the customer adds items of past boxes to the note for the next box.

use crate::support::{Shopper, TestApp, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

const NOTE: &str = "/api/account/next_box_note";

/// A customer whose last box, delivered on 18 November, is finished, and its items.
async fn with_items(app: &TestApp) -> (Shopper, Vec<Value>) {
    let mut ann = Shopper::decided(app, "ann@example.com", 2).await;
    ann.check_out("key").await.expect(200);
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    let items = ann.lines().await;
    (ann, items)
}

fn uri(item: &Value) -> String {
    format!("{NOTE}/{}", item["id"].as_str().unwrap())
}

fn line(item: &Value) -> String {
    format!("More like this, please: {} by {}.", item["description"].as_str().unwrap(), item["brand"].as_str().unwrap())
}

#[tokio::test]
async fn an_item_is_added_once_and_can_be_removed() {
    let app = TestApp::start().await;
    let (mut ann, items) = with_items(&app).await;
    let nothing = json!({"line_item_ids": [], "note": null});
    assert_eq!(ann.browser.get(NOTE).await.expect(200), nothing);
    let one = json!({"line_item_ids": [items[0]["id"]], "note": line(&items[0])});
    for _ in 0..2 {
        assert_eq!(ann.browser.put(&uri(&items[0]), json!({})).await.expect(200), one);
    }
    app.clock.advance(Duration::from_secs(1));
    let both = ann.browser.put(&uri(&items[1]), json!({})).await.expect(200);
    assert_eq!(both["note"], [line(&items[0]), line(&items[1])].join("\n"));
    for _ in 0..2 {
        assert_eq!(ann.browser.delete(&uri(&items[1])).await.expect(200), one);
    }
    assert_eq!(ann.browser.get(NOTE).await.expect(200), one);

    let mut eve = Shopper::new(&app, "eve@example.com").await;
    eve.browser.put(&uri(&items[0]), json!({})).await.refused(404, "not_found");
    eve.browser.delete(&uri(&items[0])).await.refused(404, "not_found");
    assert_eq!(ann.browser.get(NOTE).await.expect(200), one);
    app.client().get(NOTE).await.refused(401, "not_authorized");
}

#[tokio::test]
async fn an_order_has_the_wished_items_below_the_customers_own_note() {
    let app = TestApp::start().await;
    let (mut ann, items) = with_items(&app).await;
    ann.browser.put(&uri(&items[0]), json!({})).await.expect(200);
    // A refused order leaves the wishes.
    let own = "A wedding in May.";
    let wrong = json!({"order": {"ship_by_date": "2026-11-18", "on_demand_customer_msg": own}});
    ann.browser.post("/api/orders", wrong).await.refused(422, "form_invalid");
    assert_eq!(ann.browser.get(NOTE).await.expect(200)["note"], line(&items[0]));
    let wish = json!({"order": {"ship_by_date": "2026-12-01", "on_demand_customer_msg": own}});
    let order = ann.browser.post("/api/orders", wish).await.expect(201);
    assert_eq!(order["on_demand_customer_msg"], format!("{own}\n{}", line(&items[0])));
    assert_eq!(ann.browser.get(NOTE).await.expect(200), json!({"line_item_ids": [], "note": null}));
}

#[tokio::test]
async fn a_full_length_note_of_the_customer_is_not_cut() {
    let app = TestApp::start().await;
    let (mut ann, items) = with_items(&app).await;
    ann.browser.put(&uri(&items[0]), json!({})).await.expect(200);
    let own = "x".repeat(2000);
    let wish = json!({"order": {"ship_by_date": "2026-12-01", "on_demand_customer_msg": own}});
    assert_eq!(ann.browser.post("/api/orders", wish).await.expect(201)["on_demand_customer_msg"], own);
    assert_eq!(
        ann.browser.get(NOTE).await.expect(200)["note"],
        line(&items[0]),
        "the wish waits for the following box"
    );
}

#[tokio::test]
async fn the_subscriptions_box_has_the_wished_items() {
    let app = TestApp::start().await;
    let (mut ann, items) = with_items(&app).await;
    ann.browser.put(&uri(&items[0]), json!({})).await.expect(200);
    // The next box is due on 23 December. The notice is sent two weeks before, and the box is ordered one week before.
    for day in ["2026-12-09", "2026-12-16"] {
        app.clock.set(&format!("{day}T15:00:00Z"));
        for job in ["next_boxes", "outbox"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    let notes = "SELECT COUNT(*) FROM orders WHERE finished = FALSE AND on_demand_customer_msg LIKE 'More like this%'";
    assert_eq!(app.numbers(notes).await, [1]);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM next_box_wishes WHERE order_id IS NULL").await, [0]);
}

/// Orders a box with the customer's own note.
async fn ordered(ann: &mut Shopper) -> String {
    let wish = json!({"order": {"ship_by_date": "2026-12-01", "on_demand_customer_msg": "A wedding in May."}});
    let order = ann.browser.post("/api/orders", wish).await.expect(201);
    ann.order = order["id"].as_str().unwrap().to_owned();
    order["on_demand_customer_msg"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn cancelling_an_order_restores_its_wishes() {
    let app = TestApp::start().await;
    let (mut ann, items) = with_items(&app).await;
    for item in &items[..2] {
        ann.browser.put(&uri(item), json!({})).await.expect(200);
        app.clock.advance(Duration::from_secs(1));
    }
    let noted = ann.browser.get(NOTE).await.expect(200);
    for _ in 0..2 {
        let note = ordered(&mut ann).await;
        assert_eq!(note, format!("A wedding in May.\n{}\n{}", line(&items[0]), line(&items[1])));
        assert_eq!(ann.browser.get(NOTE).await.expect(200)["note"], json!(null));
        ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
        assert_eq!(ann.browser.get(NOTE).await.expect(200), noted);
    }
    // The same happens if the shop cancels.
    ordered(&mut ann).await;
    let code = ann.code().await;
    ops(&app, &format!("cancel {code}")).await.unwrap();
    assert_eq!(ann.browser.get(NOTE).await.expect(200), noted);
}

#[tokio::test]
async fn wishes_that_were_removed_from_the_order_or_made_again_are_not_restored() {
    let app = TestApp::start().await;
    let (mut ann, items) = with_items(&app).await;
    for item in &items[..2] {
        ann.browser.put(&uri(item), json!({})).await.expect(200);
        app.clock.advance(Duration::from_secs(1));
    }
    ordered(&mut ann).await;
    let less = json!({"order": {"on_demand_customer_msg": format!("In blue.\n{}", line(&items[1]))}});
    ann.browser.patch(&format!("/api/orders/{}", ann.order), less).await.expect(200);
    // The customer wishes it again for the following box while the order is open. Removing that wish does not change the order.
    let again = json!({"line_item_ids": [items[1]["id"]], "note": line(&items[1])});
    assert_eq!(ann.browser.put(&uri(&items[1]), json!({})).await.expect(200), again);
    assert_eq!(ann.browser.delete(&uri(&items[0])).await.expect(200), again);
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(ann.browser.get(NOTE).await.expect(200), again);
}

#[tokio::test]
async fn losing_a_box_restores_its_wishes() {
    let app = TestApp::start().await;
    let (mut ann, items) = with_items(&app).await;
    ann.browser.put(&uri(&items[0]), json!({})).await.expect(200);
    ordered(&mut ann).await;
    for step in [Step::Style, Step::Ship] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    let code = ann.code().await;
    ops(&app, &format!("lost {code}")).await.unwrap();
    assert_eq!(ann.browser.get(NOTE).await.expect(200)["note"], line(&items[0]));
}
