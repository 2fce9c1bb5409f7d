//! Charges and refunds at Stripe.

use super::{DECLINED, GOOD, MINUTE, OTHER, another, books_agree, decided, ordered, replace_card, shop};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeFault;
use crate::support::{TestApp, cents, ops};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::platform::clock::Clock;
use stylebox_server::service::payment::carry_out::resume_open;
use stylebox_server::service::payment::unpaid_fees;

#[tokio::test]
async fn a_fee_and_a_checkout_are_each_charged_in_two_steps() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    let due = cents(&ann.invoice().await["totalDue"]);
    ann.check_out("key").await.expect(200);
    assert_eq!(stripe.taken(), [1_00, due]);
    let [fee, checkout] = &stripe.all("payment_intent")[..] else { panic!("{:?}", stripe.all("payment_intent")) };
    assert_eq!((&fee["amount"], &checkout["amount"]), (&json!(100), &json!(due)));
    let customer = stripe.newest("customer");
    for (intent, purpose) in [(fee, "styling_fee-"), (checkout, "checkout-")] {
        assert_eq!(intent["customer"], customer["id"]);
        assert_eq!(intent["currency"], "usd");
        assert!(intent["metadata"]["attempt"].as_str().unwrap().starts_with(purpose), "{intent}");
    }
    let id = |intent: &serde_json::Value| intent["id"].as_str().unwrap().to_owned();
    let moved: Vec<String> = stripe.calls().into_iter().filter(|call| call.contains("payment_intents")).collect();
    let confirmed = |intent| format!("POST /v1/payment_intents/{}/confirm", id(intent));
    let create = "POST /v1/payment_intents".to_owned();
    assert_eq!(moved, [create.clone(), confirmed(fee), create, confirmed(checkout)]);
    books_agree(&app).await;
}

/// Version 0.2.0 has created it with less metadata, and its answer was lost. Under the key Stripe refuses other fields for a day.
#[tokio::test]
async fn a_charge_that_an_earlier_version_has_created_is_found_by_its_key() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    stripe.set_http_at("/v1/payment_intents", HttpFault::LosesAnswer);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    stripe.set_http_at("/v1/payment_intents", HttpFault::None);
    stripe.keys_had_other_fields();
    app.clock.advance(MINUTE);
    resume_open(&app.state).await.unwrap();
    assert_eq!((stripe.taken(), stripe.all("payment_intent").len()), (vec![1_00], 1));
    books_agree(&app).await;
}

#[tokio::test]
async fn a_declined_charge_is_cancelled_so_that_it_takes_no_money_later() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, DECLINED).await;
    let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.starts_with("The styling fee of $1.00 was declined."), "{refused}");
    assert_eq!(stripe.newest("payment_intent")["status"], "canceled");
    let payment = super::waiting(&mut ann).await;
    assert_eq!((&payment["problem"], &payment["by_new_card"]), (&json!("declined"), &json!(true)));
    // Another card pays it immediately, as another charge.
    replace_card(&app, &mut ann, another(&stripe, GOOD)).await;
    assert_eq!(stripe.taken(), [1_00]);
    assert_eq!(stripe.all("payment_intent").len(), 2);
    assert_eq!(stripe.all("customer").len(), 1, "one customer for each account");
}

#[tokio::test]
async fn an_expired_card_is_told_apart_from_a_declined_one() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, "4000000000000069").await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    let reason = "SELECT COUNT(*) FROM payment_attempts WHERE decline_reason = 'card_expired'";
    assert_eq!(app.numbers(reason).await, [1]);
    assert_eq!(super::waiting(&mut ann).await["problem"], "declined");
}

/// The network's advice reaches `charge.retry`, in Stripe's words or as the network's own code.
#[tokio::test]
async fn the_networks_advice_ends_the_tries() {
    for (number, advice, is_final) in [
        ("4000000000009995", "try_again_later", false),
        ("4000000000006975", "do_not_try_again", true),
        ("5200828282828210", "do_not_try_again", true),
    ] {
        let (app, stripe) = shop().await;
        let mut ann = ordered(&app, &stripe, number).await;
        steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
        let stored = format!("SELECT COUNT(*) FROM payment_attempts WHERE decline_advice = '{advice}'");
        assert_eq!(app.count(&stored).await, 1, "{number}");
        let next = ann.browser.get("/api/account/next_charge").await.expect(200);
        assert_eq!(next["time"], if is_final { "other_card" } else { "tried_again" }, "{number}");
        app.clock.advance(30 * 24 * 60 * MINUTE);
        unpaid_fees::run(&app.state).await.unwrap();
        assert_eq!(stripe.all("payment_intent").len(), if is_final { 1 } else { 2 }, "{number}");
    }
}

/// The mark uses Stripe's fingerprint of the number, which is the same for another customer's card with that number.
#[tokio::test]
async fn a_stolen_card_is_never_charged_again_for_any_customer() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, "4000000000009979").await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert_eq!(stripe.all("payment_intent").len(), 1);
    assert_eq!(app.count("SELECT COUNT(*) FROM declined_cards WHERE reason = 'stolen_card'").await, 1);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert_eq!(stripe.all("payment_intent").len(), 1, "the bank is not asked again");
}

#[tokio::test]
async fn a_wrong_amount_is_refunded_completely() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set(StripeFault::TakesMore);
    ann.check_out("key").await.refused(402, "payment_given_back");
    assert_eq!(stripe.taken(), [1_00], "only the fee is kept");
    assert_eq!(ann.status().await, "delivered_to_customer");
    stripe.set(StripeFault::None);
    ann.check_out("again").await.expect(200);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_charge_that_stays_in_processing_is_settled_once_its_outcome_is_known() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set(StripeFault::StaysInProcessing);
    ann.check_out("key").await.expect(202);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert_eq!(ann.invoice().await["status"], "processing");
    let intent = stripe.newest("payment_intent");
    stripe.succeed(intent["id"].as_str().unwrap());
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.invoice().await["status"], "paid");
    assert_eq!(stripe.all("payment_intent").len(), 2);
}

#[tokio::test]
async fn the_fee_of_a_stopped_order_is_refunded_once() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    assert_eq!(stripe.taken(), [1_00]);
    stop_by_staff(&app).await;
    assert_eq!(stripe.taken(), Vec::<i64>::new());
    let refund = stripe.newest("refund");
    assert_eq!(refund["amount"], 1_00);
    assert!(refund["metadata"]["attempt"].as_str().unwrap().starts_with("styling_fee_refund-"));
    assert_eq!(stripe.all("refund").len(), 1);
    books_agree(&app).await;
}

/// Staff stop the order, which refunds its fee.
pub(super) async fn stop_by_staff(app: &TestApp) {
    let listed = ops(app, "list").await.unwrap();
    let code = listed.lines().nth(1).unwrap().split_whitespace().next().unwrap();
    ops(app, &format!("fraud {code}")).await.unwrap();
}

/// After a day Stripe has forgotten the key, so the charge is searched for in all pages of the customer's charges.
#[tokio::test]
async fn a_charge_that_was_lost_for_a_day_is_found_by_its_metadata() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set_http_at("/v1/payment_intents", HttpFault::LosesAnswer);
    ann.check_out("key").await.expect(202);
    stripe.set_http(HttpFault::None);
    let lost = stripe.newest("payment_intent");
    assert_eq!(lost["status"], "requires_confirmation");
    // The key is forgotten, and another program has made many charges for the customer since.
    stripe.forget_keys();
    app.clock.advance(24 * 60 * MINUTE);
    for _ in 0..230 {
        stripe.add_intent(lost["customer"].as_str().unwrap());
    }
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.invoice().await["status"], "paid");
    let ours = |intent: &&serde_json::Value| intent["metadata"]["attempt"] == lost["metadata"]["attempt"];
    assert_eq!(stripe.all("payment_intent").iter().filter(ours).count(), 1, "no second charge is made");
    assert_eq!(stripe.status_of(lost["id"].as_str().unwrap()), "succeeded");
}

/// Stripe refuses a key with other parameters, so they must not change while an attempt is open.
#[tokio::test]
async fn the_parameters_of_a_charge_stay_the_same_after_a_restart_with_other_settings() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set_http_at("/v1/payment_intents", HttpFault::LosesAnswer);
    ann.check_out("key").await.expect(202);
    stripe.set_http(HttpFault::None);
    app.execute("UPDATE customers SET first_name = 'Anna'").await;
    app.clock.advance(MINUTE);
    let app = app.restart().await;
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(stripe.all("payment_intent").len(), 2);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_hundred_simultaneous_presses_charge_once() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    let invoice = ann.invoice().await;
    let due = cents(&invoice["totalDue"]);
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let presses = (0..100).map(|number| {
        let (mut again, invoice, body) = (
            crate::support::Shopper { browser: ann.browser.clone(), order: ann.order.clone() },
            invoice.clone(),
            body.clone(),
        );
        tokio::spawn(async move {
            again.check_out_for(&invoice, &format!("key-{}", number % 7), &body).await.status.as_u16()
        })
    });
    let presses: Vec<_> = presses.collect();
    let mut statuses = Vec::new();
    for press in presses {
        statuses.push(press.await.unwrap());
    }
    assert!(statuses.iter().all(|status| [200, 202].contains(status)), "{statuses:?}");
    app.clock.advance(MINUTE);
    resume_open(&app.state).await.unwrap();
    assert_eq!(ann.invoice().await["status"], "paid");
    assert_eq!(stripe.taken(), [1_00, due]);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_call_whose_key_is_in_use_is_repeated() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set(StripeFault::KeyInUse(2));
    ann.check_out("key").await.expect(200);
    assert_eq!(stripe.all("payment_intent").len(), 2);
}

/// The new card stays attached.
#[tokio::test]
async fn a_replaced_card_is_detached_once_its_payments_are_settled() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    let first = stripe.newest("payment_method");
    let attached = |id: &str| !stripe.object(id)["customer"].is_null();
    let first = first["id"].as_str().unwrap();
    assert!(attached(first));
    stripe.set_http_at("/confirm", HttpFault::LosesAnswer);
    ann.check_out("key").await.expect(202);
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    let form = another(&stripe, OTHER);
    let second = form["payment_method"].as_str().unwrap().to_owned();
    stripe.set_http(HttpFault::None);
    // The outcome of the charge is unknown while its card is replaced.
    stripe.set_http_at("/confirm", HttpFault::Down);
    replace_card(&app, &mut ann, form).await;
    ops(&app, "jobs run forgetting").await.unwrap();
    assert!(attached(first), "a payment with it is open");
    stripe.set_http(HttpFault::None);
    app.clock.advance(61 * MINUTE);
    resume_open(&app.state).await.unwrap();
    assert_eq!(ann.invoice().await["status"], "paid");
    ops(&app, "jobs run forgetting").await.unwrap();
    assert!(!attached(first));
    assert!(attached(&second));
}

/// The newest attempt is the one that was stored last, although its time may be earlier than that of the one before.
#[tokio::test]
async fn an_open_payment_is_continued_if_the_clock_has_run_back_since_the_one_before() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 1).await;
    // During the first box the card cannot be replaced.
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    replace_card(&app, &mut ann, another(&stripe, DECLINED)).await;
    ann.check_out("first").await.refused(402, "payment_declined");
    app.clock.set_at(app.clock.real_now().minus(MINUTE));
    stripe.set_http_at("/confirm", HttpFault::Down);
    let invoice = ann.invoice().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    for key in ["second", "second", "third"] {
        ann.check_out_for(&invoice, key, &body).await.expect(202);
    }
    assert_eq!(app.numbers("SELECT COUNT(*) FROM payment_attempts WHERE purpose = 'checkout'").await, [2]);
    stripe.set_http_at("/confirm", HttpFault::None);
    ann.check_out_for(&invoice, "second", &body).await.refused(402, "payment_declined");
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert_eq!(stripe.taken(), [1_00]);
}
