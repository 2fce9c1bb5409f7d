//! When the job looks at a customer: only changes that can make the next box earlier schedule a look.

use crate::account::sign_up_and_in::sign_in;
use crate::support::{PASSWORD, Shopper, TestApp, ops};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::service::subscription::next_box;
use stylebox_server::store::subscription::next_boxes::{self, LookRow};

/// The customers whom the job would look at now.
async fn looks_due(app: &TestApp) -> Vec<LookRow> {
    let today = app.state.clock.now().today();
    next_boxes::looks_due(&mut app.state.db.read().await.unwrap(), today).await.unwrap()
}

/// Runs the job, and then the outbox. No look is left for today.
async fn look(app: &TestApp) {
    assert_eq!(next_box::run(&app.state).await.unwrap().failures(), None);
    deliver(&app.state).await.unwrap();
    assert_eq!(looks_due(app).await, []);
}

async fn on(app: &TestApp, day: &str) {
    app.clock.set(&format!("{day}T15:00:00Z"));
    look(app).await;
}

/// A customer whose last box was delivered on 10 November. The next one is due on 15 December, and its notice on 1 December.
async fn subscriber(app: &TestApp) -> Shopper {
    let ann = Shopper::with_order(app, "ann@example.com").await;
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE, delivery_date = '2026-11-10'").await;
    app.execute("UPDATE customers SET first_timer = (1 = 0)").await;
    look(app).await;
    ann
}

#[tokio::test]
async fn a_finished_box_schedules_a_look_at_the_customer() {
    for way in ["called off", "ops cancel", "ops fraud", "kept whole", "sent back"] {
        let app = TestApp::start().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        let code = ann.code().await;
        look(&app).await;
        match way {
            "called off" => {
                ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
            }
            "kept whole" | "sent back" => {
                ann.bring_box(&app).await;
                ann.keep(if way == "kept whole" { 6 } else { 1 }).await;
                ann.check_out("key").await.expect(200);
                assert_eq!(looks_due(&app).await, [], "{way}: it is not over before it is done");
                if way == "kept whole" {
                    ops(&app, "jobs run after_checkout").await.unwrap();
                } else {
                    steps::take(&app.state, &ann.order, Step::Receive, Actor::Ops).await.unwrap();
                    ops(&app, &format!("complete {code}")).await.unwrap();
                }
            }
            command => {
                let command = command.trim_start_matches("ops ");
                ops(&app, &format!("{command} {code}")).await.unwrap();
            }
        }
        assert_eq!(looks_due(&app).await.len(), 1, "{way}");
    }
}

#[tokio::test]
async fn a_change_of_plan_schedules_a_look_at_the_customer() {
    let every = |often: &str| json!({"customer": {"subscription_type": format!("subscription_{often}")}});
    let answer = json!({"responses": {"subscription_type": "subscription_60_day"}});
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    let ways: [(&str, Value); 5] = [
        ("/api/account", every("on_demand")),
        ("/api/account", every("30_day")),
        ("/api/account/skip_a_box", json!({})),
        ("/api/account/unskip_a_box", json!({})),
        ("/api/style_profiles/current", answer),
    ];
    for (path, change) in ways {
        ann.browser.patch(path, change.clone()).await.expect(200);
        assert_eq!(looks_due(&app).await.len(), 1, "{path} {change}");
        look(&app).await;
        // The same plan again changes nothing.
        ann.browser.patch("/api/account", json!({"customer": {"first_name": "Anna"}})).await.expect(200);
        assert_eq!(looks_due(&app).await, [], "{path} {change}");
    }
    app.execute("UPDATE orders SET delivery_date = '2026-10-01'").await;
    assert_eq!(looks_due(&app).await.len(), 1, "the day of the last box");
}

#[tokio::test]
async fn a_void_notice_schedules_a_look_at_the_customer() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    app.execute("UPDATE orders SET delivery_date = '2020-11-10'").await;
    on(&app, "2020-12-01").await;
    ops(&app, "override-fee ann@example.com ONE_DOLLAR_2020").await.unwrap();
    assert_eq!(looks_due(&app).await.len(), 1, "another fee");
    on(&app, "2020-12-02").await;
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    let address = ann.browser.get("/api/account").await.expect(200)["shipping_addresses"][0].clone();
    ann.browser.delete(&format!("/api/shipping_addresses/{}", address["id"].as_str().unwrap())).await.expect(204);
    assert_eq!(looks_due(&app).await.len(), 1, "the last address goes");
    on(&app, "2020-12-03").await;
    let typed = json!({"shipping_address": {
        "line_1": "7 Elliot Avenue", "city": "Minneapolis", "state": "MN", "postal_code": "55404",
        "phone": "(612) 555-0100", "country": "US",
    }});
    ann.browser.post("/api/shipping_addresses", typed.clone()).await.expect(201);
    assert_eq!(looks_due(&app).await.len(), 1, "the first address comes");
    on(&app, "2020-12-04").await;
    ann.browser.post("/api/shipping_addresses", typed).await.expect(201);
    assert_eq!(looks_due(&app).await, [], "another address changes nothing");
}

#[tokio::test]
async fn a_customer_without_a_next_box_is_not_looked_at_again() {
    let app = TestApp::start().await;
    for (email, plan) in [("ann@example.com", None), ("bea@example.com", Some("on_demand")), ("cat@example.com", None)]
    {
        let mut shopper = Shopper::with_order(&app, email).await;
        if let Some(plan) = plan {
            let change = json!({"customer": {"subscription_type": format!("subscription_{plan}")}});
            shopper.browser.patch("/api/account", change).await.expect(200);
        }
        let code = shopper.code().await;
        let command = if email == "ann@example.com" { "fraud" } else { "cancel" };
        ops(&app, &format!("{command} {code}")).await.unwrap();
    }
    assert_eq!(looks_due(&app).await.len(), 3);
    look(&app).await;
    app.clock.set("2029-01-01T15:00:00Z");
    assert_eq!(looks_due(&app).await.len(), 1, "Cat's box would have been due long ago");
}

#[tokio::test]
async fn a_change_during_the_look_schedules_another() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    ann.browser.patch("/api/account/skip_a_box", json!({})).await.expect(200);
    let seen = looks_due(&app).await;
    ann.browser.patch("/api/account/unskip_a_box", json!({})).await.expect(200);
    let mut tx = app.state.db.write().await.unwrap();
    next_boxes::put_off(&mut tx, &seen[0], None).await.unwrap();
    tx.commit().await.unwrap();
    let again = looks_due(&app).await;
    assert_eq!(again.len(), 1);
    let mut tx = app.state.db.write().await.unwrap();
    next_boxes::put_off(&mut tx, &again[0], None).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(looks_due(&app).await, []);
}
