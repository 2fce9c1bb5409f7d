//! A year of a subscriber: the jobs run as the days pass, and each checkout has the amounts of the spec.
//!
//! The amounts are worked out here from the prices of the items, without core (spec B, section 9).

mod story;
mod turns;

use crate::account::sign_up_and_in::sign_in;
use crate::support::{CARD, PASSWORD, Reply, Shopper, TestApp, card_form, cents, ops, text};
use serde_json::{Value, json};

/// Minnesota's sales tax, in thousandths of a percent.
const TAX: i64 = 6_875;
/// The styling fee of the first box and of each later box, in cents.
const FIRST_FEE: i64 = 1_00;
const FEE: i64 = 20_00;

/// The jobs. Each comes after the jobs whose results it uses.
const JOBS: [&str; 10] = [
    "payments",
    "reminders",
    "outbox",
    "system_checkout",
    "card_expiry",
    "after_checkout",
    "fees",
    "late",
    "next_boxes",
    "outbox",
];

/// The discount of a coupon.
#[derive(Clone, Copy)]
enum Off {
    Nothing,
    Percent(i64),
    Cents(i64),
}

/// The amounts of a checkout, in cents.
struct Bill {
    subtotal: i64,
    multi_item: i64,
    discount: i64,
    before_tax: i64,
    tax: i64,
    with_tax: i64,
    credit: i64,
    due: i64,
}

/// A part of an amount, rounded to the cent, half a cent up.
const fn share(amount: i64, of: i64, whole: i64) -> i64 {
    (2 * amount * of + whole) / (2 * whole)
}

impl Bill {
    /// The bill for kept or exchanged items at these prices. The styling fee is paid.
    fn of(prices: &[i64], coupon: Off, fee: i64) -> Self {
        let subtotal = prices.iter().sum();
        let multi_item = if prices.len() >= 4 { share(subtotal, 10, 100) } else { 0 };
        let discount = match coupon {
            Off::Nothing => 0,
            Off::Percent(percent) => share(subtotal - multi_item, percent, 100),
            Off::Cents(cents) => cents.min(subtotal - multi_item),
        };
        let before_tax = subtotal - multi_item - discount;
        let tax = share(before_tax, TAX, 100_000);
        let with_tax = before_tax + tax;
        let credit = fee.min(with_tax);
        Self { subtotal, multi_item, discount, before_tax, tax, with_tax, credit, due: with_tax - credit }
    }

    /// Checks an invoice against the bill.
    #[track_caller]
    fn check(&self, invoice: &Value) {
        for (field, amount) in [
            ("original_subtotal", self.subtotal),
            ("multi_item_discount", self.multi_item),
            ("discount_amount", self.discount),
            ("totalBeforeTax", self.before_tax),
            ("tax", self.tax),
            ("totalWithTax", self.with_tax),
            ("credit_amount", self.credit),
            ("totalDue", self.due),
        ] {
            assert_eq!(invoice[field], json!(text(amount)), "{field}: {invoice}");
        }
    }
}

/// A customer whose card expires with that month, and who has ordered the first box for 24 November.
async fn subscriber(app: &TestApp, expiration: &str) -> Shopper {
    let mut ann = Shopper::new(app, "ann@example.com").await;
    let mut form = card_form(CARD);
    form["card_info"]["expiration"] = json!(expiration);
    let saved = ann.browser.post("/api/credit_cards", form).await.expect(201);
    ann.order = saved["order_id"].as_str().unwrap().to_owned();
    ann
}

/// The same after the first box, from which nothing was kept. Its styling fee was $1.00, and Hello25 is used up.
async fn second_timer(app: &TestApp) -> Shopper {
    let mut ann = subscriber(app, "12/29").await;
    ann.bring_box(app).await;
    ann.keep(0).await;
    ann.check_out("first").await.expect(200);
    send_back(app, &mut ann).await;
    ann
}

/// Orders a box for that day. It is delivered immediately.
async fn another_box(app: &TestApp, ann: &mut Shopper, day: &str) {
    let order = ann.browser.post("/api/orders", json!({"order": {"ship_by_date": day}})).await.expect(201);
    ann.order = order["id"].as_str().unwrap().to_owned();
    ann.bring_box(app).await;
}

/// Registers with a friend's link, orders the first box, which is delivered immediately, and keeps one item.
async fn invited_friend(app: &TestApp, code: &str, day: &str) -> Shopper {
    let mut bea = Shopper::invited(app, "bea@example.com", code).await;
    let mut given = crate::support::answers();
    given["ship_by_date"] = json!(day);
    bea.says(given).await;
    bea.order = bea.save_card(CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    bea.bring_box(app).await;
    bea.keep(1).await;
    bea
}

/// Sets the clock to a morning in Chicago, and runs the jobs. Nothing happens on the skipped days.
async fn on(app: &TestApp, ann: &mut Shopper, day: &str) {
    app.clock.set(&format!("{day}T15:00:00Z"));
    for job in JOBS {
        ops(app, &format!("jobs run {job}")).await.unwrap();
    }
    // A session ends after two weeks without a call.
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
}

/// Runs a command of `ops` about the customer's order.
async fn shop(app: &TestApp, ann: &mut Shopper, command: &str) -> Result<String, String> {
    let code = ann.code().await;
    ops(app, &format!("{command} {code}")).await
}

/// Styles and ships the box, and delivers it on that day.
async fn bring_on(app: &TestApp, ann: &mut Shopper, day: &str) {
    for command in ["style", "ship"] {
        shop(app, ann, command).await.unwrap();
    }
    on(app, ann, day).await;
    shop(app, ann, "deliver").await.unwrap();
}

/// Receives the items that were not kept, which completes the order.
async fn send_back(app: &TestApp, ann: &mut Shopper) {
    for command in ["receive", "complete"] {
        shop(app, ann, command).await.unwrap();
    }
}

async fn orders(ann: &mut Shopper) -> Vec<Value> {
    ann.browser.get("/api/orders").await.expect(200)["orders"].as_array().unwrap().clone()
}

/// Makes the order of the subscription the shopper's current order. Returns it.
async fn subscription_order(ann: &mut Shopper) -> Value {
    let newest = orders(ann).await.remove(0);
    assert_eq!(newest["status"], "created", "{newest}");
    ann.order = newest["id"].as_str().unwrap().to_owned();
    newest
}

/// The customer's next box, and its fee.
async fn next_box(ann: &mut Shopper) -> Value {
    let charge = ann.browser.get("/api/account/next_charge").await.expect(200);
    if charge["box"] != json!(null) {
        assert_eq!((&charge["what"], &charge["amount"]), (&json!("styling_fee"), &json!("20.00")));
    }
    charge["box"].clone()
}

/// The days of the next box: its due day, its notice, its order and its delivery.
async fn days(ann: &mut Shopper) -> [String; 4] {
    let next = next_box(ann).await;
    ["date", "told_on", "ordered_on", "comes_on"].map(|day| next[day].as_str().unwrap_or_default().to_owned())
}

/// Changes how often boxes come.
async fn choose(ann: &mut Shopper, often: &str) {
    let change = json!({"customer": {"subscription_type": format!("subscription_{often}")}});
    ann.browser.patch("/api/account", change).await.expect(200);
}

/// The prices of the first items of the box, in cents.
async fn prices(ann: &mut Shopper, count: usize) -> Vec<i64> {
    ann.lines().await.iter().take(count).map(|line| cents(&line["retail_price"])).collect()
}

/// Keeps this many items and checks out. Returns the bill.
async fn buy(ann: &mut Shopper, kept: usize, coupon: Off, fee: i64) -> Bill {
    ann.keep(kept).await;
    let bill = Bill::of(&prices(ann, kept).await, coupon, fee);
    bill.check(&ann.invoice().await);
    let key = ann.order.clone();
    let paid = ann.check_out(&key).await.expect(200);
    assert_eq!(paid["status"], "paid");
    bill.check(&paid);
    bill
}

/// The place of the first item in the box that has another size in stock, and that size.
async fn exchangeable(ann: &mut Shopper) -> (usize, Value) {
    for (place, line) in ann.lines().await.iter().enumerate() {
        let sizes = ann.exchange_sizes(&line["id"]).await;
        if let Some(size) = sizes.as_array().unwrap().first() {
            return (place, size.clone());
        }
    }
    panic!("nothing in the box has another size");
}

/// Exchanges the item at that place, keeps others until `count` items are kept or exchanged, and sends back the rest. Returns the
/// prices of the bought items, with the exchanged item first.
async fn exchange(ann: &mut Shopper, (place, size): &(usize, Value), count: usize) -> Vec<i64> {
    let mut bought = vec![0];
    let mut decisions = Vec::new();
    for (at, line) in ann.lines().await.iter().enumerate() {
        let price = cents(&line["retail_price"]);
        let is_exchanged = at == *place;
        let is_kept = is_exchanged || bought.len() < count;
        if is_exchanged {
            bought[0] = price;
        } else if is_kept {
            bought.push(price);
        }
        let other_size = if is_exchanged { size.clone() } else { json!(null) };
        decisions.push(
            json!({"id": line["id"], "claimed_kept": is_kept, "exchange_size": other_size, "customer_feedback": ""}),
        );
    }
    ann.decide(json!(decisions)).await.expect(200);
    assert_eq!(bought.len(), count, "the box has too few items");
    bought
}

/// The payments and refunds of the order, the oldest first: kind and cents.
async fn payments(ann: &mut Shopper) -> Vec<(String, i64)> {
    let paid = ann.read().await["payments"].as_array().unwrap().clone();
    paid.iter().map(|payment| (payment["kind"].as_str().unwrap().to_owned(), cents(&payment["amount"]))).collect()
}

fn of_kinds(paid: &[(&str, i64)]) -> Vec<(String, i64)> {
    paid.iter().map(|(kind, cents)| ((*kind).to_owned(), *cents)).collect()
}

/// The sums of the ledger by kind: charges, credits, refunds, sales and styling fees, in cents.
async fn ledger(app: &TestApp) -> [i64; 5] {
    let mut sums = [0; 5];
    for (sum, sql) in sums.iter_mut().zip([
        "SELECT amount FROM ledger WHERE kind = 'charge'",
        "SELECT amount FROM ledger WHERE kind = 'credit'",
        "SELECT amount FROM ledger WHERE kind = 'refund'",
        "SELECT amount FROM ledger WHERE kind = 'sale'",
        "SELECT amount FROM ledger WHERE kind = 'styling_fee'",
    ]) {
        *sum = app.numbers(sql).await.iter().sum();
    }
    assert_eq!(sums.iter().sum::<i64>(), 0, "{sums:?}");
    sums
}

/// Adds a code to the invoice of the box.
async fn apply(ann: &mut Shopper, code: &str) -> Reply {
    let path = format!("/api/invoices/{}/coupons", ann.invoice().await["id"].as_str().unwrap());
    ann.browser.post(&path, json!({"code": code})).await
}
