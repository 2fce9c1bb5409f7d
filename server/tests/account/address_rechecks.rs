//! Addresses that were saved while Shippo did not answer: they are checked later, and nothing waits for the check.

use super::address_check::{body, registered, start};
use crate::doubles::http::HttpFault;
use crate::doubles::shippo::{MISSPELT_STREET, Shippo, UNKNOWN_STREET};
use crate::support::{Client, PASSWORD, Shopper, TestApp, newest_mail, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::account::address_rechecks::run as recheck;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const KNOWN_STREET: &str = "215 Clayton Street";

/// Saves an address while Shippo does not answer.
async fn add_unchecked(shippo: &Shippo, client: &mut Client, line_1: &str) -> Value {
    shippo.set(HttpFault::Down);
    let saved = client.post("/api/shipping_addresses", body(line_1)).await.expect(201);
    shippo.set(HttpFault::None);
    saved
}

/// Runs the job. It fails in part while the party is not asked, after it was silent in two runs.
async fn run(app: &TestApp) -> String {
    ops(app, "jobs run addresses").await.unwrap_or_else(|said| {
        assert!(said.contains("the party address does not answer"), "{said}");
        said
    })
}

/// Advances the clock and runs the job.
async fn run_after(app: &TestApp, wait: Duration) -> String {
    app.clock.advance(wait);
    run(app).await
}

async fn addresses(client: &mut Client) -> Value {
    client.get("/api/account").await.expect(200)["shipping_addresses"].clone()
}

/// How many addresses are still to be checked.
async fn unchecked(app: &TestApp) -> i64 {
    app.numbers("SELECT COUNT(*) FROM shipping_addresses WHERE check_due_at IS NOT NULL").await[0]
}

/// How many emails about undeliverable addresses were written.
async fn told(app: &TestApp) -> i64 {
    app.numbers("SELECT COUNT(*) FROM outbox WHERE kind = 'address_undeliverable'").await[0]
}

#[tokio::test]
async fn an_address_that_shippo_knows_is_settled() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let saved = add_unchecked(&shippo, &mut ann, KNOWN_STREET).await;
    assert_eq!(saved["undeliverable"], json!(false));
    run(&app).await;
    assert_eq!((shippo.asked().len(), unchecked(&app).await), (0, 1), "Shippo gets a minute");
    let said = run_after(&app, MINUTE).await;
    assert!(said.contains("1 addresses were checked that had been saved unchecked"), "{said}");
    assert_eq!((shippo.asked().len(), unchecked(&app).await, told(&app).await), (1, 0, 0));
    run_after(&app, 24 * HOUR).await;
    assert_eq!(shippo.asked().len(), 1);
    assert_eq!(addresses(&mut ann).await[0], saved);
}

#[tokio::test]
async fn an_address_that_was_checked_when_it_was_saved_is_not_checked_again() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    ann.post("/api/shipping_addresses", body(KNOWN_STREET)).await.expect(201);
    assert_eq!(unchecked(&app).await, 0);
    run_after(&app, HOUR).await;
    assert_eq!(shippo.asked().len(), 1);
}

#[tokio::test]
async fn a_suggestion_from_a_later_check_is_offered_too() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let saved = add_unchecked(&shippo, &mut ann, MISSPELT_STREET).await;
    assert_eq!(saved["suggestion"], Value::Null);
    run_after(&app, MINUTE).await;
    let now = addresses(&mut ann).await[0].clone();
    assert_eq!(now["suggestion"]["line_1"], "731 Market St");
    assert_eq!((&now["shipping_line_1"], &now["undeliverable"]), (&json!(MISSPELT_STREET), &json!(false)));
    assert_eq!(told(&app).await, 0);
}

#[tokio::test]
async fn a_customer_is_told_by_one_email_and_on_the_page_that_nothing_can_be_delivered() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let saved = add_unchecked(&shippo, &mut ann, UNKNOWN_STREET).await;
    app.execute("UPDATE shipping_addresses SET line_2 = 'Apt 4'").await;
    run_after(&app, MINUTE).await;
    run_after(&app, 24 * HOUR).await;
    assert_eq!((shippo.asked().len(), unchecked(&app).await, told(&app).await), (1, 0, 1));
    let email = newest_mail(&app, "address_undeliverable").await.unwrap();
    assert_eq!((email.recipient.as_str(), email.subject.as_str()), ("ann@example.com", "Please check your address"));
    assert!(email.body.contains("the address 99 Unknown Street, Apt 4, San Francisco, CA 94104, we"), "{}", email.body);
    assert!(email.body.contains("http://stylebox.test/members/account/management"), "{}", email.body);
    let now = addresses(&mut ann).await[0].clone();
    assert_eq!((&now["undeliverable"], &now["shipping_line_1"]), (&json!(true), &json!(UNKNOWN_STREET)));
    // A new address ends it.
    let path = format!("/api/shipping_addresses/{}", saved["id"].as_str().unwrap());
    let mended = ann.patch(&path, body(KNOWN_STREET)).await.expect(200);
    assert_eq!(mended["undeliverable"], json!(false));
    assert_eq!(addresses(&mut ann).await[0]["undeliverable"], json!(false));
}

#[tokio::test]
async fn while_shippo_is_down_one_address_is_tried_and_its_waits_grow() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    for number in 1..=3 {
        add_unchecked(&shippo, &mut ann, &format!("{number} Clayton Street")).await;
        app.clock.advance(Duration::from_secs(1));
    }
    shippo.set(HttpFault::LosesAnswer);
    run_after(&app, MINUTE).await;
    assert_eq!(shippo.asked().len(), 1, "the others are not asked about");
    let tries = "SELECT check_tries FROM shipping_addresses ORDER BY created_at";
    assert_eq!(app.numbers(tries).await, [1, 0, 0]);
    // The next addresses get their turn. After two silent runs the party is not asked for a minute.
    for _ in 0..2 {
        run(&app).await;
    }
    assert_eq!(app.numbers(tries).await, [1, 1, 0]);
    assert_eq!(shippo.asked().len(), 2, "the party is not asked for a minute");
    run_after(&app, MINUTE).await;
    assert_eq!(app.numbers(tries).await, [1, 1, 1]);
    assert_eq!(shippo.asked().len(), 3);
    let waits = async |app: &TestApp| {
        let sql = "SELECT MAX(check_due_at) FROM shipping_addresses";
        app.numbers(sql).await[0] - stylebox_server::platform::clock::Clock::now(&*app.clock).0
    };
    for minutes in [2, 4, 8, 16, 32, 60, 60] {
        app.clock.advance(HOUR);
        for _ in 0..3 {
            run_after(&app, MINUTE).await;
        }
        assert_eq!(waits(&app).await, minutes * 60 * 1_000_000);
    }
    shippo.set(HttpFault::None);
    run_after(&app, HOUR).await;
    assert_eq!(unchecked(&app).await, 0);
}

#[tokio::test]
async fn a_run_checks_no_more_than_fifty() {
    let (shippo, app) = start().await;
    for number in 0..11 {
        let mut customer = app.client();
        customer.register(&format!("ann{number}@example.com")).await;
        for street in 1..=5 {
            add_unchecked(&shippo, &mut customer, &format!("{street} Clayton Street")).await;
        }
    }
    run_after(&app, HOUR).await;
    assert_eq!(unchecked(&app).await, 5);
    run(&app).await;
    assert_eq!(unchecked(&app).await, 0);
}

#[tokio::test]
async fn an_unchecked_address_that_was_deleted_or_changed_is_not_checked() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let path = |saved: &Value| format!("/api/shipping_addresses/{}", saved["id"].as_str().unwrap());
    let deleted = add_unchecked(&shippo, &mut ann, UNKNOWN_STREET).await;
    ann.delete(&path(&deleted)).await.expect(204);
    let changed = add_unchecked(&shippo, &mut ann, UNKNOWN_STREET).await;
    ann.patch(&path(&changed), body(KNOWN_STREET)).await.expect(200);
    let asked = shippo.asked().len();
    run_after(&app, HOUR).await;
    assert_eq!((shippo.asked().len(), unchecked(&app).await, told(&app).await), (asked, 0, 0));
}

#[tokio::test]
async fn an_address_that_waits_for_a_code_is_checked_later_too() {
    let (shippo, app) = start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    shippo.set(HttpFault::Down);
    let mut form = json!({"customer": {"phone": "(612) 555-0177"}});
    form["shipping_address"] = body(UNKNOWN_STREET)["shipping_address"].clone();
    ann.browser.patch("/api/account", form).await.refused(403, "mfa_required");
    crate::support::confirm(&app, &mut ann.browser).await;
    shippo.set(HttpFault::None);
    assert_eq!(unchecked(&app).await, 1);
    run_after(&app, MINUTE).await;
    assert_eq!(told(&app).await, 1);
}

#[tokio::test]
async fn staff_see_orders_to_an_undeliverable_address_until_they_are_shipped() {
    let (shippo, app) = start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    shippo.set(HttpFault::Down);
    let mut form = crate::support::card_form(crate::support::CARD);
    form["options"]["shipping_address"] = body(UNKNOWN_STREET)["shipping_address"].clone();
    ann.order = ann.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    shippo.set(HttpFault::None);
    let code = ann.code().await;
    let is_named = async |app: &TestApp| {
        let said = ops(app, "attention").await.unwrap();
        said.contains(&code) && said.contains("nothing can be delivered to its address, the address check says")
    };
    assert!(!is_named(&app).await);
    run_after(&app, MINUTE).await;
    assert!(is_named(&app).await);
    // Nothing is held up.
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    steps::take(&app.state, &ann.order, Step::Ship, Actor::Ops).await.unwrap();
    assert!(!is_named(&app).await);
}

#[tokio::test]
async fn checks_and_marks_of_addresses_end_with_the_account() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    add_unchecked(&shippo, &mut ann, UNKNOWN_STREET).await;
    run_after(&app, MINUTE).await;
    add_unchecked(&shippo, &mut ann, KNOWN_STREET).await;
    let asked = shippo.asked().len();
    ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    let kept =
        "SELECT COUNT(*) FROM shipping_addresses WHERE check_due_at IS NOT NULL OR undeliverable_since IS NOT NULL";
    assert_eq!(app.numbers(kept).await, [0]);
    run_after(&app, HOUR).await;
    assert_eq!(shippo.asked().len(), asked);
}

#[tokio::test]
async fn staff_can_mark_an_address_as_right() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    add_unchecked(&shippo, &mut ann, UNKNOWN_STREET).await;
    run_after(&app, MINUTE).await;
    assert_eq!(addresses(&mut ann).await[0]["undeliverable"], json!(true));
    let said = ops(&app, "customer address-is-right ANN@example.com").await.unwrap();
    assert_eq!(said, "The addresses of ANN@example.com count as right.\n");
    assert_eq!(addresses(&mut ann).await[0]["undeliverable"], json!(false));
    let again = ops(&app, "customer address-is-right ann@example.com").await.unwrap_err();
    assert_eq!(again, "Of no address of ann@example.com it is said that nothing can be delivered there.");
    run_after(&app, 24 * HOUR).await;
    assert_eq!(told(&app).await, 1);
}

#[tokio::test]
async fn a_mark_ends_if_the_address_is_given_again_and_accepted() {
    let (shippo, app) = start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    add_unchecked(&shippo, &mut ann.browser, KNOWN_STREET).await;
    app.execute("UPDATE shipping_addresses SET undeliverable_since = created_at").await;
    let mut form = crate::support::card_form(crate::support::CARD);
    form["options"]["shipping_address"] = body(KNOWN_STREET)["shipping_address"].clone();
    ann.browser.post("/api/credit_cards", form).await.expect(201);
    let now = addresses(&mut ann.browser).await;
    assert_eq!((now.as_array().unwrap().len(), &now[0]["undeliverable"]), (1, &json!(false)));
    assert_eq!(unchecked(&app).await, 0);
}

#[tokio::test]
async fn a_mark_stays_if_the_address_is_given_again_without_a_check() {
    let (shippo, app) = start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    add_unchecked(&shippo, &mut ann.browser, KNOWN_STREET).await;
    app.execute("UPDATE shipping_addresses SET undeliverable_since = created_at").await;
    shippo.set(HttpFault::Down);
    let mut form = crate::support::card_form(crate::support::CARD);
    form["options"]["shipping_address"] = body(KNOWN_STREET)["shipping_address"].clone();
    ann.browser.post("/api/credit_cards", form).await.expect(201);
    assert_eq!(
        (addresses(&mut ann.browser).await[0]["undeliverable"].clone(), unchecked(&app).await),
        (json!(true), 1)
    );

    // An unmarked address is checked when it is given again, and needs no later check.
    let (shippo, app) = start().await;
    let mut ben = Shopper::new(&app, "ben@example.com").await;
    add_unchecked(&shippo, &mut ben.browser, KNOWN_STREET).await;
    let mut form = crate::support::card_form(crate::support::CARD);
    form["options"]["shipping_address"] = body(KNOWN_STREET)["shipping_address"].clone();
    ben.browser.post("/api/credit_cards", form).await.expect(201);
    assert_eq!(unchecked(&app).await, 0);
}

/// The state of the check does not matter.
#[tokio::test]
async fn saving_an_unchanged_address_sends_no_email() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let saved = add_unchecked(&shippo, &mut ann, KNOWN_STREET).await;
    shippo.set(HttpFault::Down);
    run_after(&app, MINUTE).await;
    shippo.set(HttpFault::None);
    let path = format!("/api/shipping_addresses/{}", saved["id"].as_str().unwrap());
    let emails = "SELECT COUNT(*) FROM outbox";
    // The columns that a check changes.
    for change in ["check_tries = check_tries", "check_due_at = NULL", "undeliverable_since = created_at"] {
        app.execute(format!("UPDATE shipping_addresses SET {change}").leak()).await;
        let before = app.numbers(emails).await;
        ann.patch(&path, body(KNOWN_STREET)).await.expect(200);
        assert_eq!(app.numbers(emails).await, before, "{change}");
    }
}

#[tokio::test]
async fn an_address_that_is_changed_while_it_is_checked_is_left_alone() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    let saved = add_unchecked(&shippo, &mut ann, UNKNOWN_STREET).await;
    app.clock.advance(MINUTE);
    shippo.http().hold_next();
    let state = app.state.clone();
    let job = tokio::spawn(async move { recheck(&state).await.unwrap().done });
    shippo.http().until_held().await;
    let path = format!("/api/shipping_addresses/{}", saved["id"].as_str().unwrap());
    ann.patch(&path, body(KNOWN_STREET)).await.expect(200);
    shippo.http().release();
    job.await.unwrap();
    assert_eq!((addresses(&mut ann).await[0]["undeliverable"].clone(), told(&app).await), (json!(false), 0));
}

/// A box is on its way to the old address.
#[tokio::test]
async fn nobody_is_told_of_an_address_that_only_an_order_in_progress_has() {
    let (shippo, app) = start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    shippo.set(HttpFault::Down);
    let mut form = crate::support::card_form(crate::support::CARD);
    form["options"]["shipping_address"] = body(UNKNOWN_STREET)["shipping_address"].clone();
    ann.order = ann.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    shippo.set(HttpFault::None);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    let listed = addresses(&mut ann.browser).await;
    let path = format!("/api/shipping_addresses/{}", listed[0]["id"].as_str().unwrap());
    ann.browser.patch(&path, body(KNOWN_STREET)).await.expect(200);
    assert_eq!(unchecked(&app).await, 1, "only the order's address is due");
    run_after(&app, MINUTE).await;
    assert_eq!((unchecked(&app).await, told(&app).await), (0, 0));
}

/// It must not hold up the others.
#[tokio::test]
async fn an_address_that_cannot_be_read_is_put_off() {
    let (shippo, app) = start().await;
    let mut ann = registered(&app).await;
    add_unchecked(&shippo, &mut ann, UNKNOWN_STREET).await;
    app.execute("UPDATE shipping_addresses SET state = 'ZZ'").await;
    for _ in 0..3 {
        app.clock.advance(MINUTE);
        let _ = ops(&app, "jobs run addresses").await;
    }
    // After a minute, and two minutes later.
    assert_eq!(app.numbers("SELECT check_tries FROM shipping_addresses").await, [2]);
    assert_eq!(shippo.asked().len(), 0);
}
