//! The secret with which a cardholder confirms a card must not be usable to try out other cards.

use super::webhooks::deliver;
use super::{ASKED_WHEN_SAVED, GOOD, MINUTE, OTHER, shop, sign_up};
use crate::doubles::http::HeldWhen;
use crate::doubles::stripe::StripeDouble;
use crate::support::{Client, PASSWORD, Shopper, TestApp, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::policy::limits::CARD_REFUSALS_OF_CUSTOMER;
use stylebox_server::service::operation::webhooks::work_due;

/// A stolen card, which the bank refuses.
const STOLEN: &str = "4000000000000002";

/// Saves a card whose bank wants a confirmation. Returns the form and the id of the SetupIntent.
async fn asked(browser: &mut Client, stripe: &StripeDouble) -> (Value, String) {
    let form = sign_up(stripe, ASKED_WHEN_SAVED);
    browser.post("/api/credit_cards", form.clone()).await.refused(402, "card_to_confirm");
    (form, stripe.newest("setup_intent")["id"].as_str().unwrap().to_owned())
}

/// Stripe sends an event about an intent.
async fn tell(app: &TestApp, stripe: &StripeDouble, event: &str, kind: &str, intent: &str) {
    let (body, proof) = stripe.event(event, kind, intent);
    assert_eq!(deliver(&mut app.client(), &body, &proof).await.status, 204);
    work_due(&app.state).await.unwrap();
}

async fn failed(app: &TestApp, stripe: &StripeDouble, event: &str, intent: &str) {
    tell(app, stripe, event, "setup_intent.setup_failed", intent).await;
}

/// How many other cards were tried.
async fn tried(app: &TestApp) -> i64 {
    app.numbers("SELECT COUNT(*) FROM card_refusals WHERE reason = 'other_card'").await[0]
}

#[tokio::test]
async fn a_failed_setup_intent_is_cancelled_when_the_card_is_sent_again() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let (form, intent) = asked(&mut ann.browser, &stripe).await;
    stripe.answer(&intent, false);
    ann.browser.post("/api/credit_cards", form).await.refused(402, "card_declined");
    assert_eq!(stripe.status_of(&intent), "canceled");
    // Another card was tried, and Stripe's event is lost.
    let (form, intent) = asked(&mut ann.browser, &stripe).await;
    assert!(stripe.confirm_with_another_card(&intent, STOLEN));
    ann.browser.post("/api/credit_cards", form).await.refused(402, "card_declined");
    assert_eq!(stripe.status_of(&intent), "canceled");
    assert!(!stripe.confirm_with_another_card(&intent, STOLEN), "no further card can be tried");
}

#[tokio::test]
async fn trying_another_card_with_the_secret_cancels_the_setup_intent_and_counts() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let (_, intent) = asked(&mut ann.browser, &stripe).await;
    assert_eq!(tried(&app).await, 0);
    // Two cards are tried before the first event comes.
    for event in ["evt_1", "evt_2"] {
        assert!(stripe.confirm_with_another_card(&intent, STOLEN));
        let (body, proof) = stripe.event(event, "setup_intent.setup_failed", &intent);
        for _ in 0..2 {
            assert_eq!(deliver(&mut app.client(), &body, &proof).await.status, 204);
        }
    }
    assert_eq!(work_due(&app.state).await.unwrap(), 2);
    assert_eq!(stripe.status_of(&intent), "canceled");
    assert!(!stripe.confirm_with_another_card(&intent, STOLEN), "no further card can be tried");
    assert_eq!(tried(&app).await, 2, "each try counts, and each event once");
    // The event about our cancellation is not a try.
    tell(&app, &stripe, "evt_3", "setup_intent.canceled", &intent).await;
    assert_eq!(tried(&app).await, 2);
    let networks = "SELECT COUNT(DISTINCT network) FROM card_refusals";
    let cards = "SELECT COUNT(DISTINCT card) FROM card_refusals WHERE reason = 'other_card'";
    assert_eq!((app.numbers(networks).await, app.numbers(cards).await), (vec![1], vec![1]));
    assert!(!app.dump().await.contains("fp_0002"), "only a hash of Stripe's fingerprint is stored");
    // After five tries nobody else can save the number either.
    let (_, intent) = asked(&mut ann.browser, &stripe).await;
    for event in ["evt_4", "evt_5", "evt_6"] {
        assert!(stripe.confirm_with_another_card(&intent, STOLEN));
        let (body, proof) = stripe.event(event, "setup_intent.setup_failed", &intent);
        deliver(&mut app.client(), &body, &proof).await;
    }
    work_due(&app.state).await.unwrap();
    let mut next = Shopper::new(&app, "next@example.com").await;
    next.browser.address = "198.51.100.7".parse().unwrap();
    next.browser.post("/api/credit_cards", sign_up(&stripe, STOLEN)).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn the_refusals_of_a_card_count_after_the_accounts_were_closed() {
    let (app, stripe) = shop().await;
    for number in 0..5 {
        let mut thief = Shopper::new(&app, &format!("thief{number}@example.com")).await;
        thief.browser.address = format!("198.51.100.{number}").parse().unwrap();
        thief.browser.post("/api/credit_cards", sign_up(&stripe, STOLEN)).await.refused(402, "card_declined");
        let answer = thief.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
        assert_eq!(answer, json!({"closing": null}));
    }
    let mut next = Shopper::new(&app, "next@example.com").await;
    next.browser.address = "198.51.100.77".parse().unwrap();
    next.browser.post("/api/credit_cards", sign_up(&stripe, STOLEN)).await.refused(429, "too_many_requests");
    next.browser.post("/api/credit_cards", sign_up(&stripe, GOOD)).await.expect(201);
}

/// A thief with one card of their own must not be able to try out many others.
#[tokio::test]
async fn after_ten_tried_cards_a_customer_gets_no_further_secret() {
    let (app, stripe) = shop().await;
    let mut thief = Shopper::new(&app, "thief@example.com").await;
    for number in 0..CARD_REFUSALS_OF_CUSTOMER.most {
        let (_, intent) = asked(&mut thief.browser, &stripe).await;
        // Every second card is good, which is what the thief wants to find out.
        let (card, kind) = match number % 2 {
            0 => (STOLEN, "setup_intent.setup_failed"),
            _ => (OTHER, "setup_intent.succeeded"),
        };
        // Each card is another one.
        app.execute("UPDATE card_refusals SET card = NULL").await;
        assert!(stripe.confirm_with_another_card(&intent, card));
        tell(&app, &stripe, &format!("evt_{number}"), kind, &intent).await;
        assert!(!stripe.confirm_with_another_card(&intent, card));
    }
    assert_eq!(tried(&app).await, 10);
    let (again, asked) = (sign_up(&stripe, ASKED_WHEN_SAVED), stripe.all("setup_intent").len());
    thief.browser.post("/api/credit_cards", again).await.refused(429, "too_many_requests");
    assert_eq!(stripe.all("setup_intent").len(), asked);
}

/// The cardholder leaves the bank's dialog, or confirms.
#[tokio::test]
async fn confirming_or_refusing_ones_own_card_does_not_count_as_trying_another() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let (form, intent) = asked(&mut ann.browser, &stripe).await;
    assert_eq!(app.numbers("SELECT COUNT(*) FROM card_refusals WHERE reason <> 'to_confirm'").await, [0]);
    stripe.answer(&intent, false);
    failed(&app, &stripe, "evt_1", &intent).await;
    assert_eq!((tried(&app).await, &*stripe.status_of(&intent)), (0, "canceled"));
    ann.browser.post("/api/credit_cards", form).await.refused(402, "card_declined");
    let (form, intent) = asked(&mut ann.browser, &stripe).await;
    stripe.answer(&intent, true);
    tell(&app, &stripe, "evt_2", "setup_intent.succeeded", &intent).await;
    ann.browser.post("/api/credit_cards", form).await.expect(201);
    assert_eq!(tried(&app).await, 0);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM card_refusals").await, [1], "only the card that was not confirmed");
}

#[tokio::test]
async fn cards_that_wait_for_their_cardholder_do_not_count_as_refused() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    for _ in 0..CARD_REFUSALS_OF_CUSTOMER.most {
        asked(&mut ann.browser, &stripe).await;
    }
    let (form, intent) = asked(&mut ann.browser, &stripe).await;
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(402, "card_to_confirm");
    stripe.answer(&intent, true);
    ann.browser.post("/api/credit_cards", form).await.expect(201);
}

/// The bank's answer still counts, so the try does not stay open for a day.
#[tokio::test]
async fn a_good_card_does_not_count_as_refused_if_the_customer_hangs_up() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let form = sign_up(&stripe, GOOD);
    stripe.http().hold_next_at("/v1/setup_intents", HeldWhen::Asked);
    let press = tokio::spawn(async move { ann.browser.post("/api/credit_cards", form).await });
    stripe.http().until_held().await;
    let open = "SELECT COUNT(*) FROM card_refusals";
    assert_eq!(app.numbers(open).await, [1]);
    press.abort();
    assert!(press.await.unwrap_err().is_cancelled());
    stripe.http().release();
    let is_settled = async {
        while app.numbers(open).await != [0] {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), is_settled).await.expect("the answer is settled");
}

#[tokio::test]
async fn a_setup_intent_of_another_program_is_left_alone() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let (_, intent) = asked(&mut ann.browser, &stripe).await;
    assert!(stripe.confirm_with_another_card(&intent, STOLEN));
    stripe.forget_metadata(&intent);
    failed(&app, &stripe, "evt_1", &intent).await;
    assert_eq!((tried(&app).await, &*stripe.status_of(&intent)), (0, "requires_payment_method"));
    assert_eq!(app.numbers("SELECT COUNT(*) FROM webhook_events").await, [0]);
}

#[tokio::test]
async fn an_expired_setup_intent_is_cancelled() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let (_, waits) = asked(&mut ann.browser, &stripe).await;
    let (_, refused) = asked(&mut ann.browser, &stripe).await;
    // The intent does not name the card any more.
    assert!(stripe.confirm_with_another_card(&refused, STOLEN));
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!(stripe.status_of(&waits), "requires_action", "it still has time");
    app.clock.advance(66 * MINUTE);
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!((&*stripe.status_of(&waits), &*stripe.status_of(&refused)), ("canceled", "canceled"));
    assert_eq!(app.numbers("SELECT COUNT(*) FROM forget_requests").await, [0]);
}

#[tokio::test]
async fn a_setup_intent_is_cancelled_when_the_account_ends() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let (_, intent) = asked(&mut ann.browser, &stripe).await;
    ann.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    ops(&app, "jobs run closings").await.unwrap();
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!((&*stripe.status_of(&intent), stripe.all("customer").len()), ("canceled", 0));
}

/// The cardholder has confirmed the card but did not send it again in time, so it was detached for good.
#[tokio::test]
async fn a_detached_card_is_not_saved_on_file() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let (form, intent) = asked(&mut ann.browser, &stripe).await;
    stripe.answer(&intent, true);
    app.clock.advance(66 * MINUTE);
    ops(&app, "jobs run forgetting").await.unwrap();
    let card = form["payment_method"].as_str().unwrap();
    assert_eq!((&stripe.object(card)["customer"], &*stripe.status_of(&intent)), (&json!(null), "succeeded"));
    ann.browser.post("/api/credit_cards", form).await.refused(402, "card_declined");
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
    ann.browser.post("/api/credit_cards", sign_up(&stripe, GOOD)).await.expect(201);
}
