//! Ordering a box, changing it, and the lists of orders.

use crate::support::{CARD, Shopper, TestApp, answers, card_form, log};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use stylebox_core::order::{Actor, Status};
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::order::read;
use stylebox_server::store::order::{items, orders};
use tracing::Instrument;

/// A day that is open for a delivery when every test begins.
const DAY: &str = "2026-12-04";
/// The store that is picked up at.
const EDINA: &str = "L01";

/// A customer whose first box is done, and who has said all that another needs.
async fn returning(app: &TestApp, email: &str) -> Shopper {
    let ann = Shopper::with_order(app, email).await;
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE, delivery_date = '2026-11-10'").await;
    app.execute("UPDATE customers SET first_timer = (1 = 0)").await;
    ann
}

fn delivery() -> Value {
    json!({"order": {"customer_pick_up": false, "ship_by_date": DAY}})
}

fn pick_up() -> Value {
    json!({"order": {
        "customer_pick_up": true, "ship_by_date": "2026-11-19", "assigned_location_id": EDINA, "phone": "(612) 555-0199",
    }})
}

/// Field and code of each issue.
fn issues(body: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    body["issues"].as_array().unwrap().iter().map(|issue| (text(&issue["field"]), text(&issue["code"]))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(field, code)| ((*field).to_owned(), (*code).to_owned())).collect()
}

impl Shopper {
    async fn order(&mut self, body: Value) -> Value {
        let order = self.browser.post("/api/orders", body).await.expect(201);
        self.order = order["id"].as_str().unwrap().to_owned();
        order
    }

    async fn edit(&mut self, order: Value) -> crate::support::Reply {
        self.browser.patch(&format!("/api/orders/{}", self.order), json!({"order": order})).await
    }
}

#[tokio::test]
async fn a_box_is_ordered_with_all_that_the_form_says() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let order = ann
        .order(json!({"order": {
            "customer_pick_up": false, "ship_by_date": DAY, "on_demand_customer_msg": "  A wedding in May. ",
            "themebox_sign_up": true, "themebox": "wedding_guest", "themebox_description": null, "coupon": null,
            "blog_interest": "autumn-guide", "something": "else",
        }}))
        .await;
    let expected = json!({
        "status": "created", "subscription_type": "subscription_30_day", "customer_pick_up": false, "ship_by_date": DAY,
        "expected_delivery_date": DAY, "delivery_date": null, "checkout_by_date": null, "extended": false,
        "on_demand_customer_msg": "A wedding in May.", "themebox_sign_up": true, "themebox": "wedding_guest",
        "themebox_description": "Dressed for the ceremony, comfortable for the dancing.", "coupon": null,
        "blog_interest": "autumn-guide", "line_items": [], "has_paid_invoice": false, "phone": null,
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(order[field], *value, "{field}");
    }
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(order["shipping_address_id"], account["shipping_addresses"][0]["id"]);
    assert_eq!(ann.read().await, order);
    let page = app.client().get("/dev/outbox").await.text;
    assert!(page.contains("your card is charged the styling fee of $20.00"), "{page}");
    let mut tx = app.state.db.read().await.unwrap();
    let events = stylebox_server::store::order::events::of_order(&mut tx, &ann.order).await.unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!((events[0].actor, events[0].reason.as_str()), (Actor::Customer, "Ordered"));
}

#[tokio::test]
async fn a_pick_up_is_on_demand_at_its_store_and_changes_no_account() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let before = ann.browser.get("/api/account").await.expect(200);
    let order = ann.order(pick_up()).await;
    assert_eq!(order["customer_pick_up"], true);
    assert_eq!(order["subscription_type"], "subscription_on_demand");
    assert_eq!(order["assigned_location"]["name"], "Edina Galleria");
    assert_eq!(order["phone"], "6125550199");
    let after = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(after["subscription_type"], "subscription_30_day");
    // A phone that a code is sent to changes by a code.
    assert_eq!(after["phone"], before["phone"]);
    assert_ne!(after["phone"], "6125550199");
}

#[tokio::test]
async fn what_a_box_to_be_sent_misses_is_said_in_the_forms_order() {
    let app = TestApp::start().await;
    let unanswered = ["height_feet", "height_inches", "bra_band", "bra_cup", "brand_1", "denim_spend"];
    let mut ann = Shopper::without(&app, "ann@example.com", &unanswered).await;
    let refused = ann.browser.post("/api/orders", json!({"order": {}})).await.expect(422);
    let missing = [&["card", "shipping_address", "ship_by_date"], &unanswered[..]].concat();
    let missing: Vec<_> = missing.into_iter().map(|what| (what, what)).collect();
    assert_eq!(issues(&refused), pairs(&missing));
    assert_eq!(refused["issues"][0]["message"], "Please add a payment card.");
    ann.says(answers()).await;
    let refused = ann.browser.post("/api/orders", delivery()).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("card", "card"), ("shipping_address", "shipping_address")]));
    assert_eq!(ann.browser.get("/api/orders").await.expect(200), json!({"orders": []}));
}

#[tokio::test]
async fn what_a_pick_up_misses_is_said_too() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    app.execute("UPDATE customers SET phone = NULL").await;
    let refused = ann.browser.post("/api/orders", json!({"order": {"customer_pick_up": true}})).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("store", "store"), ("ship_by_date", "ship_by_date"), ("phone", "phone")]));
    // Neither the studio nor a mall is a store to pick up at, and a store has to be there.
    for (id, field, code) in
        [("L00", "store", "store"), ("L25", "store", "store"), ("L99", "assigned_location_id", "choice_unknown")]
    {
        let mut form = pick_up();
        form["order"]["assigned_location_id"] = json!(id);
        let refused = ann.browser.post("/api/orders", form).await.expect(422);
        assert_eq!(issues(&refused), pairs(&[(field, code)]), "{id}");
    }
}

#[tokio::test]
async fn a_day_has_to_be_open_and_a_card_to_last() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let on = |day: &str| json!({"order": {"ship_by_date": day}});
    for (day, code) in [
        ("2026-11-17", "past"),
        ("2026-11-22", "sunday"),
        ("2026-11-26", "holiday"),
        ("2026-11-19", "ship_date_past"),
        ("2027-05-19", "too_far"),
        ("2026-13-01", "date_malformed"),
        ("tomorrow", "date_malformed"),
        ("", "ship_by_date"),
    ] {
        let refused = ann.browser.post("/api/orders", on(day)).await.expect(422);
        assert_eq!(issues(&refused), pairs(&[("ship_by_date", code)]), "{day}");
    }
    app.execute("UPDATE cards SET expiration = '11/26'").await;
    let refused = ann.browser.post("/api/orders", delivery()).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("card_expiry", "card_expiry")]));
    app.execute("UPDATE cards SET expiration = '12/26'").await;
    ann.order(delivery()).await;
}

#[tokio::test]
async fn there_is_one_box_under_way_at_a_time() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    ann.order(delivery()).await;
    ann.browser.post("/api/orders", delivery()).await.refused(409, "order_unfinished");
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    ann.order(delivery()).await;
    let mut bea = returning(&app, "bea@example.com").await;
    // Of many at the same moment one is taken.
    let tries = (0..8).map(|_| {
        let mut browser = bea.browser.clone();
        tokio::spawn(async move { browser.post("/api/orders", delivery()).await.status.as_u16() })
    });
    let mut statuses = Vec::new();
    for tried in tries.collect::<Vec<_>>() {
        statuses.push(tried.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(bea.browser.get("/api/orders").await.expect(200)["orders"].as_array().unwrap().len(), 2);
}

async fn order_under(shopper: &mut Shopper, key: &str, body: &Value) -> crate::support::Reply {
    let request = Request::post("/api/orders")
        .header(header::HOST, "stylebox.test")
        .header(header::CONTENT_TYPE, "application/json")
        .header("x-xsrf-token", shopper.browser.cookies.get("XSRF-TOKEN").unwrap())
        .header("idempotency-key", key);
    shopper.browser.send(request.body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test]
async fn a_repeat_under_its_key_makes_one_order() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let first = order_under(&mut ann, "k", &delivery()).await.expect(201);
    assert_eq!(order_under(&mut ann, "k", &delivery()).await.expect(201), first);
    order_under(&mut ann, "k", &pick_up()).await.refused(422, "idempotency_key_reused");
    order_under(&mut ann, "another", &delivery()).await.refused(409, "order_unfinished");
    order_under(&mut ann, " ", &delivery()).await.refused(400, "idempotency_key_invalid");
    // A refused call has used no key.
    ann.browser.post(&format!("/api/orders/{}/cancel", first["id"].as_str().unwrap()), json!({})).await.expect(200);
    assert_ne!(order_under(&mut ann, "another", &delivery()).await.expect(201)["id"], first["id"]);
}

#[tokio::test]
async fn a_coupon_is_one_that_the_customer_can_use() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let with = |code: &str| json!({"order": {"ship_by_date": DAY, "coupon": code}});
    for unknown in ["nothing", "Hello25", "Referral20"] {
        let refused = ann.browser.post("/api/orders", with(unknown)).await;
        assert_eq!(refused.refused(422, "PROMO_CODE_NOT_RECOGNIZED"), "This code is not recognized.");
    }
    app.execute("UPDATE customers SET first_timer = (1 = 1)").await;
    assert_eq!(ann.order(with("hello25")).await["coupon"], "hello25");
    ann.edit(json!({"coupon": "nothing"})).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    assert_eq!(ann.edit(json!({"coupon": ""})).await.expect(200)["coupon"], json!(null));
}

#[tokio::test]
async fn codes_are_not_guessed_here() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let guess = json!({"order": {"coupon": "guess"}});
    for _ in 0..30 {
        ann.browser.post("/api/orders", guess.clone()).await.expect(422);
    }
    let stopped = ann.browser.post("/api/orders", guess).await;
    stopped.refused(429, "too_many_requests");
    assert!(stopped.header("retry-after").is_some());
}

#[tokio::test]
async fn a_theme_is_one_that_is_offered() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let themed = |theme: Value| json!({"order": {"ship_by_date": DAY, "themebox_sign_up": true, "themebox": theme}});
    for (theme, code) in [(json!(null), "required"), (json!(""), "required"), (json!("The Workweek"), "choice_unknown")]
    {
        let refused = ann.browser.post("/api/orders", themed(theme)).await.expect(422);
        assert_eq!(issues(&refused), pairs(&[("themebox", code)]));
    }
    ann.order(themed(json!("cold_snap"))).await;
    let edited = ann.edit(json!({"themebox": "date_night"})).await.expect(200);
    assert_eq!(edited["themebox"], "date_night");
    assert!(edited["themebox_description"].as_str().unwrap().starts_with("Something with a neckline"), "{edited}");
    let own = ann.edit(json!({"themebox_description": "Our tenth"})).await.expect(200);
    assert_eq!((&own["themebox"], &own["themebox_description"]), (&json!("date_night"), &json!("Our tenth")));
    let plain = ann.edit(json!({"themebox_sign_up": false})).await.expect(200);
    assert_eq!(
        (&plain["themebox_sign_up"], &plain["themebox"], &plain["themebox_description"]),
        (&json!(false), &json!(null), &json!(null))
    );
}

#[tokio::test]
async fn an_order_changes_while_nobody_has_begun() {
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
    // To a pick-up and back: the day is asked about again, by the other calendar.
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
async fn an_edit_that_leaves_the_day_alone_does_not_ask_whether_it_is_open() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    ann.order(json!({"order": {"ship_by_date": "2026-11-25"}})).await;
    // Too late for that day by now: its box would have to leave on Friday the 20th.
    app.clock.set("2026-11-23T15:00:00Z");
    let edit = json!({"ship_by_date": "2026-11-25", "on_demand_customer_msg": "By the side door"});
    assert_eq!(ann.edit(edit).await.expect(200)["on_demand_customer_msg"], "By the side door");
    let refused = ann.edit(json!({"ship_by_date": "2026-11-24"})).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("ship_by_date", "ship_date_past")]));
}

#[tokio::test]
async fn a_frequency_goes_with_the_box_and_voids_a_skip() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    app.execute("UPDATE customers SET skip_days = 30").await;
    // While the next box is skipped, one that is ordered is on demand, and the skip stays.
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
async fn nobody_elses_address_or_order() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let mut eve = returning(&app, "eve@example.com").await;
    let account = eve.browser.get("/api/account").await.expect(200);
    let address = account["shipping_addresses"][0]["id"].clone();
    let mut form = delivery();
    form["order"]["shipping_address_id"] = address.clone();
    ann.browser.post("/api/orders", form).await.refused(404, "not_found");
    ann.order(delivery()).await;
    ann.edit(json!({"shipping_address_id": address})).await.refused(404, "not_found");
    let edit = json!({"order": {"on_demand_customer_msg": "Mine"}});
    eve.browser.patch(&format!("/api/orders/{}", ann.order), edit).await.refused(404, "not_found");
    app.client().post("/api/orders", delivery()).await.refused(401, "not_authorized");
    ann.browser.cookies.remove("XSRF-TOKEN");
    assert_eq!(ann.browser.post("/api/orders", delivery()).await.status, 403);
}

#[tokio::test]
async fn an_edit_and_a_review_go_in_one_call() {
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
async fn a_first_box_by_the_form_has_the_welcome_coupon() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["ship_by_date"]).await;
    assert_eq!(ann.browser.post("/api/credit_cards", card_form(CARD)).await.expect(201)["order_id"], json!(null));
    assert_eq!(ann.order(delivery()).await["coupon"], "Hello25");
    // One that was called off has not used it up.
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(ann.order(delivery()).await["coupon"], "Hello25");
}

/// Codes of the orders on a page.
async fn listed(ann: &mut Shopper, path: &str) -> Vec<String> {
    let body = ann.browser.get(path).await.expect(200);
    let code = |order: &Value| order["ship_by_date"].as_str().unwrap().to_owned();
    body["orders"].as_array().unwrap().iter().map(code).collect()
}

#[tokio::test]
async fn lists_come_in_pages() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    for day in ["2026-12-01", "2026-12-02", "2026-12-03"] {
        ann.order(json!({"order": {"ship_by_date": day}})).await;
        app.clock.advance(std::time::Duration::from_secs(1));
        ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    }
    // The second was delivered before the first box, the third after it, the first never.
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

/// How many statements reading a page of a customer's orders sends, as the database's driver logs them, and the page.
async fn read_page(app: &TestApp, customer_id: &str, limit: usize) -> (usize, Vec<read::Order>) {
    let page = app.state.new_id();
    log::listen();
    let span = tracing::info_span!("page", page);
    let found = read::list(&app.state, customer_id, 0, limit).instrument(span).await.unwrap();
    let heard = log::heard();
    let sent = heard.lines().filter(|line| line.contains(&page) && line.contains("sqlx::query"));
    (sent.count(), found)
}

#[tokio::test]
async fn a_page_of_many_orders_takes_as_many_statements_as_a_page_of_one() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    // The box at home, and 104 before it, each with a piece of its own.
    let mut tx = app.state.db.write().await.unwrap();
    let newest = orders::by_id(&mut tx, &ann.order).await.unwrap().unwrap();
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
    assert!(!one[0].suggested.is_empty(), "the box at home has suggestions");
    let (for_all, all) = read_page(&app, &newest.customer_id, 105).await;
    assert_eq!((for_one, all.len()), (for_all, 105));
    assert!(for_one > 0);
    for found in &all[1..] {
        let number = found.order.code.trim_start_matches("SB-");
        let pieces: Vec<_> = found.lines.iter().map(|line| line.description.as_str()).collect();
        assert_eq!((pieces, found.outfits.len()), (vec![format!("Piece {number}").as_str()], 1));
        assert!(found.suggested.is_empty());
    }
    // A page has an end also if nobody says which.
    assert_eq!(listed(&mut ann, "/api/orders").await.len(), 100);
    assert_eq!(listed(&mut ann, "/api/orders?page=1").await.len(), 5);
}

#[tokio::test]
async fn a_change_is_made_as_a_whole_or_not_at_all() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    ann.order(delivery()).await;
    let before = ann.read().await;
    // The wish could be had; there is nothing yet to decide about.
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
