//! `--fraud radar`: the first charge is only authorized. It is captured if Radar trusts it or staff clear it.

mod faults;
mod held;
mod reviews;
mod unread;

use super::{ASKED, GOOD, Judge, STOLEN, books_agree, check, decided, ordered, payment_secret, shop_of, waiting};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::{Risk, StripeDouble, StripeFault};
use crate::support::{Shopper, TestApp, cents, newest_mail, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::payment::carry_out::resume_open;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// A card whose charges have an elevated risk.
const ELEVATED: &str = "4000000000009235";
/// A card whose charges have the highest risk, and no rule blocks them.
const HIGHEST: &str = "4000000000004954";
/// A card whose charges have the highest risk, and are always blocked.
const BLOCKED: &str = "4100000000000019";

const NOTHING: [i64; 0] = [];

/// A shop whose charges are judged by Radar.
async fn shop() -> (TestApp, StripeDouble) {
    shop_of(Judge::Radar, |_| {}).await
}

async fn style(app: &TestApp, ann: &Shopper) -> Result<(), String> {
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.map_err(|error| error.to_string())
}

fn newest(stripe: &StripeDouble) -> String {
    stripe.newest("payment_intent")["id"].as_str().unwrap().to_owned()
}

/// How many accepted calls have a path that ends with `end`.
fn times(stripe: &StripeDouble, end: &str) -> usize {
    stripe.calls().iter().filter(|call| call.starts_with("POST") && call.ends_with(end)).count()
}

/// A customer whose order is held while the money for its fee is reserved.
async fn held(app: &TestApp, stripe: &StripeDouble) -> Shopper {
    let ann = ordered(app, stripe, ELEVATED).await;
    let refused = style(app, &ann).await.unwrap_err();
    assert!(refused.contains("is held by the fraud check: the gateway sees an elevated risk (score 71)"), "{refused}");
    assert_eq!((stripe.reserved(), stripe.taken()), (vec![1_00], NOTHING.to_vec()));
    ann
}

#[tokio::test]
async fn a_charge_with_a_normal_risk_is_captured_and_only_the_first_charge_is_authorized_first() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    assert_eq!((stripe.taken(), stripe.reserved()), (vec![1_00], NOTHING.to_vec()));
    let fee = stripe.newest("payment_intent");
    assert_eq!(fee["capture_method"], "manual");
    let due = cents(&ann.invoice().await["totalDue"]);
    ann.check_out("key").await.expect(200);
    assert_eq!(stripe.newest("payment_intent")["capture_method"], "automatic");
    assert_eq!(stripe.taken(), [1_00, due]);
    let fee = fee["id"].as_str().unwrap();
    let about: Vec<String> = stripe.calls().into_iter().filter(|call| call.contains(fee)).collect();
    let [confirmed, captured] = ["confirm", "capture"].map(|what| format!("POST /v1/payment_intents/{fee}/{what}"));
    assert_eq!(about, [confirmed, captured]);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM fraud_holds").await, [0]);
    books_agree(&app).await;
}

#[tokio::test]
async fn without_radar_every_charge_is_captured_immediately() {
    let (app, stripe) = super::shop().await;
    let ann = ordered(&app, &stripe, ELEVATED).await;
    style(&app, &ann).await.unwrap();
    assert_eq!((stripe.taken(), times(&stripe, "/capture")), (vec![1_00], 0));
}

/// Before its intent exists, or without a reservation, a charge cannot be called off for certain.
#[tokio::test]
async fn only_a_charge_that_may_be_reserved_is_called_off_without_an_answer() {
    for (fraud, down_at) in [(Judge::OwnRecords, "/confirm"), (Judge::Radar, "/v1/payment_intents")] {
        let (app, stripe) = shop_of(fraud, |_| {}).await;
        let mut ann = ordered(&app, &stripe, GOOD).await;
        stripe.set_http_at(down_at, HttpFault::Down);
        style(&app, &ann).await.unwrap_err();
        stripe.set_http(HttpFault::None);
        let cancelled = ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await;
        assert_eq!((cancelled.status.as_u16(), times(&stripe, "/cancel")), (409, 0), "{down_at}");
        app.clock.advance(HOUR);
        assert_eq!(resume_open(&app.state).await.unwrap(), 1, "{down_at}");
        assert_eq!((ann.status().await.as_str(), stripe.taken()), ("styling", vec![1_00]), "{down_at}");
    }
}

#[tokio::test]
async fn every_doubtful_charge_is_held() {
    for (risk, why) in [
        (Risk::Highest, "the gateway sees the highest risk (score 93)"),
        (Risk::NotSaid, "the gateway cannot say what the risk is"),
        (Risk::NotLooked, "the gateway cannot say what the risk is"),
        (Risk::Strange, "the gateway cannot say what the risk is"),
    ] {
        let (app, stripe) = shop().await;
        let mut ann = ordered(&app, &stripe, GOOD).await;
        stripe.set_risk(risk);
        let refused = style(&app, &ann).await.unwrap_err();
        assert!(refused.contains(why), "{refused}");
        assert_eq!((stripe.reserved(), stripe.taken()), (vec![1_00], NOTHING.to_vec()));
        assert_eq!(ann.status().await, "created");
    }
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, HIGHEST).await;
    style(&app, &ann).await.unwrap_err();
    assert_eq!((stripe.reserved(), stripe.taken()), (vec![1_00], NOTHING.to_vec()));
}

/// It gets the same message as any other card that was declined for good.
#[tokio::test]
async fn a_charge_that_stripe_blocks_is_declined() {
    let mut emails = Vec::new();
    for number in [BLOCKED, STOLEN] {
        let (app, stripe) = shop().await;
        let mut ann = ordered(&app, &stripe, number).await;
        let refused = style(&app, &ann).await.unwrap_err();
        assert!(refused.starts_with("The styling fee of $1.00 was declined."), "{refused}");
        assert_eq!((stripe.reserved(), stripe.taken()), (NOTHING.to_vec(), NOTHING.to_vec()));
        assert_eq!(stripe.status_of(&newest(&stripe)), "canceled");
        assert_eq!(waiting(&mut ann).await["problem"], "declined");
        emails.push(newest_mail(&app, "card_declined").await.unwrap().body.replace(&number[12..], "…"));
        assert!(!ops(&app, "attention").await.unwrap().contains("held"), "it is not held");
        let code = ann.code().await;
        emails = emails.into_iter().map(|email| email.replace(&code, "CODE")).collect();
    }
    assert_eq!(emails[0], emails[1]);
}

#[tokio::test]
async fn a_wrong_reserved_amount_is_released_and_never_taken() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, GOOD).await;
    stripe.set(StripeFault::ReservesMore);
    let refused = style(&app, &ann).await.unwrap_err();
    assert_eq!(refused, "The styling fee of $1.00 was not taken. The order stays created.");
    assert!(newest_mail(&app, "card_declined").await.is_none(), "the card was not declined");
    assert_eq!((stripe.reserved(), stripe.taken()), (NOTHING.to_vec(), NOTHING.to_vec()));
    assert_eq!((stripe.status_of(&newest(&stripe)), times(&stripe, "/capture")), ("canceled".to_owned(), 0));
    assert_eq!(ann.status().await, "created");
    let reason =
        "SELECT COUNT(*) FROM payment_attempts WHERE decline_reason = 'another_amount_was_taken_and_given_back'";
    assert_eq!(app.numbers(reason).await, [1]);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_wrong_captured_amount_is_refunded_completely() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    stripe.set(StripeFault::TakesMore);
    style(&app, &ann).await.unwrap_err();
    assert_eq!((stripe.taken(), stripe.all("refund").len()), (NOTHING.to_vec(), 1));
    books_agree(&app).await;
}

/// A customer who has confirmed the fee as the bank wanted, and the order after that.
async fn confirmed(app: &TestApp, stripe: &StripeDouble, risk: Risk) -> (Shopper, Value) {
    let mut ann = ordered(app, stripe, ASKED).await;
    stripe.set_risk(risk);
    let refused = style(app, &ann).await.unwrap_err();
    assert!(refused.starts_with("The bank wants the customer to confirm the styling fee of $1.00."), "{refused}");
    payment_secret(&mut ann).await;
    stripe.answer(&newest(stripe), true);
    let order = check(&mut ann).await;
    (ann, order)
}

/// It was confirmed in time, so its end must not count as a missing confirmation.
#[tokio::test]
async fn a_confirmed_charge_that_is_released_later_counts_as_called_off() {
    let (app, stripe) = shop().await;
    let (mut ann, _) = confirmed(&app, &stripe, Risk::Elevated).await;
    app.clock.advance(30 * HOUR);
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    let reason = "SELECT COUNT(*) FROM payment_attempts WHERE decline_reason = 'called_off'";
    assert_eq!((app.numbers(reason).await, stripe.taken()), (vec![1], NOTHING.to_vec()));
    assert!(newest_mail(&app, "card_declined").await.is_none());
}

#[tokio::test]
async fn a_charge_that_the_bank_wants_confirmed_is_judged_after_the_confirmation() {
    for (risk, status) in [(Risk::Normal, "styling"), (Risk::Elevated, "created")] {
        let (app, stripe) = shop().await;
        let (mut ann, order) = confirmed(&app, &stripe, risk).await;
        assert_eq!((&order["status"], &order["payment"]), (&json!(status), &json!(null)));
        assert_eq!(payment_secret(&mut ann).await, json!(null));
        if risk == Risk::Elevated {
            assert_eq!((stripe.taken(), stripe.reserved()), (NOTHING.to_vec(), vec![1_00]));
            // The time to confirm has passed, which does not matter any more.
            app.clock.advance(30 * HOUR);
            let cleared = ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
            assert!(cleared.contains("$1.00 was taken"), "{cleared}");
        }
        assert_eq!((ann.status().await.as_str(), stripe.taken()), ("styling", vec![1_00]));
        books_agree(&app).await;
    }
}

#[tokio::test]
async fn the_check_demands_a_key_that_can_read_charges_and_reviews() {
    let (app, stripe) = shop().await;
    let reached = |all: Vec<(&'static str, stylebox_server::providers::common::reach::Reach)>| {
        all.into_iter().find(|(party, _)| *party == "fraud").unwrap().1.to_string()
    };
    assert_eq!(reached(app.state.providers.reach().await), "reached");
    for what in ["charges", "reviews"] {
        stripe.set(StripeFault::MayNotRead(what));
        let said = reached(app.state.providers.reach().await);
        assert!(said.contains(&format!("The secret key may not read {what} at Stripe")), "{said}");
    }
    stripe.set(StripeFault::RefusesKey);
    assert!(reached(app.state.providers.reach().await).contains("does not know the secret key"));
}
