//! Demo mode, and that outside it none of its calls exist.

use crate::support::{GatewayBehaviour, PASSWORD, TestApp};
use serde_json::{Value, json};
use stylebox_server::fulfilment::demo;

async fn signed_in(app: &TestApp, email: &str) -> crate::support::Client {
    let mut client = app.client();
    let human = client.human().await;
    let body = json!({"customer": {"email": email, "password": PASSWORD, "recaptchaToken": human}});
    client.post("/api/sessions", body).await.expect(200);
    client
}

#[tokio::test]
async fn demo_mode_starts_with_two_customers() {
    let app = TestApp::start().await;
    demo::seed(&app.state).await.unwrap();
    // Only once: a second start finds them.
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
async fn an_interrupted_first_start_continues() {
    let app = TestApp::start().await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    demo::seed(&app.state).await.unwrap_err();
    let app = app.restart().await;
    demo::seed(&app.state).await.unwrap();
    let mut dana = signed_in(&app, "dana@example.com").await;
    let orders = dana.get("/api/orders").await.expect(200);
    assert_eq!(orders["orders"].as_array().unwrap().len(), 1);
    assert_eq!(orders["orders"][0]["status"], "delivered_to_customer");
    assert_eq!(app.charged().await, [1_00]);
    // Only once: from here on the visitor moves the box.
    app.execute("UPDATE orders SET status = 'created', finished = FALSE, delivery_date = NULL").await;
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
async fn outside_demo_mode_its_calls_do_not_exist() {
    let app = TestApp::with(|settings| settings.demo = false).await;
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
