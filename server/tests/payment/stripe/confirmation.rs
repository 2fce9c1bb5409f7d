//! Charges that the cardholder has to confirm in the page, because the bank wants it.

use super::{ASKED, GOOD, MINUTE, another, books_agree, check, ordered, payment_secret, replace_card, shop, waiting};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeDouble;
use crate::support::{Shopper, TestApp, cents, newest_mail};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::checkout::system;
use stylebox_server::service::payment::carry_out::resume_open;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// A customer whose bank wants a confirmation of the styling fee, which was charged in their absence.
pub(super) async fn asked_about_fee(app: &TestApp, stripe: &StripeDouble) -> Shopper {
    let ann = ordered(app, stripe, ASKED).await;
    let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
    assert!(refused.starts_with("The bank wants the customer to confirm the styling fee of $1.00."), "{refused}");
    ann
}

/// A customer who has decided, and whose bank wants each charge confirmed.
pub(super) async fn asked_at_checkout(app: &TestApp, stripe: &StripeDouble) -> Shopper {
    let mut ann = asked_about_fee(app, stripe).await;
    payment_secret(&mut ann).await;
    answer(stripe, true);
    check(&mut ann).await;
    ann.bring_box(app).await;
    ann.keep(2).await;
    ann
}

pub(super) fn newest(stripe: &StripeDouble) -> Value {
    stripe.newest("payment_intent")
}

pub(super) fn answer(stripe: &StripeDouble, confirms: bool) {
    stripe.answer(newest(stripe)["id"].as_str().unwrap(), confirms);
}

#[tokio::test]
async fn a_fee_that_is_confirmed_later_is_the_same_charge() {
    let (app, stripe) = shop().await;
    let mut ann = asked_about_fee(&app, &stripe).await;
    let waits =
        json!({"problem": "confirm", "amount": "1.00", "by_new_card": true, "bank_url": null, "confirm_in_page": true});
    assert_eq!(waiting(&mut ann).await, waits);
    let mail = newest_mail(&app, "please_confirm").await.unwrap();
    assert!(mail.body.contains("http://stylebox.test/members/dashboard"), "{}", mail.body);
    assert!(!mail.body.contains("secret") && !app.dump().await.contains("_secret"), "the secret is not stored");
    let intent = newest(&stripe);
    assert_eq!(intent["status"], "requires_payment_method");
    assert_eq!(payment_secret(&mut ann).await, intent["client_secret"]);
    assert_eq!(newest(&stripe)["status"], "requires_action", "now that the customer is there, the bank asks");
    assert_eq!(payment_secret(&mut ann).await, intent["client_secret"], "a second press gets the same secret");
    // Before the customer has answered, it still waits.
    assert_eq!(check(&mut ann).await["payment"], waits);
    answer(&stripe, true);
    let order = check(&mut ann).await;
    assert_eq!((&order["status"], &order["payment"]), (&json!("styling"), &json!(null)));
    assert_eq!((stripe.taken(), stripe.all("payment_intent").len()), (vec![1_00], 1));
    assert_eq!(payment_secret(&mut ann).await, json!(null));
    books_agree(&app).await;
}

#[tokio::test]
async fn a_fee_that_is_refused_at_the_bank_is_declined() {
    let (app, stripe) = shop().await;
    let mut ann = asked_about_fee(&app, &stripe).await;
    payment_secret(&mut ann).await;
    answer(&stripe, false);
    let order = check(&mut ann).await;
    assert_eq!((&order["status"], &order["payment"]["problem"]), (&json!("created"), &json!("declined")));
    assert_eq!(newest(&stripe)["status"], "canceled");
    assert_eq!(stripe.taken(), Vec::<i64>::new());
}

#[tokio::test]
async fn a_fee_that_nobody_confirms_in_time_is_cancelled() {
    let (app, stripe) = shop().await;
    let mut ann = asked_about_fee(&app, &stripe).await;
    app.clock.advance(22 * HOUR);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    app.clock.advance(2 * HOUR);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(newest(&stripe)["status"], "canceled");
    assert_eq!(waiting(&mut ann).await["problem"], "declined");
}

#[tokio::test]
async fn another_card_or_a_cancelled_order_cancels_a_waiting_fee() {
    let (app, stripe) = shop().await;
    let mut ann = asked_about_fee(&app, &stripe).await;
    let first = newest(&stripe)["id"].as_str().unwrap().to_owned();
    replace_card(&app, &mut ann, another(&stripe, GOOD)).await;
    assert_eq!(stripe.status_of(&first), "canceled");
    assert_eq!(stripe.taken(), [1_00], "the new card has paid");

    let (app, stripe) = shop().await;
    let mut ann = asked_about_fee(&app, &stripe).await;
    let cancel = format!("/api/orders/{}/cancel", ann.order);
    ann.browser.post(&cancel, json!({})).await.expect(200);
    assert_eq!(newest(&stripe)["status"], "canceled");
    assert_eq!(payment_secret(&mut ann).await, json!(null));
    assert_eq!(stripe.taken(), Vec::<i64>::new());
    books_agree(&app).await;
}

/// The cancelled order's fee is then refunded.
#[tokio::test]
async fn a_fee_confirmed_before_it_could_be_cancelled_is_paid() {
    let (app, stripe) = shop().await;
    let mut ann = asked_about_fee(&app, &stripe).await;
    payment_secret(&mut ann).await;
    answer(&stripe, true);
    app.clock.advance(25 * HOUR);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.status().await, "styling");
    assert_eq!(stripe.taken(), [1_00]);
}

#[tokio::test]
async fn a_checkout_is_confirmed_in_the_page() {
    let (app, stripe) = shop().await;
    let mut ann = asked_at_checkout(&app, &stripe).await;
    let due = cents(&ann.invoice().await["totalDue"]);
    let waits = ann.check_out("key").await.expect(202);
    let seen = (&waits["status"], &waits["bank_url"], &waits["confirm_in_page"]);
    assert_eq!(seen, (&json!("processing"), &json!(null), &json!(true)));
    assert_eq!(newest(&stripe)["status"], "requires_action", "the customer is there");
    assert_eq!(payment_secret(&mut ann).await, newest(&stripe)["client_secret"]);
    answer(&stripe, true);
    check(&mut ann).await;
    let paid = ann.invoice().await;
    assert_eq!((&paid["status"], &paid["confirm_in_page"]), (&json!("paid"), &json!(false)));
    assert_eq!(stripe.taken(), [1_00, due]);
    assert_eq!(ann.check_out("key").await.expect(200)["status"], "paid", "a repeat of the same press");
    assert!(
        newest_mail(&app, "please_confirm").await.unwrap().body.contains("styling fee"),
        "a customer who is present gets no email"
    );
    books_agree(&app).await;
}

#[tokio::test]
async fn a_checkout_that_is_refused_at_the_bank_can_be_tried_again() {
    let (app, stripe) = shop().await;
    let mut ann = asked_at_checkout(&app, &stripe).await;
    ann.check_out("key").await.expect(202);
    answer(&stripe, false);
    check(&mut ann).await;
    let open = ann.invoice().await;
    assert_eq!(open["status"], "open");
    assert!(open["declined"].as_str().unwrap().starts_with("Your bank wanted you to confirm this payment"), "{open}");
    ann.check_out("again").await.expect(202);
    answer(&stripe, true);
    check(&mut ann).await;
    assert_eq!(ann.invoice().await["status"], "paid");
}

/// The customer confirms and closes the tab.
#[tokio::test]
async fn a_confirmed_checkout_is_settled_by_the_job() {
    let (app, stripe) = shop().await;
    let mut ann = asked_at_checkout(&app, &stripe).await;
    ann.check_out("key").await.expect(202);
    answer(&stripe, true);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.invoice().await["status"], "paid");
}

#[tokio::test]
async fn a_systems_checkout_asks_the_absent_customer_by_email_and_dashboard() {
    let (app, stripe) = shop().await;
    let mut ann = asked_at_checkout(&app, &stripe).await;
    for _ in 0..7 {
        crate::support::ops(&app, "jobs run reminders").await.unwrap();
        crate::support::ops(&app, "jobs run outbox").await.unwrap();
        app.clock.advance(24 * HOUR);
    }
    app.clock.advance(6 * HOUR);
    system::run_due(&app.state).await.unwrap();
    assert_eq!(waiting(&mut ann).await["confirm_in_page"], json!(true));
    assert!(newest_mail(&app, "please_confirm").await.unwrap().body.contains("$"), "the amount is named");
    assert_eq!(newest(&stripe)["status"], "requires_payment_method");
    assert!(payment_secret(&mut ann).await.is_string());
    answer(&stripe, true);
    check(&mut ann).await;
    assert_eq!(ann.status().await, "checked_out_by_system");
}

#[tokio::test]
async fn if_stripe_is_down_there_is_no_secret_and_the_payment_still_waits() {
    let (app, stripe) = shop().await;
    let mut ann = asked_about_fee(&app, &stripe).await;
    stripe.set_http(HttpFault::Down);
    let path = format!("/api/orders/{}/payment_confirmation", ann.order);
    ann.browser.post(&path, json!({})).await.refused(503, "gateway_unavailable");
    assert_eq!(waiting(&mut ann).await["problem"], "confirm");
    stripe.set_http(HttpFault::None);
    assert!(payment_secret(&mut ann).await.is_string());
    // Another customer gets no secret.
    let mut bea = app.client();
    bea.register("bea@example.com").await;
    bea.post(&path, json!({})).await.refused(404, "not_found");
}

/// The customer saves another card while Stripe does not answer. The old charge is called off as soon as Stripe answers.
#[tokio::test]
async fn a_call_off_without_an_answer_is_tried_again() {
    let (app, stripe) = shop().await;
    let mut ann = asked_about_fee(&app, &stripe).await;
    let first = newest(&stripe)["id"].as_str().unwrap().to_owned();
    stripe.set_http_at("/cancel", HttpFault::Down);
    replace_card(&app, &mut ann, another(&stripe, GOOD)).await;
    assert_eq!(stripe.status_of(&first), "requires_payment_method");
    stripe.set_http(HttpFault::None);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(stripe.status_of(&first), "canceled");
    let reason = "SELECT COUNT(*) FROM payment_attempts WHERE decline_reason = 'called_off'";
    assert_eq!(app.numbers(reason).await, [1]);
}
