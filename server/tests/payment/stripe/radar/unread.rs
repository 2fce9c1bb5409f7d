//! A reserved charge whose risk cannot be read can still be called off.

use super::super::{MINUTE, books_agree, ordered};
use super::{ELEVATED, GOOD, HOUR, NOTHING, held, newest, shop, style};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::{StripeDouble, StripeFault};
use crate::support::{PASSWORD, Shopper, TestApp, newest_mail, ops};
use serde_json::json;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::Duration;
use stylebox_server::service::payment::carry_out::resume_open;
use stylebox_server::service::payment::styling_fee::retry_with_new_card;

async fn called_off(app: &TestApp) -> Vec<i64> {
    app.numbers("SELECT COUNT(*) FROM payment_attempts WHERE decline_reason = 'called_off'").await
}

/// A customer whose fee is reserved, while its risk cannot be read.
async fn unread(what: &'static str) -> (TestApp, StripeDouble, Shopper) {
    let (app, stripe) = shop().await;
    stripe.review_elevated();
    let ann = ordered(&app, &stripe, ELEVATED).await;
    stripe.set(StripeFault::MayNotRead(what));
    let refused = style(&app, &ann).await.unwrap_err();
    assert!(refused.contains("has not answered"), "{refused}");
    assert_eq!((stripe.reserved(), stripe.taken()), (vec![1_00], NOTHING.to_vec()));
    (app, stripe, ann)
}

async fn is_released(app: &TestApp, stripe: &StripeDouble) {
    assert_eq!((stripe.status_of(&newest(stripe)), called_off(app).await), ("canceled".to_owned(), vec![1]));
    assert_eq!((stripe.reserved(), stripe.taken()), (NOTHING.to_vec(), NOTHING.to_vec()));
    assert!(newest_mail(app, "card_declined").await.is_none());
    books_agree(app).await;
}

#[tokio::test]
async fn a_charge_whose_risk_cannot_be_read_is_called_off_in_every_way() {
    for what in ["charges", "reviews"] {
        let (app, stripe, mut ann) = unread(what).await;
        ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
        is_released(&app, &stripe).await;
        assert_eq!(ann.status().await, "cancelled");
    }
    let (app, stripe, mut ann) = unread("charges").await;
    ops(&app, &format!("fraud {}", ann.code().await)).await.unwrap();
    is_released(&app, &stripe).await;

    let (app, stripe, mut ann) = unread("charges").await;
    let account = ann.browser.get("/api/account").await.expect(200);
    let address = format!("/api/shipping_addresses/{}", account["shipping_addresses"][0]["id"].as_str().unwrap());
    ann.browser.patch(&address, json!({"shipping_address": {"line_1": "9 Elsewhere Road"}})).await.expect(200);
    is_released(&app, &stripe).await;

    let (app, stripe, mut ann) = unread("charges").await;
    let closed = ann.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    assert_eq!(closed, json!({"closing": null}));
    is_released(&app, &stripe).await;
}

#[tokio::test]
async fn a_held_charge_is_released_in_time_even_if_its_risk_cannot_be_read() {
    let (app, stripe) = shop().await;
    held(&app, &stripe).await;
    stripe.set(StripeFault::MayNotRead("charges"));
    // 4 days and 18 hours, less 12 hours, are 102 hours.
    app.clock.advance(102 * HOUR - MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert_eq!(stripe.reserved(), [1_00]);
    app.clock.advance(MINUTE);
    // The gateway rests afterwards, because it did not say in two runs what it holds.
    assert_eq!(resume_open(&app.state).await.unwrap().done, 1);
    is_released(&app, &stripe).await;
}

#[tokio::test]
async fn a_lost_cancellation_is_repeated_even_if_the_risk_cannot_be_read() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    stripe.set_http_at("/cancel", HttpFault::Down);
    ops(&app, &format!("fraud {}", ann.code().await)).await.unwrap_err();
    stripe.set_http(HttpFault::None);
    stripe.set(StripeFault::MayNotRead("charges"));
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    is_released(&app, &stripe).await;
}

/// The bank releases the money before the risk could be read.
#[tokio::test]
async fn a_lapsed_reservation_does_not_count_as_a_declined_card() {
    let (app, stripe, _ann) = unread("charges").await;
    stripe.cancel_elsewhere(&newest(&stripe), "automatic");
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    is_released(&app, &stripe).await;
}

#[tokio::test]
async fn staff_see_a_cleared_charge_that_is_not_captured() {
    const WORDS: &str = "$1.00 is reserved and cleared, and the gateway has not taken it";
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    assert!(!ops(&app, "attention").await.unwrap().contains("payment"));
    stripe.set_http_at("/capture", HttpFault::Down);
    ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    stripe.set_http(HttpFault::None);
    let said = ops(&app, "attention").await.unwrap();
    assert!(said.contains(WORDS), "{said}");
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn staff_see_a_called_off_charge_that_is_not_released_and_a_charge_that_needs_them() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    stripe.set_http(HttpFault::Down);
    ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await;
    let said = ops(&app, "attention").await.unwrap();
    assert!(said.contains("$1.00 is reserved and not wanted any more, and the gateway has not released it"), "{said}");
    // A wrong amount that the gateway refuses to refund is shown first.
    app.execute("UPDATE payment_attempts SET decline_reason = 'the gateway took 1.01 USD in place of 1.00'").await;
    let said = ops(&app, "attention").await.unwrap();
    assert!(said.contains("the gateway took 1.01 USD in place of 1.00") && !said.contains("is reserved"), "{said}");
}

/// The server was killed after it saved another card and before it called off the charge.
#[tokio::test]
async fn a_held_charge_on_a_card_that_is_not_on_file_is_released() {
    let (app, stripe) = shop().await;
    held(&app, &stripe).await;
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    app.execute("UPDATE cards SET replaced_at = created_at").await;
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    is_released(&app, &stripe).await;
}

/// The bank has agreed, and nobody doubts the charge.
#[tokio::test]
async fn a_charge_with_a_normal_risk_is_captured_even_if_its_card_is_not_on_file_any_more() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    stripe.set_http_at("/confirm", HttpFault::LosesAnswer);
    style(&app, &ann).await.unwrap_err();
    stripe.set_http(HttpFault::None);
    app.execute("UPDATE cards SET replaced_at = created_at").await;
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(stripe.taken(), [1_00]);
}

/// The shop still wants the money, as long as the bank keeps it reserved.
#[tokio::test]
async fn a_cleared_charge_is_not_released_only_because_its_risk_cannot_be_read() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    stripe.set_http_at("/capture", HttpFault::Down);
    ops(&app, &format!("clear {}", ann.code().await)).await.unwrap();
    stripe.set_http(HttpFault::None);
    stripe.set(StripeFault::MayNotRead("charges"));
    // 4 days and 18 hours, less 12 hours, are 102 hours.
    app.clock.advance(103 * HOUR);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert_eq!(stripe.reserved(), [1_00]);
    stripe.set(StripeFault::None);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(stripe.taken(), [1_00]);
}

#[tokio::test]
async fn a_charge_of_the_card_before_is_called_off_even_if_the_customer_hangs_up() {
    let (app, stripe) = shop().await;
    let mut ann = held(&app, &stripe).await;
    let customer = ann.browser.get("/api/account").await.expect(200)["id"].as_str().unwrap().to_owned();
    app.execute("UPDATE cards SET replaced_at = created_at").await;
    {
        let mut call = pin!(retry_with_new_card(&app.state, &customer));
        let mut context = Context::from_waker(Waker::noop());
        assert!(call.as_mut().poll(&mut context).is_pending());
    }
    let is_called_off = async {
        while stripe.status_of(&newest(&stripe)) != "canceled" {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), is_called_off).await.expect("the held charge is called off");
}

/// The fee was reserved after the customer closed the account.
#[tokio::test]
async fn the_job_that_ends_accounts_releases_the_money() {
    let (app, stripe) = shop().await;
    held(&app, &stripe).await;
    app.execute("UPDATE customers SET closing_since = created_at").await;
    let said = ops(&app, "jobs run closings").await.unwrap();
    assert!(said.contains("1 accounts were closed"), "{said}");
    is_released(&app, &stripe).await;
}
