//! The next box of a subscription.

use crate::account::sign_up_and_in::sign_in;
use crate::support::{MessageFault, PASSWORD, Shopper, TestApp, confirm, crowded, email_token, open_email_link, ops};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::jobs;
use stylebox_server::jobs::runner::{JobOutcome, run_now};
use stylebox_server::providers::mail::EmailMessage;
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::service::subscription::next_box::{self, NextBoxRun};
use stylebox_server::store::account::customers::{self, CustomerRow};
use stylebox_server::store::mail::outbox::{self, MailRow};
use stylebox_server::store::order::events;
use stylebox_server::store::order::orders::{self, OrderRow};

/// A customer whose last box was delivered on 10 November. The next one is due 35 days later, on 15 December.
async fn subscriber(app: &TestApp) -> Shopper {
    let ann = Shopper::with_order(app, "ann@example.com").await;
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE, delivery_date = '2026-11-10' WHERE delivery_date IS NULL")
        .await;
    app.execute("UPDATE customers SET first_timer = (1 = 0)").await;
    ann
}

/// Runs the job at nine in the morning in Chicago, and then the outbox.
async fn on(app: &TestApp, day: &str) -> NextBoxRun {
    app.clock.set(&format!("{day}T15:00:00Z"));
    let batch = next_box::run(&app.state).await.unwrap();
    assert_eq!(batch.failures(), None);
    deliver(&app.state).await.unwrap();
    batch.done
}

const NOTHING: NextBoxRun = NextBoxRun { notified: 0, ordered: 0 };
const NOTIFIED: NextBoxRun = NextBoxRun { notified: 1, ordered: 0 };
const ORDERED: NextBoxRun = NextBoxRun { notified: 0, ordered: 1 };

async fn mails(app: &TestApp, kind: &str) -> Vec<MailRow> {
    let mut tx = app.state.db.read().await.unwrap();
    outbox::newest(&mut tx, 100).await.unwrap().into_iter().filter(|mail| mail.kind == kind).collect()
}

/// The newest notice that was sent.
fn email(app: &TestApp) -> EmailMessage {
    let mut emails = app.messages.sent().into_iter();
    emails.rfind(|email| email.subject == "Your next Stylebox is coming up").unwrap()
}

async fn customer(app: &TestApp) -> CustomerRow {
    customers::by_email(&mut app.state.db.read().await.unwrap(), "ann@example.com").await.unwrap().unwrap()
}

async fn newest(app: &TestApp) -> OrderRow {
    let customer = customer(app).await;
    orders::of_customer(&mut app.state.db.read().await.unwrap(), &customer.id).await.unwrap().remove(0)
}

#[tokio::test]
async fn a_customer_is_told_a_week_before_the_next_box_is_ordered() {
    let app = TestApp::start().await;
    subscriber(&app).await;
    assert_eq!(on(&app, "2026-11-30").await, NOTHING);
    assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
    let mail = email(&app);
    assert_eq!(
        (mail.recipient.as_str(), mail.subject.as_str()),
        ("ann@example.com", "Your next Stylebox is coming up")
    );
    for words in [
        "planned for Tuesday, December 15.",
        "We order it on Tuesday, December 8;",
        "the styling fee of $20.00",
        "Skip it here before then:\n\nhttp://stylebox.test/members/manage/subscription",
    ] {
        assert!(mail.body.contains(words), "{words}: {}", mail.body);
    }
    for day in ["2026-12-01", "2026-12-02", "2026-12-07"] {
        assert_eq!(on(&app, day).await, NOTHING, "{day}");
    }
    assert_eq!(on(&app, "2026-12-08").await, ORDERED);
    assert_eq!(on(&app, "2026-12-08").await, NOTHING);
    let order = newest(&app).await;
    assert_eq!((order.status.as_str(), order.ship_by_date.to_string().as_str()), ("created", "2026-12-15"));
    assert_eq!((order.subscription_type.as_str(), order.customer_pick_up), ("subscription_30_day", false));
    assert_eq!(
        (order.expected_delivery_date.map(|day| day.to_string()).as_deref(), order.coupon),
        (Some("2026-12-15"), None)
    );
    assert!(order.shipping_address_id.is_some());
    let mut tx = app.state.db.read().await.unwrap();
    let events = events::of_order(&mut tx, &order.id).await.unwrap();
    drop(tx);
    assert_eq!((events[0].actor, events[0].reason.as_str()), (Actor::System, "Ordered by the subscription"));
    assert_eq!(mails(&app, "order_placed").await.len(), 2);
}

#[tokio::test]
async fn a_skip_moves_the_box_and_is_used_up_by_it() {
    let app = TestApp::start().await;
    subscriber(&app).await;
    assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
    app.execute("UPDATE customers SET skip_days = 30").await;
    // The next box is due on 14 January, its notice is sent on 31 December, and it is ordered on 7 January.
    for day in ["2026-12-08", "2026-12-30"] {
        assert_eq!(on(&app, day).await, NOTHING, "{day}");
    }
    assert_eq!(on(&app, "2026-12-31").await, NOTIFIED);
    assert!(email(&app).body.contains("Change it here before then"), "a skipped box cannot be skipped again");
    assert_eq!(on(&app, "2027-01-06").await, NOTHING);
    assert_eq!(on(&app, "2027-01-07").await, ORDERED);
    assert_eq!(newest(&app).await.ship_by_date.to_string(), "2027-01-14");
    assert_eq!(customer(&app).await.skip_days.get(), 0);
}

#[tokio::test]
async fn a_box_due_on_a_closed_day_comes_on_the_next_open_day() {
    let app = TestApp::start().await;
    subscriber(&app).await;
    // 35 days after 15 November is Sunday, 20 December.
    app.execute("UPDATE orders SET delivery_date = '2026-11-15'").await;
    assert_eq!(on(&app, "2026-12-06").await, NOTIFIED);
    assert!(email(&app).body.contains("planned for Monday, December 21."));
    assert_eq!(on(&app, "2026-12-13").await, ORDERED);
    assert_eq!(newest(&app).await.ship_by_date.to_string(), "2026-12-21");
}

#[tokio::test]
async fn no_box_is_ordered_without_a_subscription_or_during_an_open_order() {
    let app = TestApp::start().await;
    subscriber(&app).await;
    for (no, yes) in [
        (
            "UPDATE customers SET subscription_type = 'subscription_on_demand'",
            "UPDATE customers SET subscription_type = 'subscription_30_day'",
        ),
        (
            "UPDATE customers SET subscription_type = NULL",
            "UPDATE customers SET subscription_type = 'subscription_30_day'",
        ),
        (
            "UPDATE orders SET status = 'delivered_to_customer', finished = FALSE",
            "UPDATE orders SET status = 'completed', finished = TRUE",
        ),
        (
            "UPDATE orders SET subscription_type = 'subscription_on_demand'",
            "UPDATE orders SET subscription_type = 'subscription_30_day'",
        ),
    ] {
        app.execute(no).await;
        assert_eq!(on(&app, "2026-12-20").await, NOTHING, "{no}");
        app.execute(yes).await;
    }
    // A late notice still gives the customer a week.
    assert_eq!(on(&app, "2026-12-20").await, NOTIFIED);
    assert_eq!(on(&app, "2026-12-26").await, NOTHING);
    assert_eq!(on(&app, "2026-12-27").await, ORDERED);
}

#[tokio::test]
async fn no_box_is_ordered_for_a_stopped_customer() {
    let app = TestApp::start().await;
    subscriber(&app).await;
    assert_eq!(on(&app, "2026-12-20").await, NOTIFIED);
    app.execute("UPDATE orders SET status = 'fraud', finished = TRUE").await;
    assert_eq!(on(&app, "2026-12-27").await, NOTHING);
}

#[tokio::test]
async fn a_cancelled_box_is_not_ordered_again() {
    let app = TestApp::start().await;
    subscriber(&app).await;
    assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
    assert_eq!(on(&app, "2026-12-08").await, ORDERED);
    app.execute("UPDATE orders SET status = 'cancelled', finished = TRUE WHERE status = 'created'").await;
    // 35 days after 15 December is 19 January.
    for day in ["2026-12-09", "2027-01-04"] {
        assert_eq!(on(&app, day).await, NOTHING, "{day}");
    }
    assert_eq!(on(&app, "2027-01-05").await, NOTIFIED);
    assert_eq!(on(&app, "2027-01-12").await, ORDERED);
    assert_eq!(newest(&app).await.ship_by_date.to_string(), "2027-01-19");
}

#[tokio::test]
async fn many_simultaneous_runs_of_the_job_order_one_box() {
    let app = TestApp::with(crowded).await;
    subscriber(&app).await;
    app.clock.set("2026-12-01T15:00:00Z");
    let job = jobs::find("next_boxes").unwrap();
    let said = "1 customers were told of their next box, 0 boxes were ordered".to_owned();
    assert_eq!(run_now(&app.state, job).await.unwrap(), JobOutcome::Done(said));
    deliver(&app.state).await.unwrap();
    app.clock.set("2026-12-08T15:00:00Z");
    let runs = (0..6).map(|_| {
        let state = app.state.clone();
        tokio::spawn(async move { next_box::run(&state).await.unwrap().done.ordered })
    });
    let mut ordered = 0;
    for run in runs.collect::<Vec<_>>() {
        ordered += run.await.unwrap();
    }
    assert_eq!(ordered, 1);
    let ann = customer(&app).await.id;
    let mut tx = app.state.db.read().await.unwrap();
    assert_eq!(orders::of_customer(&mut tx, &ann).await.unwrap().len(), 2);
}

/// A change of the plan, and the change that undoes it, both on the day of the notice.
type ThereAndBack = [(&'static str, serde_json::Value); 2];

fn every(often: &str) -> serde_json::Value {
    json!({"customer": {"subscription_type": format!("subscription_{often}")}})
}

#[tokio::test]
async fn a_change_of_the_plan_voids_the_notice_even_if_it_is_undone() {
    let answer = |often: &str| json!({"responses": {"subscription_type": format!("subscription_{often}")}});
    let (account, answers) = ("/api/account", "/api/style_profiles/current");
    let ways: [ThereAndBack; 4] = [
        [(account, every("on_demand")), (account, every("30_day"))],
        [(account, every("60_day")), (account, every("30_day"))],
        [("/api/account/skip_a_box", json!({})), ("/api/account/unskip_a_box", json!({}))],
        [(answers, answer("on_demand")), (answers, answer("30_day"))],
    ];
    for way in ways {
        let app = TestApp::start().await;
        let mut ann = subscriber(&app).await;
        assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
        for (path, body) in way.clone() {
            ann.browser.patch(path, body).await.expect(200);
        }
        // The box is the same, but the customer has a week from the new notice.
        for (day, seen) in [("2026-12-02", NOTIFIED), ("2026-12-08", NOTHING), ("2026-12-09", ORDERED)] {
            assert_eq!(on(&app, day).await, seen, "{day} {way:?}");
        }
        assert_eq!(newest(&app).await.ship_by_date.to_string(), "2026-12-16", "{way:?}");
    }
}

#[tokio::test]
async fn a_change_outside_the_plan_does_not_void_the_notice() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
    ann.browser.patch("/api/account", every("30_day")).await.expect(200);
    ann.browser.patch("/api/account", json!({"customer": {"first_name": "Anna"}})).await.expect(200);
    ann.browser.patch("/api/account/unskip_a_box", json!({})).await.expect(200);
    // The code of 2020 has no effect any more, so the fee stays the same.
    app.execute("UPDATE customers SET styling_fee_override_code = 'ONE_DOLLAR_2020'").await;
    assert_eq!(on(&app, "2026-12-02").await, NOTHING);
    assert_eq!(on(&app, "2026-12-08").await, ORDERED);
}

#[tokio::test]
async fn a_change_of_the_fee_voids_the_notice() {
    let app = TestApp::start().await;
    subscriber(&app).await;
    app.execute("UPDATE orders SET delivery_date = '2020-11-10'").await;
    assert_eq!(on(&app, "2020-12-01").await, NOTIFIED);
    assert!(email(&app).body.contains("the styling fee of $20.00"));
    ops(&app, "override-fee ann@example.com ONE_DOLLAR_2020").await.unwrap();
    assert_eq!(on(&app, "2020-12-02").await, NOTIFIED);
    assert!(email(&app).body.contains("the styling fee of $1.00"), "{}", email(&app).body);
    let again = ops(&app, "override-fee ann@example.com ONE_DOLLAR_2020").await.unwrap_err();
    assert_eq!(again, "ann@example.com has the styling-fee code ONE_DOLLAR_2020 already: nothing was changed.");
    assert_eq!(on(&app, "2020-12-03").await, NOTHING);
    ops(&app, "override-fee ann@example.com").await.unwrap();
    assert_eq!(on(&app, "2020-12-04").await, NOTIFIED);
    assert!(email(&app).body.contains("the styling fee of $20.00"));
    for (day, seen) in [("2020-12-10", NOTHING), ("2020-12-11", ORDERED)] {
        assert_eq!(on(&app, day).await, seen, "{day}");
    }
}

#[tokio::test]
async fn a_box_that_the_customer_orders_in_between_voids_the_notice() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
    let pick_up = json!({"order": {
        "customer_pick_up": true, "ship_by_date": "2026-12-02", "assigned_location_id": "L01", "phone": "(612) 555-0199",
    }});
    let measures = json!({"responses": {
        "height_feet": "5", "height_inches": "7", "bra_band": "34", "bra_cup": "B", "brand_1": "Saltmarsh",
        "denim_spend": "$90 - $200",
    }});
    ann.browser.patch("/api/style_profiles/current", measures).await.expect(200);
    ann.browser.post("/api/orders", pick_up).await.expect(201);
    assert_eq!(on(&app, "2026-12-05").await, NOTHING);
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE WHERE status = 'created'").await;
    assert_eq!(on(&app, "2027-02-01").await, NOTIFIED);
    assert_eq!(on(&app, "2027-02-07").await, NOTHING);
    assert_eq!(on(&app, "2027-02-08").await, ORDERED);
    assert_eq!(newest(&app).await.ship_by_date.to_string(), "2027-02-16", "on Monday the 15th no mail is delivered");
}

#[tokio::test]
async fn the_week_begins_when_the_notice_is_sent_and_staff_see_a_late_one() {
    let app = TestApp::start().await;
    subscriber(&app).await;
    deliver(&app.state).await.unwrap();
    app.messages.set(MessageFault::Down);
    assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
    assert_eq!(on(&app, "2026-12-07").await, NOTHING);
    assert!(!ops(&app, "attention").await.unwrap().contains("the next box"));
    assert_eq!(on(&app, "2026-12-08").await, NOTHING);
    let waits = "ann@example.com  the next box is not ordered: its notice was not sent\n";
    assert!(ops(&app, "attention").await.unwrap().contains(waits));
    app.messages.set(MessageFault::None);
    assert_eq!(on(&app, "2026-12-10").await, NOTHING);
    assert!(!ops(&app, "attention").await.unwrap().contains("the next box"));
    for (day, seen) in [("2026-12-11", NOTHING), ("2026-12-16", NOTHING), ("2026-12-17", ORDERED)] {
        assert_eq!(on(&app, day).await, seen, "{day}");
    }
    // A week later the shop is closed until the 29th.
    assert_eq!(newest(&app).await.ship_by_date.to_string(), "2026-12-29");
    assert_eq!(mails(&app, "next_box").await.len(), 1);
}

#[tokio::test]
async fn a_next_box_without_an_address_is_not_ordered_and_staff_see_it() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    let address = ann.browser.get("/api/account").await.expect(200)["shipping_addresses"][0].clone();
    let path = format!("/api/shipping_addresses/{}", address["id"].as_str().unwrap());
    ann.browser.delete(&path).await.expect(204);
    assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
    let told = email(&app).body;
    assert!(told.contains("please add one in your account. We do not order it without one."), "{told}");
    assert!(!ops(&app, "attention").await.unwrap().contains("the next box"));
    assert_eq!(on(&app, "2026-12-08").await, NOTHING);
    let waits = "ann@example.com  the next box is not ordered: there is no address for it to go to\n";
    assert!(ops(&app, "attention").await.unwrap().contains(waits));
    // Months later it is not ordered immediately, because the customer has a week to skip it.
    app.clock.set("2027-03-09T15:00:00Z");
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    let typed = json!({"shipping_address": {
        "line_1": "7 Elliot Avenue", "city": "Minneapolis", "state": "MN", "postal_code": "55404",
        "phone": "(612) 555-0100", "country": "US",
    }});
    ann.browser.post("/api/shipping_addresses", typed.clone()).await.expect(201);
    assert_eq!(on(&app, "2027-03-09").await, NOTIFIED);
    let told = email(&app).body;
    assert!(!told.contains("please add one"), "{told}");
    assert!(!ops(&app, "attention").await.unwrap().contains("the next box"));
    // Another address does not void the notice.
    ann.browser.post("/api/shipping_addresses", typed).await.expect(201);
    assert_eq!(on(&app, "2027-03-15").await, NOTHING);
    assert_eq!(on(&app, "2027-03-16").await, ORDERED);
    assert!(newest(&app).await.shipping_address_id.is_some());
}

#[tokio::test]
async fn a_customer_who_deletes_the_last_address_after_the_notice_is_told_that_it_is_missing() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
    assert!(!email(&app).body.contains("please add one"));
    let address = ann.browser.get("/api/account").await.expect(200)["shipping_addresses"][0].clone();
    let path = format!("/api/shipping_addresses/{}", address["id"].as_str().unwrap());
    ann.browser.delete(&path).await.expect(204);
    assert_eq!(on(&app, "2026-12-03").await, NOTIFIED);
    assert!(email(&app).body.contains("please add one"), "{}", email(&app).body);
    assert_eq!(on(&app, "2026-12-10").await, NOTHING);
}

#[tokio::test]
async fn an_order_without_an_address_is_neither_charged_nor_shipped_and_its_invoice_has_the_reason() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    let (nowhere, somewhere) = (
        "UPDATE orders SET shipping_address_id = NULL",
        "UPDATE orders SET shipping_address_id = (SELECT id FROM shipping_addresses)",
    );
    app.execute(nowhere).await;
    let refused = format!("Order {code} has no address to go to.");
    assert_eq!(ops(&app, &format!("style {code}")).await.unwrap_err(), refused);
    assert_eq!(app.charged().await, Vec::<i64>::new());
    let waits = ops(&app, "attention").await.unwrap();
    assert_eq!(waits, format!("{code}  there is no address for it to go to\n"));
    app.execute(somewhere).await;
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    ops(&app, &format!("style {code}")).await.unwrap();
    app.execute(nowhere).await;
    assert_eq!(ops(&app, &format!("ship {code}")).await.unwrap_err(), refused);
    app.execute(somewhere).await;
    for command in ["ship", "deliver"] {
        ops(&app, &format!("{command} {code}")).await.unwrap();
    }
    app.execute(nowhere).await;
    // The address of the customer's other boxes does not count for this one.
    let path = format!("/api/orders/{}/invoices", ann.order);
    ann.browser.post(&path, json!({})).await.refused(409, "tax_unknown");
}

#[tokio::test]
async fn a_bounced_notice_orders_no_box_and_is_written_again_for_a_new_address() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    app.messages.set(MessageFault::NoMailbox);
    assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
    app.messages.set(MessageFault::None);
    assert_eq!(on(&app, "2026-12-08").await, NOTHING, "the customer was not told");
    let shown = ops(&app, "attention").await.unwrap();
    assert!(shown.contains("the next box is not ordered: its notice was not sent"), "{shown}");
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    let change = json!({"customer": {"email": "anna@example.com"}});
    ann.browser.patch("/api/account", change).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    open_email_link(&mut ann.browser, &email_token(&app).await).await.expect(200);
    assert_eq!(on(&app, "2026-12-09").await, NOTIFIED);
    assert_eq!(email(&app).recipient, "anna@example.com");
    assert_eq!(on(&app, "2026-12-16").await, ORDERED);
}

#[tokio::test]
async fn the_notice_does_not_name_a_card_that_expires_before_the_box_is_ordered() {
    // The box of December 15 is ordered on December 8, and its notice is sent on December 1.
    for (ends, asked) in [("11/26", Some("has expired")), ("12/26", None)] {
        let app = TestApp::start().await;
        let mut ann = subscriber(&app).await;
        app.execute(match ends {
            "11/26" => "UPDATE cards SET expiration = '11/26'",
            _ => "UPDATE cards SET expiration = '12/26'",
        })
        .await;
        assert_eq!(on(&app, "2026-12-01").await, NOTIFIED);
        let text = email(&app).body;
        let next = ann.browser.get("/api/account/next_charge").await.expect(200);
        if let Some(why) = asked {
            let other = format!("Your Visa ending in 4242 {why}: please add another card in your account.");
            assert!(text.contains("your card is charged the styling fee of $20.00") && text.contains(&other), "{text}");
            assert_eq!((&next["time"], &next["on"]), (&json!("new_card"), &json!(null)));
        } else {
            assert!(text.contains("your Visa ending in 4242 is charged the styling fee of $20.00"), "{text}");
            assert_eq!((&next["time"], &next["on"]), (&json!("styled"), &json!("2026-12-08")));
        }
    }
    // The card expires between the notice and the order.
    let app = TestApp::start().await;
    let mut ann = subscriber(&app).await;
    app.execute("UPDATE orders SET delivery_date = '2026-11-07'").await;
    app.execute("UPDATE cards SET expiration = '11/26'").await;
    assert_eq!(on(&app, "2026-11-28").await, NOTIFIED);
    let text = email(&app).body;
    assert!(text.contains("Your Visa ending in 4242 expires before then: please add another card"), "{text}");
    let next = ann.browser.get("/api/account/next_charge").await.expect(200);
    assert_eq!((&next["what"], &next["time"]), (&json!("styling_fee"), &json!("card_ends")));
}
