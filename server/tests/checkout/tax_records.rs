//! Records at the tax service: each paid sale once, and each reversal once.

use crate::checkout::tax::shop;
use crate::doubles::http::HttpFault;
use crate::doubles::stripe_tax::StripeTaxDouble;
use crate::support::{GatewayBehaviour, Shopper, TestApp, cents, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::clock_watch;
use stylebox_server::platform::clock::Clock;

const CREATE: &str = "/v1/tax/transactions/create_from_calculation";
const REVERSE: &str = "/v1/tax/transactions/create_reversal";
const DAY: u64 = 24 * 60 * 60;

/// Runs the job. It fails in part while the service is not asked, after it was silent in two runs.
async fn tell(app: &TestApp) {
    if let Err(said) = ops(app, "jobs run taxes").await {
        assert!(said.contains("the party tax does not answer"), "{said}");
    }
}

/// The lines of a transaction: reference, amount and tax.
fn lines(transaction: &Value) -> Vec<(String, i64, i64)> {
    let lines = transaction["line_items"]["data"].as_array().unwrap().iter().map(|line| {
        (
            line["reference"].as_str().unwrap().to_owned(),
            line["amount"].as_i64().unwrap(),
            line["amount_tax"].as_i64().unwrap(),
        )
    });
    lines.collect()
}

/// The total of a transaction, in cents.
fn total(transaction: &Value) -> i64 {
    let shipping = transaction["shipping_cost"]["amount_tax"].as_i64().unwrap_or(0);
    shipping + lines(transaction).iter().map(|(_, amount, tax)| amount + tax).sum::<i64>()
}

async fn paid(app: &TestApp, kept: usize) -> (Shopper, Value) {
    let mut ann = Shopper::decided(app, "ann@example.com", kept).await;
    let invoice = ann.check_out("key").await.expect(200);
    (ann, invoice)
}

#[tokio::test]
async fn a_paid_sale_is_recorded_once() {
    let (app, double) = shop().await;
    double.set_delivery_fee(50);
    let (_, invoice) = paid(&app, 5).await;
    assert_eq!(double.transactions().len(), 0, "the payment does not wait for it");
    tell(&app).await;
    tell(&app).await;
    let transactions = double.transactions();
    let [sale] = &transactions[..] else { panic!("{transactions:?}") };
    assert_eq!(total(sale), cents(&invoice["totalWithTax"]));
    assert_eq!(lines(sale).len(), 5);
    assert_eq!(double.calls(CREATE).len(), 1);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn a_sale_whose_answer_is_lost_is_recorded_once() {
    for fault in [HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::DoesAndFails, HttpFault::Down] {
        let (app, double) = shop().await;
        paid(&app, 2).await;
        double.set(fault);
        for _ in 0..3 {
            tell(&app).await;
            app.clock.advance(Duration::from_secs(10 * 60));
        }
        let attention = ops(&app, "attention").await.unwrap();
        assert!(
            attention.contains("a sale is not recorded, tried 3 times: the tax service does not answer"),
            "{attention}"
        );
        double.set(HttpFault::None);
        tell(&app).await;
        assert_eq!(double.transactions().len(), 1, "{fault:?}");
        assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n", "{fault:?}");
        assert_eq!(app.numbers("SELECT COUNT(*) FROM tax_records WHERE transaction_id = 'tax_1'").await, [1]);
    }
}

#[tokio::test]
async fn a_tax_service_that_is_silent_in_two_runs_is_not_asked_for_a_while() {
    let (app, double) = shop().await;
    paid(&app, 2).await;
    double.set(HttpFault::Down);
    assert!(ops(&app, "jobs run taxes").await.is_ok(), "one silence may be chance");
    app.clock.advance(Duration::from_secs(10 * 60));
    let rests = ops(&app, "jobs run taxes").await.unwrap_err();
    assert!(rests.contains("the party tax does not answer"), "{rests}");
    double.set(HttpFault::None);
    app.clock.advance(Duration::from_secs(60 * 60));
    tell(&app).await;
    assert_eq!(double.transactions().len(), 1);
}

#[tokio::test]
async fn a_sale_that_is_already_recorded_counts_as_done_even_if_the_service_forgot_the_key() {
    let (app, double) = shop().await;
    let (_, _) = paid(&app, 2).await;
    double.set(HttpFault::LosesAnswer);
    tell(&app).await;
    double.prune_keys();
    double.set(HttpFault::None);
    app.clock.advance(Duration::from_secs(2 * DAY));
    tell(&app).await;
    assert_eq!(double.transactions().len(), 1);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM tax_records WHERE status = 'recorded'").await, [1]);
}

#[tokio::test]
async fn a_sale_with_an_expired_calculation_is_shown_until_staff_enter_it_by_hand() {
    let (app, double) = shop().await;
    paid(&app, 2).await;
    double.advance(90 * i64::try_from(DAY).unwrap());
    tell(&app).await;
    let attention = ops(&app, "attention").await.unwrap();
    let why = "a sale is not recorded, tried 1 times: the tax service refuses: invalid_request_error, resource_missing, calculation";
    assert!(attention.contains(why), "{attention}");
    let id = attention.split_whitespace().nth(2).unwrap();
    assert_eq!(
        ops(&app, &format!("tax by-hand {id}")).await.unwrap(),
        format!("The tax record {id} is entered by hand.\n")
    );
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    let again = ops(&app, &format!("tax by-hand {id}")).await.unwrap_err();
    assert_eq!(again, format!("The tax record {id} does not wait: it is by_hand."));
    assert_eq!(ops(&app, "tax by-hand nothing").await.unwrap_err(), "There is no tax record nothing.");
}

/// A customer who keeps five items, and exchanges the first `exchanged` of them that have another size. Returns the invoice and these
/// items.
async fn exchanging(app: &TestApp, ann: &mut Shopper, exchanged: usize) -> (Value, Vec<Value>) {
    let (mut decisions, mut chosen) = (Vec::new(), Vec::new());
    for line in ann.lines().await {
        let sizes = ann.exchange_sizes(&line["id"]).await.as_array().unwrap().clone();
        let size = sizes.first().cloned().filter(|_| chosen.len() < exchanged);
        if size.is_some() {
            chosen.push(line.clone());
        }
        decisions.push(json!({"id": line["id"], "claimed_kept": true, "exchange_size": size, "customer_feedback": ""}));
    }
    ann.decide(json!(decisions)).await.expect(200);
    let invoice = ann.check_out("key").await.expect(200);
    assert_eq!(app.gateway.refunds(), 0);
    (invoice, chosen)
}

/// An item's amount and tax in the recorded sale.
fn sold(double: &StripeTaxDouble, line: &Value) -> (i64, i64) {
    let (_, amount, tax) = lines(&double.transactions()[0]).into_iter().find(|(id, _, _)| line["id"] == *id).unwrap();
    (amount, tax)
}

#[tokio::test]
async fn a_sold_out_exchange_refunds_the_items_own_tax_and_reverses_its_line() {
    let (app, double) = shop().await;
    double.set_delivery_fee(28);
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let (invoice, exchanged) = exchanging(&app, &mut ann, 2).await;
    let code = ann.code().await;
    tell(&app).await;
    let mut left = cents(&invoice["totalDue"]);
    for (at, line) in exchanged.iter().enumerate() {
        let garment = line["image_url"].as_str().unwrap().rsplit('/').next().unwrap();
        ops(&app, &format!("exchange sold-out {code} {garment}")).await.unwrap();
        tell(&app).await;
        let (amount, tax) = sold(&double, line);
        left -= amount + tax;
        assert_eq!(app.charged().await, [1_00, left]);
        let reversal = double.transactions()[at + 1].clone();
        assert_eq!((&reversal["type"], total(&reversal)), (&json!("reversal"), -(amount + tax)));
        assert_eq!(lines(&reversal), [(line["id"].as_str().unwrap().to_owned(), -amount, -tax)]);
    }
    assert_eq!(double.calls(REVERSE).len(), 2);
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn a_reversal_waits_until_its_refund_is_settled_and_its_sale_is_recorded() {
    let (app, double) = shop().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    exchanging(&app, &mut ann, 1).await;
    let code = ann.code().await;
    app.gateway.set(GatewayBehaviour::LosesRefundAnswers);
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    double.set(HttpFault::Down);
    tell(&app).await;
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    ops(&app, "jobs run payments").await.unwrap();
    double.set(HttpFault::None);
    tell(&app).await;
    assert_eq!(double.transactions().len(), 0, "the sale waits a minute, and the reversal for the sale");
    app.clock.advance(Duration::from_secs(60));
    tell(&app).await;
    let kinds: Vec<Value> = double.transactions().iter().map(|known| known["type"].clone()).collect();
    assert_eq!(kinds, [json!("transaction"), json!("reversal")]);
    assert_eq!(double.calls(REVERSE).len(), 1);
}

#[tokio::test]
async fn a_reversal_whose_answer_is_lost_is_made_once() {
    let (app, double) = shop().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    exchanging(&app, &mut ann, 1).await;
    let code = ann.code().await;
    tell(&app).await;
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    for fault in [HttpFault::LosesAnswer, HttpFault::DoesAndFails, HttpFault::None] {
        double.set(fault);
        tell(&app).await;
        app.clock.advance(Duration::from_secs(10 * 60));
    }
    assert_eq!(double.transactions().len(), 2);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

/// A box on its way whose customer has checked out already, exchanging `exchanged` items.
async fn checked_out_on_the_way(app: &TestApp, exchanged: usize) -> (Shopper, String, Value) {
    let mut ann = Shopper::with_order(app, "ann@example.com").await;
    for step in [Step::Style, Step::Ship] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    let code = ann.code().await;
    let (invoice, _) = exchanging(app, &mut ann, exchanged).await;
    (ann, code, invoice)
}

#[tokio::test]
async fn the_sale_of_a_lost_box_is_reversed_as_a_whole() {
    let (app, double) = shop().await;
    double.set_delivery_fee(28);
    let (_, code, invoice) = checked_out_on_the_way(&app, 0).await;
    tell(&app).await;
    ops(&app, &format!("lost {code}")).await.unwrap();
    tell(&app).await;
    assert_eq!(app.charged().await, [0, 0]);
    let [sale, reversal] = &double.transactions()[..] else { panic!("{:?}", double.transactions()) };
    assert_eq!((total(sale), total(reversal)), (cents(&invoice["totalWithTax"]), -cents(&invoice["totalWithTax"])));
    assert_eq!(double.calls(REVERSE)[0]["mode"], "full");
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn if_an_item_was_already_reversed_the_rest_of_a_lost_box_is_reversed() {
    let (app, double) = shop().await;
    double.set_delivery_fee(28);
    let (_, code, _) = checked_out_on_the_way(&app, 1).await;
    tell(&app).await;
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    ops(&app, &format!("lost {code}")).await.unwrap();
    tell(&app).await;
    assert_eq!(app.charged().await, [0, 0]);
    let totals: Vec<i64> = double.transactions().iter().map(total).collect();
    assert_eq!((totals.len(), totals.iter().sum::<i64>()), (3, 0), "{totals:?}");
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn an_item_whose_refund_is_settled_after_that_of_a_lost_box_is_reversed_once() {
    let (app, double) = shop().await;
    double.set_delivery_fee(28);
    let (_, code, _) = checked_out_on_the_way(&app, 1).await;
    tell(&app).await;
    app.gateway.set(GatewayBehaviour::RefusesRefunds);
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    app.gateway.set(GatewayBehaviour::Works);
    ops(&app, &format!("lost {code}")).await.unwrap();
    tell(&app).await;
    let waits = ops(&app, "attention").await.unwrap();
    let id =
        waits.strip_prefix("payment ").and_then(|line| line.split(' ').next()).unwrap_or_else(|| panic!("{waits}"));
    ops(&app, &format!("payment retry {id}")).await.unwrap();
    tell(&app).await;
    assert_eq!(app.charged().await, [0, 0]);
    let totals: Vec<i64> = double.transactions().iter().map(total).collect();
    assert_eq!((totals.len(), totals.iter().sum::<i64>()), (3, 0), "{totals:?}");
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

/// A try failed while the clock was 20 days ahead.
#[tokio::test]
async fn a_sale_whose_next_try_is_weeks_ahead_is_recorded_now() {
    let (app, double) = shop().await;
    paid(&app, 2).await;
    double.set(HttpFault::Down);
    tell(&app).await;
    double.set(HttpFault::None);
    let ahead = app.clock.now().plus(Duration::from_secs(20 * DAY)).0;
    app.execute(format!("UPDATE tax_records SET next_try_at = {ahead}").leak()).await;
    app.clock.advance(Duration::from_secs(60 * 60));
    tell(&app).await;
    assert_eq!(double.transactions().len(), 0, "it waits until the clock reaches that time again");
    clock_watch::look(&app.state).await.unwrap();
    tell(&app).await;
    assert_eq!(double.transactions().len(), 1);
    assert!(ops(&app, "attention").await.unwrap().contains("1 records of the sales tax"));
}
