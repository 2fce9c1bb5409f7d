//! Ordering a box.

use super::forms::{DAY, delivery, issues, pairs, pick_up, returning};
use crate::support::{CARD, Reply, Shopper, TestApp, answers, card_form, crowded};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use stylebox_core::order::Actor;

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
    let mut listed = ann.browser.get("/api/orders").await.expect(200);
    // Only the list contains the next charge of the open order.
    let charge = listed["orders"][0]["next_charge"].take();
    assert_eq!(charge, ann.browser.get("/api/account/next_charge").await.expect(200));
    assert_eq!(listed["orders"][0], order);
    let page = app.client().get("/dev/outbox").await.text;
    assert!(page.contains("your Visa ending in 4242 is charged the styling fee of $20.00"), "{page}");
    let mut tx = app.state.db.read().await.unwrap();
    let events = stylebox_server::store::order::events::of_order(&mut tx, &ann.order).await.unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!((events[0].actor, events[0].reason.as_str()), (Actor::Customer, "Ordered"));
}

#[tokio::test]
async fn a_pick_up_is_on_demand_at_its_store_and_does_not_change_the_account() {
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
    // A phone number that receives codes changes only with a code.
    assert_eq!(after["phone"], before["phone"]);
    assert_ne!(after["phone"], "6125550199");
}

#[tokio::test]
async fn missing_fields_of_a_delivery_are_listed_in_the_forms_order() {
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
async fn missing_fields_of_a_pick_up_are_listed() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    app.execute("UPDATE customers SET phone = NULL").await;
    let refused = ann.browser.post("/api/orders", json!({"order": {"customer_pick_up": true}})).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("store", "store"), ("ship_by_date", "ship_by_date"), ("phone", "phone")]));
    // The studio, the malls and an unknown id are not pick-up stores.
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
async fn the_day_must_be_open_and_the_card_must_last_until_then() {
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
async fn a_pick_up_day_must_be_open_at_the_store_and_late_enough_for_the_box() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let at = |store: &str, day: &str| {
        let mut form = pick_up();
        (form["order"]["assigned_location_id"], form["order"]["ship_by_date"]) = (json!(store), json!(day));
        form
    };
    // A box takes two days to Chicago. Wayzata is closed on Mondays. Grand Avenue takes stock on the first of February.
    for (store, day, code) in [
        ("L05", "2026-11-19", "ship_date_past"),
        ("L03", "2026-11-23", "store_closed"),
        ("L02", "2027-02-01", "store_closed"),
        ("L05", "2026-11-26", "holiday"),
    ] {
        let refused = ann.browser.post("/api/orders", at(store, day)).await.expect(422);
        assert_eq!(issues(&refused), pairs(&[("ship_by_date", code)]), "{store} on {day}");
    }
    assert_eq!(ann.order(at("L05", "2026-11-20")).await["ship_by_date"], "2026-11-20");
    // An unchanged day at the same store is not checked again, but at another store it is.
    app.clock.set("2026-11-19T18:00:00Z");
    assert_eq!(ann.edit(json!({"phone": "6125550111"})).await.expect(200)["phone"], "6125550111");
    let refused = ann.edit(json!({"assigned_location_id": "L13"})).await.expect(422);
    assert_eq!(issues(&refused), pairs(&[("ship_by_date", "ship_date_past")]));
    let moved = ann.edit(json!({"assigned_location_id": "L13", "ship_by_date": "2026-11-23"})).await.expect(200);
    assert_eq!(moved["assigned_location_id"], "L13");
}

#[tokio::test]
async fn a_customer_can_have_only_one_open_order() {
    let app = TestApp::with(crowded).await;
    let mut ann = returning(&app, "ann@example.com").await;
    ann.order(delivery()).await;
    ann.browser.post("/api/orders", delivery()).await.refused(409, "order_unfinished");
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    ann.order(delivery()).await;
    let mut bea = returning(&app, "bea@example.com").await;
    // Of many simultaneous orders one succeeds.
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

async fn order_under(shopper: &mut Shopper, key: &str, body: &Value) -> Reply {
    let request = Request::post("/api/orders")
        .header(header::HOST, "stylebox.test")
        .header(header::CONTENT_TYPE, "application/json")
        .header("x-xsrf-token", shopper.browser.cookies.get("XSRF-TOKEN").unwrap())
        .header("idempotency-key", key);
    shopper.browser.send(request.body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test]
async fn repeats_under_one_key_make_one_order() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    let first = order_under(&mut ann, "k", &delivery()).await.expect(201);
    assert_eq!(order_under(&mut ann, "k", &delivery()).await.expect(201), first);
    order_under(&mut ann, "k", &pick_up()).await.refused(422, "idempotency_key_reused");
    order_under(&mut ann, "another", &delivery()).await.refused(409, "order_unfinished");
    order_under(&mut ann, " ", &delivery()).await.refused(400, "idempotency_key_invalid");
    // A refused call does not use up its key.
    ann.browser.post(&format!("/api/orders/{}/cancel", first["id"].as_str().unwrap()), json!({})).await.expect(200);
    assert_ne!(order_under(&mut ann, "another", &delivery()).await.expect(201)["id"], first["id"]);
}

#[tokio::test]
async fn an_order_accepts_only_a_coupon_that_the_customer_can_use() {
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
async fn guesses_at_coupon_codes_are_limited() {
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
async fn an_order_accepts_only_an_offered_theme() {
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
async fn another_customers_address_and_order_are_refused() {
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
async fn a_first_box_from_the_order_form_has_the_welcome_coupon() {
    let app = TestApp::start().await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["ship_by_date"]).await;
    assert_eq!(ann.browser.post("/api/credit_cards", card_form(CARD)).await.expect(201)["order_id"], json!(null));
    assert_eq!(ann.order(delivery()).await["coupon"], "Hello25");
    // A cancelled order does not use it up.
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(ann.order(delivery()).await["coupon"], "Hello25");
}
