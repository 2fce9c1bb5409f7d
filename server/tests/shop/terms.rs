//! The service under other commercial terms: each figure that a customer pays or reads is the shop's own.

use crate::support::{CARD, Reply, Shopper, TestApp, answers, cents, ops, other_card, text};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::frequency::Type;
use stylebox_core::values::money::Money;
use stylebox_server::fulfilment::steps::{self, Step};

/// $25 for a box and $12.50 for the first one, a week to try on, 15% off three items, and a welcome coupon of $40.
fn other_terms() -> ShopTerms {
    ShopTerms {
        styling_fee: Money::from_dollars(25),
        first_styling_fee: Money::from_cents(12_50).unwrap(),
        try_on_days_shipped: 7,
        try_on_days_picked_up: 3,
        extension_days: 3,
        reminder_days_shipped: vec![4, 1].into(),
        reminder_days_picked_up: vec![1].into(),
        multi_item_count: 3,
        multi_item_percent: 15,
        multi_item_code: "ATELIER15".into(),
        referral_percent: 15,
        referral_days: 90,
        referral_code: "Friends15".into(),
        welcome_coupon: Money::from_dollars(40),
        welcome_coupon_code: "Salut40".into(),
        exit_offer: true,
        frequencies: vec![Type::Every60Days, Type::Every90Days, Type::OnDemand].into(),
        delivery_months_ahead: 2,
        pickup_months_ahead: 1,
        pickup_cutoff_hour: 13,
    }
}

/// The answers of a customer who wants a box every other month.
fn every_other_month() -> Value {
    let mut given = answers();
    given["subscription_type"] = json!("subscription_60_day");
    given
}

/// A customer with a box on the doorstep, delivered on November 18.
async fn with_box(app: &TestApp) -> Shopper {
    let mut ann = Shopper::without(app, "ann@example.com", &["subscription_type"]).await;
    ann.says(every_other_month()).await;
    let saved = ann.save_card(CARD).await.expect(201);
    ann.order = saved["order_id"].as_str().unwrap().to_owned();
    ann.bring_box(app).await;
    ann
}

/// Sets the clock, and runs the jobs about the day to check out by.
async fn at(app: &TestApp, instant: &str) {
    app.clock.set(instant);
    for job in ["reminders", "outbox", "system_checkout", "payments", "outbox"] {
        ops(app, &format!("jobs run {job}")).await.unwrap();
    }
}

#[tokio::test]
async fn a_box_costs_and_lasts_as_the_terms_say() {
    let app = TestApp::under(other_terms()).await;
    let mut ann = with_box(&app).await;
    assert_eq!(app.charged().await, [12_50]);
    let order = ann.read().await;
    assert_eq!(order["checkout_by_date"], "2026-11-25");
    ann.browser.patch(&format!("/api/orders/{}/extend", ann.order), json!({})).await.expect(200);
    assert_eq!(ann.read().await["checkout_by_date"], "2026-11-28");
    // Reminders come four days before that, and the day before.
    for (instant, sent) in [
        ("2026-11-24T14:59:59Z", vec![]),
        ("2026-11-24T15:00:00Z", vec!["Please check out in 4 days"]),
        ("2026-11-26T15:00:00Z", vec!["Please check out in 4 days"]),
        ("2026-11-27T15:00:00Z", vec!["Please check out in 4 days", "Please check out tomorrow"]),
        ("2026-11-28T15:00:00Z", vec!["Please check out in 4 days", "Please check out tomorrow"]),
    ] {
        at(&app, instant).await;
        let subjects = app.messages.subjects("ann@example.com").into_iter();
        let reminders: Vec<_> = subjects.filter(|subject| subject.starts_with("Please check out")).collect();
        assert_eq!(reminders, sent, "{instant}");
    }
    // Both were sent, so the system checks out at noon of the day after.
    at(&app, "2026-11-29T18:00:00Z").await;
    assert_eq!(ann.status().await, "checked_out_by_system");
}

#[tokio::test]
async fn three_kept_items_earn_the_discount_under_the_shops_own_code() {
    let app = TestApp::under(other_terms()).await;
    let mut ann = with_box(&app).await;
    ann.keep(3).await;
    let invoice = ann.invoice().await;
    let subtotal: i64 = ann.lines().await[..3].iter().map(|line| cents(&line["retail_price"])).sum();
    let off = (subtotal * 15 + 50) / 100;
    assert_eq!((cents(&invoice["original_subtotal"]), cents(&invoice["multi_item_discount"])), (subtotal, off));
    assert_eq!((&invoice["coupon"]["code"], &invoice["fourItems"]), (&json!("Salut40"), &json!(true)));
    assert_eq!(invoice["totalBeforeTax"], text(subtotal - off - 40_00));
    ann.check_out("key").await.expect(200);
    ops(&app, "jobs run outbox").await.unwrap();
    let receipt = app.messages.sent().into_iter().find(|email| email.subject.contains("receipt")).unwrap().body;
    assert!(receipt.contains("Discount ATELIER15") && !receipt.contains("STYLEBOX10"), "{receipt}");
}

#[tokio::test]
async fn two_kept_items_earn_no_discount() {
    let app = TestApp::under(other_terms()).await;
    let mut ann = with_box(&app).await;
    ann.keep(2).await;
    let invoice = ann.invoice().await;
    assert_eq!((&invoice["multi_item_discount"], &invoice["fourItems"]), (&json!("0.00"), &json!(false)));
}

#[tokio::test]
async fn the_specs_codes_mean_nothing() {
    let app = TestApp::under(other_terms()).await;
    let mut visitor = app.client();
    let mut typed = async |code: &str| visitor.get(&format!("/api/account/validate_signup_code/{code}")).await;
    typed("Hello25").await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    assert_eq!(typed("SALUT40").await.expect(200)["code"], "Salut40");
}

#[tokio::test]
async fn a_shop_without_a_welcome_coupon_gives_none() {
    let terms = ShopTerms { welcome_coupon: Money::ZERO, exit_offer: false, ..other_terms() };
    let app = TestApp::under(terms).await;
    let mut ann = with_box(&app).await;
    ann.keep(1).await;
    assert_eq!(ann.invoice().await["coupon"], json!(null));
}

#[tokio::test]
async fn a_referral_gives_the_shops_percentage_for_the_shops_days() {
    let app = TestApp::under(other_terms()).await;
    let mut ann = with_box(&app).await;
    let code = ann.browser.get("/api/account").await.expect(200)["referral_code"].as_str().unwrap().to_owned();
    let mut bob = Shopper::invited(&app, "bob@example.com", &code).await;
    bob.says(every_other_month()).await;
    let saved = bob.save_card(CARD).await.expect(201);
    bob.order = saved["order_id"].as_str().unwrap().to_owned();
    bob.bring_box(&app).await;
    bob.keep(1).await;
    let invoice = bob.invoice().await;
    let price = cents(&bob.lines().await[0]["retail_price"]);
    assert_eq!(cents(&invoice["discount_amount"]), (price * 15 + 50) / 100);
    bob.check_out("key").await.expect(200);
    ops(&app, "jobs run outbox").await.unwrap();
    let sent = app.messages.sent();
    let earned = sent.iter().find(|email| email.subject.contains("15% off for you")).unwrap();
    assert!(earned.body.contains("it waits at your checkout for 90 days"), "{}", earned.body);
}

#[tokio::test]
async fn a_checkout_that_cannot_be_extended_stays_as_it_is() {
    let app = TestApp::under(ShopTerms { extension_days: 0, ..other_terms() }).await;
    let mut ann = with_box(&app).await;
    ann.browser.patch(&format!("/api/orders/{}/extend", ann.order), json!({})).await.refused(409, "not_extendable");
    assert_eq!(ann.read().await["checkout_by_date"], "2026-11-25");
}

#[tokio::test]
async fn the_calendar_ends_where_the_terms_say() {
    let app = TestApp::under(other_terms()).await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["subscription_type"]).await;
    ann.says(every_other_month()).await;
    let saved = ann.save_card(CARD).await.expect(201);
    let order = format!("/api/orders/{}", saved["order_id"].as_str().unwrap());
    // Two months from November 18.
    let late = ann.browser.patch(&order, json!({"order": {"ship_by_date": "2027-01-19"}})).await;
    assert_eq!(late.expect(422)["issues"][0]["code"], "too_far");
    ann.browser.patch(&order, json!({"order": {"ship_by_date": "2027-01-16"}})).await.expect(200);
}

/// Checks that a call names the frequency as not on offer.
#[track_caller]
fn is_not_offered(reply: &Reply) {
    assert_eq!(reply.expect(422)["issues"][0]["code"], "frequency_not_offered");
}

#[tokio::test]
async fn a_frequency_that_is_not_on_offer_cannot_be_chosen() {
    let app = TestApp::under(other_terms()).await;
    let monthly = json!("subscription_30_day");
    let mut ann = Shopper::without(&app, "ann@example.com", &["subscription_type"]).await;
    // The quiz does not have it among its choices.
    let answer = json!({"responses": {"subscription_type": monthly}});
    ann.browser.patch("/api/style_profiles/current", answer).await.expect(422);
    let mut other = other_card(CARD);
    other["subscription_type"] = monthly.clone();
    is_not_offered(&ann.browser.patch("/api/credit_cards", other).await);
    let wish = json!({"order": {"subscription_type": monthly, "ship_by_date": "2026-11-24"}});
    is_not_offered(&ann.browser.post("/api/orders", wish).await);
    ann.says(every_other_month()).await;
    let saved = ann.save_card(CARD).await.expect(201);
    let order = format!("/api/orders/{}", saved["order_id"].as_str().unwrap());
    is_not_offered(&ann.browser.patch(&order, json!({"order": {"subscription_type": monthly}})).await);
    let change = |frequency: &str| json!({"customer": {"subscription_type": frequency}});
    is_not_offered(&ann.browser.patch("/api/account", change("subscription_30_day")).await);
    is_not_offered(&ann.browser.get("/api/account/next_charge?subscription_type=subscription_30_day").await);
    ann.browser.patch("/api/account", change("subscription_90_day")).await.expect(200);
}

#[tokio::test]
async fn a_customer_keeps_a_frequency_that_is_no_longer_on_offer() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let mut browser = app.client_of(app.in_shop(other_terms()));
    browser.cookies = std::mem::take(&mut ann.browser.cookies);
    let monthly = json!("subscription_30_day");
    browser.patch("/api/account", json!({"customer": {"subscription_type": monthly}})).await.expect(200);
    let order = format!("/api/orders/{}", ann.order);
    browser.patch(&order, json!({"order": {"subscription_type": monthly}})).await.expect(200);
    browser.get("/api/account/next_charge?subscription_type=subscription_30_day").await.expect(200);
}

#[tokio::test]
async fn what_is_picked_up_is_tried_on_as_the_terms_say() {
    let app = TestApp::under(other_terms()).await;
    let mut ann = Shopper::without(&app, "ann@example.com", &["subscription_type", "ship_by_date"]).await;
    ann.save_card(CARD).await.expect(201);
    // A pick-up is on demand, whatever the form says.
    let pick_up = json!({"order": {
        "customer_pick_up": true, "subscription_type": "subscription_30_day", "ship_by_date": "2026-11-19", "assigned_location_id": "L01", "phone": "(612) 555-0199",
    }});
    ann.order = ann.browser.post("/api/orders", pick_up).await.expect(201)["id"].as_str().unwrap().to_owned();
    for step in [Step::Style, Step::Ready, Step::Deliver] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    assert_eq!(ann.read().await["checkout_by_date"], "2026-11-21");
    at(&app, "2026-11-20T15:00:00Z").await;
    assert!(app.messages.subjects("ann@example.com").contains(&"Please check out tomorrow".to_owned()));
}
