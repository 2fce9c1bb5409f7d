//! What emails say about money: how much is charged, when, to which card, and what the customer can do.

use crate::support::{GatewayBehaviour, Shopper, TestApp, newest_mail, ops};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_core::values::money::Money;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::mail::{late, order, try_on};
use stylebox_server::store::account::customers;
use stylebox_server::store::order::orders;

async fn at(app: &TestApp, instant: &str, jobs: &[&str]) {
    app.clock.set(instant);
    for job in jobs {
        ops(app, &format!("jobs run {job}")).await.unwrap();
    }
}

async fn body(app: &TestApp, kind: &str) -> String {
    newest_mail(app, kind).await.unwrap().body
}

#[tokio::test]
async fn the_mail_about_an_order_names_the_card_the_fee_and_how_to_cancel() {
    let app = TestApp::start().await;
    let ann = Shopper::with_order(&app, "ann@example.com").await;
    let placed = body(&app, "order_placed").await;
    let charge = "When styling begins, your Visa ending in 4242 is charged the styling fee of $1.00";
    assert!(placed.contains(charge), "{placed}");
    let cancel = "Until styling begins you can cancel it on your dashboard, and nothing is charged:\n\n\
                  http://stylebox.test/members/dashboard\n";
    assert!(placed.contains(cancel), "{placed}");
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    let styled = body(&app, "being_styled").await;
    assert!(styled.contains("Your Visa ending in 4242 was charged the styling fee of $1.00"), "{styled}");
}

#[tokio::test]
async fn a_reminder_says_what_the_system_will_charge_when_and_to_which_card() {
    let app = TestApp::start().await;
    let _ann = Shopper::with_box(&app, "ann@example.com").await;
    let both = ["reminders", "outbox"];
    for day in ["2026-11-21", "2026-11-22"] {
        at(&app, &format!("{day}T15:00:00Z"), &both).await;
    }
    // The text of a sent email is deleted.
    at(&app, "2026-11-23T15:00:00Z", &["reminders"]).await;
    let reminder = body(&app, "reminder").await;
    let follows = "If you have not checked out by noon, Central Time, of Tuesday, November 24, we do it for you, as you agreed: what \
                   you have not decided about is kept, and what you keep is charged to your Visa ending in 4242.";
    assert!(reminder.contains(follows), "{reminder}");
    assert!(
        reminder.contains("If you do not want that, decide about your box and check out before then:"),
        "{reminder}"
    );
    ops(&app, "jobs run outbox").await.unwrap();
    at(&app, "2026-11-24T18:00:00Z", &["system_checkout"]).await;
    let charged = Money::from_cents(app.charged().await[1]).unwrap().formatted();
    assert!(reminder.contains(&format!("As your box stands now, that is {charged}.")), "{charged}: {reminder}");
}

#[tokio::test]
async fn a_reminder_announces_no_charge_without_consent_or_if_nothing_is_due() {
    let app = TestApp::start().await;
    Shopper::with_box_without_consent(&app, "ann@example.com").await;
    at(&app, "2026-11-21T15:00:00Z", &["reminders"]).await;
    let reminder = body(&app, "reminder").await;
    assert!(!reminder.contains("charged") && !reminder.contains("agreed"), "{reminder}");

    let app = TestApp::start().await;
    let _ann = Shopper::decided(&app, "ann@example.com", 0).await;
    at(&app, "2026-11-21T15:00:00Z", &["reminders"]).await;
    let reminder = body(&app, "reminder").await;
    assert!(reminder.contains("As your box stands now, that is nothing."), "{reminder}");
    assert!(!reminder.contains("not decided"), "all of it is decided: {reminder}");
    assert!(
        reminder.contains("If you do not want that, change what you keep and check out before then:"),
        "{reminder}"
    );
}

#[tokio::test]
async fn a_message_does_not_name_a_past_day_as_a_future_one() {
    let app = TestApp::start().await;
    let ann = Shopper::with_order(&app, "ann@example.com").await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    // The box was planned for November 24 and leaves in December, and staff have not moved it.
    app.clock.set("2026-12-02T18:00:00Z");
    app.execute("UPDATE orders SET expected_delivery_date = '2026-11-24'").await;
    let mut tx = app.state.db.read().await.unwrap();
    let order = orders::by_id(&mut tx, &ann.order).await.unwrap().unwrap();
    let customer = customers::by_id(&mut tx, &order.customer_id).await.unwrap().unwrap();
    drop(tx);
    let now = app.state.clock.now().instant();
    let late = order::on_its_way(&customer, &order, now).body;
    assert!(
        !late.contains("November") && late.contains("is on its way. We are sorry that it is later than planned."),
        "{late}"
    );
    // The news of the delivery comes after the try-on days.
    app.execute("UPDATE orders SET checkout_by_date = '2026-11-29'").await;
    let mut tx = app.state.db.write().await.unwrap();
    let order = orders::by_id(&mut tx, &ann.order).await.unwrap().unwrap();
    order::queue_delivery_notice(&app.state, &mut tx, &customer, &order).await.unwrap();
    tx.commit().await.unwrap();
    let delivered = body(&app, "delivered").await;
    assert!(
        !delivered.contains("November") && delivered.contains("please decide now, and check out here:"),
        "{delivered}"
    );
    // A reminder that is written late counts the days from now.
    let by = "2026-12-03".parse().unwrap();
    let reminder = try_on::reminder(&customer, &order, by, app.state.clock.now().today(), None, "/page").unwrap();
    assert_eq!(reminder.subject, "Please check out tomorrow");
}

#[tokio::test]
async fn the_email_about_a_declined_system_checkout_does_not_say_check_out_again() {
    let app = TestApp::start().await;
    let _ann = Shopper::with_box(&app, "ann@example.com").await;
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        at(&app, &format!("{day}T15:00:00Z"), &["reminders", "outbox"]).await;
    }
    app.gateway.set(GatewayBehaviour::Declines);
    at(&app, "2026-11-24T18:00:00Z", &["system_checkout"]).await;
    let declined = body(&app, "card_declined").await;
    assert!(
        declined.contains("is over, and we tried to check out for you. Your Visa ending in 4242 was declined"),
        "{declined}"
    );
    assert!(declined.contains("Please check out yourself, with another card if you like"), "{declined}");
    assert!(
        declined.contains("http://stylebox.test/members/checkout/stylist-note\n"),
        "nothing is decided yet: {declined}"
    );

    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    app.gateway.set(GatewayBehaviour::Declines);
    ann.check_out("key").await.refused(402, "payment_declined");
    let declined = body(&app, "card_declined").await;
    assert!(declined.contains("Your Visa ending in 4242 was declined for the $"), "{declined}");
    assert!(declined.contains("Please check out again") && declined.contains("/checkout/confirmation\n"), "{declined}");
}

#[tokio::test]
async fn a_receipt_names_the_card_and_the_day_by_which_the_rest_must_be_sent_back() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let paid = ann.check_out("key").await.expect(200);
    let receipt = body(&app, "receipt").await;
    let charged = format!("Charged to your Visa ending in 4242: ${}", paid["totalDue"].as_str().unwrap());
    assert!(receipt.contains(&charged), "{receipt}");
    assert!(receipt.contains("This goes back by Monday, November 23:\n"), "{receipt}");
    assert!(!receipt.contains("has come back"), "{receipt}");
}

#[tokio::test]
async fn a_receipt_does_not_ask_for_items_that_have_come_back() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 0).await;
    let code = ann.code().await;
    ops(&app, &format!("receive {code}")).await.unwrap();
    at(&app, "2026-11-24T18:00:00Z", &["system_checkout"]).await;
    let receipt = body(&app, "receipt").await;
    assert!(receipt.contains("This has come back to us:\n") && !receipt.contains("This goes back"), "{receipt}");
}

#[tokio::test]
async fn the_email_about_a_picked_up_box_does_not_say_that_it_was_delivered() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    let pick_up = json!({"order": {
        "customer_pick_up": true, "ship_by_date": "2026-11-19", "assigned_location_id": "L01", "phone": "(612) 555-0199",
    }});
    let made = ann.browser.post("/api/orders", pick_up).await.expect(201);
    ann.order = made["id"].as_str().unwrap().to_owned();
    for step in [Step::Style, Step::Ready, Step::Deliver] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    let mail = newest_mail(&app, "delivered").await.unwrap();
    assert_eq!(mail.subject, "Your box is with you");
    assert!(mail.body.contains("You have picked up your box ") && !mail.body.contains("at home"), "{}", mail.body);
}

#[tokio::test]
async fn an_alert_names_its_time_zone() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let change = json!({"customer": {
        "current_password": crate::support::PASSWORD, "password": "Another#1", "password_confirmation": "Another#1",
    }});
    ann.put("/api/registrations", change).await.expect(200);
    let alert = body(&app, "password_changed").await;
    assert!(alert.contains("was changed, Wednesday, November 18, 9:00 AM Central Time."), "{alert}");
}

#[tokio::test]
async fn no_email_announces_a_charge_to_a_card_that_will_have_expired() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let charged = async |ann: &mut Shopper| {
        let next = ann.browser.get("/api/account/next_charge").await.expect(200);
        (next["what"].clone(), next["time"].clone(), next["on"].clone())
    };
    // The system would check out on December 1, and the card expires the day before.
    app.execute("UPDATE orders SET checkout_by_date = '2026-11-30'").await;
    app.execute("UPDATE cards SET expiration = '11/26'").await;
    at(&app, "2026-11-28T15:00:00Z", &["reminders"]).await;
    let cannot = "We cannot do it for you: your Visa ending in 4242 expires before then. Please check out yourself:";
    let reminder = body(&app, "reminder").await;
    assert!(reminder.contains(cannot) && !reminder.contains("as you agreed"), "{reminder}");
    assert_eq!(charged(&mut ann).await, (json!(null), json!("checked_out"), json!(null)));
    // The system does not check out, and the next day the card has expired.
    app.execute("UPDATE cards SET expiration = '10/26'").await;
    at(&app, "2026-11-29T15:00:00Z", &["reminders"]).await;
    let reminder = body(&app, "reminder").await;
    assert!(reminder.contains("your Visa ending in 4242 has expired. Please check out"), "{reminder}");
    // On its last day the card still pays.
    app.execute("UPDATE cards SET expiration = '12/26'").await;
    at(&app, "2026-11-30T15:00:00Z", &["reminders"]).await;
    let reminder = body(&app, "reminder").await;
    assert!(reminder.contains("what you keep is charged to your Visa ending in 4242."), "{reminder}");
    assert_eq!(charged(&mut ann).await, (json!("purchase"), json!("after_try_on"), json!("2026-12-01")));
}

#[tokio::test]
async fn a_customer_who_owes_nothing_is_not_asked_for_another_card() {
    let app = TestApp::start().await;
    let _ann = Shopper::decided(&app, "ann@example.com", 0).await;
    app.execute("UPDATE orders SET checkout_by_date = '2026-11-30'").await;
    app.execute("UPDATE cards SET expiration = '10/26'").await;
    at(&app, "2026-11-28T15:00:00Z", &["reminders"]).await;
    let reminder = body(&app, "reminder").await;
    assert!(reminder.contains("As your box stands now, that is nothing."), "{reminder}");
    assert!(!reminder.contains("We cannot do it for you"), "{reminder}");
}

#[tokio::test]
async fn the_systems_receipt_does_not_mention_undecided_items_if_there_are_none() {
    for (kept, undecided) in [(Some(1), false), (None, true)] {
        let app = TestApp::start().await;
        let _ann = match kept {
            Some(kept) => Shopper::decided(&app, "ann@example.com", kept).await,
            None => Shopper::with_box(&app, "ann@example.com").await,
        };
        for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
            at(&app, &format!("{day}T15:00:00Z"), &["reminders", "outbox"]).await;
        }
        at(&app, "2026-11-24T18:00:00Z", &["system_checkout"]).await;
        let receipt = body(&app, "receipt").await;
        assert!(receipt.contains("is over, and, as you agreed, we have checked out for you"), "{receipt}");
        assert_eq!(receipt.contains("what you had not decided is kept"), undecided, "{receipt}");
    }
}

/// The page also uses `invoice.rows`.
#[tokio::test]
async fn a_receipt_has_the_same_rows_as_the_page() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 4).await;
    ann.check_out("key").await.expect(200);
    let receipt = body(&app, "receipt").await;
    // The welcome coupon takes $25 off, and the fee of the first box is $1.
    for row in [
        "Subtotal: $",
        "Discount STYLEBOX10: -$",
        "Total: $",
        "Discount Hello25: -$25.00",
        "Tax: $",
        "Styling fee credit: -$1.00",
    ] {
        assert!(receipt.contains(&format!("\n  {row}")), "{row}: {receipt}");
    }
    assert!(!receipt.contains("Gift card") && !receipt.contains("Forgiven"), "{receipt}");
}

#[tokio::test]
async fn a_customer_who_closes_the_account_is_not_offered_another_box() {
    let app = TestApp::start().await;
    let ann = Shopper::with_order(&app, "ann@example.com").await;
    let mut tx = app.state.db.read().await.unwrap();
    let open = customers::by_email(&mut tx, "ann@example.com").await.unwrap().unwrap();
    let order = orders::by_id(&mut tx, &ann.order).await.unwrap().unwrap();
    drop(tx);
    let mut closing = open.clone();
    closing.closing_since = Some(app.state.clock.now());
    let mails = |to| {
        [
            order::lost(to, &order, None, (None, Some("Hello25")), "https://stylebox.test/order"),
            order::cancelled_unpaid(to, &order, "https://stylebox.test/order"),
            late::cancelled(to, &order.code, None, true, "https://stylebox.test/order"),
            late::cancelled(to, &order.code, None, false, "https://stylebox.test/order"),
        ]
    };
    for (offers, to) in [(true, &open), (false, &closing)] {
        for mail in mails(to) {
            let offered = mail.body.contains("another") && mail.body.contains("https://stylebox.test/order");
            assert_eq!(offered, offers, "{}", mail.body);
            assert_eq!(mail.html.contains("https://stylebox.test/order"), offers);
            assert!(offers || !mail.body.contains("can be used again"), "{}", mail.body);
        }
    }
}

#[tokio::test]
async fn staff_are_not_told_that_a_customer_with_bouncing_emails_was_told() {
    for bounces in [false, true] {
        let app = TestApp::start().await;
        let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
        let code = ann.code().await;
        app.clock.set("2026-11-24T18:00:00Z");
        if bounces {
            app.execute("UPDATE customers SET email_bounced_at = 1").await;
        }
        app.gateway.set(GatewayBehaviour::Declines);
        let said = ops(&app, &format!("checkout {code}")).await.unwrap_err();
        assert_eq!(said.contains("the customer is told by email"), !bounces, "{said}");
        assert_eq!(said.contains("please tell them in another way"), bounces, "{said}");
    }
}
