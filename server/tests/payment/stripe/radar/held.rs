//! A held charge: it is cleared, stopped, called off, or released before the bank would release it.

use super::super::{another, books_agree, ordered, replace_card, waiting};
use super::{ELEVATED, GOOD, HOUR, NOTHING, held, newest, shop, style, times};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeFault;
use crate::platform::metrics::{MEASURED, value};
use crate::support::{TestApp, ops};
use serde_json::json;
use stylebox_core::values::business_time::Instant;
use stylebox_server::jobs::money_watch;
use stylebox_server::platform::clock::Clock;
use stylebox_server::service::payment::carry_out::resume_open;

/// The tests begin on Wednesday, November 18, 9:00 in Chicago. Without the cardholder, a Visa card keeps money reserved for 4 days and
/// 18 hours. The service releases it twelve hours before that.
const UNTIL: &str = "$1.00 is reserved on the card until Sunday, November 22, 3:00 PM Central Time, and not taken";

async fn emails(app: &TestApp) -> Vec<i64> {
    app.numbers("SELECT COUNT(*) FROM outbox").await
}

async fn called_off(app: &TestApp) -> Vec<i64> {
    app.numbers("SELECT COUNT(*) FROM payment_attempts WHERE decline_reason = 'called_off'").await
}

#[tokio::test]
async fn a_held_charge_is_captured_once_staff_have_cleared_it() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let code = ann.code().await;
    let words = format!(
        "held by the fraud check: the gateway sees an elevated risk (score 71); {UNTIL}. \"ops clear {code}\" takes it, \"ops fraud \
         {code}\" stops it for good"
    );
    assert_eq!(ops(&app, "attention").await.unwrap(), format!("{code}  {words}\n"));
    // Another try gets the same answer, and charges nothing.
    assert_eq!(style(&app, &ann).await.unwrap_err(), format!("Order {code} is {words}."));
    assert_eq!(stripe.all("payment_intent").len(), 1);
    // The customer does not see the hold.
    assert_eq!((ann.status().await.as_str(), waiting(&mut ann).await), ("created", json!(null)));
    for text in [ann.read().await.to_string(), ann.browser.get("/dev/outbox").await.text] {
        assert!(!text.contains("risk") && !text.contains("reserved"), "{text}");
    }
    // The job does not ask about it at each run.
    let asked = stripe.calls().len();
    app.clock.advance(HOUR / 2);
    assert_eq!((resume_open(&app.state).await.unwrap().done, stripe.calls().len()), (0, asked));
    app.clock.advance(HOUR);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert!(stripe.calls().len() > asked);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM order_events WHERE reason LIKE 'Held by%'").await, [1]);

    let said = ops(&app, &format!("clear {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is cleared: $1.00 was taken, and it can be styled now.\n"));
    assert_eq!((ann.status().await.as_str(), stripe.taken(), stripe.reserved()), ("styling", vec![1_00], vec![]));
    let cleared = "SELECT COUNT(*) FROM order_events WHERE reason LIKE 'Cleared by the shop%'";
    assert_eq!(app.numbers(cleared).await, [1], "the clock moves here, but not at the gateway");
    let again = ops(&app, &format!("clear {code}")).await.unwrap_err();
    assert_eq!(again, format!("Order {code} is not held by the fraud check."));
    style(&app, &ann).await.unwrap();
    assert_eq!((stripe.taken(), times(&stripe, "/capture"), stripe.all("payment_intent").len()), (vec![1_00], 1, 1));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    books_agree(&app).await;
}

#[tokio::test]
async fn a_held_charge_is_counted_with_the_time_of_its_release() {
    let _alone = MEASURED.lock().await;
    let (app, stripe) = shop().await;
    let numbers = async || {
        money_watch::measure(&app.state).await;
        let held = value(r#"payments_open{purpose="styling_fee",status="held"}"#).await;
        (held.unwrap(), value("payments_held_until_seconds").await.unwrap())
    };
    let mut ann = held(&app, &stripe).await;
    // Sunday, November 22, 3:00 PM in Chicago.
    let until: Instant = "2026-11-22T21:00:00Z".parse().unwrap();
    assert_eq!(numbers().await, (1.0, (until.unix_micros() / 1_000_000) as f64));
    let code = ann.code().await;
    ops(&app, &format!("clear {code}")).await.unwrap();
    assert_eq!(numbers().await, (0.0, 0.0));
}

/// The intent is read, and not captured again.
#[tokio::test]
async fn a_capture_whose_answer_is_lost_is_settled_by_reading_the_intent() {
    for fault in [HttpFault::LosesAnswer, HttpFault::DoesAndFails, HttpFault::HalfAnswer, HttpFault::Down] {
        let (app, stripe) = shop().await;
        let mut ann = held(&app, &stripe).await;
        stripe.set_http_at("/capture", fault);
        let said = ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
        assert!(said.contains("has not said yet whether it took the $1.00"), "{fault:?}: {said}");
        stripe.set_http(HttpFault::None);
        app.clock.advance(HOUR / 60);
        assert_eq!(resume_open(&app.state).await.unwrap(), 1, "{fault:?}");
        assert_eq!((ann.status().await.as_str(), stripe.taken()), ("styling", vec![1_00]), "{fault:?}");
        assert_eq!(times(&stripe, "/capture"), 1, "{fault:?}");
        books_agree(&app).await;
    }
}

#[tokio::test]
async fn stopping_an_order_releases_the_money_and_refunds_nothing() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let code = ann.code().await;
    assert_eq!(ops(&app, &format!("fraud {code}")).await.unwrap(), format!("Order {code} is now fraud.\n"));
    assert_eq!(stripe.status_of(&newest(&stripe)), "canceled");
    let nothing = (NOTHING.to_vec(), NOTHING.to_vec(), 0);
    assert_eq!((stripe.taken(), stripe.reserved(), stripe.all("refund").len()), nothing);
    assert_eq!(times(&stripe, "/capture"), 0);
    assert!(ops(&app, &format!("clear {code}")).await.unwrap_err().contains("is not held"));
    books_agree(&app).await;
}

/// If Stripe does not answer, the order is not stopped before the money is released.
#[tokio::test]
async fn a_stop_without_an_answer_is_tried_again() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let stop = format!("fraud {}", ann.code().await);
    stripe.set_http_at("/cancel", HttpFault::Down);
    let refused = ops(&app, &stop).await.unwrap_err();
    assert!(refused.contains("is still being asked"), "{refused}");
    stripe.set_http(HttpFault::None);
    app.clock.advance(HOUR / 60);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!((stripe.status_of(&newest(&stripe)), called_off(&app).await), ("canceled".to_owned(), vec![1]));
    ops(&app, &stop).await.unwrap();
    assert_eq!((stripe.taken(), times(&stripe, "/capture")), (NOTHING.to_vec(), 0));
}

#[tokio::test]
async fn cancelling_an_order_releases_the_money() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(stripe.status_of(&newest(&stripe)), "canceled");
    assert_eq!((stripe.taken(), stripe.all("refund").len(), called_off(&app).await), (NOTHING.to_vec(), 0, vec![1]));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    books_agree(&app).await;
}

#[tokio::test]
async fn the_money_is_released_before_the_bank_does_so_and_charged_again_once_staff_clear_the_order() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let (code, before) = (ann.code().await, emails(&app).await);
    // 4 days and 18 hours, less 12 hours, are 102 hours.
    app.clock.advance(102 * HOUR - HOUR / 60);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert_eq!(stripe.reserved(), [1_00]);
    app.clock.advance(HOUR / 60);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!((stripe.status_of(&newest(&stripe)), called_off(&app).await), ("canceled".to_owned(), vec![1]));
    assert_eq!((ann.status().await.as_str(), waiting(&mut ann).await), ("created", json!(null)));
    assert_eq!(emails(&app).await, before, "the customer is told nothing");
    // The card was not declined, so it stays the card of the first box.
    ann.browser.patch("/api/credit_cards", another(&stripe, GOOD)).await.refused(403, "card_in_use");
    let waits = ops(&app, "attention").await.unwrap();
    assert!(waits.contains("; nothing is charged. \"ops clear"), "{waits}");
    // Neither the job a day later nor staff charge it.
    app.clock.advance(25 * HOUR);
    ops(&app, "jobs run fees").await.unwrap();
    assert!(style(&app, &ann).await.unwrap_err().contains("nothing is charged"));
    assert_eq!(stripe.all("payment_intent").len(), 1);

    let said = ops(&app, &format!("clear {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} can be charged and styled now.\n"));
    style(&app, &ann).await.unwrap();
    assert_eq!((stripe.taken(), stripe.all("payment_intent").len()), (vec![1_00], 2));
    assert_eq!(stripe.newest("payment_intent")["capture_method"], "automatic", "the shop has looked at it");
    books_agree(&app).await;
}

/// The bank was earlier, or staff have cancelled the charge in Stripe's dashboard.
#[tokio::test]
async fn a_charge_that_is_cancelled_elsewhere_is_called_off() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let before = emails(&app).await;
    stripe.cancel_elsewhere(&newest(&stripe), "automatic");
    app.clock.advance(HOUR);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!((called_off(&app).await, emails(&app).await), (vec![1], before));
    // After that a clearance does not take the cancelled money.
    let said = ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    assert!(said.contains("can be charged and styled now"), "{said}");
    assert_eq!((stripe.taken(), times(&stripe, "/capture")), (NOTHING.to_vec(), 0));
}

#[tokio::test]
async fn a_charge_that_lapses_while_it_is_cleared_is_not_taken() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    stripe.cancel_elsewhere(&newest(&stripe), "automatic");
    let said = ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    assert!(said.contains("can be charged and styled now"), "{said}");
    assert_eq!((stripe.taken(), times(&stripe, "/capture"), called_off(&app).await), (NOTHING.to_vec(), 0, vec![1]));
    style(&app, &ann).await.unwrap();
    assert_eq!((stripe.taken(), stripe.all("payment_intent").len()), (vec![1_00], 2));
}

/// A verdict and a clearance are only about their card.
#[tokio::test]
async fn another_card_is_judged_again() {
    for (number, is_held) in [(GOOD, false), (ELEVATED, true)] {
        let (app, stripe) = shop().await;
        let mut ann = held(&app, &stripe).await;
        let first = newest(&stripe);
        // During the first box the card cannot change. Later boxes use another card as soon as it is on file.
        app.execute("UPDATE customers SET first_timer = FALSE").await;
        replace_card(&app, &mut ann, another(&stripe, number)).await;
        assert_eq!((stripe.status_of(&first), stripe.taken()), ("canceled".to_owned(), NOTHING.to_vec()));
        assert!(!ops(&app, "attention").await.unwrap().contains("held"), "the new card was not judged yet");
        let clear = format!("clear {}", ann.code().await);
        assert!(ops(&app, &clear).await.unwrap_err().contains("is not held"));
        assert_eq!(style(&app, &ann).await.is_err(), is_held);
        assert_eq!(stripe.newest("payment_intent")["capture_method"], "manual");
        assert_eq!(stripe.reserved().len(), usize::from(is_held));
        assert_eq!(stripe.taken().len(), usize::from(!is_held));
        books_agree(&app).await;
    }
}

#[tokio::test]
async fn another_address_is_judged_again_and_another_wish_is_not() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let note = json!({"order": {"on_demand_customer_msg": "Softer"}});
    ann.browser.patch(&format!("/api/orders/{}", ann.order), note).await.expect(200);
    let waits = ops(&app, "attention").await.unwrap();
    assert!(waits.contains("; nothing is charged. \"ops clear"), "{waits}");
    assert_eq!((stripe.reserved(), stripe.taken()), (NOTHING.to_vec(), NOTHING.to_vec()));

    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    let elsewhere = json!({"shipping_address": {"line_1": "9 Elsewhere Road"}});
    ann.browser.patch(&address, elsewhere).await.expect(200);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert_eq!(stripe.status_of(&newest(&stripe)), "canceled");
    style(&app, &ann).await.unwrap_err();
    assert_eq!((stripe.all("payment_intent").len(), stripe.reserved()), (2, vec![1_00]));
}

#[tokio::test]
async fn if_stripe_does_not_say_how_long_money_is_reserved_the_shortest_time_counts() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, ELEVATED).await;
    stripe.set(StripeFault::HidesTheEnd);
    let refused = style(&app, &ann).await.unwrap_err();
    assert!(refused.contains(UNTIL), "{refused}");
}

#[tokio::test]
async fn closing_the_account_releases_the_money() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let charge = newest(&stripe);
    let password = json!({"current_password": crate::support::PASSWORD});
    assert_eq!(ann.browser.post("/api/account/close", password).await.expect(200), json!({"closing": null}));
    assert_eq!((stripe.status_of(&charge), stripe.taken()), ("canceled".to_owned(), NOTHING.to_vec()));
}

/// A clearance is for a card and an address. If one of them differs, the next charge is judged again.
#[tokio::test]
async fn a_clearance_does_not_count_for_another_address() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    stripe.set_http_at("/capture", HttpFault::Down);
    ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    stripe.set_http(HttpFault::None);
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    ann.browser.patch(&address, json!({"shipping_address": {"line_1": "9 Elsewhere Road"}})).await.expect(200);
    assert_eq!((stripe.reserved(), stripe.taken()), (NOTHING.to_vec(), NOTHING.to_vec()));
    let refused = style(&app, &ann).await.unwrap_err();
    assert!(refused.contains("is held by the fraud check"), "{refused}");
    assert_eq!((stripe.reserved(), stripe.taken()), (vec![1_00], NOTHING.to_vec()));
}

/// Another spelling is the same address, so the doubt stays.
#[tokio::test]
async fn another_spelling_of_the_address_is_not_judged_again() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    let same = json!({"shipping_address": {"line_1": "1200 HARMON  place", "postal_code": "55403-1234"}});
    ann.browser.patch(&address, same).await.expect(200);
    let waits = ops(&app, "attention").await.unwrap();
    assert!(waits.contains("; nothing is charged. \"ops clear"), "{waits}");
    style(&app, &ann).await.unwrap_err();
    assert_eq!(stripe.all("payment_intent").len(), 1);
}

/// In demo mode our clock can be moved ahead, but Stripe's cannot. So our clock measures the time from when the end was first known.
#[tokio::test]
async fn moving_the_demo_clock_ahead_releases_a_held_charge_in_time() {
    for ahead in [0, 5 * 24] {
        let (app, stripe) = shop().await;
        let ann = ordered(&app, &stripe, ELEVATED).await;
        app.clock.set_ahead(ahead * HOUR);
        style(&app, &ann).await.unwrap_err();
        assert_eq!(stripe.reserved(), [1_00]);
        // Asking about it in the meantime does not move its end.
        app.clock.set_ahead((ahead + 90) * HOUR);
        assert_eq!(resume_open(&app.state).await.unwrap(), 0);
        app.clock.set_ahead((ahead + 102) * HOUR - HOUR / 60);
        assert_eq!(resume_open(&app.state).await.unwrap(), 0);
        assert_eq!(stripe.reserved(), [1_00]);
        app.clock.set_ahead((ahead + 102) * HOUR);
        assert_eq!(resume_open(&app.state).await.unwrap(), 1);
        assert_eq!((stripe.status_of(&newest(&stripe)), called_off(&app).await), ("canceled".to_owned(), vec![1]));
    }
}
