//! Stripe's list of movements is compared with the books one by one, and movements that the service did not make are booked as the
//! gateway's.

use super::charges::stop_by_staff;
use super::{GOOD, books_agree, decided, ordered, shop};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeDouble;
use crate::platform::metrics::{MEASURED, value};
use crate::support::{Shopper, TestApp, ops};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::{clock_watch, money_watch};
use stylebox_server::platform::clock::Clock;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Runs the job. Returns its output.
async fn compare(app: &TestApp) -> String {
    ops(app, "jobs run gateway_list").await.unwrap()
}

/// The job's output for these counts of new, found, foreign and waiting movements.
fn said(new: usize, ours: usize, foreign: usize, waiting: usize) -> String {
    format!(
        "Job gateway_list: {new} movements at the gateway are new; {ours} were found in the books, {foreign} were booked as the \
         gateway's own, {waiting} wait.\n"
    )
}

/// The ledger's entries that are booked as the gateway's, in cents.
pub(super) async fn of_the_gateway(app: &TestApp) -> Vec<i64> {
    app.numbers("SELECT amount FROM ledger WHERE kind = 'gateway' ORDER BY amount").await
}

pub(super) async fn attention(app: &TestApp) -> String {
    ops(app, "attention").await.unwrap()
}

/// A customer who has paid for four items, and the charge.
async fn bought(app: &TestApp, stripe: &StripeDouble) -> (Shopper, String) {
    let mut ann = decided(app, stripe, 4).await;
    ann.check_out("key").await.expect(200);
    let charge = stripe.newest("payment_intent")["id"].as_str().unwrap().to_owned();
    (ann, charge)
}

#[tokio::test]
async fn the_services_movements_are_found_in_the_list_and_the_fees_are_added_up() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    // A pay-out is between Stripe and the shop.
    stripe.pay_out(67);
    assert_eq!(compare(&app).await, said(1, 1, 0, 0));
    stop_by_staff(&app).await;
    assert_eq!(compare(&app).await, said(1, 1, 0, 0), "only the refund is new");
    assert_eq!(compare(&app).await, said(0, 0, 0, 0));
    let audit = ops(&app, "audit").await.unwrap();
    for words in [
        "The gateway's own list has 2 movements: 0 that the service did not make, $0.00 in all, and 0 that are compared again.\n",
        // The fee is 2.9% of a dollar and 30 cents. The refund has no fee.
        "Kept by the gateway as fees, and not in the ledger: $0.33.\n",
    ] {
        assert!(audit.contains(words), "{audit}");
    }
    assert_eq!(of_the_gateway(&app).await, [0; 0]);
    assert_eq!(attention(&app).await, "Nothing waits for you.\n");
}

#[tokio::test]
async fn a_dispute_and_its_reversal_are_booked() {
    let (app, stripe) = shop().await;
    let (_, charge) = bought(&app, &stripe).await;
    let cents = stripe.object(&charge)["amount_received"].as_i64().unwrap();
    let dispute = stripe.dispute(&charge);
    assert_eq!(compare(&app).await, said(3, 2, 1, 0));
    assert_eq!(of_the_gateway(&app).await, [-cents]);
    // Staff see it in the list of disputes.
    assert!(!attention(&app).await.contains("txn_"));
    let audit = ops(&app, "audit").await.unwrap();
    let words = format!("1 that the service did not make, -${}.{:02} in all", cents / 100, cents % 100);
    assert!(audit.contains(&words), "{audit}");
    stripe.set_status(&dispute, "won");
    assert_eq!(compare(&app).await, said(1, 0, 1, 0));
    assert_eq!(of_the_gateway(&app).await, [-cents, cents]);
    let memos = app.dump().await;
    assert!(memos.contains("A disputed charge, withdrawn by the bank (txn_dispute_"), "{memos}");
    assert!(memos.contains("A disputed charge, given back by the bank (txn_dispute_reversal_"));
    books_agree(&app).await;
}

#[tokio::test]
async fn foreign_movements_are_booked_as_the_gateways_after_an_hour_and_staff_see_them() {
    let (app, stripe) = shop().await;
    let (mut ann, charge) = bought(&app, &stripe).await;
    let code = ann.code().await;
    stripe.refund_by_hand(&charge, 5_00);
    stripe.charge_elsewhere(12_34, None);
    stripe.charge_elsewhere(56_78, Some("checkout-of-a-later-day"));
    assert_eq!(compare(&app).await, said(5, 2, 0, 3));
    books_agree(&app).await;
    app.clock.advance(HOUR - Duration::from_secs(1));
    assert_eq!(compare(&app).await, said(0, 0, 0, 3));
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(compare(&app).await, said(0, 0, 3, 0));
    assert_eq!(of_the_gateway(&app).await, [-5_00, 12_34, 56_78]);
    assert_eq!(app.numbers("SELECT CAST(SUM(amount) AS BIGINT) FROM ledger").await, [0]);
    let shown = attention(&app).await;
    for words in [
        format!("{code}  A refund that this service did not make: $5.00 on Wednesday, November 18."),
        "A charge that this service did not make: $12.34 on Wednesday, November 18.".to_owned(),
        "A charge of this service that its database does not have, as after a restored backup: $56.78".to_owned(),
    ] {
        assert!(shown.contains(&words), "{words}\n{shown}");
    }
    assert_eq!(shown.lines().filter(|line| line.starts_with("gateway ")).count(), 2, "of no order: {shown}");
    let audit = ops(&app, "audit").await.unwrap();
    assert!(audit.contains("5 movements: 3 that the service did not make, $64.12 in all, and 0 that are"), "{audit}");
    // Each is shown once until staff have noted it, even if the job runs again.
    assert_eq!(compare(&app).await, said(0, 0, 0, 0));
    assert_eq!(of_the_gateway(&app).await.len(), 3);
    for id in shown.split("ops payment noted ").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert_eq!(ops(&app, &format!("payment noted {id}")).await.unwrap(), "It is closed.\n");
        ops(&app, &format!("payment noted {id}")).await.unwrap_err();
    }
    assert!(!attention(&app).await.contains("txn_"));
    // The customer sees the shop's refund, but no dispute.
    let payments = ann.read().await["payments"].as_array().unwrap().len();
    assert_eq!(payments, 2);
}

#[tokio::test]
async fn a_listed_charge_whose_answer_is_not_known_yet_is_not_booked_as_foreign() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    stripe.set_http_at("/confirm", HttpFault::LosesAnswer);
    ann.check_out("key").await.expect(202);
    assert_eq!(compare(&app).await, said(2, 1, 0, 1));
    app.clock.advance(HOUR * 3);
    assert_eq!(compare(&app).await, said(0, 0, 0, 1), "however long it is open");
    stripe.set_http_at("/confirm", HttpFault::None);
    ops(&app, "jobs run payments").await.unwrap();
    assert_eq!(compare(&app).await, said(0, 1, 0, 0));
    assert_eq!(of_the_gateway(&app).await, [0; 0]);
    books_agree(&app).await;
}

#[tokio::test]
async fn a_refund_by_hand_is_matched_once_staff_settle_it() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    stripe.refund_by_hand(stripe.newest("payment_intent")["id"].as_str().unwrap(), 1_00);
    // Stripe refuses, because nothing is left of the charge.
    stop_by_staff(&app).await;
    app.clock.advance(HOUR * 2);
    assert_eq!(compare(&app).await, said(2, 1, 0, 1));
    app.clock.advance(HOUR * 2);
    assert_eq!(compare(&app).await, said(0, 0, 0, 1));
    let payment = attention(&app).await;
    let id = payment.split("payment ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    ops(&app, &format!("payment settle {id}")).await.unwrap();
    assert_eq!(compare(&app).await, said(0, 1, 0, 0));
    assert_eq!(of_the_gateway(&app).await, [0; 0]);
    books_agree(&app).await;
}

#[tokio::test]
async fn of_two_equal_refunds_one_is_matched_with_the_services() {
    let (app, stripe) = shop().await;
    let (mut ann, charge) = bought(&app, &stripe).await;
    let order = ann.read().await;
    let garment = order["line_items"][0]["image_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    assert_eq!(compare(&app).await, said(2, 2, 0, 0));
    // A bought piece comes back. The service refunds its price, and somebody also refunds it in Stripe's dashboard.
    ops(&app, &format!("receive {} {garment}", order["code"].as_str().unwrap())).await.unwrap();
    let cents = stripe.newest("refund")["amount"].as_i64().unwrap();
    stripe.refund_by_hand(&charge, cents);
    assert_eq!(compare(&app).await, said(2, 1, 0, 1));
    app.clock.advance(HOUR);
    assert_eq!(compare(&app).await, said(0, 0, 1, 0));
    assert_eq!(of_the_gateway(&app).await, [-cents]);
    books_agree(&app).await;
}

#[tokio::test]
async fn movements_that_are_not_in_the_books_are_counted_with_the_age_of_the_oldest() {
    let _alone = MEASURED.lock().await;
    let (app, stripe) = shop().await;
    let counted = async || {
        money_watch::measure(&app.state).await;
        let mut numbers = Vec::new();
        for outcome in ["waiting", "foreign"] {
            for metric in ["gateway_movements", "gateway_movements_oldest_seconds"] {
                numbers.push(value(&format!(r#"{metric}{{outcome="{outcome}"}}"#)).await.unwrap());
            }
        }
        numbers
    };
    assert_eq!(counted().await, [0.0; 4]);
    stripe.charge_elsewhere(12_34, None);
    app.clock.advance(HOUR / 2);
    assert_eq!(compare(&app).await, said(1, 0, 0, 1));
    assert_eq!(counted().await, [1.0, 1800.0, 0.0, 0.0]);
    app.clock.advance(HOUR);
    assert_eq!(compare(&app).await, said(0, 0, 1, 0));
    assert_eq!(counted().await, [0.0, 0.0, 1.0, 5400.0]);
    let id = attention(&app).await.split("ops payment noted ").nth(1).unwrap().split('"').next().unwrap().to_owned();
    ops(&app, &format!("payment noted {id}")).await.unwrap();
    assert_eq!(counted().await, [0.0; 4]);
}

#[tokio::test]
async fn a_movement_that_is_listed_hours_late_is_read() {
    let (app, stripe) = shop().await;
    bought(&app, &stripe).await;
    let late = stripe.charge_elsewhere(12_34, None);
    let shown = stripe.object(&late);
    stripe.remove(&late);
    app.clock.advance(HOUR * 12);
    assert_eq!(compare(&app).await, said(2, 2, 0, 0));
    // The movement is twelve hours older than the beginning of that reading.
    stripe.show(shown);
    assert_eq!(compare(&app).await, said(1, 0, 0, 1));
}

#[tokio::test]
async fn a_list_of_many_pages_is_continued_where_it_was_left_even_by_another_server() {
    let (app, stripe) = shop().await;
    for cents in 1_00..1_60 {
        stripe.charge_elsewhere(cents, None);
    }
    // A run reads fifty pages.
    stripe.set_page(1);
    assert_eq!(compare(&app).await, said(50, 0, 0, 50));
    let app = app.restart().await;
    // New movements are on the first page. They are read once the end of the list was reached.
    stripe.charge_elsewhere(1_60, None);
    assert_eq!(compare(&app).await, said(10, 0, 0, 60));
    stripe.set_page(100);
    assert_eq!(compare(&app).await, said(1, 0, 0, 61));
    let listed = "SELECT CAST(SUM(amount) AS BIGINT) FROM gateway_movements";
    // 61 amounts from 100 to 160, with an average of 130.
    assert_eq!(app.numbers(listed).await, [61 * 130]);
}

#[tokio::test]
async fn if_the_gateway_does_not_know_the_last_movement_the_list_is_read_from_its_beginning() {
    let (app, stripe) = shop().await;
    let all: Vec<String> = (0..52).map(|number| stripe.charge_elsewhere(1_00 + number, None)).collect();
    stripe.set_page(1);
    assert_eq!(compare(&app).await, said(50, 0, 0, 50));
    // The fiftieth movement from the end.
    stripe.remove(&all[2]);
    stripe.set_page(100);
    assert_eq!(compare(&app).await, said(2, 0, 0, 52));
}

#[tokio::test]
async fn a_gateway_that_does_not_answer_is_asked_again_and_the_audit_says_so() {
    let (app, stripe) = shop().await;
    bought(&app, &stripe).await;
    stripe.set_http_at("/v1/balance_transactions", HttpFault::Down);
    let failed = ops(&app, "jobs run gateway_list").await.unwrap_err();
    assert!(failed.contains("the gateway's own list: the payment gateway does not answer"), "{failed}");
    let audit = ops(&app, "audit").await.unwrap();
    assert!(audit.contains("The gateway's own list could not be read to its end"), "{audit}");
    stripe.set_http_at("/v1/balance_transactions", HttpFault::None);
    app.clock.advance(Duration::from_secs(61));
    assert_eq!(compare(&app).await, said(2, 2, 0, 0));
    let audit = ops(&app, "audit").await.unwrap();
    assert!(!audit.contains("could not be read"), "{audit}");
}

#[tokio::test]
async fn the_audit_names_a_payment_that_the_gateway_does_not_have() {
    let (app, stripe) = shop().await;
    let (_, charge) = bought(&app, &stripe).await;
    let cents = stripe.object(&charge)["amount_received"].as_i64().unwrap();
    stripe.remove(&charge);
    books_agree(&app).await;
    app.clock.advance(HOUR);
    let named = ops(&app, "audit").await.unwrap_err();
    assert!(named.contains(&format!("the ledger has {cents} cents, the gateway's own list 0.")), "{named}");
    assert!(named.starts_with("The books do not agree, in 1 places:"), "{named}");
}

#[tokio::test]
async fn the_audit_names_a_movement_that_differs_in_the_ledger() {
    let (app, stripe) = shop().await;
    stripe.charge_elsewhere(12_34, None);
    compare(&app).await;
    app.clock.advance(HOUR);
    compare(&app).await;
    books_agree(&app).await;
    app.execute("UPDATE gateway_movements SET amount = 1235").await;
    let named = ops(&app, "audit").await.unwrap_err();
    assert!(named.contains("of the gateway: 1235 cents are its own, the ledger has 1234."), "{named}");
}

/// Our clock was 20 days ahead when the list was read, but the times in the list are those of Stripe's clock.
#[tokio::test]
async fn movements_that_were_missed_while_the_clock_was_ahead_are_read_once_it_is_right_again() {
    let (app, stripe) = shop().await;
    bought(&app, &stripe).await;
    assert_eq!(compare(&app).await, said(2, 2, 0, 0));
    for hours in 0..3 {
        app.clock.set(&format!("2026-12-08T{}:00:00Z", 15 + hours));
        assert_eq!(compare(&app).await, said(0, 0, 0, 0));
    }
    app.clock.set("2026-11-20T15:00:00Z");
    stripe.charge_elsewhere(12_34, None);
    app.clock.set("2026-11-22T15:00:00Z");
    stripe.charge_elsewhere(56_78, None);
    clock_watch::look(&app.state).await.unwrap();
    assert_eq!(compare(&app).await, said(2, 0, 0, 2));
    app.clock.advance(HOUR);
    assert_eq!(compare(&app).await, said(0, 0, 2, 0));
    books_agree(&app).await;
}

/// It was stored while the clock was ahead, the clock watch has not run since, and `ops audit` is the first to read it.
#[tokio::test]
async fn after_a_stored_reading_with_a_future_time_no_payment_counts_as_missing() {
    let (app, stripe) = shop().await;
    let (_, charge) = bought(&app, &stripe).await;
    assert_eq!(compare(&app).await, said(2, 2, 0, 0));
    // December 8, and a day before it.
    let (ahead, since) = (app.clock.now().0 + 20 * 86_400_000_000, app.clock.now().0 + 19 * 86_400_000_000);
    let value =
        format!(r#"{{"since":{since},"began":{ahead},"after":"{charge}","complete_at":{ahead},"began_here":{ahead}}}"#);
    app.execute(format!("UPDATE shop_facts SET value = '{value}' WHERE name = 'gateway_list'").leak()).await;
    app.execute("DELETE FROM gateway_movements WHERE kind = 'charge' AND amount > 100").await;
    stripe.set_http_at("/v1/balance_transactions", HttpFault::Down);
    let audit = ops(&app, "audit").await.unwrap();
    assert!(audit.contains("could not be read to its end"), "{audit}");
    stripe.set_http_at("/v1/balance_transactions", HttpFault::None);
    app.clock.advance(Duration::from_secs(61));
    assert_eq!(compare(&app).await, said(1, 1, 0, 0), "from the newest that is known, and as a new reading");
}
