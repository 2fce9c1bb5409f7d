//! Orders that can no longer come on their day. Every test begins on Wednesday, 18 November 2026. A box for Tuesday the 24th has to
//! leave on Friday the 20th, because three days before is a Saturday. The 26th and 27th are holidays.

use super::forms::{pick_up, returning};
use crate::account::sign_up_and_in::sign_in;
use crate::support::{
    CARD, GatewayBehaviour, PASSWORD, Shopper, TestApp, answers, card_form, confirm, newest_mail, ops, ops_at,
    other_card,
};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_core::values::business_time::Date;
use stylebox_server::store::order::events;

const STOCK: &str = "SELECT CAST(SUM(quantity) AS BIGINT) FROM stock";

/// Runs the job at that time. Returns how many were moved, asked about and cancelled.
async fn job(app: &TestApp, now: &str) -> [u32; 3] {
    app.clock.set(now);
    let said = ops(app, "jobs run late").await.unwrap();
    let numbers: Vec<u32> =
        said.split(|sign: char| !sign.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap_or_else(|_| panic!("{said}"))
}

/// The text of the newest email of a kind, on one line.
async fn email(app: &TestApp, kind: &str) -> String {
    newest_mail(app, kind).await.unwrap().body.replace('\n', " ")
}

fn days(order: &Value) -> [&Value; 3] {
    [&order["ship_by_date"], &order["expected_delivery_date"], &order["delay"]]
}

/// A customer who is asked on the 26th about a box that could not leave on the 20th and not on the 25th.
async fn asked(app: &TestApp, is_styled: bool) -> (Shopper, String) {
    let mut ann = Shopper::with_order(app, "ann@example.com").await;
    let code = ann.code().await;
    if is_styled {
        ops(app, &format!("style {code}")).await.unwrap();
    }
    assert_eq!(job(app, "2026-11-21T06:00:00Z").await, [1, 0, 0]);
    assert_eq!(job(app, "2026-11-26T06:00:00Z").await, [0, 1, 0]);
    (ann, code)
}

#[tokio::test]
async fn a_late_order_moves_and_its_customer_is_told() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    assert_eq!(job(&app, "2026-11-21T05:59:59Z").await, [0, 0, 0], "it can still leave");
    assert_eq!(ann.read().await["delay"], json!(null));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");

    app.clock.set("2026-11-21T06:00:00Z");
    assert_eq!(
        ann.read().await["delay"],
        json!({"is_late": true, "waits_for_customer": false, "moved_from": null, "answer_by": null})
    );
    let waits = ops(&app, "attention").await.unwrap();
    assert_eq!(waits, format!("{code}  it can no longer come on 2026-11-24: the job late moves it\n"));
    assert_eq!(job(&app, "2026-11-21T06:00:00Z").await, [1, 0, 0]);
    let delay = json!({"is_late": false, "waits_for_customer": false, "moved_from": "2026-11-24", "answer_by": null});
    assert_eq!(days(&ann.read().await), [&json!("2026-11-28"), &json!("2026-11-28"), &delay]);
    let said = email(&app, "order_moved").await;
    for words in [
        format!(
            "your box {code} could not leave in time for Tuesday, November 24. It will be with you on Saturday, November 28"
        ),
        "choose another one or cancel the order until styling begins".to_owned(),
        "http://stylebox.test/members/dashboard".to_owned(),
    ] {
        assert!(said.contains(&words), "{words}: {said}");
    }
    assert_eq!(
        ops(&app, "attention").await.unwrap(),
        format!(
            "{code}  it was late: it was to come on 2026-11-24, comes on 2026-11-28 now, and has to leave by 2026-11-25\n"
        )
    );
    assert_eq!(job(&app, "2026-11-25T15:00:00Z").await, [0, 0, 0], "once");
    let mut tx = app.state.db.read().await.unwrap();
    let last = events::of_order(&mut tx, &ann.order).await.unwrap().pop().unwrap();
    assert_eq!(
        (last.actor, last.reason.as_str()),
        (Actor::System, "Moved from 2026-11-24 to 2026-11-28, because it was late")
    );
    drop(tx);
    // It is sent in time for the new day, so staff do not see it any more.
    for command in ["style", "ship"] {
        ops(&app, &format!("{command} {code}")).await.unwrap();
    }
    let order = ann.read().await;
    assert_eq!(days(&order), [&json!("2026-11-28"), &json!("2026-11-28"), &json!(null)]);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn the_second_delay_asks_the_customer_and_there_is_no_third() {
    let app = TestApp::start().await;
    let (mut ann, code) = asked(&app, false).await;
    let delay =
        json!({"is_late": false, "waits_for_customer": false, "moved_from": "2026-11-28", "answer_by": "2026-12-03"});
    assert_eq!(days(&ann.read().await), [&json!("2026-12-03"), &json!("2026-12-03"), &delay]);
    let said = email(&app, "keep_or_cancel").await;
    for words in [
        format!("your box {code} is late again. It can be with you on Thursday, December 3"),
        "Please tell us by Thursday, December 3:  http://stylebox.test/members/dashboard".to_owned(),
        "or we do not hear from you by then, it is canceled and nothing is charged.".to_owned(),
    ] {
        assert!(said.contains(&words), "{words}: {said}");
    }
    let waits = ops(&app, "attention").await.unwrap();
    assert!(waits.contains("its customer is asked until 2026-12-03 whether to keep it"), "{waits}");
    let refused = ops(&app, &format!("style {code}")).await.unwrap_err();
    assert!(refused.contains("its customer is asked whether to keep it"), "{refused}");
    assert_eq!(app.charged().await, Vec::<i64>::new());

    let kept = ann.browser.post(&format!("/api/orders/{}/keep", ann.order), json!({})).await.expect(200);
    let delay = json!({"is_late": false, "waits_for_customer": false, "moved_from": "2026-11-28", "answer_by": null});
    assert_eq!(days(&kept), [&json!("2026-12-03"), &json!("2026-12-03"), &delay]);
    assert!(email(&app, "order_kept").await.contains("your box will be with you on Thursday, December 3."));
    // The button is pressed twice.
    ann.browser.post(&format!("/api/orders/{}/keep", ann.order), json!({})).await.expect(200);

    // It has to leave on Monday, 30 November.
    assert_eq!(job(&app, "2026-12-01T05:59:59Z").await, [0, 0, 0]);
    let late = ops(&app, &format!("style {code}")).await;
    assert!(late.is_ok(), "{late:?}");
    assert_eq!(job(&app, "2026-12-01T06:00:00Z").await, [0, 0, 1]);
    assert_eq!(ann.status().await, "cancelled");
    assert_eq!(app.charged().await, [0], "the fee is refunded");
    let said = email(&app, "cancelled").await;
    assert!(
        said.contains("in time for the day that you kept it for. It is now canceled. The styling fee of $1.00"),
        "{said}"
    );
    ann.browser.post(&format!("/api/orders/{}/keep", ann.order), json!({})).await.refused(409, "not_now");
    assert!(ops(&app, "audit").await.is_ok());
}

/// Its fee may be charged, and would not go back.
#[tokio::test]
async fn a_late_order_is_cancelled_once_the_gateway_has_answered_about_its_fee() {
    let app = TestApp::start().await;
    let (mut ann, code) = asked(&app, false).await;
    ann.browser.post(&format!("/api/orders/{}/keep", ann.order), json!({})).await.expect(200);
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    assert!(ops(&app, &format!("style {code}")).await.is_err());

    assert_eq!(job(&app, "2026-12-01T06:00:00Z").await, [0, 0, 0], "it waits, and the job does not fail");
    assert_eq!(ann.status().await, "created");
    let waits = ops(&app, "attention").await.unwrap();
    assert!(waits.contains("the job late cancels it once no charge of it is open"), "{waits}");

    app.gateway.set(GatewayBehaviour::Works);
    ops(&app, "jobs run payments").await.unwrap();
    assert_eq!(job(&app, "2026-12-01T07:00:00Z").await, [0, 0, 1]);
    assert_eq!((ann.status().await, app.charged().await), ("cancelled".to_owned(), vec![0]));
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_late_styled_box_without_an_answer_is_cancelled_after_seven_days() {
    let app = TestApp::start().await;
    let before = app.numbers(STOCK).await;
    let (mut ann, code) = asked(&app, true).await;
    assert_eq!(app.charged().await, [1_00]);
    let moved = email(&app, "order_moved").await;
    assert!(moved.contains("please call us at (800) 555-0142") && !moved.contains("/dashboard"), "{moved}");
    let said = email(&app, "keep_or_cancel").await;
    assert!(said.contains("it is canceled and the styling fee of $1.00 goes back to your card."), "{said}");
    let refused = ops(&app, &format!("ship {code} --tracking 9400111")).await.unwrap_err();
    assert!(refused.contains("its customer is asked whether to keep it"), "{refused}");
    ann.browser.post("/api/demo/advance", json!({})).await.refused(409, "not_now");

    assert_eq!(job(&app, "2026-12-04T05:59:59Z").await, [0, 0, 0], "the last second of the seventh day");
    assert_eq!(ann.status().await, "styled");
    assert_eq!(job(&app, "2026-12-04T06:00:00Z").await, [0, 0, 1]);
    let order = ann.read().await;
    assert_eq!(
        (&order["status"], &order["line_items"], &order["delay"]),
        (&json!("cancelled"), &json!([]), &json!(null))
    );
    assert_eq!(app.charged().await, [0]);
    assert_eq!(app.numbers(STOCK).await, before, "its pieces are back in stock");
    let said = email(&app, "cancelled").await;
    for words in [
        "we have not heard whether you would like to keep it. It is now canceled. The styling fee of $1.00 goes back",
        "http://stylebox.test/members/customize/order/custom",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert!(ops(&app, "audit").await.is_ok());
    // The customer can order another box, for the fee of a first box.
    let wish = json!({"order": {"ship_by_date": "2026-12-15"}});
    ann.order = ann.browser.post("/api/orders", wish).await.expect(201)["id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    assert_eq!(app.charged().await, [0, 1_00]);
}

#[tokio::test]
async fn the_customer_can_cancel_a_styled_box_that_is_late_again() {
    let app = TestApp::start().await;
    let before = app.numbers(STOCK).await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    ops(&app, &format!("style {code}")).await.unwrap();
    let cancel = format!("/api/orders/{}/cancel", ann.order);
    ann.browser.post(&cancel, json!({})).await.refused(409, "not_now");
    assert_eq!(job(&app, "2026-11-21T15:00:00Z").await, [1, 0, 0]);
    ann.browser.post(&cancel, json!({})).await.refused(409, "not_now");
    assert_eq!(job(&app, "2026-11-26T15:00:00Z").await, [0, 1, 0]);
    ann.browser.post(&cancel, json!({})).await.expect(200);
    assert_eq!(app.charged().await, [0]);
    assert_eq!(app.numbers(STOCK).await, before);
    assert!(email(&app, "cancelled").await.contains("The styling fee of $1.00 goes back to your card."));
    assert_eq!(job(&app, "2026-12-10T15:00:00Z").await, [0, 0, 0]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn staff_can_keep_or_cancel_a_late_order_for_a_customer_who_calls() {
    let app = TestApp::start().await;
    let (mut ann, code) = asked(&app, true).await;
    // On Sunday the 29th the box can still leave on the next day for the 3rd, so the day is kept.
    app.clock.set("2026-11-29T15:00:00Z");
    assert_eq!(
        ops(&app, &format!("keep {code}")).await.unwrap(),
        format!("Order {code} is kept, and comes on 2026-12-03.\n")
    );
    assert!(ops(&app, &format!("keep {code}")).await.unwrap_err().contains("is not asked about it"));
    assert!(ops(&app, &format!("cancel {code}")).await.unwrap_err().contains("cannot be canceled"));
    assert_eq!(ann.read().await["ship_by_date"], "2026-12-03");

    let app = TestApp::start().await;
    let (mut ann, code) = asked(&app, true).await;
    // On the day on which it has to leave, it moves by a week.
    app.clock.set("2026-11-30T15:00:00Z");
    assert_eq!(
        ops(&app, &format!("keep {code}")).await.unwrap(),
        format!("Order {code} is kept, and comes on 2026-12-07.\n")
    );
    ops(&app, &format!("ship {code}")).await.unwrap();
    assert_eq!(ann.read().await["expected_delivery_date"], "2026-12-07");

    let app = TestApp::start().await;
    let (mut ann, code) = asked(&app, true).await;
    ops(&app, &format!("cancel {code}")).await.unwrap();
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("cancelled", vec![0]));
    assert_eq!(
        app.count("SELECT COUNT(*) FROM orders WHERE asked_on IS NOT NULL").await,
        0,
        "nobody is asked any more"
    );
}

#[tokio::test]
async fn an_answer_after_the_seven_days_but_before_the_job_counts() {
    let app = TestApp::start().await;
    let (_, code) = asked(&app, true).await;
    // The customer was asked on 26 November, until 3 December. A week after the 5th, the first open day is Saturday, the 12th.
    app.clock.set("2026-12-05T15:00:00Z");
    let said = ops(&app, &format!("keep {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is kept, and comes on 2026-12-12.\n"));
    assert_eq!(job(&app, "2026-12-05T16:00:00Z").await, [0, 0, 0]);
}

#[tokio::test]
async fn choosing_another_day_keeps_the_order() {
    let app = TestApp::start().await;
    let (mut ann, _) = asked(&app, false).await;
    let day = json!({"order": {"ship_by_date": "2026-12-10"}});
    let order = ann.browser.patch(&format!("/api/orders/{}", ann.order), day).await.expect(200);
    assert_eq!((&order["ship_by_date"], &order["delay"]), (&json!("2026-12-10"), &json!(null)));
    assert_eq!(job(&app, "2026-12-05T15:00:00Z").await, [0, 0, 0], "the seven days are over, and nobody is asked");
    assert_eq!(ann.status().await, "created");
    // The box has to leave on Monday, 7 December. The shop has moved it twice already.
    assert_eq!(job(&app, "2026-12-08T15:00:00Z").await, [0, 0, 1]);
}

#[tokio::test]
async fn the_day_is_checked_again_when_a_box_is_charged_styled_and_sent() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    // The box is twenty days late, and the job has not run.
    app.clock.set("2026-12-10T15:00:00Z");
    ops(&app, &format!("style {code}")).await.unwrap();
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    assert_eq!(app.charged().await, [1_00]);
    assert_eq!(ann.read().await["ship_by_date"], "2026-12-17");
    assert!(email(&app, "order_moved").await.contains("It will be with you on Thursday, December 17 instead"));
    // The box is sent a day too late. It comes three days later, and the customer is told that day.
    app.clock.set("2026-12-15T15:00:00Z");
    ops(&app, &format!("ship {code}")).await.unwrap();
    assert_eq!(ann.read().await["expected_delivery_date"], "2026-12-18");
    assert!(email(&app, "on_its_way").await.contains("should be with you on Friday, December 18."));
    assert_eq!(job(&app, "2026-12-29T15:00:00Z").await, [0, 0, 0]);

    // The box is charged on time and styled late: the fee was confirmed at the bank, and the stylist came later.
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.execute("UPDATE orders SET status = 'styling'").await;
    let code = ann.code().await;
    app.clock.set("2026-12-10T15:00:00Z");
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    ops(&app, &format!("style {code}")).await.unwrap();
    assert_eq!((ann.status().await.as_str(), &ann.read().await["ship_by_date"]), ("styled", &json!("2026-12-17")));
    assert!(email(&app, "order_moved").await.contains("we can cancel the order until the box is styled"));
}

/// The reasons: a declined card, a charge that the bank asks about, or a missing or wrong address.
#[tokio::test]
async fn a_late_order_that_waits_for_its_customer_moves_once_it_can_go_on() {
    let waits = "it can no longer come on 2026-11-24, and moves once its customer has given a card, a confirmation or an address";

    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    app.gateway.set(GatewayBehaviour::Declines);
    ops(&app, &format!("style {code}")).await.unwrap_err();
    app.gateway.set(GatewayBehaviour::Works);
    assert_eq!(job(&app, "2026-12-01T15:00:00Z").await, [0, 0, 0]);
    let order = ann.read().await;
    let delay = json!({"is_late": true, "waits_for_customer": true, "moved_from": null, "answer_by": null});
    assert_eq!(days(&order), [&json!("2026-11-24"), &json!("2026-11-24"), &delay]);
    assert!(ops(&app, "attention").await.unwrap().contains(&format!("{code}  {waits}")));
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("styling", vec![1_00]));
    assert_eq!(ann.read().await["ship_by_date"], "2026-12-08");

    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let saved = ann.browser.post("/api/credit_cards", card_form("4000000000003220")).await.expect(201);
    ann.order = saved["order_id"].as_str().unwrap().to_owned();
    let code = ann.code().await;
    ops(&app, &format!("style {code}")).await.unwrap_err();
    assert_eq!(job(&app, "2026-11-21T15:00:00Z").await, [0, 0, 0]);
    assert!(ops(&app, "attention").await.unwrap().contains(&format!("{code}  {waits}")));

    for (breaks, mends) in [
        ("UPDATE orders SET shipping_address_id = NULL", None),
        (
            "UPDATE shipping_addresses SET undeliverable_since = 1",
            Some("UPDATE shipping_addresses SET undeliverable_since = NULL"),
        ),
    ] {
        let app = TestApp::start().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        app.execute(breaks).await;
        assert_eq!(job(&app, "2026-11-21T15:00:00Z").await, [0, 0, 0], "{breaks}");
        assert_eq!(ann.read().await["delay"]["waits_for_customer"], json!(true), "{breaks}");
        if let Some(mends) = mends {
            app.execute(mends).await;
            assert_eq!(job(&app, "2026-11-21T15:00:00Z").await, [1, 0, 0], "{breaks}");
        }
    }
}

#[tokio::test]
async fn a_pick_up_that_is_not_ready_moves_to_a_day_on_which_its_store_opens() {
    let app = TestApp::start().await;
    let mut ann = returning(&app, "ann@example.com").await;
    // The store is a day away and closed on Sundays.
    let mut wish = pick_up();
    (wish["order"]["ship_by_date"], wish["order"]["assigned_location_id"]) = (json!("2026-11-25"), json!("L04"));
    let order = ann.order(wish).await;
    let code = order["code"].as_str().unwrap().to_owned();
    ops(&app, &format!("style {code}")).await.unwrap();
    assert_eq!(job(&app, "2026-11-26T05:59:59Z").await, [0, 0, 0], "the last second of its day");
    assert_eq!(job(&app, "2026-11-26T06:00:00Z").await, [1, 0, 0]);
    // The third day is a Sunday. For the Monday the box would have to leave before the holidays.
    assert_eq!(ann.read().await["ship_by_date"], "2026-12-01");
    let said = email(&app, "order_moved").await;
    assert!(
        said.contains(&format!(
            "your box {code} was not ready for Wednesday, November 25. It will be ready for you at Rochester Arcade on Tuesday, December 1"
        )),
        "{said}"
    );
    assert!(ops(&app, "attention").await.unwrap().contains("has to be ready by 2026-12-01"));
    ops(&app, &format!("ready {code}")).await.unwrap();
    assert_eq!(job(&app, "2026-12-28T15:00:00Z").await, [0, 0, 0], "it waits at the store");
}

#[tokio::test]
async fn a_late_order_with_an_expired_card_waits() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.says(answers()).await;
    ann.order = ann.save_card(CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    app.execute("UPDATE cards SET expiration = '11/26'").await;
    // The card expires at the end of November.
    assert_eq!(job(&app, "2026-12-01T15:00:00Z").await, [0, 0, 0]);
    assert_eq!(ann.read().await["payment"]["problem"], "expired");
    assert_eq!(ann.read().await["delay"]["waits_for_customer"], json!(true));
}

/// The shop has closed every day of the calendar.
#[tokio::test]
async fn a_late_order_without_an_open_day_is_shown_and_stays() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    let closed = app.with_holidays(|holidays| {
        let first: Date = "2026-11-18".parse().unwrap();
        holidays.custom_ship_disallowed_dates = (0..300).map(|days| first.plus_days(days).unwrap()).collect();
    });
    app.clock.set("2026-11-21T15:00:00Z");
    let said = ops_at(&closed, "jobs run late").await.unwrap();
    assert!(said.contains("0 late orders were moved, 0 customers were asked about theirs, 0 were canceled"), "{said}");
    let seen = ops_at(&closed, "attention").await.unwrap();
    let words = "it can no longer come on 2026-11-24, and no later day is open: ask the customer";
    assert_eq!(seen, format!("{code}  {words}\n"));
    assert_eq!(days(&ann.read().await)[..2], [&json!("2026-11-24"), &json!("2026-11-24")], "it has no other day");
    assert!(newest_mail(&app, "order_moved").await.is_none(), "its customer is not told of a new day");
    // A day opens.
    assert_eq!(job(&app, "2026-11-21T15:00:00Z").await, [1, 0, 0]);
    assert_eq!(ann.read().await["ship_by_date"], "2026-11-28");
}
