//! Stripe loses answers, breaks off, fails or is down, and servers are killed: the money is taken once or never.

use super::super::faults::FAULTS;
use super::super::{Judge, MINUTE, books_agree, ordered, shop_of};
use super::{ELEVATED, GOOD, NOTHING, held, newest, shop, style, times};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeFault;
use crate::support::{Shopper, ops};
use serde_json::json;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::service::payment::carry_out::{resume_all, resume_open};
use stylebox_server::service::payment::styling_fee;

const CALLS: [&str; 3] = ["/v1/payment_intents", "/confirm", "/capture"];

#[tokio::test]
async fn a_fee_is_taken_once_however_stripe_fails() {
    for path in CALLS {
        for fault in FAULTS {
            let (app, stripe) =
                shop_of(Judge::Radar, |settings| settings.client.timeout = Duration::from_millis(400)).await;
            let mut ann = ordered(&app, &stripe, GOOD).await;
            stripe.set_http_at(path, fault);
            let refused = style(&app, &ann).await.unwrap_err();
            assert!(refused.contains("has not answered"), "{path} {fault:?}: {refused}");
            app.clock.advance(MINUTE);
            // Stripe still fails at this call. A charge that went through is found by reading it.
            resume_open(&app.state).await.unwrap();
            stripe.set_http(HttpFault::None);
            app.clock.advance(MINUTE);
            resume_open(&app.state).await.unwrap();
            assert_eq!(ann.status().await, "styling", "{path} {fault:?}");
            assert_eq!((stripe.taken(), stripe.reserved()), (vec![1_00], vec![]), "{path} {fault:?}");
            assert_eq!(stripe.all("payment_intent").len(), 1, "{path} {fault:?}");
            books_agree(&app).await;
        }
    }
}

/// With an elevated risk the order is held once.
#[tokio::test]
async fn a_doubted_fee_is_never_taken_however_stripe_fails() {
    for path in &CALLS[..2] {
        for fault in FAULTS {
            let (app, stripe) =
                shop_of(Judge::Radar, |settings| settings.client.timeout = Duration::from_millis(400)).await;
            let ann = ordered(&app, &stripe, ELEVATED).await;
            stripe.set_http_at(path, fault);
            style(&app, &ann).await.unwrap_err();
            stripe.set_http(HttpFault::None);
            app.clock.advance(MINUTE);
            resume_open(&app.state).await.unwrap();
            assert_eq!((stripe.taken(), stripe.reserved()), (NOTHING.to_vec(), vec![1_00]), "{path} {fault:?}");
            assert!(ops(&app, "attention").await.unwrap().contains("held by the fraud check"), "{path} {fault:?}");
            assert_eq!(stripe.all("payment_intent").len(), 1, "{path} {fault:?}");
        }
    }
}

/// A server is killed between confirmation and capture, and between capture and settlement.
#[tokio::test]
async fn a_charge_continues_after_a_server_was_killed() {
    for (path, fault) in [
        ("/v1/payment_intents", HttpFault::LosesAnswer),
        ("/confirm", HttpFault::LosesAnswer),
        ("/capture", HttpFault::Down),
        ("/capture", HttpFault::LosesAnswer),
    ] {
        let (app, stripe) = shop().await;
        let ann = ordered(&app, &stripe, GOOD).await;
        stripe.set_http_at(path, fault);
        style(&app, &ann).await.unwrap_err();
        stripe.set_http(HttpFault::None);
        let app = app.restart().await;
        assert_eq!(resume_all(&app.state).await.unwrap(), 1, "{path} {fault:?}");
        assert_eq!((stripe.taken(), times(&stripe, "/capture")), (vec![1_00], 1), "{path} {fault:?}");
        books_agree(&app).await;
    }
}

/// Staff have cleared the order, and the server is killed before the capture.
#[tokio::test]
async fn a_cleared_charge_is_captured_after_a_server_was_killed() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    stripe.set_http(HttpFault::Down);
    ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    stripe.set_http(HttpFault::None);
    let app = app.restart().await;
    assert_eq!(resume_all(&app.state).await.unwrap(), 1);
    assert_eq!((stripe.taken(), times(&stripe, "/capture")), (vec![1_00], 1));
    books_agree(&app).await;
}

#[tokio::test]
async fn two_servers_and_many_presses_capture_a_charge_once() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, GOOD).await;
    let beside = app.second_server().await;
    let press = |number: usize| {
        let state = if number.is_multiple_of(2) { app.state.clone() } else { beside.state.clone() };
        let order = ann.order.clone();
        // Most calls are told that another call is in progress.
        tokio::spawn(async move { styling_fee::charge(&state, &order, Actor::Ops).await.is_ok() })
    };
    let presses: Vec<_> = (0..40).map(press).collect();
    for press in presses {
        press.await.unwrap();
    }
    app.clock.advance(MINUTE);
    let (one, other) = tokio::join!(resume_open(&app.state), resume_open(&beside.state));
    one.unwrap();
    other.unwrap();
    assert_eq!((ann.status().await.as_str(), stripe.taken()), ("styling", vec![1_00]));
    assert_eq!(stripe.all("payment_intent").len(), 1);
    books_agree(&app).await;
}

/// Either the money is taken, or the order is cancelled.
#[tokio::test]
async fn a_clearance_and_a_cancellation_at_the_same_time_have_one_outcome() {
    for _ in 0..8 {
        let (app, stripe) = shop().await;
        let mut ann = held(&app, &stripe).await;
        let clear = format!("clear {}", ann.code().await);
        let mut again = Shopper { browser: ann.browser.clone(), order: ann.order.clone() };
        let cancel = format!("/api/orders/{}/cancel", ann.order);
        let (_, _) = tokio::join!(ops(&app, &clear), again.browser.post(&cancel, json!({})));
        app.clock.advance(MINUTE);
        resume_open(&app.state).await.unwrap();
        let cancelled = stripe.status_of(&newest(&stripe)) == "canceled";
        let expected = if cancelled { (NOTHING.to_vec(), NOTHING.to_vec()) } else { (vec![1_00], NOTHING.to_vec()) };
        assert_eq!((stripe.taken(), stripe.reserved()), expected);
        assert_eq!(ann.status().await == "styling", !cancelled);
        books_agree(&app).await;
    }
}

/// Stripe replays its own failure under the key for a day, so the capture goes on under another key.
#[tokio::test]
async fn a_replayed_failure_does_not_stop_a_capture() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    stripe.set(StripeFault::FailsUnderKey);
    let said = ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    assert!(said.contains("has not said yet"), "{said}");
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!((ann.status().await.as_str(), stripe.taken()), ("styling", vec![1_00]));
    books_agree(&app).await;
}

/// The operator chooses another fraud check while a charge is open. Its stored parameters stay the same.
#[tokio::test]
async fn an_open_charge_keeps_its_parameters_after_a_change_of_fraud_check() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, ELEVATED).await;
    stripe.set_http_at("/v1/payment_intents", HttpFault::LosesAnswer);
    style(&app, &ann).await.unwrap_err();
    stripe.set_http(HttpFault::None);
    app.clock.advance(MINUTE);
    let own = stylebox_server::service::payment::own_records::OwnRecords::new(
        app.state.db.clone(),
        app.clock.clone(),
        app.state.keys.clone(),
    );
    let state = app.with_fraud_check(own);
    assert_eq!(resume_open(&state).await.unwrap(), 0);
    assert_eq!((stripe.taken(), stripe.reserved()), (NOTHING.to_vec(), vec![1_00]));
    assert!(ops(&app, "attention").await.unwrap().contains("held by the fraud check"));
    assert_eq!(stripe.all("payment_intent").len(), 1);
}
