//! Changing an order.

use super::forms::{DAY, delivery, issues, pairs, pick_up, returning};
use crate::support::TestApp;
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

#[tokio::test]
async fn an_order_can_be_changed_until_styling_begins() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    ann.order(delivery()).await;
    let edited = ann.edit(json!({"ship_by_date": "2026-12-08", "on_demand_customer_msg": "Softer"})).await.expect(200);
    assert_eq!(
        (&edited["ship_by_date"], &edited["expected_delivery_date"]),
        (&json!("2026-12-08"), &json!("2026-12-08"))
    );
    assert_eq!(edited["on_demand_customer_msg"], "Softer");
    assert_eq!(
        ann.edit(json!({"on_demand_customer_msg": ""})).await.expect(200)["on_demand_customer_msg"],
        json!(null)
    );
    let refused = ann.edit(json!({"ship_by_date": "2026-12-06"})).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("ship_by_date", "sunday")]));
    // The order changes to a pick-up and back. The day is checked again with the other calendar.
    let refused = ann.edit(pick_up()["order"].clone()).await.expect(200);
    assert_eq!(
        (&refused["customer_pick_up"], &refused["subscription_type"]),
        (&json!(true), &json!("subscription_on_demand"))
    );
    let refused = ann.edit(json!({"customer_pick_up": false})).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("ship_by_date", "ship_date_past")]));
    let back = ann.edit(json!({"customer_pick_up": false, "ship_by_date": DAY})).await.expect(200);
    assert_eq!(back["subscription_type"], "subscription_30_day");
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    let said = ann.edit(json!({"on_demand_customer_msg": "Too late"})).await.refused(409, "not_now");
    assert_eq!(said, "This box can no longer be changed.");
    assert_eq!(ann.read().await["on_demand_customer_msg"], json!(null));
    let mut tx = app.state.db.read().await.unwrap();
    let events = stylebox_server::store::order::events::of_order(&mut tx, &ann.order).await.unwrap();
    assert_eq!(events.iter().filter(|event| event.reason == "Changed by the customer").count(), 4);
}

#[tokio::test]
async fn an_edit_that_keeps_the_day_does_not_check_whether_it_is_open() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    ann.order(json!({"order": {"ship_by_date": "2026-11-25"}})).await;
    // It is too late for that day now, because its box would have left on Friday the 20th.
    app.clock.set("2026-11-23T15:00:00Z");
    let edit = json!({"ship_by_date": "2026-11-25", "on_demand_customer_msg": "By the side door"});
    assert_eq!(ann.edit(edit).await.expect(200)["on_demand_customer_msg"], "By the side door");
    let refused = ann.edit(json!({"ship_by_date": "2026-11-24"})).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("ship_by_date", "ship_date_past")]));
}

#[tokio::test]
async fn a_frequency_in_an_order_changes_the_plan_and_voids_a_skip() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    app.execute("UPDATE customers SET skip_days = 30").await;
    // If the next box is skipped, an order on demand keeps the skip.
    assert_eq!(ann.order(delivery()).await["subscription_type"], "subscription_on_demand");
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["skip_days"], 30);
    let edited = ann.edit(json!({"subscription_type": "subscription_60_day"})).await.expect(200);
    assert_eq!(edited["subscription_type"], "subscription_60_day");
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!((&account["subscription_type"], &account["skip_days"]), (&json!("subscription_60_day"), &json!(0)));
    let unknown = json!({"subscription_type": "subscription_15_day"});
    ann.edit(unknown).await.refused(422, "request_invalid");
}

#[tokio::test]
async fn one_call_can_contain_an_edit_and_a_review() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    ann.order(delivery()).await;
    let both = json!({"on_demand_customer_msg": "Hello", "order_review": "So far so good", "review_rating": 4});
    let edited = ann.edit(both).await.expect(200);
    assert_eq!((&edited["on_demand_customer_msg"], &edited["review_rating"]), (&json!("Hello"), &json!(4)));
    let too_long = json!({"on_demand_customer_msg": "x".repeat(2001), "review_rating": 1});
    let refused = ann.edit(too_long).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("on_demand_customer_msg", "too_long")]));
    assert_eq!(ann.read().await["review_rating"], 4);
}

#[tokio::test]
async fn a_change_is_made_completely_or_not_at_all() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    ann.order(delivery()).await;
    let before = ann.read().await;
    // The note by itself would be accepted, but there are no items to decide about yet.
    let both = json!({
        "on_demand_customer_msg": "Softer", "order_review": "Lovely",
        "line_items_attributes": [{"id": "1", "claimed_kept": true}],
    });
    ann.edit(both).await.refused(409, "not_decidable");
    assert_eq!(ann.read().await, before);
    ann.bring_box(&app).await;
    let before = ann.read().await;
    let [one, nobodys] =
        [&before["line_items"][0]["id"], &json!("1")].map(|id| json!({"id": id, "claimed_kept": true}));
    ann.edit(json!({"line_items_attributes": [one, nobodys]})).await.refused(404, "not_found");
    assert_eq!(ann.read().await, before);
}
