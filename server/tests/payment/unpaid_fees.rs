//! Declined styling fees: how often they are tried, what the customer is told, and how the order ends.
//!
//! A test begins on Wednesday, 18 November 2026, at nine in Chicago: 15:00 UTC.

use crate::support::{
    CARD, GatewayBehaviour, Shopper, StatementCount, TestApp, card_form, confirm, newest_mail, ops, other_card,
};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_core::values::business_time::Instant;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::clock_watch;
use stylebox_server::service::payment::unpaid_fees::{self, Run};
use stylebox_server::store::mail::outbox;

/// A card that can be saved, and whose charges are declined.
pub const DECLINED: &str = "4000000000000341";
/// A card that can be saved, and whose charges are declined because it is stolen.
const STOLEN: &str = "4000000000009979";

/// A customer whose order could not be styled, because the card did not pay the fee.
pub async fn unpaid(app: &TestApp, email: &str, number: &str) -> Shopper {
    let mut ann = Shopper::new(app, email).await;
    ann.order = ann.save_card(number).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    ann
}

/// The same while the clock is 20 days ahead. Then the clock is set back.
async fn unpaid_ahead(app: &TestApp, number: &str) -> Shopper {
    let mut ann = Shopper::new(app, "ann@example.com").await;
    ann.order = ann.save_card(number).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    app.clock.set("2026-12-08T15:00:00Z");
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    app.clock.set("2026-11-18T15:00:00Z");
    clock_watch::look(&app.state).await.unwrap();
    ann
}

async fn run(app: &TestApp, instant: &str) -> Run {
    app.clock.set(instant);
    let batch = unpaid_fees::run(&app.state).await.unwrap();
    assert_eq!(batch.failures(), None);
    batch.done
}

/// The bodies of the emails about declines, the oldest first.
async fn emails(app: &TestApp) -> Vec<String> {
    let mut tx = app.state.db.read().await.unwrap();
    let mut sent = outbox::newest(&mut tx, 200).await.unwrap();
    sent.reverse();
    sent.into_iter().filter(|mail| mail.kind == "card_declined").map(|mail| mail.body).collect()
}

fn micros(instant: &str) -> i64 {
    instant.parse::<Instant>().unwrap().unix_micros()
}

async fn next_charge(ann: &mut Shopper) -> Value {
    ann.browser.get("/api/account/next_charge").await.expect(200)
}

#[tokio::test]
async fn a_declined_fee_is_tried_four_times_and_then_waits_two_weeks_for_another_card() {
    let app = TestApp::start().await;
    let mut ann = unpaid(&app, "ann@example.com", DECLINED).await;
    let first = emails(&app).await;
    assert_eq!(first.len(), 1);
    assert!(first[0].contains("we try this card again on Thursday, November 19."), "{}", first[0]);
    assert!(first[0].contains("charged as soon as it is saved"), "{}", first[0]);
    let said = next_charge(&mut ann).await;
    assert_eq!((&said["time"], &said["at"]), (&json!("tried_again"), &json!("2026-11-19T15:00:00Z")));
    // The last minute before each try, and its first minute.
    for (moment, tries) in [
        ("2026-11-19T14:59:00Z", 1),
        ("2026-11-19T15:00:00Z", 2),
        ("2026-11-22T14:59:00Z", 2),
        ("2026-11-22T15:00:00Z", 3),
        ("2026-11-29T14:59:00Z", 3),
    ] {
        assert_eq!(run(&app, moment).await, Run::default(), "{moment}");
        assert_eq!((app.gateway.asked().len(), emails(&app).await.len()), (tries, 1), "{moment}");
        assert!(!ops(&app, "attention").await.unwrap().contains("styling fee"), "{moment}");
        assert_eq!(ann.status().await, "created");
    }
    run(&app, "2026-11-29T15:00:00Z").await;
    assert_eq!(app.gateway.asked().len(), 4);
    let told = emails(&app).await;
    assert_eq!(told.len(), 2, "the first try and the last");
    // Two weeks after 29 November.
    for words in ["we do not try it again", "until the end of Sunday, December 13", "charged as soon as it is saved"] {
        assert!(told[1].contains(words), "{words}: {}", told[1]);
    }
    assert_eq!(next_charge(&mut ann).await["time"], "other_card");
    let code = ann.code().await;
    let waits = ops(&app, "attention").await.unwrap();
    assert!(waits.contains(&code) && waits.contains("until 2026-12-13"), "{waits}");
    for moment in ["2026-12-01T15:00:00Z", "2026-12-12T15:00:00Z", "2026-12-14T05:59:00Z"] {
        assert_eq!(run(&app, moment).await, Run::default(), "{moment}");
        assert_eq!(ann.status().await, "created", "{moment}");
    }
    let refused = ops(&app, &format!("style {code}")).await.unwrap_err();
    assert!(refused.contains("was declined for good, and is not charged again"), "{refused}");
    assert_eq!((app.gateway.asked().len(), emails(&app).await.len()), (4, 2));
    assert_eq!(run(&app, "2026-12-14T06:00:00Z").await, Run { paid: 0, cancelled: 1 });
    assert_eq!(ann.status().await, "cancelled");
    let cancelled = newest_mail(&app, "cancelled").await.unwrap().body;
    assert!(cancelled.contains("its styling fee could not be charged") && cancelled.contains(&code), "{cancelled}");
    assert_eq!(run(&app, "2026-12-20T15:00:00Z").await, Run::default());
    assert!(!ops(&app, "attention").await.unwrap().contains("styling fee"));
    assert_eq!(app.charged().await, Vec::<i64>::new());
    assert!(ops(&app, "audit").await.is_ok());
}

/// What the gateway did wrong first was no decline, so the customer was not told of it.
#[tokio::test]
async fn the_first_decline_is_told_although_another_amount_was_charged_before() {
    is_told_of_the_first_decline_at("2026-11-18T15:00:00Z").await;
}

/// The clock of another server may be behind.
#[tokio::test]
async fn the_first_decline_is_told_although_its_time_is_before_that_of_the_charge_of_another_amount() {
    is_told_of_the_first_decline_at("2026-11-18T14:58:30Z").await;
}

/// Takes another amount at the first try of a styling fee, at three o'clock, and declines the next ones, the first of them at `decline`.
async fn is_told_of_the_first_decline_at(decline: &str) {
    let app = TestApp::start().await;
    let ann = Shopper::with_order(&app, "ann@example.com").await;
    for (behaviour, at, told) in [
        (GatewayBehaviour::ChargesAnotherAmount, "2026-11-18T15:00:00Z", 0),
        (GatewayBehaviour::Declines, decline, 1),
        (GatewayBehaviour::Declines, "2026-11-18T15:01:00Z", 1),
        (GatewayBehaviour::Declines, "2026-11-18T15:02:00Z", 2),
    ] {
        app.gateway.set(behaviour);
        app.clock.set(at);
        steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
        assert_eq!(emails(&app).await.len(), told, "after {behaviour:?} at {at}");
    }
}

#[tokio::test]
async fn a_stolen_card_is_tried_once_and_another_card_has_its_own_tries() {
    let app = TestApp::start().await;
    let mut ann = unpaid(&app, "ann@example.com", STOLEN).await;
    let told = emails(&app).await;
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("was declined for the styling fee of $1.00, and we do not try it again"), "{}", told[0]);
    assert!(told[0].contains("until the end of Wednesday, December 2"), "{}", told[0]);
    assert!(!told[0].contains("stolen"), "{}", told[0]);
    run(&app, "2026-11-25T15:00:00Z").await;
    assert_eq!((app.gateway.asked().len(), emails(&app).await.len()), (1, 1));
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["payment_needed"], json!(true));
    // Saving the same number with another expiration does not remove its mark.
    let mut again = card_form(STOLEN);
    again["card_info"]["expiration"] = json!("11/30");
    ann.browser.post("/api/credit_cards", again).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!((app.gateway.asked().len(), ann.status().await.as_str()), (1, "created"));
    assert_eq!(ann.read().await["payment"]["problem"], "declined");
    run(&app, "2026-11-26T15:00:00Z").await;
    assert_eq!((app.gateway.asked().len(), emails(&app).await.len()), (1, 1), "told once");
    // Another declined card has four tries of its own.
    ann.browser.patch("/api/credit_cards", other_card(DECLINED)).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!((app.gateway.asked().len(), emails(&app).await.len()), (2, 2));
    assert!(emails(&app).await[1].contains("we try this card again on Friday, November 27."));
    // A good card pays.
    app.clock.set("2026-11-26T17:00:00Z");
    ann.browser.patch("/api/credit_cards", other_card(CARD)).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("styling", vec![1_00]));
    assert!(!ops(&app, "attention").await.unwrap().contains("styling fee"));
}

/// The same card that was saved again and again counts as one. The statement that reads the tries reads their cards too.
#[tokio::test]
async fn tries_with_a_card_that_was_saved_again_are_counted_without_a_statement_of_their_own() {
    let app = TestApp::start().await;
    let mut ann = unpaid(&app, "ann@example.com", DECLINED).await;
    for moment in ["2026-11-19T15:00:00Z", "2026-11-22T15:00:00Z"] {
        run(&app, moment).await;
    }
    let said = next_charge(&mut ann).await;
    let count = StatementCount::start();
    next_charge(&mut ann).await;
    let of_one_card = count.so_far();
    assert_eq!(said["at"], "2026-11-29T15:00:00Z", "three tries");
    // As if the card had been saved again after each of the first two tries.
    for (id, at) in [("first", "2026-11-18"), ("second", "2026-11-19")] {
        app.execute(
            format!(
                "INSERT INTO cards (id, customer_id, gateway_token, brand, last_four, expiration, cardholder_name, street_address1,
                   city, state, zip_code, country, phone, fingerprint, created_at, replaced_at)
                 SELECT '{id}', customer_id, gateway_token, brand, last_four, expiration, cardholder_name, street_address1,
                   city, state, zip_code, country, phone, fingerprint, created_at, created_at FROM cards WHERE replaced_at IS NULL"
            )
            .leak(),
        )
        .await;
        let (from, to) = (micros(&format!("{at}T00:00:00Z")), micros(&format!("{at}T23:59:59Z")));
        let moved = format!("UPDATE payment_attempts SET card_id = '{id}' WHERE created_at BETWEEN {from} AND {to}");
        app.execute(moved.leak()).await;
    }
    assert_eq!(app.count("SELECT COUNT(DISTINCT card_id) FROM payment_attempts").await, 3);
    let count = StatementCount::start();
    assert_eq!(next_charge(&mut ann).await, said);
    assert_eq!(count.so_far(), of_one_card, "{:#?}", count.sent());
}

/// The mark belongs to the number and not to the account.
#[tokio::test]
async fn a_card_that_was_declined_for_good_is_not_charged_for_anybody() {
    let app = TestApp::start().await;
    unpaid(&app, "ann@example.com", STOLEN).await;
    let asked = app.gateway.asked().len();
    let mut bea = Shopper::new(&app, "bea@example.com").await;
    bea.order = bea.save_card(STOLEN).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    assert_eq!(bea.read().await["payment"]["problem"], "declined");
    let placed = newest_mail(&app, "order_placed").await.unwrap().body;
    let other = "When styling begins, your card is charged the styling fee of $1.00; it is taken off what you keep. Shipping is free both \
                 ways. Your Visa ending in 9979 was declined before, and we do not charge it again: please add another card in your account.";
    assert!(placed.contains(other), "{placed}");
    let refused = steps::take(&app.state, &bea.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.contains("was declined for good"), "{refused}");
    assert_eq!(app.gateway.asked().len(), asked);
    // The job tells the customer once, and the order ends like others.
    assert_eq!(run(&app, "2026-11-18T16:00:00Z").await, Run::default());
    run(&app, "2026-11-18T17:00:00Z").await;
    let told = emails(&app).await;
    assert_eq!(told.len(), 2, "one to each customer");
    assert!(told[1].contains("was declined before, and we do not charge it the styling fee of $1.00"), "{}", told[1]);
    assert!(!told[1].contains("as soon as it is saved"), "nobody has tried to charge the fee: {}", told[1]);
    assert_eq!(run(&app, "2026-12-03T06:00:00Z").await, Run { paid: 0, cancelled: 2 });
    assert_eq!(app.gateway.asked().len(), asked);
    assert_eq!(app.count("SELECT COUNT(*) FROM orders WHERE status = 'cancelled'").await, 2);
}

#[tokio::test]
async fn an_expired_card_can_be_renewed_under_the_same_number() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["card_info"]["expiration"] = json!("11/26");
    ann.order = ann.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    app.clock.set("2026-12-01T15:00:00Z");
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert_eq!(ann.status().await, "created");
    let told = emails(&app).await;
    assert!(
        told[0].contains("has expired") && told[0].contains("until the end of Tuesday, December 15"),
        "{}",
        told[0]
    );
    run(&app, "2026-12-05T15:00:00Z").await;
    assert_eq!((emails(&app).await.len(), app.gateway.asked().len()), (1, 0), "its bank is not asked");
    ann.browser.patch("/api/credit_cards", other_card(CARD)).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("styling", vec![1_00]));
}

/// A fee that the bank wants confirmed is tried as often as a declined card.
#[tokio::test]
async fn a_fee_that_nobody_confirms_is_given_up() {
    let app = TestApp::start().await;
    let mut ann = unpaid(&app, "ann@example.com", "4000000000003220").await;
    for day in ["19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30"] {
        app.clock.set(&format!("2026-11-{day}T15:00:00Z"));
        stylebox_server::service::payment::carry_out::resume_open(&app.state).await.unwrap();
        run(&app, &format!("2026-11-{day}T16:00:00Z")).await;
        assert_eq!(ann.status().await, "created");
    }
    for day in ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10"] {
        app.clock.set(&format!("2026-12-{day}T15:00:00Z"));
        stylebox_server::service::payment::carry_out::resume_open(&app.state).await.unwrap();
        run(&app, &format!("2026-12-{day}T16:00:00Z")).await;
        assert_eq!(ann.status().await, "created");
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM payment_attempts").await, 4);
    assert_eq!(app.count("SELECT COUNT(*) FROM ended_charges").await, 1);
    // The bank has not declined the card, so other charges may use it.
    assert_eq!(app.count("SELECT COUNT(*) FROM declined_cards").await, 0);
    let told = emails(&app).await.pop().unwrap().replace('\n', " ");
    for words in ["your bank asked you to confirm the styling fee of $1.00", "it was not confirmed", "add another card"]
    {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("declined"), "{told}");
}

#[tokio::test]
async fn a_fee_without_an_answer_does_not_count_as_a_try() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    run(&app, "2026-11-25T15:00:00Z").await;
    assert_eq!((ann.status().await.as_str(), emails(&app).await.len()), ("created", 0));
    assert_eq!(app.count("SELECT COUNT(*) FROM payment_attempts").await, 1);
}

/// The fee was declined while the clock was 20 days ahead.
#[tokio::test]
async fn a_fee_that_was_declined_while_the_clock_was_ahead_is_tried_the_next_day() {
    let app = TestApp::start().await;
    let mut ann = unpaid_ahead(&app, DECLINED).await;
    run(&app, "2026-11-19T14:59:00Z").await;
    assert_eq!(app.gateway.asked().len(), 1);
    run(&app, "2026-11-19T15:00:00Z").await;
    assert_eq!(app.gateway.asked().len(), 2, "the day after the clock was right again");
    assert_eq!(ann.status().await, "created");
}

#[tokio::test]
async fn the_two_weeks_for_another_card_begin_when_the_clock_is_right_again() {
    let app = TestApp::start().await;
    // The clock is right again on 18 November, so the last day is 2 December.
    unpaid_ahead(&app, STOLEN).await;
    run(&app, "2026-12-03T05:59:00Z").await;
    let cancelled = "SELECT COUNT(*) FROM orders WHERE status = 'cancelled'";
    assert_eq!(app.count(cancelled).await, 0);
    run(&app, "2026-12-03T06:00:00Z").await;
    assert_eq!(app.count(cancelled).await, 1);
}
