//! Variations of the year: the days, fees and amounts if something else happens to a box, a skip, a card or a reward.

use super::{
    Bill, FEE, FIRST_FEE, Off, TAX, another_box, apply, bring_on, buy, choose, days, exchange, exchangeable,
    invited_friend, ledger, next_box, of_kinds, on, orders, payments, prices, second_timer, send_back, share, shop,
    subscriber, subscription_order,
};
use crate::support::{GatewayBehaviour, Shopper, TestApp, confirm, ops, other_card, text};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

/// A delivered second box. Its fee was $20, and there is no coupon.
async fn with_second_box(app: &TestApp) -> Shopper {
    let mut ann = second_timer(app).await;
    another_box(app, &mut ann, "2026-12-01").await;
    ann
}

#[tokio::test]
async fn the_fee_is_credited_up_to_the_amount_owed_and_the_rest_is_not_refunded() {
    let app = TestApp::start().await;
    let mut ann = with_second_box(&app).await;
    let price = prices(&mut ann, 1).await[0];
    // Five dollars are left of the price, and with their tax $5.34: less than the fee.
    ops(&app, &format!("coupon issue NEARLY --off {}", text(price - 5_00))).await.unwrap();
    ann.keep(1).await;
    apply(&mut ann, "NEARLY").await.expect(200);
    let bill = buy(&mut ann, 1, Off::Cents(price - 5_00), FEE).await;
    assert_eq!((bill.with_tax, bill.credit, bill.due), (5_34, 5_34, 0));
    send_back(&app, &mut ann).await;
    assert_eq!(payments(&mut ann).await, of_kinds(&[("styling_fee", FEE)]));
    assert_eq!(app.charged().await, [FIRST_FEE, FEE]);
    assert_eq!(ledger(&app).await, [FIRST_FEE + FEE, 5_34, 0, -5_34, -FIRST_FEE - FEE]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_discount_never_exceeds_the_total() {
    let app = TestApp::start().await;
    let mut ann = with_second_box(&app).await;
    ops(&app, "coupon issue HUGE --off 9000.00").await.unwrap();
    let count = ann.lines().await.len();
    ann.keep(count).await;
    apply(&mut ann, "HUGE").await.expect(200);
    let bill = buy(&mut ann, count, Off::Cents(900_000), FEE).await;
    assert_eq!((bill.discount, bill.tax, bill.due), (bill.subtotal - bill.multi_item, 0, 0));
    assert_eq!(app.charged().await, [FIRST_FEE, FEE]);
    assert!(ops(&app, "audit").await.is_ok());
}

/// The refund is what was paid for the item: its price less its share of both discounts, plus its tax.
#[tokio::test]
async fn one_sold_out_exchange_of_four_items_refunds_what_the_item_cost() {
    let app = TestApp::start().await;
    let mut ann = with_second_box(&app).await;
    ops(&app, "coupon issue TWENTY --percent 20").await.unwrap();
    let other_size = exchangeable(&mut ann).await;
    let bought = exchange(&mut ann, &other_size, 4).await;
    apply(&mut ann, "TWENTY").await.expect(200);
    let bill = Bill::of(&bought, Off::Percent(20), FEE);
    bill.check(&ann.invoice().await);
    ann.check_out("key").await.expect(200);
    let before: i64 = app.charged().await.iter().sum();
    assert_eq!(before, FIRST_FEE + FEE + bill.due);
    shop(&app, &mut ann, "exchange sold-out").await.unwrap();
    let back = before - app.charged().await.iter().sum::<i64>();
    let paid = share(bought[0], 72 * (100_000 + TAX), 100 * 100_000);
    assert!((back - paid).abs() <= 1, "{back} for {paid}: the shares of all items come to the total");
    let order = ann.read().await;
    assert_eq!(order["return"]["refunded"], json!(text(back)));
    assert_eq!(order["line_items"][other_size.0]["paid_for"], json!(false));
    assert_eq!(payments(&mut ann).await, of_kinds(&[("styling_fee", FEE), ("purchase", bill.due), ("refund", back)]));
    // The fee stays credited, because the other three items cost more than the fee.
    let charges = FIRST_FEE + FEE + bill.due;
    assert_eq!(ledger(&app).await, [charges, FEE, -back, back - bill.with_tax, -FIRST_FEE - FEE]);
    // The item is a return now.
    send_back(&app, &mut ann).await;
    assert_eq!(ann.status().await, "completed");
    assert!(ops(&app, "audit").await.is_ok());
}

/// Staff see it, and nothing is charged for it. No other box is ordered until it has arrived.
#[tokio::test]
async fn a_late_return_costs_nothing_and_delays_the_next_box() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app, "12/29").await;
    bring_on(&app, &mut ann, "2026-11-24").await;
    let bill = buy(&mut ann, 1, Off::Cents(25_00), FIRST_FEE).await;
    let charged = app.charged().await;
    // It was due on 29 November, and is overdue after thirty days.
    for day in ["2026-12-15", "2026-12-22", "2026-12-29"] {
        on(&app, &mut ann, day).await;
    }
    assert_eq!(ops(&app, "overdue").await.unwrap(), "No return is overdue.\n");
    on(&app, &mut ann, "2026-12-30").await;
    let order = ann.read().await;
    let code = order["code"].as_str().unwrap();
    assert!(ops(&app, "overdue").await.unwrap().contains(&format!("{code}  2026-11-29  ann@example.com")));
    assert_eq!(order["return"]["due_on"], "2027-01-01", "two days are left at the end of the day");
    assert!(shop(&app, &mut ann, "complete").await.unwrap_err().contains("items to come back"));
    assert_eq!((next_box(&mut ann).await, orders(&mut ann).await.len()), (json!(null), 1));

    on(&app, &mut ann, "2027-01-05").await;
    send_back(&app, &mut ann).await;
    assert_eq!(app.charged().await, charged);
    assert_eq!(payments(&mut ann).await, of_kinds(&[("styling_fee", FIRST_FEE), ("purchase", bill.due)]));
    // The box of 29 December follows, with a week to skip it and a week to style it. The 18th is a holiday of the mail.
    assert_eq!(days(&mut ann).await, ["2026-12-29", "2027-01-05", "2027-01-12", "2027-01-19"]);
    for day in ["2027-01-05", "2027-01-12"] {
        on(&app, &mut ann, day).await;
    }
    assert_eq!(subscription_order(&mut ann).await["ship_by_date"], "2027-01-19");
    assert!(ops(&app, "audit").await.is_ok());
}

/// Nothing was decided and nothing has arrived, so the system does not charge items that may be in the mail.
#[tokio::test]
async fn a_box_that_is_lost_on_its_way_back_is_not_charged() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app, "12/29").await;
    bring_on(&app, &mut ann, "2026-11-24").await;
    steps::take(&app.state, &ann.order, Step::SendBack, Actor::Ops).await.unwrap();
    for day in ["2026-11-27", "2026-11-28", "2026-11-29", "2026-12-01", "2026-12-31"] {
        on(&app, &mut ann, day).await;
        assert_eq!(ann.status().await, "in_transit_to_stylebox", "{day}");
    }
    assert_eq!(app.charged().await, [FIRST_FEE]);
    let waits = ops(&app, "attention").await.unwrap();
    assert!(waits.contains("its return is overdue: it was due on 2026-11-29"), "{waits}");
    assert!(shop(&app, &mut ann, "checkout").await.is_err());
    // After it was found, the order completes without a charge.
    shop(&app, &mut ann, "receive").await.unwrap();
    on(&app, &mut ann, "2027-01-04").await;
    shop(&app, &mut ann, "complete").await.unwrap();
    assert_eq!(app.charged().await, [FIRST_FEE]);
    assert_eq!(ledger(&app).await, [FIRST_FEE, 0, 0, 0, -FIRST_FEE]);
    assert!(ops(&app, "audit").await.is_ok());
}

/// The customer again has a week from the notice, so a skip that is undone late delays the box.
#[tokio::test]
async fn undoing_a_skip_restores_the_box_and_charges_one_fee() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app, "12/29").await;
    bring_on(&app, &mut ann, "2026-11-24").await;
    buy(&mut ann, 0, Off::Nothing, FIRST_FEE).await;
    send_back(&app, &mut ann).await;
    let planned = ["2026-12-29", "2026-12-15", "2026-12-22", "2026-12-29"];
    assert_eq!(days(&mut ann).await, planned);
    let skip = async |ann: &mut Shopper, call: &str| {
        ann.browser.patch(&format!("/api/account/{call}"), json!({})).await.expect(200)["skip_days"].clone()
    };
    // Before the notice, undoing a skip delays nothing.
    on(&app, &mut ann, "2026-12-01").await;
    assert_eq!(skip(&mut ann, "skip_a_box").await, 30);
    assert_eq!(days(&mut ann).await[0], "2027-01-28");
    assert_eq!(skip(&mut ann, "unskip_a_box").await, 0);
    assert_eq!(days(&mut ann).await, planned);
    on(&app, &mut ann, "2026-12-15").await;
    assert_eq!(skip(&mut ann, "skip_a_box").await, 30);
    on(&app, &mut ann, "2026-12-20").await;
    assert_eq!(skip(&mut ann, "unskip_a_box").await, 0);
    // 3 January is a Sunday.
    assert_eq!(days(&mut ann).await, ["2026-12-29", "2026-12-20", "2026-12-27", "2027-01-04"]);
    for day in ["2026-12-20", "2026-12-22", "2026-12-26"] {
        on(&app, &mut ann, day).await;
        assert_eq!(orders(&mut ann).await.len(), 1, "{day}");
    }
    on(&app, &mut ann, "2026-12-27").await;
    assert_eq!(subscription_order(&mut ann).await["ship_by_date"], "2027-01-04");
    bring_on(&app, &mut ann, "2027-01-04").await;
    assert_eq!(app.charged().await, [FIRST_FEE, FEE]);
}

/// The current box and its price stay the same. The following box comes as the customer chose last.
#[tokio::test]
async fn a_new_frequency_during_an_open_order_applies_to_the_following_box() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app, "12/29").await;
    shop(&app, &mut ann, "style").await.unwrap();
    choose(&mut ann, "60_day").await;
    assert_eq!(ann.read().await["subscription_type"], "subscription_30_day");
    shop(&app, &mut ann, "ship").await.unwrap();
    on(&app, &mut ann, "2026-11-24").await;
    shop(&app, &mut ann, "deliver").await.unwrap();
    choose(&mut ann, "90_day").await;
    assert_eq!(next_box(&mut ann).await, json!(null), "while a box is with the customer");
    buy(&mut ann, 1, Off::Cents(25_00), FIRST_FEE).await;
    send_back(&app, &mut ann).await;
    // 90 and 5 days later it is a Saturday.
    assert_eq!(days(&mut ann).await, ["2027-02-27", "2027-02-13", "2027-02-20", "2027-02-27"]);
    let skip = next_box(&mut ann).await["skip"].clone();
    assert_eq!(skip["offered"], json!(false), "a quarterly box cannot be skipped");
    for day in ["2026-12-29", "2027-02-13"] {
        on(&app, &mut ann, day).await;
        assert_eq!(orders(&mut ann).await.len(), 1, "{day}");
    }
    on(&app, &mut ann, "2027-02-20").await;
    let order = subscription_order(&mut ann).await;
    assert_eq!(
        (&order["ship_by_date"], &order["subscription_type"]),
        (&json!("2027-02-27"), &json!("subscription_90_day"))
    );
    // On demand no box follows.
    choose(&mut ann, "on_demand").await;
    bring_on(&app, &mut ann, "2027-02-27").await;
    buy(&mut ann, 0, Off::Nothing, FEE).await;
    send_back(&app, &mut ann).await;
    on(&app, &mut ann, "2027-06-30").await;
    assert_eq!((next_box(&mut ann).await, orders(&mut ann).await.len()), (json!(null), 2));
    assert!(ops(&app, "audit").await.is_ok());
}

/// Nothing was charged, so nothing is refunded.
#[tokio::test]
async fn a_box_that_waits_for_its_fee_is_cancelled_without_a_charge() {
    let app = TestApp::start().await;
    let mut ann = subscriber(&app, "12/29").await;
    app.gateway.set(GatewayBehaviour::Declines);
    shop(&app, &mut ann, "style").await.unwrap_err();
    assert_eq!(ann.read().await["payment"]["problem"], "declined");
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    app.gateway.set(GatewayBehaviour::Works);
    for day in ["2026-11-19", "2026-11-20"] {
        on(&app, &mut ann, day).await;
    }
    assert_eq!((app.charged().await, app.gateway.refunds()), (Vec::new(), 0));
    assert_eq!(payments(&mut ann).await, of_kinds(&[]));
    // The first box is still to come. Its fee is $1, and Hello25 is not used up.
    another_box(&app, &mut ann, "2026-12-01").await;
    buy(&mut ann, 1, Off::Cents(25_00), FIRST_FEE).await;
    assert!(ops(&app, "audit").await.is_ok());
}

/// The subscription goes on from the day for which the cancelled box was planned, and the reward waits for the next box.
#[tokio::test]
async fn a_cancelled_box_costs_nothing_and_leaves_the_reward() {
    let app = TestApp::start().await;
    let (mut ann, _) = with_reward(&app).await;
    assert_eq!(days(&mut ann).await, ["2026-12-23", "2026-12-09", "2026-12-16", "2026-12-23"], "35 days later");
    for day in ["2026-12-09", "2026-12-16"] {
        on(&app, &mut ann, day).await;
    }
    assert_eq!(subscription_order(&mut ann).await["coupon"], "Referral20");
    let charged = app.charged().await;
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(app.charged().await, charged);
    assert_eq!(days(&mut ann).await, ["2027-01-27", "2027-01-13", "2027-01-20", "2027-01-27"], "35 after that");
    for day in ["2027-01-13", "2027-01-20"] {
        on(&app, &mut ann, day).await;
    }
    assert_eq!(subscription_order(&mut ann).await["coupon"], "Referral20");
    // The card is declined and another one pays. Then the shop cancels the box, and the fee is refunded to the card that paid it.
    app.gateway.set(GatewayBehaviour::Declines);
    shop(&app, &mut ann, "style").await.unwrap_err();
    app.gateway.set(GatewayBehaviour::Works);
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    assert_eq!(ann.status().await, "styling");
    shop(&app, &mut ann, "cancel").await.unwrap();
    let paid = ann.read().await["payments"].clone();
    let card = json!({"brand": "Mastercard", "last_four": "4444"});
    let at = "2027-01-20T15:00:00Z";
    let moved = |kind: &str| json!({"at": at, "amount": "20.00", "kind": kind, "card": card});
    assert_eq!(paid, json!([moved("styling_fee"), moved("styling_fee_refund")]));
    assert_eq!(reward(&mut ann).await["used_at"], json!(null));
    assert!(ops(&app, "audit").await.is_ok());
}

/// A customer whose first box is completed, whose next one is ordered, and who has a reward for a friend's first checkout. Also
/// returns what both were charged, in cents.
async fn with_reward(app: &TestApp) -> (Shopper, i64) {
    let mut ann = second_timer(app).await;
    let account = ann.browser.get("/api/account").await.expect(200);
    let mut bea = invited_friend(app, account["referral_code"].as_str().unwrap(), "2026-11-24").await;
    let bill = buy(&mut bea, 1, Off::Percent(20), FIRST_FEE).await;
    (ann, 2 * FIRST_FEE + bill.due)
}

async fn reward(ann: &mut Shopper) -> Value {
    ann.browser.get("/api/referrals").await.expect(200)["referrals"][0]["reward"].clone()
}

/// It was earned on 18 November, and expires exactly a year later, even if an open invoice already shows it.
#[tokio::test]
async fn a_reward_that_expires_before_the_checkout_is_not_taken_off() {
    let app = TestApp::start().await;
    let (mut ann, _) = with_reward(&app).await;
    choose(&mut ann, "on_demand").await;
    on(&app, &mut ann, "2027-11-17").await;
    another_box(&app, &mut ann, "2027-11-22").await;
    ann.keep(2).await;
    let bought = prices(&mut ann, 2).await;
    let seen = ann.invoice().await;
    Bill::of(&bought, Off::Percent(20), FEE).check(&seen);
    app.clock.set("2027-11-18T14:59:59Z");
    Bill::of(&bought, Off::Percent(20), FEE).check(&ann.invoice().await);
    app.clock.set("2027-11-18T15:00:00Z");
    let agreed = json!({"expected_total_due": seen["totalDue"]});
    ann.check_out_for(&seen, "seen-before", &agreed).await.refused(409, "invoice_changed");
    buy(&mut ann, 2, Off::Nothing, FEE).await;
    assert_eq!(reward(&mut ann).await["used_at"], json!(null));
    assert!(ops(&app, "audit").await.is_ok());
}

/// A completely returned box uses up neither the reward in its invoice nor a coupon of the shop.
#[tokio::test]
async fn a_discount_that_takes_nothing_off_is_not_used_up() {
    let app = TestApp::start().await;
    let (mut ann, charged) = with_reward(&app).await;
    ops(&app, "coupon issue ONCE --off 10.00 --uses 1").await.unwrap();
    another_box(&app, &mut ann, "2026-12-01").await;
    ann.keep(0).await;
    assert_eq!(ann.invoice().await["coupon"]["code"], "Referral20");
    buy(&mut ann, 0, Off::Percent(20), FEE).await;
    send_back(&app, &mut ann).await;
    assert_eq!(reward(&mut ann).await["used_at"], json!(null));

    another_box(&app, &mut ann, "2026-12-01").await;
    ann.keep(0).await;
    apply(&mut ann, "ONCE").await.expect(200);
    buy(&mut ann, 0, Off::Cents(10_00), FEE).await;
    send_back(&app, &mut ann).await;

    // Both can be used for the next box, which uses up the reward.
    another_box(&app, &mut ann, "2026-12-01").await;
    ann.keep(1).await;
    apply(&mut ann, "ONCE").await.expect(200);
    apply(&mut ann, "Referral20").await.expect(200);
    let bill = buy(&mut ann, 1, Off::Percent(20), FEE).await;
    assert!(bill.discount > 0);
    send_back(&app, &mut ann).await;
    assert_eq!(reward(&mut ann).await["used_at"], "2026-11-18T15:00:00Z");
    another_box(&app, &mut ann, "2026-12-01").await;
    assert_eq!(ann.invoice().await["coupon"], json!(null));
    let all: i64 = app.charged().await.iter().sum();
    assert_eq!(all, charged + 4 * FEE + bill.due);
    assert!(ops(&app, "audit").await.is_ok());
}
