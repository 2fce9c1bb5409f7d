//! The dashboard's repeated calls: an answer that has not changed is not sent again.

use crate::support::{Client, Reply, Shopper, TestApp, ops};
use axum::http::header;
use serde_json::{Value, json};
use std::time::Duration;

/// The calls that the dashboard makes.
const READS: [&str; 3] = ["/api/account", "/api/orders?limit=10", "/api/account/next_charge"];

/// Asks for an answer unless it still has this tag.
async fn get_unless(browser: &mut Client, path: &str, tag: &str) -> Reply {
    browser.headers.insert(header::IF_NONE_MATCH, tag.parse().unwrap());
    let reply = browser.get(path).await;
    browser.headers.remove(header::IF_NONE_MATCH);
    reply
}

async fn tag_of(browser: &mut Client, path: &str) -> String {
    let reply = browser.get(path).await;
    reply.expect(200);
    reply.header("etag").unwrap().to_owned()
}

#[tokio::test]
async fn an_answer_that_has_not_changed_is_not_sent_again() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    for path in READS {
        let tag = tag_of(&mut ann.browser, path).await;
        let again = get_unless(&mut ann.browser, path, &tag).await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{path}");
        assert_eq!(again.header("etag"), Some(tag.as_str()), "{path}");
        assert_eq!(again.header("cache-control"), Some("no-store"), "no browser stores it: {path}");
        // A proxy may have removed the `W/` of a weak tag, and a caller may send several tags.
        let strong = tag.trim_start_matches("W/");
        for known in [strong.to_owned(), format!("\"another\", {tag}")] {
            assert_eq!(get_unless(&mut ann.browser, path, &known).await.status, 304, "{path}, {known}");
        }
        for unknown in ["\"another\"", "*", "W/\"\""] {
            get_unless(&mut ann.browser, path, unknown).await.expect(200);
        }
    }
}

#[tokio::test]
async fn a_change_by_staff_or_customer_changes_the_answer() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let tag = tag_of(&mut ann.browser, "/api/orders?limit=10").await;
    let charge = tag_of(&mut ann.browser, "/api/account/next_charge").await;
    let code = ann.code().await;
    ops(&app, &format!("style {code}")).await.unwrap();
    let styled = get_unless(&mut ann.browser, "/api/orders?limit=10", &tag).await.expect(200);
    assert_eq!(styled["orders"][0]["status"], "styled");
    get_unless(&mut ann.browser, "/api/account/next_charge", &charge).await.expect(200);
    let account = tag_of(&mut ann.browser, "/api/account").await;
    ann.browser.patch("/api/account", json!({"customer": {"first_name": "Anna"}})).await.expect(200);
    get_unless(&mut ann.browser, "/api/account", &account).await.expect(200);
}

#[tokio::test]
async fn another_customers_tag_gets_a_full_answer() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let mut eve = Shopper::with_order(&app, "eve@example.com").await;
    for path in READS {
        let tag = tag_of(&mut ann.browser, path).await;
        get_unless(&mut eve.browser, path, &tag).await.expect(200);
        get_unless(&mut app.client(), path, &tag).await.refused(401, "not_authorized");
    }
}

#[tokio::test]
async fn a_list_with_a_box_to_review_stays_the_same_for_an_hour() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    ann.check_out("a-key").await.expect(200);
    app.clock.set("2026-11-20T15:10:00Z");
    let path = "/api/orders?limit=10";
    let tag = tag_of(&mut ann.browser, path).await;
    app.clock.advance(Duration::from_secs(49 * 60));
    assert_eq!(get_unless(&mut ann.browser, path, &tag).await.status, 304);
    app.clock.advance(Duration::from_secs(60));
    let later = get_unless(&mut ann.browser, path, &tag).await.expect(200);
    // 16:00 on 20 November.
    assert_eq!(later["orders"][0]["review_invitation"]["time_stamp"], 1_795_190_400);
}

#[tokio::test]
async fn an_order_is_listed_with_its_own_next_charge() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let listed = |list: Value| list["orders"][0]["next_charge"].clone();
    let fee = listed(ann.browser.get("/api/orders").await.expect(200));
    assert_eq!((&fee["what"], &fee["time"], &fee["amount"]), (&json!("styling_fee"), &json!("styled"), &json!("1.00")));
    assert_eq!(fee, ann.browser.get("/api/account/next_charge").await.expect(200));
    // After a decline, the order and its next charge say so in the same answer.
    app.execute("UPDATE sandbox_tokens SET behaviour = 'decline'").await;
    let code = ann.code().await;
    ops(&app, &format!("style {code}")).await.unwrap_err();
    let declined = ann.browser.get("/api/orders").await.expect(200);
    assert_eq!(declined["orders"][0]["payment"]["problem"], "declined");
    assert_eq!(listed(declined), ann.browser.get("/api/account/next_charge").await.expect(200));
    // A page without the open order has no next charge, nor has a finished order.
    assert_eq!(listed(ann.browser.get("/api/orders?limit=1&page=1").await.expect(200)), Value::Null);
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(listed(ann.browser.get("/api/orders").await.expect(200)), Value::Null);
}
