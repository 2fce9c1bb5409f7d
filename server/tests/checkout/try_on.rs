//! The reminders before the last day for checkout, and the system's checkout after it.
//!
//! Every box is delivered on 18 November, and the last day for checkout is the 23rd. Nine in Chicago is 15:00 UTC, and noon is 18:00.

use crate::support::{GatewayBehaviour, MessageFault, Shopper, TestApp, cents, confirm, ops, other_card};
use serde_json::json;
use std::time::Duration;
use stylebox_server::store::card::{cards, declined_cards};
use stylebox_server::store::order::events;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Sets the clock and runs the jobs.
async fn at(app: &TestApp, instant: &str) -> String {
    app.clock.set(instant);
    let mut said = String::new();
    for job in ["reminders", "outbox", "system_checkout", "payments"] {
        said.push_str(&ops(app, &format!("jobs run {job}")).await.unwrap());
    }
    said
}

/// Sends all reminders for the first last day for checkout.
async fn remind(app: &TestApp) {
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        at(app, &format!("{day}T15:00:00Z")).await;
    }
}

/// A customer who was reminded. It is noon on the day after the last day.
async fn overdue(app: &TestApp, email: &str) -> Shopper {
    let ann = Shopper::with_box(app, email).await;
    remind(app).await;
    ann
}

const NOON: &str = "2026-11-24T18:00:00Z";

fn reminders(app: &TestApp) -> Vec<String> {
    let subjects = app.messages.subjects("ann@example.com").into_iter();
    subjects.filter(|subject| subject.starts_with("Please check out")).collect()
}

#[tokio::test]
async fn three_reminders_are_sent_each_once_at_nine_in_chicago() {
    let app = TestApp::start().await;
    let ann = Shopper::with_box(&app, "ann@example.com").await;
    at(&app, "2026-11-21T14:59:59Z").await;
    assert_eq!(reminders(&app).len(), 0);
    at(&app, "2026-11-21T15:00:00Z").await;
    at(&app, "2026-11-21T20:00:00Z").await;
    assert_eq!(reminders(&app), ["Please check out in 2 days"]);
    at(&app, "2026-11-22T16:00:00Z").await;
    at(&app, "2026-11-23T16:00:00Z").await;
    at(&app, "2026-11-23T23:00:00Z").await;
    assert_eq!(reminders(&app), ["Please check out in 2 days", "Please check out tomorrow", "Please check out today"]);
    let body = app.messages.sent().pop().unwrap().body;
    assert!(body.contains("please check out by Monday, November 23"), "{body}");
    assert!(body.contains("is charged to your Visa ending in 4242"), "{body}");
    let mut tx = app.state.db.read().await.unwrap();
    let log = events::of_order(&mut tx, &ann.order).await.unwrap();
    assert_eq!(log.iter().filter(|event| event.reason == "Reminded to check out by 2026-11-23").count(), 3);
}

#[tokio::test]
async fn a_customer_who_has_checked_out_is_not_reminded() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    at(&app, "2026-11-21T15:00:00Z").await;
    ann.check_out("key").await.expect(200);
    remind(&app).await;
    assert_eq!(reminders(&app).len(), 1);
}

#[tokio::test]
async fn an_extension_moves_the_reminders_and_the_checkout() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    at(&app, "2026-11-21T15:00:00Z").await;
    ann.browser.patch(&format!("/api/orders/{}/extend", ann.order), json!({})).await.expect(200);
    at(&app, "2026-11-22T15:00:00Z").await;
    assert_eq!(reminders(&app).len(), 1);
    for day in ["2026-11-26", "2026-11-27", "2026-11-28"] {
        at(&app, &format!("{day}T15:00:00Z")).await;
    }
    assert_eq!(reminders(&app).len(), 4);
    at(&app, "2026-11-29T17:59:59Z").await;
    assert_eq!(ann.status().await, "delivered_to_customer");
    at(&app, "2026-11-29T18:00:00Z").await;
    assert_eq!(ann.status().await, "checked_out_by_system");
}

#[tokio::test]
async fn the_system_keeps_undecided_items_and_respects_decisions() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let lines = ann.lines().await;
    let decision = |at: usize, kept| json!({"id": lines[at]["id"], "claimed_kept": kept, "exchange_size": null, "customer_feedback": ""});
    ann.decide(json!([decision(0, true), decision(1, false)])).await.expect(200);
    remind(&app).await;
    app.clock.set("2026-11-24T17:59:59Z");
    assert!(at(&app, "2026-11-24T17:59:59Z").await.contains("0 orders were checked out, 0 wait"));
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert!(at(&app, NOON).await.contains("1 orders were checked out, 0 wait"));
    assert_eq!(ann.status().await, "checked_out_by_system");
    let invoice = ann.invoice().await;
    let prices: i64 =
        lines.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, line)| cents(&line["retail_price"])).sum();
    assert_eq!((&invoice["status"], cents(&invoice["original_subtotal"])), (&json!("paid"), prices));
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
    let paid: Vec<bool> = ann.lines().await.iter().map(|line| line["paid_for"].as_bool().unwrap()).collect();
    assert_eq!(paid.iter().filter(|paid| !**paid).count(), 1);
    assert!(!paid[1] && ann.lines().await[2]["claimed_kept"] == json!(true));
    at(&app, "2026-11-24T18:00:10Z").await;
    let receipt = app.messages.sent().into_iter().find(|email| email.subject.contains("receipt")).unwrap().body;
    assert!(receipt.contains("as you agreed, we have checked out for you"), "{receipt}");
    for line in &lines {
        assert!(receipt.contains(line["description"].as_str().unwrap()), "{receipt}");
    }
    let goes_back = receipt.split("This goes back by ").nth(1).unwrap();
    assert!(goes_back.contains(lines[1]["description"].as_str().unwrap()), "{receipt}");
    // It happens once, however often the job runs.
    at(&app, "2026-11-25T18:00:00Z").await;
    assert_eq!(app.charged().await.len(), 2);
    assert!(ops(&app, "audit").await.is_ok());
    let mut tx = app.state.db.read().await.unwrap();
    let log = events::of_order(&mut tx, &ann.order).await.unwrap();
    let last: Vec<String> =
        log.iter().rev().take(2).map(|event| format!("{} {}", event.actor, event.to_status)).collect();
    assert_eq!(last, ["system checked_out_by_system", "system payment_processing"]);
}

#[tokio::test]
async fn without_consent_the_checkout_waits_and_staff_see_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box_without_consent(&app, "ann@example.com").await;
    remind(&app).await;
    let body = app.messages.sent().pop().unwrap().body;
    assert!(!body.contains("as you agreed"), "{body}");
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert!(at(&app, NOON).await.contains("0 orders were checked out, 1 wait"));
    assert_eq!(ann.status().await, "delivered_to_customer");
    let code = ann.code().await;
    let waits = format!("{code}  not checked out: the customer has not agreed to an automatic checkout\n");
    assert_eq!(ops(&app, "attention").await.unwrap(), waits);
    let refused = ops(&app, &format!("checkout {code}")).await.unwrap_err();
    assert_eq!(
        refused,
        format!(
            "Order {code} is not checked out: the customer has not agreed to an automatic checkout, and has not decided to \
             keep anything."
        )
    );
    assert_eq!(ann.status().await, "delivered_to_customer");
    app.execute("UPDATE cards SET replaced_at = 1").await;
    let waits = format!("{code}  not checked out: there is no card on file\n");
    assert_eq!(ops(&app, "attention").await.unwrap(), waits);
}

/// A customer who did not agree to an automatic checkout, keeps the first item, returns the third and has not decided about the
/// others, with the order's code. It is before noon on the day after the last day.
async fn half_decided_without_consent(app: &TestApp) -> (Shopper, String) {
    let mut ann = Shopper::with_box_without_consent(app, "ann@example.com").await;
    remind(app).await;
    let lines = ann.lines().await;
    let decision = |at: usize, kept| json!({"id": lines[at]["id"], "claimed_kept": kept, "exchange_size": null, "customer_feedback": ""});
    ann.decide(json!([decision(0, true), decision(2, false)])).await.expect(200);
    let code = ann.code().await;
    (ann, code)
}

#[tokio::test]
async fn without_consent_staff_charge_only_items_that_the_customer_decided_to_keep() {
    let app = TestApp::start().await;
    let (mut ann, code) = half_decided_without_consent(&app).await;
    app.clock.set("2026-11-24T17:59:59Z");
    let early = ops(&app, &format!("checkout {code}")).await.unwrap_err();
    assert!(early.contains("its day to check out by is not over"), "{early}");
    // The system itself charges nothing, even for items that were decided.
    assert!(at(&app, NOON).await.contains("0 orders were checked out, 1 wait"));
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert!(ops(&app, "attention").await.unwrap().contains("the customer has not agreed to an automatic checkout"));

    let said = ops(&app, &format!("checkout {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now checked_out_by_admin.\n"));
    let lines = ann.lines().await;
    let decided: Vec<_> = lines.iter().map(|line| (line["claimed_kept"].clone(), line["paid_for"].clone())).collect();
    assert_eq!(decided[0], (json!(true), json!(true)));
    assert!(decided[1..].iter().all(|line| *line == (json!(false), json!(false))), "{decided:?}");
    let invoice = ann.invoice().await;
    assert_eq!((&invoice["status"], &invoice["original_subtotal"]), (&json!("paid"), &lines[0]["retail_price"]));
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert!(ops(&app, "audit").await.is_ok());

    ops(&app, "jobs run outbox").await.unwrap();
    let receipt = app.messages.sent().into_iter().find(|email| email.subject.contains("receipt")).unwrap().body;
    assert!(
        receipt.contains(
            "we have checked out for you: what you had not decided about goes back. This is what you are keeping:"
        ),
        "{receipt}"
    );
    assert!(!receipt.contains("as you agreed"), "{receipt}");
    let (keeps, goes_back) = receipt.split_once("This goes back by ").unwrap();
    assert!(keeps.contains(lines[0]["description"].as_str().unwrap()), "{receipt}");
    for line in &lines[1..] {
        assert!(goes_back.contains(line["description"].as_str().unwrap()), "{receipt}");
    }
    let mut tx = app.state.db.read().await.unwrap();
    let log = events::of_order(&mut tx, &ann.order).await.unwrap();
    drop(tx);
    let last: Vec<String> =
        log.iter().rev().take(3).map(|event| format!("{}: {}", event.actor, event.reason)).collect();
    let undecided = lines.len() - 2;
    let note = format!(
        "ops: The customer has not agreed to an automatic checkout: what was not decided ({undecided}) goes back uncharged"
    );
    assert_eq!(last, ["ops: Paid", "ops: Checking out", note.as_str()]);
    // The undecided items can become overdue like any return.
    app.clock.set("2026-12-24T18:00:00Z");
    assert!(ops(&app, "overdue").await.unwrap().contains(&code));
}

#[tokio::test]
async fn after_a_declined_checkout_by_staff_the_customer_can_still_decide() {
    let app = TestApp::start().await;
    let (mut ann, code) = half_decided_without_consent(&app).await;
    app.clock.set(NOON);
    app.gateway.set(GatewayBehaviour::Declines);
    let declined = ops(&app, &format!("checkout {code}")).await.unwrap_err();
    assert_eq!(declined, "The card was declined; the customer is told by email.");
    assert_eq!(ann.status().await, "delivered_to_customer");
    let decided: Vec<_> = ann.lines().await.iter().map(|line| line["claimed_kept"].clone()).collect();
    assert_eq!(decided[..4], [json!(true), json!(null), json!(false), json!(null)]);
    app.gateway.set(GatewayBehaviour::Works);
    ann.keep(2).await;
    ann.check_out("k").await.expect(200);
    assert_eq!(ann.status().await, "checked_out_by_customer");
    assert!(ops(&app, "audit").await.is_ok());
}

/// The customer is told of the first and of the last decline, as `charge.retry` says.
#[tokio::test]
async fn staff_read_whether_the_customer_is_told_of_a_decline() {
    let app = TestApp::start().await;
    let (_, code) = half_decided_without_consent(&app).await;
    app.clock.set(NOON);
    app.gateway.set(GatewayBehaviour::Declines);
    let told = "The card was declined; the customer is told by email.";
    let not_told = "The card was declined; the customer, who was told of an earlier try, is not told of this one.";
    let mut emails = 0;
    for (number, expected) in [told, not_told, not_told, told].into_iter().enumerate() {
        let before = emails;
        let said = ops(&app, &format!("checkout {code}")).await.unwrap_err();
        emails = app.messages_queued("card_declined").await;
        assert_eq!((said.as_str(), emails - before), (expected, i64::from(expected == told)), "try {}", number + 1);
        app.clock.advance(HOUR);
    }
}

#[tokio::test]
async fn without_consent_an_exchange_is_made_and_returned_items_cost_nothing() {
    let app = TestApp::start().await;
    let (mut ann, code) = half_decided_without_consent(&app).await;
    let line = ann.lines().await.into_iter().find(|line| line["size"] == "M").unwrap();
    let size = ann.exchange_sizes(&line["id"]).await[0].clone();
    let exchange = json!([{"id": line["id"], "claimed_kept": true, "exchange_size": size, "customer_feedback": ""}]);
    ann.decide(exchange).await.expect(200);
    app.clock.set(NOON);
    ops(&app, &format!("checkout {code}")).await.unwrap();
    let exchanged = ann.lines().await.into_iter().find(|found| found["id"] == line["id"]).unwrap();
    assert_eq!((&exchanged["paid_for"], &exchanged["exchange_size"]), (&json!(true), &size));
    ops(&app, &format!("exchange ship {code}")).await.unwrap();
    assert!(ops(&app, "audit").await.is_ok());

    // A customer who decided to keep nothing is charged nothing.
    let app = TestApp::start().await;
    let (mut ann, code) = half_decided_without_consent(&app).await;
    ann.keep(0).await;
    app.clock.set(NOON);
    ops(&app, &format!("checkout {code}")).await.unwrap();
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("checked_out_by_admin", vec![1_00]));
}

#[tokio::test]
async fn without_consent_staff_charge_what_was_kept_of_a_returned_box() {
    let app = TestApp::start().await;
    let (mut ann, code) = half_decided_without_consent(&app).await;
    ops(&app, &format!("receive {code}")).await.unwrap();
    assert!(at(&app, NOON).await.contains("0 orders were checked out, 1 wait"));
    ops(&app, &format!("checkout {code}")).await.unwrap();
    let invoice = ann.invoice().await;
    assert_eq!(
        (&invoice["status"], &invoice["original_subtotal"]),
        (&json!("paid"), &ann.lines().await[0]["retail_price"])
    );
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn with_consent_a_checkout_by_staff_keeps_undecided_items_and_tells_the_customer_why() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let code = ann.code().await;
    app.clock.set(NOON);
    ops(&app, &format!("checkout {code}")).await.unwrap();
    assert!(ann.lines().await.iter().all(|line| line["paid_for"] == json!(true)));
    ops(&app, "jobs run outbox").await.unwrap();
    let receipt = app.messages.sent().into_iter().find(|email| email.subject.contains("receipt")).unwrap().body;
    assert!(receipt.contains("as you agreed, we have checked out for you"), "{receipt}");
}

#[tokio::test]
async fn a_late_reminder_leaves_the_checkout_to_staff() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    at(&app, "2026-11-21T15:00:00Z").await;
    at(&app, "2026-11-22T15:00:00Z").await;
    // The last reminder is written in time, but sent a day late.
    app.messages.set(MessageFault::Down);
    at(&app, "2026-11-23T15:00:00Z").await;
    app.messages.set(MessageFault::None);
    let code = ann.code().await;
    let early = ops(&app, &format!("checkout {code}")).await.unwrap_err();
    assert!(early.contains("its day to check out by is not over"), "{early}");
    assert!(at(&app, NOON).await.contains("0 orders were checked out, 1 wait"));
    assert_eq!(reminders(&app).len(), 3);
    assert!(ops(&app, "attention").await.unwrap().contains("not every reminder was sent in time"));
    let said = ops(&app, &format!("checkout {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now checked_out_by_admin.\n"));
    assert_eq!(ann.status().await, "checked_out_by_admin");
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert!(ops(&app, "audit").await.is_ok());
}

/// The contract, `charge.retry`: the tries after the first come on the next day, three days later and seven days later, and then stop.
#[tokio::test]
async fn a_declined_system_checkout_is_tried_four_times_and_told_at_the_first_and_the_last() {
    let app = TestApp::start().await;
    let mut ann = overdue(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::Declines);
    let asked = app.gateway.asked().len();
    assert!(at(&app, NOON).await.contains("0 orders were checked out"));
    assert_eq!(ann.status().await, "delivered_to_customer");
    let undecided = ann.lines().await.iter().all(|line| line["claimed_kept"] == json!(null));
    assert!(undecided, "nobody has decided anything");
    // The dashboard shows the decline until there is another card.
    let payment = ann.read().await["payment"].clone();
    assert_eq!((&payment["problem"], &payment["by_new_card"]), (&json!("declined"), &json!(false)));
    let told =
        || app.messages.subjects("ann@example.com").into_iter().filter(|it| it == "Your card was declined").count();
    // The last minute before each try, and its first minute.
    for (moment, tries, emails) in [
        ("2026-11-25T17:59:00Z", 1, 1),
        ("2026-11-25T18:00:00Z", 2, 1),
        ("2026-11-28T17:59:00Z", 2, 1),
        ("2026-11-28T18:00:00Z", 3, 1),
        ("2026-12-05T17:59:00Z", 3, 1),
    ] {
        at(&app, moment).await;
        ops(&app, "jobs run outbox").await.unwrap();
        assert_eq!((app.gateway.asked().len() - asked, told()), (tries, emails), "{moment}");
        assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n", "{moment}");
        assert_eq!(ann.status().await, "delivered_to_customer");
    }
    let newest =
        || app.messages.sent().into_iter().rfind(|email| email.subject == "Your card was declined").unwrap().body;
    let first = newest();
    assert!(first.contains("otherwise we try this one again on Wednesday, November 25."), "{first}");
    at(&app, "2026-12-05T18:00:00Z").await;
    at(&app, "2026-12-14T18:00:00Z").await;
    ops(&app, "jobs run outbox").await.unwrap();
    assert_eq!((app.gateway.asked().len() - asked, told()), (4, 2));
    let last = newest();
    assert!(last.contains("with another card; we will not try this one again."), "{last}");
    assert!(ops(&app, "attention").await.unwrap().contains("the card was declined for good"));
    assert_eq!(ann.status().await, "delivered_to_customer", "it is not written off by itself");
    // Staff do not charge it either.
    let code = ann.code().await;
    let refused = ops(&app, &format!("checkout {code}")).await.unwrap_err();
    assert!(refused.contains("declined for good"), "{refused}");
    // The same number again does not count as another card.
    app.gateway.set(GatewayBehaviour::Works);
    ann.browser.patch("/api/credit_cards", other_card("4242424242424242")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    ops(&app, "jobs run system_checkout").await.unwrap();
    assert_eq!((app.gateway.asked().len() - asked, ann.status().await.as_str()), (4, "delivered_to_customer"));
    assert_eq!(ann.read().await["payment"]["problem"], "declined");
    assert_eq!(ann.invoice().await["declined"], "Your card was declined. Nothing was charged.");
    // Another card is tried immediately.
    app.clock.advance(HOUR);
    ann.save_card("5555555555554444").await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(ann.read().await["payment"], json!(null), "the other card was not declined");
    assert_eq!(ann.invoice().await["declined"], json!(null));
    // Nor is it if that card was declined for good for something else: all declines of this box were with the card before.
    let (mut tx, order, _) = app.state.db.write_about_order(&ann.order).await.unwrap().unwrap();
    let other = cards::current(&mut tx, &order.customer_id).await.unwrap().unwrap();
    declined_cards::add(&mut tx, &other.number_mark(), "lost_card", app.state.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ann.invoice().await["declined"], json!(null));
    app.execute("DELETE FROM declined_cards WHERE reason = 'lost_card'").await;
    ops(&app, "jobs run system_checkout").await.unwrap();
    assert_eq!(ann.status().await, "checked_out_by_system");
    assert!(ops(&app, "audit").await.is_ok());
}

/// The customer's own tries have their own limit.
#[tokio::test]
async fn the_customers_own_declines_do_not_use_up_the_shops_tries() {
    let app = TestApp::start().await;
    let mut ann = overdue(&app, "ann@example.com").await;
    ann.keep(2).await;
    app.gateway.set(GatewayBehaviour::Declines);
    app.clock.set("2026-11-24T17:30:00Z");
    for key in ["a", "b", "c", "d"] {
        ann.check_out(key).await.refused(402, "payment_declined");
    }
    app.gateway.set(GatewayBehaviour::Works);
    at(&app, NOON).await;
    assert_eq!(ann.status().await, "checked_out_by_system");
}

#[tokio::test]
async fn a_lost_answer_is_found_and_nothing_is_charged_twice() {
    let app = TestApp::start().await;
    let mut ann = overdue(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    at(&app, NOON).await;
    assert_eq!(ann.status().await, "payment_processing");
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(HOUR);
    ops(&app, "jobs run system_checkout").await.unwrap();
    ops(&app, "jobs run payments").await.unwrap();
    assert_eq!(ann.status().await, "checked_out_by_system");
    assert_eq!(app.charged().await.len(), 2);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_box_that_the_customer_and_two_servers_check_out_at_the_same_time_is_paid_once() {
    let app = TestApp::start().await;
    let mut ann = overdue(&app, "ann@example.com").await;
    ann.keep(6).await;
    let invoice = ann.invoice().await;
    app.clock.set(NOON);
    let other = app.another_server().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let (one, another, reply) = tokio::join!(
        stylebox_server::service::checkout::system::run_due(&app.state),
        stylebox_server::service::checkout::system::run_due(&other),
        ann.check_out_for(&invoice, "key", &body),
    );
    one.unwrap();
    another.unwrap();
    assert!(reply.status == 200 || reply.status == 409, "{}", reply.text);
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn an_order_with_an_unknown_tax_fails_the_job_and_staff_see_it() {
    let app = TestApp::start().await;
    let mut ann = overdue(&app, "ann@example.com").await;
    app.execute("UPDATE orders SET shipping_address_id = NULL").await;
    app.execute("DELETE FROM shipping_addresses").await;
    app.clock.set(NOON);
    let failed = ops(&app, "jobs run system_checkout").await.unwrap_err();
    assert!(failed.contains("0 orders were checked out, 0 wait; 1 failed: "), "{failed}");
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert!(ops(&app, "attention").await.unwrap().contains("job system_checkout"));
}
