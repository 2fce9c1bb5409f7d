//! The order changes while the service calculates its tax: the checkout notices, and never charges the tax of another sale.
//!
//! The service holds each calculation until the test has changed the order, so the transaction always finds a sale that differs from
//! the calculated one.

use crate::checkout::tax::shop;
use crate::doubles::http::HttpFault;
use crate::doubles::stripe_tax::StripeTaxDouble;
use crate::support::{GatewayBehaviour, Reply, Shopper, TestApp, cents, ops};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const CALCULATIONS: &str = "/v1/tax/calculations";
const SALES: &str = "/v1/tax/transactions/create_from_calculation";

/// How often at most one checkout asks the service.
const MOST: usize = 4;

/// Noon on the day after the last day for checkout.
const NOON: &str = "2026-11-24T18:00:00Z";

/// A customer who keeps two items, their invoice, and the body of their checkout. All stored calculations are deleted.
async fn about_to_pay(app: &TestApp) -> (Shopper, Value, Value) {
    let mut ann = Shopper::decided(app, "ann@example.com", 2).await;
    let invoice = ann.invoice().await;
    app.execute("DELETE FROM tax_calculations").await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    (ann, invoice, body)
}

fn apartment(asked: &BTreeMap<String, String>) -> Option<&str> {
    asked.get("customer_details[address][line2]").map(String::as_str)
}

/// Changes the apartment in the address while the service calculates for the old one.
async fn move_once(app: &TestApp, double: &StripeTaxDouble) {
    double.until_held().await;
    app.execute("UPDATE shipping_addresses SET line_2 = 'Apartment 2'").await;
    double.release();
}

/// The same at each of [`MOST`] calculations, with a new apartment each time.
async fn move_each_time(app: &TestApp, double: &StripeTaxDouble) {
    for number in 1..=MOST {
        double.until_held().await;
        app.execute("UPDATE shipping_addresses SET line_2 = COALESCE(line_2, '') || 'A'").await;
        if number < MOST {
            double.hold_next();
        } else {
            double.release();
        }
    }
}

#[tokio::test]
async fn a_checkout_charges_the_tax_of_the_address_in_its_transaction() {
    let (app, double) = shop().await;
    let (mut ann, invoice, body) = about_to_pay(&app).await;
    let before = double.calls(CALCULATIONS).len();
    double.hold_next();
    let (paid, ()) = tokio::join!(ann.check_out_for(&invoice, "key", &body), move_once(&app, &double));
    paid.expect(200);
    let asked = double.calls(CALCULATIONS).split_off(before);
    assert_eq!(asked.iter().map(apartment).collect::<Vec<_>>(), [Some("Apt 4"), Some("Apartment 2")]);
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
    // The second calculation is recorded.
    ops(&app, "jobs run taxes").await.unwrap();
    let sales = double.calls(SALES);
    let number = before + 2;
    assert_eq!((sales.len(), &*sales[0]["calculation"]), (1, &*format!("taxcalc_{number}")));
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn a_customer_whose_decisions_change_during_the_checkout_sees_the_new_total_first() {
    let (app, double) = shop().await;
    let (mut ann, invoice, body) = about_to_pay(&app).await;
    let mut other_tab = Shopper { browser: ann.browser.clone(), order: ann.order.clone() };
    let decides = async {
        double.until_held().await;
        other_tab.keep(3).await;
        double.release();
    };
    double.hold_next();
    let (refused, ()) = tokio::join!(ann.check_out_for(&invoice, "key", &body), decides);
    refused.refused(409, "invoice_changed");
    assert_eq!((ann.status().await, app.charged().await), ("delivered_to_customer".to_owned(), vec![1_00]));
    ann.check_out("key").await.expect(200);
}

fn can_be_sent_again(refused: &Reply) {
    refused.refused(503, "tax_unavailable");
    assert!(refused.header("retry-after").is_some());
}

#[tokio::test]
async fn a_checkout_whose_sale_keeps_changing_is_refused_and_can_be_sent_again() {
    let (app, double) = shop().await;
    let (mut ann, invoice, body) = about_to_pay(&app).await;
    let before = double.calls(CALCULATIONS).len();
    double.hold_next();
    let (refused, ()) = tokio::join!(ann.check_out_for(&invoice, "key", &body), move_each_time(&app, &double));
    can_be_sent_again(&refused);
    assert_eq!(double.calls(CALCULATIONS).len() - before, MOST);
    // No checkout was begun.
    assert_eq!((ann.status().await, app.charged().await), ("delivered_to_customer".to_owned(), vec![1_00]));
    assert_eq!(app.count("SELECT COUNT(*) FROM idempotency_keys").await, 0);
    ann.check_out_for(&invoice, "key", &body).await.expect(200);
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
}

/// Sends all reminders, and sets the clock to noon on the day after the last day for checkout.
async fn remind(app: &TestApp) {
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        app.clock.set(&format!("{day}T15:00:00Z"));
        for job in ["reminders", "outbox"] {
            ops(app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    app.clock.set(NOON);
}

#[tokio::test]
async fn the_systems_checkout_charges_the_tax_of_the_address_in_its_transaction() {
    let (app, double) = shop().await;
    let (mut ann, invoice, _) = about_to_pay(&app).await;
    remind(&app).await;
    let before = double.calls(CALCULATIONS).len();
    double.hold_next();
    let (said, ()) = tokio::join!(ops(&app, "jobs run system_checkout"), move_once(&app, &double));
    said.unwrap();
    assert_eq!(ann.status().await, "checked_out_by_system");
    let asked = double.calls(CALCULATIONS).split_off(before);
    assert_eq!(asked.iter().map(apartment).collect::<Vec<_>>(), [Some("Apt 4"), Some("Apartment 2")]);
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
}

#[tokio::test]
async fn a_systems_checkout_whose_sale_keeps_changing_waits_for_the_next_run() {
    let (app, double) = shop().await;
    let (mut ann, invoice, _) = about_to_pay(&app).await;
    remind(&app).await;
    double.hold_next();
    let (said, ()) = tokio::join!(ops(&app, "jobs run system_checkout"), move_each_time(&app, &double));
    assert!(said.unwrap_err().contains("Sales tax cannot be calculated right now."));
    assert_eq!((ann.status().await, app.charged().await), ("delivered_to_customer".to_owned(), vec![1_00]));
    ops(&app, "jobs run system_checkout").await.unwrap();
    assert_eq!(ann.status().await, "checked_out_by_system");
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
}

/// A repeat does not ask for the tax of a paid or declined checkout.
#[tokio::test]
async fn a_repeat_is_answered_while_the_service_is_down() {
    let (app, double) = shop().await;
    let (mut ann, invoice, body) = about_to_pay(&app).await;
    app.gateway.set(GatewayBehaviour::Declines);
    ann.check_out_for(&invoice, "declined", &body).await.refused(402, "payment_declined");
    // As if the server had stopped before it stored the outcome of the call.
    app.execute("UPDATE idempotency_keys SET outcome = NULL").await;
    app.execute("DELETE FROM tax_calculations").await;
    double.set(HttpFault::Down);
    for _ in 0..2 {
        ann.check_out_for(&invoice, "declined", &body).await.refused(402, "payment_declined");
    }
    double.set(HttpFault::None);
    app.gateway.set(GatewayBehaviour::Works);
    let paid = ann.check_out_for(&invoice, "paid", &body).await.expect(200);
    app.execute("DELETE FROM tax_calculations").await;
    double.set(HttpFault::Down);
    for key in ["paid", "other"] {
        assert_eq!(ann.check_out_for(&invoice, key, &body).await.expect(200), paid);
    }
}
