//! Demo mode. Outside demo mode none of its calls exist.

use crate::support::{GatewayBehaviour, PASSWORD, TestApp, live, ops};
use serde_json::{Value, json};
use std::collections::HashSet;
use stylebox_core::policy;
use stylebox_server::fulfilment::demo;
use stylebox_server::jobs::ALL;
use stylebox_server::jobs::runner::{JobOutcome, run_now};

async fn signed_in(app: &TestApp, email: &str) -> crate::support::Client {
    let mut client = app.client();
    let human = client.human().await;
    let body = json!({"customer": {"email": email, "password": PASSWORD, "recaptchaToken": human}});
    client.post("/api/sessions", body).await.expect(200);
    client
}

#[tokio::test]
async fn demo_mode_starts_with_its_customers() {
    let app = TestApp::start().await;
    demo::seed(&app.state).await.unwrap();
    // A second start finds them and adds nothing.
    demo::seed(&app.state).await.unwrap();
    let customers = app.client().get("/api/status").await.expect(200)["demo"]["customers"].clone();
    assert_eq!(customers[0]["email"], "ann@example.com");
    let mut ann = signed_in(&app, "ann@example.com").await;
    let account = ann.get("/api/account").await.expect(200);
    assert_eq!(account["style_profile_complete"], true);
    assert_eq!(ann.get("/api/orders").await.expect(200), json!({"orders": []}));
    let mut dana = signed_in(&app, "dana@example.com").await;
    let orders = dana.get("/api/orders").await.expect(200);
    assert_eq!(orders["orders"].as_array().unwrap().len(), 1);
    assert_eq!(orders["orders"][0]["status"], "delivered_to_customer");
    dana.post("/api/demo/advance", json!({})).await.refused(409, "not_now");
}

#[tokio::test]
async fn no_page_of_the_third_customer_is_empty() {
    let app = TestApp::start().await;
    demo::seed(&app.state).await.unwrap();
    let mut maya = signed_in(&app, "maya@example.com").await;
    let orders = maya.get("/api/orders/all?limit=50").await.expect(200)["orders"].as_array().unwrap().clone();
    assert!(orders.len() > policy::HISTORY_PAGE_SIZE, "one page is not enough: {}", orders.len());
    // 728 days ago was 20 November, and four days later it was a Sunday.
    let oldest = orders.iter().filter_map(|order| order["delivery_date"].as_str()).min();
    assert_eq!(oldest, Some("2024-11-25"));
    let ended = |status: &str| orders.iter().filter(|order| order["status"] == status).count();
    assert_eq!((ended("cancelled"), ended("completed")), (1, orders.len() - 1));
    let all = |field: &str| orders.iter().filter(|order| !order[field].is_null()).count();
    assert_eq!(all("stylist_note"), orders.len() - 1, "a note with each box");
    assert!(all("order_review") > 5 && all("on_demand_customer_msg") > 3);
    let lines: Vec<&Value> = orders.iter().flat_map(|order| order["line_items"].as_array().unwrap()).collect();
    let kept = lines.iter().filter(|line| line["claimed_kept"] == true).count();
    assert!(kept > 20 && lines.len() - kept > 20, "{kept} of {}", lines.len());
    assert_eq!(lines.iter().filter(|line| !line["exchange_size"].is_null()).count(), 2);
    // A shop sends a returned piece again only if it has nothing else.
    let mut boxes: Vec<&Value> = orders.iter().filter(|order| !order["delivery_date"].is_null()).collect();
    boxes.sort_by_key(|order| order["delivery_date"].as_str());
    let mut came_back: HashSet<&str> = HashSet::new();
    for order in boxes {
        for line in order["line_items"].as_array().unwrap() {
            let description = line["description"].as_str().unwrap();
            assert!(!came_back.contains(description), "{description} came back, and was sent again");
            if line["claimed_kept"] == false {
                came_back.insert(description);
            }
        }
    }
    let letters: HashSet<&str> = orders.iter().filter_map(|order| order["stylist_note"].as_str()).collect();
    assert_eq!(letters.len(), orders.len() - 1, "each letter is different");
    let rewards = "SELECT COUNT(*) FROM referral_rewards WHERE earned_as = 'referrer' AND used_at IS NOT NULL";
    assert_eq!(app.numbers(rewards).await, [1]);
    let friends = maya.get("/api/referrals").await.expect(200)["referrals"].as_array().unwrap().clone();
    let rewards: Vec<&Value> = friends.iter().map(|friend| &friend["reward"]).filter(|it| !it.is_null()).collect();
    let used = rewards.iter().filter(|reward| !reward["used_at"].is_null()).count();
    assert_eq!((friends.len(), rewards.len(), used), (4, 2, 1), "{friends:?}");
    // The welcome coupon, the friend's reward and a coupon of the shop.
    let coupons =
        "SELECT COUNT(DISTINCT coupon_code) FROM invoices JOIN customers ON customers.id = invoices.customer_id
        WHERE invoices.paid_at IS NOT NULL AND customers.email_key = 'maya@example.com'";
    assert_eq!(app.numbers(coupons).await, [3]);
}

#[tokio::test]
async fn the_books_of_the_demo_agree_and_nothing_is_due() {
    let app = TestApp::start().await;
    demo::seed(&app.state).await.unwrap();
    ops(&app, "audit").await.unwrap();
    for job in ALL {
        let ran = run_now(&app.state, *job).await.unwrap();
        assert!(matches!(ran, JobOutcome::Done(_)), "{}: {ran:?}", job.name);
    }
    // No box is ordered immediately, and staff have to deal only with Dana's box.
    let unfinished = ops(&app, "list").await.unwrap();
    assert_eq!(unfinished.lines().skip(1).count(), 1, "{unfinished}");
    assert!(unfinished.contains("dana@example.com"), "{unfinished}");
}

#[tokio::test]
async fn an_interrupted_first_start_continues() {
    let app = TestApp::start().await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    demo::seed(&app.state).await.unwrap_err();
    // Dana's box is made next. Then the charge for Maya's first box gets no answer.
    let app = app.restart().await;
    let gateway = app.gateway.clone();
    app.gateway.run_at_next_token(move || gateway.set(GatewayBehaviour::LosesChargeAnswers));
    demo::seed(&app.state).await.unwrap_err();
    let app = app.restart().await;
    demo::seed(&app.state).await.unwrap();
    let mut maya = signed_in(&app, "maya@example.com").await;
    let orders = maya.get("/api/orders/all?limit=50").await.expect(200)["orders"].as_array().unwrap().clone();
    assert_eq!(orders.len(), 15);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM customers").await, [7]);
    ops(&app, "audit").await.unwrap();
    let mut dana = signed_in(&app, "dana@example.com").await;
    let orders = dana.get("/api/orders").await.expect(200);
    assert_eq!(orders["orders"].as_array().unwrap().len(), 1);
    assert_eq!(orders["orders"][0]["status"], "delivered_to_customer");
    let fees = "SELECT amount FROM payment_attempts JOIN customers ON customers.id = payment_attempts.customer_id
        WHERE customers.email_key = 'dana@example.com' AND payment_attempts.status = 'succeeded'";
    assert_eq!(app.numbers(fees).await, [1_00]);
    // It happens only once: from here on the visitor moves the box.
    app.execute("UPDATE orders SET status = 'created', delivery_date = NULL WHERE finished = FALSE").await;
    demo::seed(&app.state).await.unwrap();
    assert_eq!(dana.get("/api/orders").await.expect(200)["orders"][0]["status"], "created");
}

#[tokio::test]
async fn a_database_with_other_customers_is_left_alone() {
    let app = TestApp::start().await;
    app.client().register("eve@example.com").await;
    demo::seed(&app.state).await.unwrap();
    assert!(!app.dump().await.contains("dana@example.com"));
}

#[tokio::test]
async fn the_advance_button_moves_a_box_to_the_next_visible_status() {
    let app = TestApp::start().await;
    let mut ann = crate::support::Shopper::with_order(&app, "ann@example.com").await;
    for status in ["styled", "in_transit_to_customer", "delivered_to_customer"] {
        assert_eq!(advanced(&mut ann).await["status"], status);
    }
    ann.keep(1).await;
    ann.check_out("key").await.expect(200);
    for status in ["in_transit_to_stylebox", "delivered_to_stylebox", "completed"] {
        assert_eq!(advanced(&mut ann).await["status"], status);
    }
    ann.browser.post("/api/demo/advance", json!({})).await.refused(409, "not_now");
}

async fn advanced(ann: &mut crate::support::Shopper) -> Value {
    ann.browser.post("/api/demo/advance", json!({})).await.expect(200)
}

#[tokio::test]
async fn the_simulator_moves_every_box_and_waits_for_the_customer() {
    let app = TestApp::start().await;
    let mut ann = crate::support::Shopper::with_order(&app, "ann@example.com").await;
    for status in ["styled", "in_transit_to_customer", "delivered_to_customer", "delivered_to_customer"] {
        demo::move_all(&app.state).await.unwrap();
        assert_eq!(ann.status().await, status);
    }
}

#[tokio::test]
async fn the_simulator_reports_a_declined_fee_once() {
    let app = TestApp::start().await;
    let mut ann = crate::support::Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::Declines);
    for _ in 0..3 {
        demo::move_all(&app.state).await.unwrap();
    }
    assert_eq!(ann.status().await, "created");
    assert_eq!(app.gateway.asked().len(), 1);
}

#[tokio::test]
async fn outside_demo_mode_the_demo_calls_do_not_exist() {
    let app = TestApp::with(live).await;
    demo::seed(&app.state).await.unwrap();
    assert_eq!(app.client().get("/api/status").await.expect(200)["demo"], json!(null));
    app.client().post("/api/demo/advance", json!({})).await.refused(404, "not_found");
    let mut ann = crate::support::Shopper::with_order(&app, "ann@example.com").await;
    ann.browser.post("/api/demo/advance", json!({})).await.refused(404, "not_found");
    for path in ["/dev/outbox", "/dev/outbox.css", "/api/demo/advance"] {
        app.client().get(path).await.refused(404, "not_found");
    }
    let description = app.client().get("/api/openapi.json").await.expect(200);
    assert_eq!(description["paths"]["/demo/advance"], json!(null));
}
