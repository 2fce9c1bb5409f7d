//! Invoices whose tax a service calculates.
//!
//! The double's tax is 8.875%, and clothing below 80 dollars an item is exempt, so the tax differs from item to item.

use crate::doubles::http::HttpFault;
use crate::doubles::stripe_tax::{CLOTHING, GOODS, StripeTaxDouble};
use crate::support::{GatewayBehaviour, Shopper, TestApp, cents, log, ops, text};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use stylebox_core::policy::limits;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::tax::choice::TaxChoice;
use stylebox_server::providers::tax::stripe_tax::StripeTax;
use stylebox_server::providers::tax::stripe_tax::settings::StripeTaxSettings;
use stylebox_server::providers::tax::taxed_sale::{SaleLine, TaxedSale};
use stylebox_server::providers::tax::{NotCalculated, NotRecorded, TaxRecord, TaxService};
use stylebox_server::service::checkout::system;
use stylebox_server::values::postal_address::PostalAddress;

/// Clothing below this is exempt, in cents.
const DOLLARS_80: i64 = 8_000;
const HOUR: Duration = Duration::from_secs(60 * 60);
const CALCULATIONS: &str = "/v1/tax/calculations";
const DOWN: &str = "Sales tax cannot be calculated right now. Nothing was charged, and your choices are saved. Please try again in a few minutes.";

/// A shop whose tax the double calculates.
pub async fn shop() -> (TestApp, StripeTaxDouble) {
    let double = StripeTaxDouble::start().await;
    let stripe = double.settings();
    let app = TestApp::with(|settings| {
        settings.parties.tax = TaxChoice::Stripe(stripe);
    })
    .await;
    (app, double)
}

/// The category of a garment, from the file of the catalogue.
fn category(line: &Value) -> String {
    let catalogue: Value = serde_json::from_str(include_str!("../../data/catalogue.json")).unwrap();
    let id = line["image_url"].as_str().unwrap().rsplit('/').next().unwrap();
    let garment = catalogue["items"].as_array().unwrap().iter().find(|garment| garment["id"] == id).unwrap();
    garment["category"].as_str().unwrap().to_owned()
}

/// An item's id, its taxed amount and its tax, both in cents.
pub type Taxed = (String, i64, i64);

/// Works out the subtotal of the items after the welcome coupon, before tax, and the tax of each item.
fn taxed(lines: &[Value]) -> (i64, Vec<Taxed>) {
    let prices: Vec<i64> = lines.iter().map(|line| cents(&line["retail_price"])).collect();
    let subtotal: i64 = prices.iter().sum();
    let tenth = if lines.len() >= 4 { (subtotal + 5) / 10 } else { 0 };
    let total = (subtotal - tenth - 25_00).max(0);
    let mut parts: Vec<i64> = prices.iter().map(|price| total * price / subtotal).collect();
    let mut order: Vec<usize> = (0..prices.len()).collect();
    order.sort_by_key(|at| (-(total * prices[*at] % subtotal), *at));
    for at in order.into_iter().take(usize::try_from(total - parts.iter().sum::<i64>()).unwrap()) {
        parts[at] += 1;
    }
    let tax = |line: &Value, amount: i64| {
        let is_clothing = !["bags", "jewelry"].contains(&category(line).as_str());
        if is_clothing && amount < DOLLARS_80 { 0 } else { (amount * 8_875 + 50_000) / 100_000 }
    };
    let taxed = lines
        .iter()
        .zip(parts)
        .map(|(line, amount)| (line["id"].as_str().unwrap().to_owned(), amount, tax(line, amount)));
    (total, taxed.collect())
}

fn sum(taxed: &[Taxed], part: fn(&Taxed) -> i64) -> i64 {
    taxed.iter().map(part).sum()
}

#[tokio::test]
async fn an_invoice_has_the_tax_that_the_service_calculates_for_each_item() {
    let (app, double) = shop().await;
    double.set_delivery_fee(50);
    let mut ann = Shopper::decided(&app, "ann@example.com", 5).await;
    let kept = ann.lines().await[..5].to_vec();
    let (total, taxed) = taxed(&kept);
    let tax = sum(&taxed, |line| line.2);
    assert!(tax > 0 && taxed.iter().any(|line| line.2 == 0), "some items are exempt: {taxed:?}");
    let invoice = ann.invoice().await;
    assert_eq!(cents(&invoice["totalBeforeTax"]), total);
    assert_eq!(cents(&invoice["tax"]), tax);
    assert_eq!(invoice["precheckout_ship_tax2_amount_estimate"], "0.50");
    assert_eq!(cents(&invoice["totalWithTax"]), total + tax + 50);
    // The styling fee was 1.00.
    assert_eq!(cents(&invoice["totalDue"]), total + tax + 50 - 1_00);
    assert_eq!(invoice["tax_rate_is_estimate"], true);

    let asked = double.calls(CALCULATIONS).pop().unwrap();
    for (at, (line, (id, amount, _))) in kept.iter().zip(&taxed).enumerate() {
        let field = |name: &str| asked[&format!("line_items[{at}][{name}]")].clone();
        let code = if ["bags", "jewelry"].contains(&category(line).as_str()) { GOODS } else { CLOTHING };
        assert_eq!(
            (field("reference"), field("amount"), field("tax_code")),
            (id.clone(), amount.to_string(), code.to_owned())
        );
    }
    let address = |name: &str| asked[&format!("customer_details[address][{name}]")].as_str();
    assert_eq!(address("line1"), "1200 Harmon Place");
    assert_eq!((address("city"), address("state"), address("postal_code")), ("Minneapolis", "MN", "55403"));
    assert_eq!((asked["shipping_cost[amount]"].as_str(), asked["currency"].as_str()), ("0", "usd"));

    // The customer is charged what the invoice says.
    ann.check_out("key").await.expect(200);
    assert_eq!(app.charged().await, [1_00, total + tax + 50 - 1_00]);
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn the_first_invoice_estimates_the_rate_from_the_whole_box() {
    let (app, double) = shop().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let lines = ann.lines().await;
    let invoice = ann.invoice().await;
    let (whole, tax) = lines.iter().fold((0, 0), |(whole, tax), line| {
        let price = cents(&line["retail_price"]);
        let is_exempt = !["bags", "jewelry"].contains(&category(line).as_str()) && price < DOLLARS_80;
        (whole + price, tax + if is_exempt { 0 } else { (price * 8_875 + 50_000) / 100_000 })
    });
    let millionths = (tax * 2_000_000 + whole) / (whole * 2);
    let rate = format!("0.{millionths:06}");
    assert_eq!(invoice["tax_rate"], rate.trim_end_matches('0'));
    // Nothing is bought yet.
    assert_eq!((&invoice["tax"], &invoice["totalDue"]), (&json!("0.00"), &json!("0.00")));
    assert_eq!(ann.invoice().await, invoice);
    assert_eq!(double.calls(CALCULATIONS).len(), 1, "a calculation is reused");
}

#[tokio::test]
async fn returning_everything_needs_no_tax_and_records_nothing() {
    let (app, double) = shop().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 0).await;
    ann.invoice().await;
    double.set(HttpFault::Down);
    let paid = ann.check_out("key").await.expect(200);
    assert_eq!((&paid["totalDue"], &paid["tax"]), (&json!("0.00"), &json!("0.00")));
    double.set(HttpFault::None);
    assert!(ops(&app, "jobs run taxes").await.unwrap().contains("0 sales"));
    assert_eq!(double.transactions().len(), 0);
}

#[tokio::test]
async fn a_coupon_changes_the_taxed_amounts() {
    let (app, double) = shop().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 3).await;
    let with = ann.invoice().await;
    let coupons = format!("/api/invoices/{}/coupons", with["id"].as_str().unwrap());
    let without = ann.browser.delete(&coupons).await.expect(200);
    let asked = double.calls(CALCULATIONS);
    let amounts = |asked: &BTreeMap<String, String>| -> i64 {
        asked
            .iter()
            .filter(|(name, _)| name.ends_with("][amount]") && name.starts_with("line"))
            .map(|(_, cents)| cents.parse::<i64>().unwrap())
            .sum()
    };
    let [.., before, after] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!((amounts(before), amounts(after)), (cents(&with["totalBeforeTax"]), cents(&without["totalBeforeTax"])));
    assert_eq!(cents(&without["totalBeforeTax"]) - cents(&with["totalBeforeTax"]), 25_00);
    double.set(HttpFault::Down);
    // The earlier sale needs no new calculation, and a wrong code is refused as usual.
    assert_eq!(ann.browser.post(&coupons, json!({"code": "HELLO25"})).await.expect(200), with);
    ann.browser.post(&coupons, json!({"code": "SUMMER"})).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
}

#[tokio::test]
async fn a_pick_up_is_taxed_at_the_store_without_a_delivery_fee() {
    let (app, double) = shop().await;
    double.set_delivery_fee(28);
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.execute("UPDATE orders SET customer_pick_up = (1 = 1), assigned_location_id = 'L17'").await;
    let invoice = ann.invoice().await;
    assert_eq!(invoice["precheckout_ship_tax2_amount_estimate"], "0.00");
    let asked = double.calls(CALCULATIONS).pop().unwrap();
    assert_eq!(asked["customer_details[address][state]"], "CO");
    assert!(!asked.contains_key("shipping_cost[amount]"), "{asked:?}");
}

#[tokio::test]
async fn while_the_service_is_down_nothing_is_guessed_and_the_checkout_waits() {
    for fault in [HttpFault::Down, HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::DoesAndFails] {
        let (app, double) = shop().await;
        let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
        let invoices = format!("/api/orders/{}/invoices", ann.order);
        double.set(fault);
        let said = ann.browser.post(&invoices, json!({})).await.refused(503, "tax_unavailable");
        assert_eq!(said, DOWN);
        assert_eq!(app.count("SELECT COUNT(*) FROM invoices").await, 0);
        assert!(ops(&app, "attention").await.unwrap().contains("party tax"), "{fault:?}");
        double.set(HttpFault::None);
        let invoice = ann.browser.post(&invoices, json!({})).await.expect(201);
        // Other decisions make another sale.
        ann.keep(3).await;
        double.set(fault);
        let current = format!("/api/orders/{}/invoices/current", ann.order);
        ann.browser.get(&current).await.refused(503, "tax_unavailable");
        let body = json!({"expected_total_due": invoice["totalDue"]});
        ann.check_out_for(&invoice, "key", &body).await.refused(503, "tax_unavailable");
        let coupons = format!("/api/invoices/{}/coupons", invoice["id"].as_str().unwrap());
        ann.browser.delete(&coupons).await.refused(503, "tax_unavailable");
        assert_eq!(ann.status().await, "delivered_to_customer");
        assert_eq!(app.charged().await, [1_00]);
        double.set(HttpFault::None);
        // No checkout was begun: the same key can be used now, and the total differs from the one that the customer saw.
        ann.check_out_for(&invoice, "key", &body).await.refused(409, "invoice_changed");
        ann.check_out("key").await.expect(200);
        assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    }
}

#[tokio::test]
async fn an_expired_calculation_is_made_again_and_the_customer_confirms_the_new_total() {
    let (app, double) = shop().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let seen = ann.invoice().await;
    let calls = double.calls(CALCULATIONS).len();
    app.clock.advance(23 * HOUR);
    double.set_delivery_fee(50);
    assert_eq!(ann.invoice().await, seen);
    assert_eq!(double.calls(CALCULATIONS).len(), calls);
    app.clock.advance(HOUR);
    ops(&app, "jobs run housekeeping").await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM tax_calculations").await, 0);
    let body = json!({"expected_total_due": seen["totalDue"]});
    ann.check_out_for(&seen, "key", &body).await.refused(409, "invoice_changed");
    assert_eq!(app.charged().await, [1_00]);
    let now = ann.invoice().await;
    assert_eq!(cents(&now["totalDue"]), cents(&seen["totalDue"]) + 50);
    ann.check_out("other").await.expect(200);
    assert_eq!(app.charged().await, [1_00, cents(&now["totalDue"])]);
}

#[tokio::test]
async fn the_customer_is_asked_to_correct_an_address_that_the_service_does_not_know() {
    let (app, double) = shop().await;
    double.forget_zip("55403");
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let said = ann.browser.post(&format!("/api/orders/{}/invoices", ann.order), json!({})).await;
    said.refused(409, "tax_unknown");
}

#[tokio::test]
async fn personal_data_in_the_services_errors_is_not_logged() {
    let (app, double) = shop().await;
    double.deactivate();
    log::start_capture();
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let said = ann.browser.post(&format!("/api/orders/{}/invoices", ann.order), json!({})).await;
    said.refused(503, "tax_unavailable");
    let logged = log::captured();
    assert!(logged.contains("the tax service refuses to calculate"), "{logged}");
    assert!(logged.contains("invalid_request_error, stripe_tax_inactive"), "{logged}");
    assert!(!logged.contains("Harmon Place is not right") && !logged.contains("sk_test_double"), "{logged}");
    let attention = ops(&app, "attention").await.unwrap();
    assert!(attention.contains("refused: Stripe Tax is not set up yet"), "{attention}");
}

/// Sets the clock and runs the jobs.
async fn at(app: &TestApp, instant: &str) -> String {
    app.clock.set(instant);
    let mut said = String::new();
    for job in ["reminders", "outbox", "system_checkout"] {
        said.push_str(&ops(app, &format!("jobs run {job}")).await.unwrap_or_else(|error| error));
    }
    said
}

#[tokio::test]
async fn the_systems_checkout_waits_for_the_tax_and_then_goes_on() {
    let (app, double) = shop().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let lines = ann.lines().await;
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        at(&app, &format!("{day}T15:00:00Z")).await;
    }
    double.set(HttpFault::Down);
    let code = ann.code().await;
    let said = at(&app, "2026-11-24T18:00:00Z").await;
    assert!(said.contains(&format!("{code}: Sales tax cannot be calculated right now.")), "{said}");
    assert_eq!((ann.status().await, app.charged().await), ("delivered_to_customer".to_owned(), vec![1_00]));
    let attention = ops(&app, "attention").await.unwrap();
    assert!(attention.contains("Sales tax cannot be calculated right now"), "{attention}");
    assert!(attention.contains("party tax"), "{attention}");
    double.set(HttpFault::None);
    at(&app, "2026-11-24T18:05:00Z").await;
    assert_eq!(ann.status().await, "checked_out_by_system");
    let (total, taxed) = taxed(&lines);
    assert_eq!(app.charged().await, [1_00, total + sum(&taxed, |line| line.2) - 1_00]);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn two_servers_that_calculate_at_the_same_time_charge_once() {
    let (one, double) = shop().await;
    let other = one.second_server().await;
    let mut ann = Shopper::decided(&one, "ann@example.com", 2).await;
    let invoice = ann.invoice().await;
    one.clock.advance(25 * HOUR);
    let mut there = other.client();
    there.cookies = ann.browser.cookies.clone();
    let mut again = Shopper { browser: there, order: ann.order.clone() };
    let body = json!({"expected_total_due": invoice["totalDue"]});
    let (here, there) =
        tokio::join!(ann.check_out_for(&invoice, "key", &body), again.check_out_for(&invoice, "key", &body));
    for answer in [here, there] {
        assert!(answer.status == 200 || answer.status == 202, "{:?}", answer.status);
    }
    assert_eq!(one.charged().await, [1_00, cents(&invoice["totalDue"])]);
    for app in [&one, &other] {
        ops(app, "jobs run taxes").await.unwrap();
    }
    assert_eq!(double.transactions().len(), 1);
}

#[tokio::test]
async fn a_declined_checkout_records_no_sale() {
    let (app, double) = shop().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::Declines);
    let invoice = ann.invoice().await;
    ann.check_out("key").await.refused(402, "payment_declined");
    ops(&app, "jobs run taxes").await.unwrap();
    assert_eq!(double.transactions().len(), 0);
    app.gateway.set(GatewayBehaviour::Works);
    assert_eq!(ann.invoice().await["totalDue"], invoice["totalDue"]);
    ann.check_out("again").await.expect(200);
    ops(&app, "jobs run taxes").await.unwrap();
    assert_eq!(double.transactions().len(), 1);
}

#[tokio::test]
async fn after_a_change_to_the_tax_table_open_invoices_use_it() {
    let (app, _double) = shop().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let calculated = ann.invoice().await;
    let demonstration = TestApp::start().await.state.providers.tax.clone();
    let mut providers = app.state.providers.clone();
    providers.tax = demonstration;
    let state = app.with_providers(providers);
    let mut there = app.client_of(state);
    there.cookies = ann.browser.cookies.clone();
    let invoice = there.get(&format!("/api/orders/{}/invoices/current", ann.order)).await.expect(200);
    assert_eq!((&invoice["tax_rate"], &invoice["tax_rate_is_estimate"]), (&json!("0.06875"), &json!(false)));
    let total = cents(&calculated["totalBeforeTax"]);
    assert_eq!(invoice["tax"], text((total * 6_875 + 50_000) / 100_000));
}

fn sale() -> TaxedSale {
    TaxedSale {
        order_id: "o".to_owned(),
        lines: vec![SaleLine { id: "a".to_owned(), category: None, amount: "200.00".parse().unwrap() }],
        place: PostalAddress {
            line_1: "1 Elm".to_owned(),
            line_2: None,
            city: "Edina".to_owned(),
            state: "MN".to_owned(),
            postal_code: "55435".to_owned(),
        },
        is_shipped: true,
    }
}

#[tokio::test]
async fn the_check_says_whether_the_tax_service_can_be_used() {
    let double = StripeTaxDouble::start().await;
    let stripe = StripeTax::new(&double.settings()).unwrap().with_timeout(Duration::from_millis(300));
    assert_eq!(stripe.reach().await, Reach::Reached);
    double.set(HttpFault::Down);
    assert_eq!(stripe.reach().await, Reach::NotReachable);
    double.set(HttpFault::Silent);
    assert_eq!(stripe.reach().await, Reach::NotReachable);
    assert_eq!(stripe.calculate(&sale()).await, Err(NotCalculated::Down), "the test does not wait for it");
    let sold = TaxRecord::Sale { calculation: "taxcalc_1" };
    assert_eq!(stripe.record("ours", sold).await, Err(NotRecorded::Unknown));
    double.set(HttpFault::None);
    double.deactivate();
    assert!(matches!(stripe.reach().await, Reach::Refused(why) if why.starts_with("Stripe Tax is not set up yet")));
    let settings = double.settings();
    let wrong = StripeTaxSettings { code: "txcd_00000000x".to_owned(), ..settings };
    assert!(matches!(StripeTax::new(&wrong).unwrap().calculate(&sale()).await, Err(NotCalculated::Refused(_))));
}

/// Each change of decisions can need a calculation that the shop pays for, so they are limited per customer and hour. Calculations
/// that fail do not count, and a checkout is not refused.
#[tokio::test]
async fn calculations_for_a_customer_are_limited_and_checkout_still_works() {
    let (app, double) = shop().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let mut bea = Shopper::decided(&app, "bea@example.com", 1).await;
    for _ in 0..7 {
        ops(&app, "jobs run reminders").await.unwrap();
        ops(&app, "jobs run outbox").await.unwrap();
        app.clock.advance(24 * HOUR);
    }
    // The system may check out from noon, when a new hour begins.
    app.clock.advance(6 * HOUR);
    let asked = || u32::try_from(double.calls(CALCULATIONS).len()).unwrap();
    let before = asked();
    let invoice = ann.invoice().await;
    let current = format!("/api/orders/{}/invoices/current", ann.order);
    double.set(HttpFault::Down);
    for _ in 0..3 {
        app.execute("DELETE FROM tax_calculations").await;
        ann.browser.get(&current).await.refused(503, "tax_unavailable");
    }
    double.set(HttpFault::None);
    while asked() - before < limits::TAX_CALCULATIONS.most {
        // The test deletes the calculations, because the same sale is not calculated twice a day.
        app.execute("DELETE FROM tax_calculations").await;
        ann.browser.get(&current).await.expect(200);
    }
    ann.browser.get(&current).await.expect(200);
    app.execute("DELETE FROM tax_calculations").await;
    let refused = ann.browser.get(&current).await;
    assert!(!refused.refused(429, "too_many_requests").is_empty());
    assert_eq!(refused.header("retry-after"), Some("3600"));
    let seen = json!({"expected_total_due": invoice["totalDue"]});
    assert_eq!(asked() - before, limits::TAX_CALCULATIONS.most, "the service is not asked");
    ann.check_out_for(&invoice, "key", &seen).await.expect(200);
    assert_eq!(asked() - before, limits::TAX_CALCULATIONS.most + 1);
    bea.invoice().await;

    system::run_due(&app.state).await.unwrap();
    assert_eq!(bea.status().await, "checked_out_by_system");
}

#[tokio::test]
async fn calculations_for_checkouts_with_a_wrong_total_are_limited() {
    let (app, double) = shop().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 5).await;
    let invoice = ann.invoice().await;
    let before = double.calls(CALCULATIONS).len();
    let wrong = json!({"expected_total_due": "1.00"});
    let most = usize::try_from(limits::TAX_CALCULATIONS.most).unwrap();
    for number in 0..most {
        // The test deletes the calculations, as if each checkout had other decisions.
        app.execute("DELETE FROM tax_calculations").await;
        ann.check_out_for(&invoice, &format!("key-{number}"), &wrong).await.refused(409, "invoice_changed");
    }
    app.execute("DELETE FROM tax_calculations").await;
    let right = json!({"expected_total_due": invoice["totalDue"]});
    ann.check_out_for(&invoice, "key", &right).await.refused(429, "too_many_requests");
    assert_eq!(double.calls(CALCULATIONS).len() - before, most);
    app.clock.advance(HOUR);
    ann.check_out_for(&invoice, "key", &right).await.expect(200);
}
