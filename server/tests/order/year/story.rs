//! A year with four boxes, a skip, another frequency, an expired card and a friend's reward.

use super::{
    Bill, FEE, FIRST_FEE, Off, bring_on, buy, choose, days, exchange, exchangeable, invited_friend, ledger, next_box,
    of_kinds, on, orders, payments, send_back, shop, subscriber, subscription_order,
};
use crate::support::{Shopper, TestApp, confirm, ops, other_card};
use serde_json::json;

/// The expected amounts at the gateway and in the ledger.
#[derive(Default)]
struct Books {
    charged: Vec<i64>,
    credits: i64,
    sales: i64,
    fees: i64,
}

impl Books {
    fn fee(&mut self, fee: i64) {
        self.charged.push(fee);
        self.fees += fee;
    }

    fn sale(&mut self, bill: &Bill) {
        self.charged.extend(Some(bill.due).filter(|due| *due > 0));
        self.credits += bill.credit;
        self.sales += bill.with_tax;
    }

    async fn check(&mut self, app: &TestApp) {
        self.charged.sort_unstable();
        assert_eq!(app.charged().await, self.charged);
        let charges = self.charged.iter().sum();
        assert_eq!(ledger(app).await, [charges, self.credits, 0, -self.sales, -self.fees]);
        assert!(ops(app, "audit").await.is_ok());
    }
}

#[tokio::test]
async fn a_year_of_a_subscriber() {
    let app = TestApp::start().await;
    // The card expires on 28 February.
    let mut ann = subscriber(&app, "02/27").await;
    let mut books = Books::default();
    keeps_all(&app, &mut ann, &mut books).await;
    skips_a_box(&app, &mut ann).await;
    keeps_none(&app, &mut ann, &mut books).await;
    has_a_card_that_ends(&app, &mut ann, &mut books).await;
    exchanges(&app, &mut ann, &mut books).await;
    brings_a_friend(&app, &mut ann, &mut books).await;
    returns_by_mail(&app, &mut ann, &mut books).await;

    // The subscription is paused, so nothing is ordered until the year is over.
    assert_eq!(days(&mut ann).await[0], "2027-08-11", "65 days after 7 June");
    choose(&mut ann, "on_demand").await;
    assert_eq!(next_box(&mut ann).await, json!(null));
    for day in ["2027-07-28", "2027-08-04", "2027-11-18"] {
        on(&app, &mut ann, day).await;
    }
    let all = orders(&mut ann).await;
    let seen: Vec<_> = all.iter().map(|order| (order["status"].clone(), order["delivery_date"].clone())).collect();
    let completed = |day: &str| (json!("completed"), json!(day));
    assert_eq!(seen, ["2027-06-07", "2027-04-03", "2027-01-28", "2026-11-24"].map(completed));
    books.check(&app).await;
    assert!(
        ops(&app, "audit").await.unwrap().starts_with("The books agree: 5 paid invoices"),
        "four, and the friend's box"
    );
    // The friend's next box was ordered in July, and nobody has styled it. Thanksgiving is on the 25th.
    let waits = ops(&app, "attention").await.unwrap();
    let late = "it was late: it was to come on 2027-08-11, comes on 2027-11-27 now, and has to leave by 2027-11-24";
    assert!(waits.lines().count() == 1 && waits.trim_end().ends_with(late), "{waits}");
}

/// Four kept items give 10% off, and then Hello25 takes off $25. The fee of the first box is $1.
async fn keeps_all(app: &TestApp, ann: &mut Shopper, books: &mut Books) {
    bring_on(app, ann, "2026-11-24").await;
    let count = ann.lines().await.len();
    assert!(count >= 5);
    let bill = buy(ann, count, Off::Cents(25_00), FIRST_FEE).await;
    assert!(bill.multi_item > 0 && bill.credit == FIRST_FEE);
    books.fee(FIRST_FEE);
    books.sale(&bill);
    books.check(app).await;
    assert_eq!(payments(ann).await, of_kinds(&[("styling_fee", FIRST_FEE), ("purchase", bill.due)]));
    // Nothing is due back, so the order completes by itself.
    on(app, ann, "2026-11-25").await;
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["return"]), (&json!("completed"), &json!(null)));
}

/// The box of 29 December, 30 and 5 days after the first one, is skipped. The next box comes a month later.
async fn skips_a_box(app: &TestApp, ann: &mut Shopper) {
    assert_eq!(days(ann).await, ["2026-12-29", "2026-12-15", "2026-12-22", "2026-12-29"]);
    let skip = next_box(ann).await["skip"].clone();
    let offered = json!({"offered": true, "skipped": false, "falls_out": "2026-12-29", "one_after": "2027-01-28"});
    assert_eq!(skip, offered);
    on(app, ann, "2026-12-15").await;
    ann.browser.patch("/api/account/skip_a_box", json!({})).await.expect(200);
    assert_eq!(days(ann).await, ["2027-01-28", "2027-01-14", "2027-01-21", "2027-01-28"]);
    for day in ["2026-12-22", "2026-12-29", "2027-01-14"] {
        on(app, ann, day).await;
        assert_eq!(orders(ann).await.len(), 1, "{day}");
    }
    on(app, ann, "2027-01-21").await;
    let order = subscription_order(ann).await;
    assert_eq!((&order["ship_by_date"], &order["coupon"]), (&json!("2027-01-28"), &json!(null)));
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["skip_days"], 0, "the box has used the skip up");
}

/// Nothing is owed, so the fee is not credited. It is not refunded either.
async fn keeps_none(app: &TestApp, ann: &mut Shopper, books: &mut Books) {
    bring_on(app, ann, "2027-01-28").await;
    let bill = buy(ann, 0, Off::Nothing, FEE).await;
    assert_eq!((bill.due, bill.credit), (0, 0));
    books.fee(FEE);
    send_back(app, ann).await;
    books.check(app).await;
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["return"]["refunded"]), (&json!("completed"), &json!(null)));
    assert_eq!(payments(ann).await, of_kinds(&[("styling_fee", FEE)]));
}

/// The box is still ordered, but it is not styled before another card has paid the fee.
async fn has_a_card_that_ends(app: &TestApp, ann: &mut Shopper, books: &mut Books) {
    choose(ann, "60_day").await;
    assert_eq!(days(ann).await, ["2027-04-03", "2027-03-20", "2027-03-27", "2027-04-03"]);
    let told =
        app.messages.subjects("ann@example.com").into_iter().filter(|subject| subject == "Your card expires soon");
    assert_eq!(told.count(), 1, "on 14 January, 45 days before");
    let needed = async |ann: &mut Shopper| ann.browser.get("/api/account").await.expect(200)["payment_needed"].clone();
    on(app, ann, "2027-02-28").await;
    assert_eq!(needed(ann).await, json!(true), "on its last day the card expires soon");
    on(app, ann, "2027-03-01").await;
    assert_eq!(needed(ann).await, json!(true));
    for day in ["2027-03-20", "2027-03-27"] {
        on(app, ann, day).await;
    }
    let order = subscription_order(ann).await;
    let waits = json!({"problem": "expired", "amount": "20.00", "by_new_card": false, "bank_url": null, "confirm_in_page": false});
    assert_eq!(order["payment"], waits);

    // The card has expired, so its bank is never asked.
    let asked = app.gateway.asked().len();
    let refused = shop(app, ann, "style").await.unwrap_err();
    assert!(refused.contains("The styling fee of $20.00 was declined."), "{refused}");
    for day in ["2027-03-28", "2027-03-29"] {
        on(app, ann, day).await;
    }
    assert_eq!((app.gateway.asked().len(), ann.status().await.as_str()), (asked, "created"));
    books.check(app).await;

    // The new card needs a code, and pays the fee immediately.
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    assert_eq!(ann.status().await, "created");
    confirm(app, &mut ann.browser).await;
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["payment"]), (&json!("styling"), &json!(null)));
    assert_eq!(needed(ann).await, json!(false));
    let card = json!({"brand": "Mastercard", "last_four": "4444"});
    let paid = order["payments"].as_array().unwrap();
    assert_eq!((paid.len(), &paid[0]["amount"], &paid[0]["card"]), (1, &json!("20.00"), &card));
    books.fee(FEE);
    books.check(app).await;
}

/// An exchanged item is paid like a kept one, and its old size has to come back.
async fn exchanges(app: &TestApp, ann: &mut Shopper, books: &mut Books) {
    bring_on(app, ann, "2027-04-03").await;
    let other_size = exchangeable(ann).await;
    let bill = Bill::of(&exchange(ann, &other_size, 2).await, Off::Nothing, FEE);
    bill.check(&ann.invoice().await);
    bill.check(&ann.check_out("exchanged").await.expect(200));
    books.sale(&bill);
    let early = shop(app, ann, "complete").await.unwrap_err();
    assert!(early.contains("items to come back"), "{early}");
    shop(app, ann, "exchange ship").await.unwrap();
    on(app, ann, "2027-04-10").await;
    send_back(app, ann).await;
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["exchanges"][0]["status"]), (&json!("completed"), &json!("shipped")));
    let exchanged = &order["line_items"][other_size.0];
    assert_eq!((&exchanged["paid_for"], &exchanged["exchange_size"]), (&json!(true), &other_size.1));
    assert_eq!(payments(ann).await, of_kinds(&[("styling_fee", FEE), ("purchase", bill.due)]));
    books.check(app).await;
}

/// The friend has 20% off the first box; its checkout earns the customer the same, for 365 days.
async fn brings_a_friend(app: &TestApp, ann: &mut Shopper, books: &mut Books) {
    let account = ann.browser.get("/api/account").await.expect(200);
    let mut bea = invited_friend(app, account["referral_code"].as_str().unwrap(), "2027-04-20").await;
    let path = "/api/referrals?page=0&limit=10&sort_field=created_at&sort_order=asc";
    let mut friend = async || ann.browser.get(path).await.expect(200)["referrals"][0].clone();
    assert_eq!(friend().await["reward"], json!(null), "Bea has not checked out");
    let bill = buy(&mut bea, 1, Off::Percent(20), FIRST_FEE).await;
    books.fee(FIRST_FEE);
    books.sale(&bill);
    books.check(app).await;
    send_back(app, &mut bea).await;
    let reward = friend().await["reward"].clone();
    let earned = json!({"earned_at": "2027-04-10T15:00:00Z", "expires_at": "2028-04-09T15:00:00Z", "used_at": null});
    assert_eq!(reward, earned, "2028 has a 29 February");
}

/// The reward is taken off before the tax. The returned items are sent, received, and cost nothing.
async fn returns_by_mail(app: &TestApp, ann: &mut Shopper, books: &mut Books) {
    assert_eq!(days(ann).await, ["2027-06-07", "2027-05-24", "2027-05-31", "2027-06-07"]);
    for day in ["2027-05-24", "2027-05-31"] {
        on(app, ann, day).await;
    }
    assert_eq!(subscription_order(ann).await["coupon"], "Referral20");
    bring_on(app, ann, "2027-06-07").await;
    on(app, ann, "2027-06-09").await;
    let bill = buy(ann, 2, Off::Percent(20), FEE).await;
    assert!(bill.discount > 0);
    books.fee(FEE);
    books.sale(&bill);
    let back = ann.read().await["return"].clone();
    assert_eq!(
        back,
        json!({"due_on": "2027-06-12", "sent_at": null, "received_at": null, "is_refunded": false, "refunded": null})
    );
    on(app, ann, "2027-06-15").await;
    send_back(app, ann).await;
    let order = ann.read().await;
    assert_eq!(order["return"]["received_at"], "2027-06-15T15:00:00Z");
    let bought: Vec<_> = order["line_items"].as_array().unwrap().iter().map(|line| &line["paid_for"]).collect();
    assert_eq!(bought.iter().filter(|paid| **paid == &json!(true)).count(), 2);
    assert_eq!(payments(ann).await, of_kinds(&[("styling_fee", FEE), ("purchase", bill.due)]));
    books.check(app).await;
    let path = "/api/referrals?page=0&limit=10&sort_field=created_at&sort_order=asc";
    let friends = ann.browser.get(path).await.expect(200);
    assert_eq!(friends["referrals"][0]["reward"]["used_at"], "2027-06-09T15:00:00Z");
}
