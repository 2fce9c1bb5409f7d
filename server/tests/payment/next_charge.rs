//! The forecast of the next charge. It has to agree with what the jobs do.
//!
//! Boxes are delivered on 18 November, so the last day for checkout is the 23rd. Noon in Chicago is 18:00 UTC.

use crate::account::sign_up_and_in::sign_in;
use crate::support::{GatewayBehaviour, PASSWORD, Shopper, TestApp, cents, confirm, ops};
use serde_json::{Value, json};

async fn next_charge(ann: &mut Shopper) -> Value {
    ann.browser.get("/api/account/next_charge").await.expect(200)
}

fn card() -> Value {
    json!({"brand": "Visa", "last_four": "4242", "expiration": "12/29"})
}

/// A customer whose last box was delivered on 10 November. The next one is due 35 days later, on 15 December.
async fn subscriber(app: &TestApp) -> Shopper {
    let ann = Shopper::with_order(app, "ann@example.com").await;
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE, delivery_date = '2026-11-10'").await;
    app.execute("UPDATE customers SET first_timer = (1 = 0)").await;
    ann
}

#[tokio::test]
async fn before_the_first_order_there_is_no_next_charge() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let nothing = json!({
        "what": null, "time": "ordered", "amount": null, "undecided": 0, "on": null, "at": null, "by_new_card": false,
        "order_id": null, "box": null, "card": null, "has_consent": false,
    });
    assert_eq!(next_charge(&mut ann).await, nothing);
    app.client().get("/api/account/next_charge").await.refused(401, "not_authorized");
}

#[tokio::test]
async fn an_ordered_box_costs_its_fee_when_styling_begins() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let fee = json!({
        "what": "styling_fee", "time": "styled", "amount": "1.00", "undecided": 0, "on": null, "at": null, "by_new_card": false,
        "order_id": ann.order, "box": null, "card": card(), "has_consent": true,
    });
    assert_eq!(next_charge(&mut ann).await, fee);
    // A declined fee is tried again a day later.
    app.clock.set("2026-11-20T15:00:00Z");
    app.execute("UPDATE sandbox_tokens SET behaviour = 'decline'").await;
    let code = ann.code().await;
    ops(&app, &format!("style {code}")).await.unwrap_err();
    let declined = next_charge(&mut ann).await;
    assert_eq!((&declined["what"], &declined["time"]), (&json!("styling_fee"), &json!("tried_again")));
    assert_eq!((&declined["on"], &declined["at"]), (&json!("2026-11-21"), &json!("2026-11-21T15:00:00Z")));
    app.clock.set("2026-11-21T15:00:00Z");
    let late = next_charge(&mut ann).await;
    assert_eq!((&late["time"], &late["on"], &late["at"]), (&json!("now"), &json!(null), &json!(null)));
    app.execute("UPDATE sandbox_tokens SET behaviour = 'accept'").await;
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(app.charged().await, [1_00], "as the forecast said");
    let styled = next_charge(&mut ann).await;
    assert_eq!(
        (&styled["what"], &styled["time"], &styled["amount"], &styled["order_id"]),
        (&json!(null), &json!("tried_on"), &json!(null), &json!(ann.order))
    );
}

/// The time of a charge, and whether another card is charged soon.
fn said(charge: &Value) -> (&str, bool) {
    assert_eq!((&charge["on"], &charge["at"]), (&json!(null), &json!(null)), "no moment is known: {charge}");
    (charge["time"].as_str().unwrap(), charge["by_new_card"] == json!(true))
}

async fn at(app: &TestApp, instant: &str) {
    app.clock.set(instant);
    for job in ["reminders", "outbox", "system_checkout", "payments"] {
        ops(app, &format!("jobs run {job}")).await.unwrap();
    }
}

async fn reminded(app: &TestApp) -> Shopper {
    let ann = Shopper::with_box(app, "ann@example.com").await;
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        at(app, &format!("{day}T15:00:00Z")).await;
    }
    ann
}

#[tokio::test]
async fn an_overdue_charge_does_not_name_a_past_time() {
    let app = TestApp::start().await;
    let mut ann = reminded(&app).await;
    app.clock.set("2026-11-24T18:00:00Z");
    let due = next_charge(&mut ann).await;
    assert_eq!((&due["what"], said(&due)), (&json!("purchase"), ("now", true)));
    // The job is late and the card is declined. It is tried again from noon on the next day, then three and seven days later, and then
    // never (`charge.retry`).
    app.gateway.set(GatewayBehaviour::Declines);
    at(&app, "2026-11-24T19:00:00Z").await;
    let declined = next_charge(&mut ann).await;
    let again = (&json!("tried_again"), &json!("2026-11-25T18:00:00Z"), &json!(true));
    assert_eq!((&declined["time"], &declined["at"], &declined["by_new_card"]), again);
    assert_eq!(declined["amount"], due["amount"]);
    for day in ["2026-11-25", "2026-11-28", "2026-12-05"] {
        at(&app, &format!("{day}T19:00:00Z")).await;
    }
    let given_up = next_charge(&mut ann).await;
    assert_eq!((&given_up["what"], said(&given_up)), (&json!(null), ("checked_out", true)));
    // The forecast shows the amount before another card is saved.
    assert_eq!((&given_up["amount"], &given_up["undecided"]), (&due["amount"], &due["undecided"]));
    // The next run charges another card.
    app.gateway.set(GatewayBehaviour::Works);
    ann.save_card("5555555555554444").await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    let due = next_charge(&mut ann).await;
    assert_eq!((said(&due), &due["card"]["last_four"]), (("now", true), &json!("4444")));
    ops(&app, "jobs run system_checkout").await.unwrap();
    assert_eq!(app.charged().await, [1_00, cents(&due["amount"])]);
}

#[tokio::test]
async fn a_box_whose_customer_was_not_reminded_is_left_to_staff() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    app.clock.set("2026-11-24T18:00:00Z");
    let next = next_charge(&mut ann).await;
    assert_eq!((&next["what"], said(&next)), (&json!("purchase"), ("by_staff", false)));
    let code = ann.code().await;
    ops(&app, &format!("checkout {code}")).await.unwrap();
    assert_eq!(app.charged().await, [1_00, cents(&next["amount"])], "as the forecast said");
}

#[tokio::test]
async fn the_forecast_of_a_delivered_box_is_what_the_system_charges() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let whole = next_charge(&mut ann).await;
    let at = (&json!("purchase"), &json!("2026-11-24"), &json!("2026-11-24T18:00:00Z"));
    assert_eq!((&whole["what"], &whole["on"], &whole["at"]), at);
    assert_eq!((&whole["order_id"], &whole["box"]), (&json!(ann.order), &json!(null)));
    // Nothing is stored for a forecast.
    assert_eq!(app.numbers("SELECT COUNT(*) FROM invoices").await, [0]);
    ann.keep(2).await;
    let of_two = next_charge(&mut ann).await;
    assert!(cents(&of_two["amount"]) < cents(&whole["amount"]));
    // Undecided items count as kept. So two returns change the amount, and the invoice agrees.
    let lines = ann.lines().await;
    let undecided =
        json!([{"id": lines[2]["id"], "claimed_kept": null, "exchange_size": null, "customer_feedback": ""}]);
    ann.decide(undecided).await.expect(200);
    ann.invoice().await;
    let forecast = next_charge(&mut ann).await;
    assert!(cents(&forecast["amount"]) > cents(&of_two["amount"]));
    for day in ["2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"] {
        app.clock.set(&format!("{day}T18:00:00Z"));
        for job in ["reminders", "outbox", "system_checkout", "payments"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    assert_eq!(ann.status().await, "checked_out_by_system");
    assert_eq!(app.charged().await, [1_00, cents(&forecast["amount"])]);
    assert_eq!(next_charge(&mut ann).await["what"], json!(null), "it is paid");
}

#[tokio::test]
async fn an_extension_moves_the_charge() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    ann.browser.patch(&format!("/api/orders/{}/extend", ann.order), json!({})).await.expect(200);
    assert_eq!(next_charge(&mut ann).await["at"], "2026-11-29T18:00:00Z");
}

#[tokio::test]
async fn without_consent_only_the_customer_checks_out() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    app.execute("UPDATE cards SET consent_version = NULL, consent_at = NULL").await;
    let next = next_charge(&mut ann).await;
    assert_eq!((&next["what"], &next["has_consent"], &next["card"]), (&json!(null), &json!(false), &card()));
}

#[tokio::test]
async fn a_box_with_an_unknown_tax_has_no_amount() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    app.execute("UPDATE shipping_addresses SET state = 'GU'").await;
    let next = next_charge(&mut ann).await;
    assert_eq!((&next["what"], &next["amount"], &next["on"]), (&json!("purchase"), &json!(null), &json!("2026-11-24")));
}

#[tokio::test]
async fn the_forecast_has_the_days_of_a_subscribers_next_box() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    let planned = json!({
        "what": "styling_fee", "time": "styled", "amount": "20.00", "undecided": 0, "on": "2026-12-08", "at": null,
        "by_new_card": false,
        "order_id": null,
        "box": {
            "date": "2026-12-15", "told_on": "2026-12-01", "ordered_on": "2026-12-08", "change_by": "2026-12-07", "comes_on": "2026-12-15",
            "has_address": true, "skip": {"offered": true, "skipped": false, "falls_out": "2026-12-15", "one_after": "2027-01-14"},
        },
        "card": card(), "has_consent": true,
    });
    assert_eq!(next_charge(&mut ann).await, planned);
    ann.browser.patch("/api/account/skip_a_box", json!({})).await.expect(200);
    let skipped = json!({
        "date": "2027-01-14", "told_on": "2026-12-31", "ordered_on": "2027-01-07", "change_by": "2027-01-06", "comes_on": "2027-01-14", "has_address": true,
        "skip": {"offered": false, "skipped": true, "falls_out": "2026-12-15", "one_after": "2027-01-14"},
    });
    let next = next_charge(&mut ann).await;
    assert_eq!((&next["on"], &next["box"]), (&json!("2027-01-07"), &skipped));
    ann.browser.patch("/api/account/unskip_a_box", json!({})).await.expect(200);
    assert_eq!(next_charge(&mut ann).await, planned);
    // The jobs do what the forecast said: the notice, and the order with that fee.
    for day in ["2026-12-01", "2026-12-08"] {
        app.clock.set(&format!("{day}T15:00:00Z"));
        for job in ["next_boxes", "outbox"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    let order = ann.browser.get("/api/orders").await.expect(200)["orders"][0].clone();
    assert_eq!((&order["status"], &order["ship_by_date"]), (&json!("created"), &json!("2026-12-15")));
    let next = next_charge(&mut ann).await;
    assert_eq!((&next["what"], &next["amount"], &next["box"]), (&json!("styling_fee"), &json!("20.00"), &json!(null)));
    assert_eq!((&next["order_id"], &next["on"]), (&order["id"], &json!(null)));
}

#[tokio::test]
async fn a_quarterly_box_cannot_be_skipped_and_on_demand_has_no_next_box() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    let mut plan = async |kind: &str| {
        ann.browser.patch("/api/account", json!({"customer": {"subscription_type": kind}})).await.expect(200);
        next_charge(&mut ann).await
    };
    // 95 days after 10 November is 13 February, a Saturday.
    let quarterly = plan("subscription_90_day").await;
    assert_eq!(quarterly["box"]["comes_on"], "2027-02-13");
    let skip = json!({"offered": false, "skipped": false, "falls_out": "2027-02-13", "one_after": null});
    assert_eq!(quarterly["box"]["skip"], skip);
    let on_demand = plan("subscription_on_demand").await;
    assert_eq!((&on_demand["what"], &on_demand["box"], &on_demand["card"]), (&json!(null), &json!(null), &card()));
}

/// The forecast with another frequency.
async fn preview(ann: &mut Shopper, kind: &str) -> Value {
    ann.browser.get(&format!("/api/account/next_charge?subscription_type={kind}")).await.expect(200)
}

#[tokio::test]
async fn a_change_of_frequency_can_be_previewed() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    let before = next_charge(&mut ann).await;
    // 65 days after 10 November.
    let every_other_month = preview(&mut ann, "subscription_60_day").await;
    assert_eq!((&every_other_month["on"], &every_other_month["amount"]), (&json!("2027-01-07"), &json!("20.00")));
    let planned = json!({
        "date": "2027-01-14", "told_on": "2026-12-31", "ordered_on": "2027-01-07", "change_by": "2027-01-06",
        "comes_on": "2027-01-14", "has_address": true,
        "skip": {"offered": true, "skipped": false, "falls_out": "2027-01-14", "one_after": "2027-03-15"},
    });
    assert_eq!(every_other_month["box"], planned);
    let on_demand = preview(&mut ann, "subscription_on_demand").await;
    assert_eq!((&on_demand["what"], &on_demand["box"]), (&json!(null), &json!(null)));
    assert_eq!(next_charge(&mut ann).await, before, "the preview changes nothing");
    ann.browser
        .patch("/api/account", json!({"customer": {"subscription_type": "subscription_60_day"}}))
        .await
        .expect(200);
    assert_eq!(next_charge(&mut ann).await, every_other_month, "the change has the previewed result");
    ann.browser.get("/api/account/next_charge?subscription_type=daily").await.refused(422, "request_invalid");
}

#[tokio::test]
async fn the_preview_of_another_frequency_undoes_the_skip_and_voids_the_notice() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    ann.browser.patch("/api/account/skip_a_box", json!({})).await.expect(200);
    // The same choice changes nothing.
    assert_eq!(preview(&mut ann, "subscription_30_day").await["box"]["comes_on"], "2027-01-14");
    // A skipped month and an interval of two months give the same day, but the notice of the first does not count for the second.
    for day in ["2026-12-31", "2027-01-05"] {
        app.clock.set(&format!("{day}T15:00:00Z"));
        for job in ["next_boxes", "outbox"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    let told = next_charge(&mut ann).await;
    assert_eq!((&told["box"]["told_on"], &told["on"]), (&json!("2026-12-31"), &json!("2027-01-07")));
    let previewed = preview(&mut ann, "subscription_60_day").await;
    assert_eq!(previewed["box"]["date"], "2027-01-14");
    // The notice is sent today, and the box is ordered a week later.
    assert_eq!((&previewed["box"]["told_on"], &previewed["on"]), (&json!("2027-01-05"), &json!("2027-01-12")));
    assert_eq!(previewed["box"]["skip"]["skipped"], json!(false));
    ann.browser
        .patch("/api/account", json!({"customer": {"subscription_type": "subscription_60_day"}}))
        .await
        .expect(200);
    assert_eq!(next_charge(&mut ann).await, previewed);
}

#[tokio::test]
async fn before_the_first_box_a_preview_has_no_days() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    app.execute("UPDATE customers SET subscription_type = NULL").await;
    let looked_at = preview(&mut ann, "subscription_30_day").await;
    assert_eq!((&looked_at["what"], &looked_at["box"]), (&json!(null), &json!(null)));
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["subscription_type"], json!(null));
}
