//! What a customer is told about a styling fee that cannot be charged.

use crate::support::{CARD, GatewayBehaviour, Shopper, TestApp, card_form, confirm, newest_mail, ops, other_card};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::providers::payment::card::CardVerdict;
use stylebox_server::providers::payment::charge::ChargeOutcome;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Makes the card on file expired.
const ENDED: &str = "UPDATE cards SET expiration = '10/26'";

/// A customer whose order could not be styled, because the card did not pay the fee.
async fn unpaid(app: &TestApp, number: &str) -> Shopper {
    let mut ann = Shopper::new(app, "ann@example.com").await;
    assert_eq!(payment_needed(&mut ann).await, json!(true), "without a card");
    ann.order = ann.save_card(number).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    assert_eq!(waits(&mut ann).await, json!(null));
    assert_eq!(payment_needed(&mut ann).await, json!(false));
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    ann
}

async fn payment_needed(ann: &mut Shopper) -> Value {
    ann.browser.get("/api/account").await.expect(200)["payment_needed"].clone()
}

/// Why the box waits. Checks that all answers with the order agree.
async fn waits(ann: &mut Shopper) -> Value {
    let alone = ann.read().await["payment"].clone();
    for list in ["/api/orders", "/api/orders/all"] {
        assert_eq!(ann.browser.get(list).await.expect(200)["orders"][0]["payment"], alone, "{list}");
    }
    alone
}

#[tokio::test]
async fn a_declined_fee_is_shown_until_another_card_pays_it() {
    let app = TestApp::start().await;
    let mut ann = unpaid(&app, "4000000000000341").await;
    assert_eq!(
        waits(&mut ann).await,
        json!({"problem": "declined", "amount": "1.00", "by_new_card": true, "bank_url": null, "confirm_in_page": false})
    );
    assert_eq!(payment_needed(&mut ann).await, json!(true));
    let mut other = card_form(CARD);
    other["cardholder"]["street_address1"] = json!("7 Elliot Avenue");
    for (field, value) in [("city", "Minneapolis"), ("state", "MN"), ("zip_code", "55404"), ("phone", "(612) 555-0142")]
    {
        other["cardholder"][field] = json!(value);
    }
    ann.browser.patch("/api/credit_cards", other).await.refused(403, "mfa_required");
    assert_eq!(
        waits(&mut ann).await,
        json!({"problem": "declined", "amount": "1.00", "by_new_card": true, "bank_url": null, "confirm_in_page": false}),
        "while the card waits for a code"
    );
    confirm(&app, &mut ann.browser).await;
    assert_eq!(ann.status().await, "styling");
    assert_eq!((waits(&mut ann).await, payment_needed(&mut ann).await), (json!(null), json!(false)));
}

#[tokio::test]
async fn a_fee_that_the_bank_wants_confirmed_is_shown_as_such() {
    let app = TestApp::start().await;
    let mut ann = unpaid(&app, "4000000000003220").await;
    let waits = waits(&mut ann).await;
    assert_eq!((&waits["problem"], &waits["amount"]), (&json!("confirm"), &json!("1.00")));
    assert!(waits["bank_url"].as_str().unwrap().starts_with("http://stylebox.test/dev/bank/"), "{waits}");
    assert_eq!(payment_needed(&mut ann).await, json!(true));
}

/// It shows the fee of the next try, for a box that is not the first.
#[tokio::test]
async fn an_expired_card_is_shown_before_it_is_tried() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.execute("UPDATE customers SET first_timer = (1 = 0)").await;
    app.execute("UPDATE cards SET expiration = '11/26'").await;
    assert_eq!((waits(&mut ann).await, payment_needed(&mut ann).await), (json!(null), json!(true)), "its last month");
    app.execute("UPDATE cards SET expiration = '10/26'").await;
    assert_eq!(
        waits(&mut ann).await,
        json!({"problem": "expired", "amount": "20.00", "by_new_card": false, "bank_url": null, "confirm_in_page": false})
    );
    assert_eq!(payment_needed(&mut ann).await, json!(true));
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(waits(&mut ann).await, json!(null), "a cancelled box does not wait");
}

/// The card was good when it was saved.
#[tokio::test]
async fn a_fee_is_not_charged_to_an_expired_card() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["card_info"]["expiration"] = json!("11/26");
    ann.order = ann.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    app.clock.set("2026-12-01T05:59:00Z");
    assert_eq!(waits(&mut ann).await, json!(null), "it is still November in the shop");
    app.clock.set("2026-12-01T06:00:00Z");
    let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.starts_with("The styling fee of $1.00 was declined."), "{refused}");
    assert_eq!(app.charged().await, Vec::<i64>::new());
    assert_eq!(
        waits(&mut ann).await,
        json!({"problem": "expired", "amount": "1.00", "by_new_card": true, "bank_url": null, "confirm_in_page": false})
    );
    let email = newest_mail(&app, "card_declined").await.unwrap();
    assert_eq!(email.subject, "Your card has expired");
    for said in [
        "your Visa ending in 4242 has expired",
        "please add another card",
        "http://stylebox.test/members/change/payment",
    ] {
        assert!(email.body.contains(said), "{said}: {}", email.body);
    }
    ann.browser.patch("/api/credit_cards", other_card(CARD)).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("styling", vec![1_00]));
}

/// The bank has renewed each card and would pay, but the customer was told that it is not charged.
#[tokio::test]
async fn an_expired_card_is_not_charged_even_if_the_bank_has_renewed_it() {
    // The styling fee.
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.execute(ENDED).await;
    let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.starts_with("The styling fee of $1.00 was declined."), "{refused}");
    assert_eq!((app.gateway.asked().len(), waits(&mut ann).await["problem"].clone()), (0, json!("expired")));

    // The second try, after a decline while the card was still valid.
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::Declines);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    app.gateway.set(GatewayBehaviour::Works);
    app.execute(ENDED).await;
    app.clock.advance(DAY);
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!((app.gateway.asked().len(), waits(&mut ann).await["problem"].clone()), (1, json!("expired")));

    // A checkout by the system, and then by staff.
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let fee = app.gateway.asked().len();
    app.execute(ENDED).await;
    let code = ann.code().await;
    // The customer is reminded on the last three days for checkout. The system checks out at noon on the day after, the 24th.
    for moment in ["2026-11-21T15:00:00Z", "2026-11-22T15:00:00Z", "2026-11-23T15:00:00Z", "2026-11-24T18:00:00Z"] {
        app.clock.set(moment);
        for job in ["reminders", "outbox", "system_checkout"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    ops(&app, &format!("checkout {code}")).await.unwrap_err();
    assert_eq!((app.gateway.asked().len(), ann.status().await.as_str()), (fee, "delivered_to_customer"));
    assert_eq!(newest_mail(&app, "card_declined").await.unwrap().subject, "Your card has expired");

    // If the customer checks out, they ask for the charge and the bank decides.
    assert_eq!(ann.check_out("key").await.expect(200)["status"], "paid");
    assert_eq!(app.gateway.asked().len(), fee + 1);
}

/// A customer whose fee was begun while the gateway behaved like this. Then the card expired, and the job asked again.
async fn asked_again_once_the_card_has_ended(app: &TestApp, gateway: GatewayBehaviour) -> Shopper {
    let ann = Shopper::with_order(app, "ann@example.com").await;
    app.gateway.set(gateway);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    app.gateway.set(GatewayBehaviour::Works);
    app.execute(ENDED).await;
    app.clock.advance(DAY);
    ops(app, "jobs run payments").await.unwrap();
    ann
}

/// The gateway took the money while the card was valid.
#[tokio::test]
async fn a_charge_whose_answer_was_lost_before_the_card_expired_is_found() {
    let app = TestApp::start().await;
    let mut ann = asked_again_once_the_card_has_ended(&app, GatewayBehaviour::LosesChargeAnswers).await;
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("styling", vec![1_00]));
}

/// The gateway was not reached while the card was valid.
#[tokio::test]
async fn a_charge_that_the_gateway_does_not_know_is_not_made_after_the_card_has_expired() {
    let app = TestApp::start().await;
    let mut ann = asked_again_once_the_card_has_ended(&app, GatewayBehaviour::Unreachable).await;
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("created", Vec::new()));
    assert_eq!(waits(&mut ann).await["problem"], "expired");
}

#[tokio::test]
async fn a_checkout_is_not_charged_to_an_expired_card() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    app.execute("UPDATE sandbox_tokens SET expiration = '10/26'").await;
    let words = ann.check_out("key").await.refused(402, "card_expired");
    assert_eq!(words, "Your card has expired. Nothing was charged. Please use another card.");
    assert_eq!(ann.invoice().await["declined"], words);
    assert_eq!((ann.status().await.as_str(), app.charged().await), ("delivered_to_customer", vec![1_00]));
    // A look-up by the key gives the same result.
    let request = app.gateway.asked().pop().unwrap();
    let gateway = &app.state.providers.payment;
    assert_eq!(gateway.look_up(&request).await, Ok(Some(ChargeOutcome::CardExpired)));
    assert_eq!(gateway.verify(&request.token).await, Ok(CardVerdict::Declined));
    let email = newest_mail(&app, "card_declined").await.unwrap();
    assert_eq!(email.subject, "Your card has expired");
    assert!(email.body.contains("Please check out again, with another card."), "{}", email.body);
    ann.browser.patch("/api/credit_cards", other_card(CARD)).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(ann.check_out("again").await.expect(200)["status"], "paid");
}

#[tokio::test]
async fn while_the_gateway_has_not_answered_no_problem_is_shown() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert_eq!((waits(&mut ann).await, payment_needed(&mut ann).await), (json!(null), json!(false)));
}
