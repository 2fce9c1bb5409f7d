//! Simultaneous calls: an event, a second press or a second server while Stripe still works on the first call. Each charge is taken and
//! booked once, and all calls get the same outcome.

use super::confirmation::{answer, asked_at_checkout};
use super::webhooks::deliver;
use super::{books_agree, check, decided, shop};
use crate::doubles::http::HeldWhen;
use crate::doubles::stripe::StripeDouble;
use crate::support::{Reply, Shopper, TestApp, cents};
use serde_json::json;
use stylebox_server::service::operation::webhooks::work_due;
use stylebox_server::service::payment::carry_out::{resume_all, resume_open};
use tokio::task::JoinHandle;

/// The customer presses the button, and Stripe holds the call.
async fn held_press(stripe: &StripeDouble, ann: &mut Shopper, path: &'static str, when: HeldWhen) -> JoinHandle<Reply> {
    let invoice = ann.invoice().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let mut first = Shopper { browser: ann.browser.clone(), order: ann.order.clone() };
    stripe.http().hold_next_at(path, when);
    let press = tokio::spawn(async move { first.check_out_for(&invoice, "key", &body).await });
    stripe.http().until_held().await;
    press
}

/// Stripe sends an event about the newest charge.
async fn event(app: &TestApp, stripe: &StripeDouble) {
    let charge = stripe.newest("payment_intent");
    let (body, proof) = stripe.event("evt_1", "payment_intent.succeeded", charge["id"].as_str().unwrap());
    assert_eq!(deliver(&mut app.client(), &body, &proof).await.status, 204);
    assert_eq!(work_due(&app.state).await.unwrap(), 1);
}

/// Checks that it is paid, taken and booked once, and that the customer has one receipt.
async fn is_paid_once(app: &TestApp, stripe: &StripeDouble, ann: &mut Shopper, due: i64) {
    assert_eq!(ann.invoice().await["status"], "paid");
    assert_eq!(stripe.taken(), [1_00, due]);
    assert_eq!((stripe.all("payment_intent").len(), stripe.all("refund").len()), (2, 0));
    let attempts = "SELECT COUNT(*) FROM payment_attempts WHERE purpose = 'checkout'";
    assert_eq!(app.numbers(attempts).await, [1]);
    let booked = "SELECT COUNT(*) FROM ledger WHERE kind = 'charge'";
    assert_eq!(app.numbers(booked).await, [2], "the fee and the checkout");
    assert_eq!(resume_all(&app.state).await.unwrap(), 0, "nothing is open");
    books_agree(app).await;
}

#[tokio::test]
async fn an_event_while_the_charge_is_confirmed_settles_it_once() {
    for when in [HeldWhen::Asked, HeldWhen::Done] {
        let (app, stripe) = shop().await;
        let mut ann = decided(&app, &stripe, 4).await;
        let due = cents(&ann.invoice().await["totalDue"]);
        let press = held_press(&stripe, &mut ann, "/confirm", when).await;
        event(&app, &stripe).await;
        is_paid_once(&app, &stripe, &mut ann, due).await;
        stripe.http().release();
        assert_eq!(press.await.unwrap().expect(200)["status"], "paid", "{when:?}");
        is_paid_once(&app, &stripe, &mut ann, due).await;
    }
}

/// The charge is not stored as prepared yet, so the second press prepares it, too.
#[tokio::test]
async fn a_second_press_while_the_first_is_held_pays_once() {
    for (path, when) in [
        ("/v1/payment_intents", HeldWhen::Asked),
        ("/v1/payment_intents", HeldWhen::Done),
        ("/confirm", HeldWhen::Asked),
        ("/confirm", HeldWhen::Done),
    ] {
        for key in ["key", "another"] {
            let (app, stripe) = shop().await;
            let mut ann = decided(&app, &stripe, 4).await;
            let due = cents(&ann.invoice().await["totalDue"]);
            let press = held_press(&stripe, &mut ann, path, when).await;
            let second = ann.check_out(key).await.status.as_u16();
            assert!([200, 202].contains(&second), "{path} {when:?} {key}: {second}");
            stripe.http().release();
            assert_eq!(press.await.unwrap().expect(200)["status"], "paid", "{path} {when:?} {key}");
            is_paid_once(&app, &stripe, &mut ann, due).await;
        }
    }
}

/// Another server resumes the payment while the first still waits for its answer.
#[tokio::test]
async fn a_checkout_that_is_answered_twice_is_booked_once() {
    for when in [HeldWhen::Asked, HeldWhen::Done] {
        let (app, stripe) = shop().await;
        let mut ann = decided(&app, &stripe, 4).await;
        let due = cents(&ann.invoice().await["totalDue"]);
        let press = held_press(&stripe, &mut ann, "/confirm", when).await;
        let beside = app.second_server().await;
        assert_eq!(resume_all(&beside.state).await.unwrap(), 1, "{when:?}");
        stripe.http().release();
        assert_eq!(press.await.unwrap().expect(200)["status"], "paid", "{when:?}");
        is_paid_once(&app, &stripe, &mut ann, due).await;
    }
}

/// The cardholder has confirmed. The page's call is held while Stripe's event comes and the job runs.
#[tokio::test]
async fn a_confirmation_that_page_event_and_job_see_at_the_same_time_is_booked_once() {
    let (app, stripe) = shop().await;
    let mut ann = asked_at_checkout(&app, &stripe).await;
    let due = cents(&ann.invoice().await["totalDue"]);
    ann.check_out("key").await.expect(202);
    answer(&stripe, true);
    stripe.http().hold_next_at("", HeldWhen::Done);
    let mut page = Shopper { browser: ann.browser.clone(), order: ann.order.clone() };
    let asked = tokio::spawn(async move { check(&mut page).await });
    stripe.http().until_held().await;
    event(&app, &stripe).await;
    assert_eq!(resume_open(&app.state).await.unwrap(), 0, "the event has settled it");
    stripe.http().release();
    assert_eq!(asked.await.unwrap()["status"], "checked_out_by_customer");
    is_paid_once(&app, &stripe, &mut ann, due).await;
}
