//! A box that the carrier loses on its way to its customer.

use crate::support::locks::wait_until_it_waits;
use crate::support::{
    CARD, GatewayBehaviour, PASSWORD, Shopper, TestApp, answers, cents, newest_mail, ops, registration,
    two_transactions,
};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::store::Tx;
use stylebox_server::store::order::events;

/// A first box that was handed to the carrier, and its code.
async fn sent(app: &TestApp) -> (Shopper, String) {
    let mut ann = Shopper::with_order(app, "ann@example.com").await;
    for step in [Step::Style, Step::Ship] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    let code = ann.code().await;
    (ann, code)
}

#[tokio::test]
async fn a_lost_box_costs_nothing_and_another_one_can_be_ordered() {
    let app = TestApp::start().await;
    let (mut ann, code) = sent(&app).await;
    let stock = "SELECT CAST(SUM(quantity) AS BIGINT) FROM stock";
    let before = app.numbers(stock).await;
    assert_eq!(ops(&app, &format!("lost {code}")).await.unwrap(), format!("Order {code} is now cancelled.\n"));
    assert_eq!(app.numbers(stock).await, before, "its items are not in stock");
    assert_eq!(app.charged().await, [0]);
    assert!(ops(&app, "audit").await.unwrap().contains("Given back: $1.00."));

    let email = newest_mail(&app, "lost").await.unwrap();
    assert_eq!(email.recipient, "ann@example.com");
    for words in [
        format!(
            "your box {code} was lost on its way to you. Nothing is charged for it, and the styling fee of $1.00 goes back"
        ),
        "/members/customize/order/custom".to_owned(),
    ] {
        assert!(email.body.replace('\n', " ").contains(&words), "{words}: {}", email.body);
    }
    let order = ann.read().await;
    assert_eq!(order["status"], "cancelled");
    assert!(order["outgoing_shipment"]["tracking_code"].is_string(), "core needs it to know that the box was lost");

    // The next box still counts as the first one, because nothing was checked out.
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["first_timer"], json!(true));
    let wish = json!({"order": {"ship_by_date": "2026-12-01"}});
    ann.order = ann.browser.post("/api/orders", wish).await.expect(201)["id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    assert_eq!(app.charged().await, [0, 1_00]);
}

#[tokio::test]
async fn only_a_box_on_its_way_to_the_customer_can_be_lost() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let code = ann.code().await;
    let why = format!("Order {code} is delivered_to_customer and not on its way to its customer.");
    assert_eq!(ops(&app, &format!("lost {code}")).await.unwrap_err(), why);
}

#[tokio::test]
async fn staff_see_a_box_that_has_not_arrived() {
    let app = TestApp::start().await;
    let (_, code) = sent(&app).await;
    app.clock.set("2026-12-01T15:00:00Z");
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    app.clock.set("2026-12-02T15:00:00Z");
    assert_eq!(
        ops(&app, "attention").await.unwrap(),
        format!(
            "{code}  it has not come, and was expected on 2026-11-24: ask the carrier (\"ops lost {code}\" writes it off)\n"
        )
    );
    ops(&app, &format!("lost {code}")).await.unwrap();
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

/// The total stock including reserved pieces, and the reserved stock.
async fn shelves(app: &TestApp) -> [i64; 2] {
    let quantity = app.numbers("SELECT CAST(SUM(quantity) AS BIGINT) FROM stock").await;
    [quantity[0], app.reserved().await]
}

/// A box that was checked out on its way. The customer keeps its first three items, exchanges one of them if `exchanges` is set, and
/// pays a part with the gift card if there is one. Also returns the order's code and the invoice.
async fn checked_out(app: &TestApp, exchanges: bool, gift_card: Option<&str>) -> (Shopper, String, Value) {
    let (mut ann, code) = sent(app).await;
    let invoice = check_out(&mut ann, exchanges, gift_card).await;
    (ann, code, invoice)
}

async fn check_out(ann: &mut Shopper, exchanges: bool, gift_card: Option<&str>) -> Value {
    let mut exchanged = !exchanges;
    let mut decisions = Vec::new();
    for (place, line) in ann.lines().await.iter().enumerate() {
        let sizes = ann.exchange_sizes(&line["id"]).await;
        let size = sizes.get(0).filter(|_| !exchanged && place < 3);
        exchanged |= size.is_some();
        let kept = place < 3;
        decisions.push(json!({"id": line["id"], "claimed_kept": kept, "exchange_size": size, "customer_feedback": ""}));
    }
    assert!(exchanged, "one of the three has another size");
    ann.decide(json!(decisions)).await.expect(200);
    let mut invoice = ann.invoice().await;
    if let Some(number) = gift_card {
        let path = format!("/api/invoices/{}/gift_cards", invoice["id"].as_str().unwrap());
        invoice = ann.browser.post(&path, json!({"code": number})).await.expect(200);
    }
    let key = ann.order.clone();
    ann.check_out_for(&invoice, &key, &json!({"expected_total_due": invoice["totalDue"]})).await.expect(200);
    invoice
}

async fn reasons(app: &TestApp, order: &str) -> Vec<String> {
    let mut tx = app.state.db.read().await.unwrap();
    events::of_order(&mut tx, order).await.unwrap().into_iter().map(|event| event.reason).collect()
}

#[tokio::test]
async fn everything_paid_for_a_box_that_is_lost_after_its_checkout_is_refunded() {
    let app = TestApp::start().await;
    let number = "6006491234567890";
    app.add_gift_card(number, 40_00).await;
    let (mut ann, code) = sent(&app).await;
    let [shelved, _] = shelves(&app).await;
    let invoice = check_out(&mut ann, true, Some(number)).await;
    assert_eq!(shelves(&app).await, [shelved, 1], "the other size is held");
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
    assert_eq!(invoice["coupon"]["code"], "Hello25");
    // A day later the checkout is booked, but the box still has not arrived.
    ops(&app, "jobs run after_checkout").await.unwrap();
    assert_eq!(ann.status().await, "post_customer_checkout_processing");

    assert_eq!(ops(&app, &format!("lost {code}")).await.unwrap(), format!("Order {code} is now cancelled.\n"));
    assert_eq!(app.charged().await, [0, 0]);
    let balance = "SELECT balance FROM gift_cards";
    assert_eq!(app.numbers(balance).await, [40_00]);
    assert_eq!(shelves(&app).await, [shelved, 0], "the other size is free again, and the box is not in stock");
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    let due = invoice["totalDue"].as_str().unwrap();
    let email = newest_mail(&app, "lost").await.unwrap();
    let words = format!(
        "your box {code} was lost on its way to you. What you paid at your checkout goes back: ${due} to your card and $40.00 to \
         your gift card, and the styling fee of $1.00 goes back to your card. Your code Hello25 is not used up: it can be used again until it ends. If you"
    );
    assert!(email.body.replace('\n', " ").contains(&words), "{words}: {}", email.body);
    let why = format!(
        "Lost on its way to the customer: of the checkout, ${due} goes back to the card and $40.00 to the gift card"
    );
    assert!(reasons(&app, &ann.order).await.contains(&why));

    // The customer sees that nothing was bought, everything was refunded, and nothing has to be sent back.
    let order = ann.read().await;
    assert_eq!((&order["status"], &order["has_paid_invoice"]), (&json!("cancelled"), &json!(false)));
    assert_eq!((&order["return"], &order["review_invitation"]), (&json!(null), &json!(null)));
    assert!(order["line_items"].as_array().unwrap().iter().all(|line| line["paid_for"] == false));
    assert_eq!(order["exchanges"][0]["status"], "cancelled");
    let payments: Vec<_> =
        order["payments"].as_array().unwrap().iter().map(|row| [&row["kind"], &row["amount"]]).collect();
    for back in [["refund", due], ["gift_card_refund", "40.00"], ["styling_fee_refund", "1.00"]] {
        assert!(payments.contains(&[&json!(back[0]), &json!(back[1])]), "{back:?}: {payments:?}");
    }
    let export = ann.browser.get("/api/account/export").await.expect(200);
    let exported = &export["orders"][0]["invoices"][0];
    assert_eq!((&exported["card_back"], &exported["gift_card_back"]), (&json!(due), &json!("40.00")));
    assert!(exported["void_at"].is_string() && exported["refunded_at"].is_string(), "{exported}");

    // Repeating the command changes nothing.
    let again = ops(&app, &format!("lost {code}")).await.unwrap_err();
    assert_eq!(again, format!("Order {code} is cancelled and not on its way to its customer."));
    assert!(
        ops(&app, &format!("exchange ship {code}")).await.unwrap_err().contains("no exchange that is still to be sent")
    );
    assert_eq!((app.charged().await, app.gateway.refunds()), (vec![0, 0], 2));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn the_box_after_a_lost_first_box_is_the_first_box_again() {
    let app = TestApp::start().await;
    let (mut ann, code, _) = checked_out(&app, false, None).await;
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["first_timer"], json!(false));
    ops(&app, &format!("lost {code}")).await.unwrap();
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["first_timer"], json!(true));
    let wish = json!({"order": {"ship_by_date": "2026-12-01"}});
    ann.order = ann.browser.post("/api/orders", wish).await.expect(201)["id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    assert_eq!(*app.charged().await.last().unwrap(), 1_00, "the fee of a first box");
    ann.keep(1).await;
    assert_eq!(ann.invoice().await["coupon"]["code"], "Hello25");
    ann.check_out("other").await.expect(200);
    let code = ann.code().await;
    ops(&app, &format!("receive {code}")).await.unwrap();
    ops(&app, &format!("complete {code}")).await.unwrap();
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    // A later lost box does not change that.
    let wish = json!({"order": {"ship_by_date": "2026-12-01"}});
    ann.order = ann.browser.post("/api/orders", wish).await.expect(201)["id"].as_str().unwrap().to_owned();
    for step in [Step::Style, Step::Ship] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    check_out(&mut ann, false, None).await;
    let code = ann.code().await;
    ops(&app, &format!("lost {code}")).await.unwrap();
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["first_timer"], json!(false));
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn a_lost_box_restores_the_friends_discount_and_revokes_the_referrers_reward_until_the_friend_pays_again() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let invitation = ann.browser.get("/api/account").await.expect(200)["referral_code"].clone();
    let mut browser = app.client();
    let mut form = registration("bea@example.com", &browser.human().await);
    form["customer"]["referred_by_code"] = invitation.clone();
    browser.post("/api/registrations", form).await.expect(201);
    let mut bea = Shopper { browser, order: String::new() };
    bea.says(answers()).await;
    bea.order = bea.save_card(CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    let earned = "SELECT COUNT(*) FROM outbox WHERE kind = 'referral_earned'";
    let standing = "SELECT COUNT(*) FROM referral_rewards WHERE earned_as = 'referrer' AND taken_back_at IS NULL";
    for (mails, round) in [(1, "first"), (2, "second")] {
        for step in [Step::Style, Step::Ship] {
            steps::take(&app.state, &bea.order, step, Actor::Ops).await.unwrap();
        }
        bea.keep(2).await;
        let invoice = bea.invoice().await;
        assert_eq!(invoice["coupon"]["kind"], "percentage_off", "{round}: {invoice}");
        bea.check_out(round).await.expect(200);
        assert_eq!((app.numbers(earned).await, app.numbers(standing).await), (vec![mails], vec![1]));
        assert_eq!(app.numbers("SELECT COUNT(*) FROM coupons_used").await, [1]);
        let code = bea.code().await;
        ops(&app, &format!("lost {code}")).await.unwrap();
        assert_eq!(app.numbers("SELECT COUNT(*) FROM coupons_used").await, [0]);
        assert_eq!(app.numbers(standing).await, [0], "all of it was refunded");
        let wish = json!({"order": {"ship_by_date": "2026-12-01"}});
        bea.order = bea.browser.post("/api/orders", wish).await.expect(201)["id"].as_str().unwrap().to_owned();
    }
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn a_refund_of_a_lost_box_without_an_answer_is_settled_by_the_job() {
    let app = TestApp::start().await;
    let number = "6006491234567890";
    app.add_gift_card(number, 40_00).await;
    let (mut ann, code, _) = checked_out(&app, false, Some(number)).await;
    app.gateway.set(GatewayBehaviour::LosesRefundAnswers);
    ops(&app, &format!("lost {code}")).await.unwrap();
    assert_eq!(ann.status().await, "cancelled");
    // Both refunds were made but neither is booked, and the gift card's part waits.
    assert_eq!((app.charged().await, app.gateway.refunds()), (vec![0, 0], 2));
    assert_eq!(app.numbers("SELECT balance FROM gift_cards").await, [0]);
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(60));
    ops(&app, "jobs run payments").await.unwrap();
    ops(&app, "jobs run payments").await.unwrap();
    assert_eq!((app.charged().await, app.gateway.refunds()), (vec![0, 0], 2));
    assert_eq!(app.numbers("SELECT balance FROM gift_cards").await, [40_00]);
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn a_refund_of_a_lost_box_that_is_refused_waits_for_staff() {
    let app = TestApp::start().await;
    let (mut ann, code, invoice) = checked_out(&app, false, None).await;
    app.gateway.set(GatewayBehaviour::RefusesRefunds);
    ops(&app, &format!("lost {code}")).await.unwrap();
    let due = invoice["totalDue"].as_str().unwrap();
    let attention = ops(&app, "attention").await.unwrap();
    assert!(attention.contains(&format!("the gateway refused to give ${due} back")), "{attention}");
    // The account cannot end before that is settled.
    let closed = ann.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    assert_eq!(closed["closing"]["waits_for"], json!(["A payment or a refund is under way."]));
    app.gateway.set(GatewayBehaviour::Works);
    for line in attention.lines() {
        let id = line.split_whitespace().nth(1).unwrap();
        assert_eq!(
            ops(&app, &format!("payment retry {id}")).await.unwrap(),
            format!("Payment {id} is succeeded now.\n")
        );
    }
    assert_eq!(app.charged().await, [0, 0]);
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn an_exchange_that_was_refunded_as_sold_out_is_not_refunded_again() {
    let app = TestApp::start().await;
    let (_, code, invoice) = checked_out(&app, true, None).await;
    ops(&app, &format!("exchange sold-out {code}")).await.unwrap();
    let [_, left] = app.charged().await[..] else { panic!("two charges") };
    assert!(0 < left && left < cents(&invoice["totalDue"]));
    ops(&app, &format!("lost {code}")).await.unwrap();
    assert_eq!((app.charged().await, app.gateway.refunds()), (vec![0, 0], 3));
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

#[tokio::test]
async fn a_checkout_of_a_lost_box_that_charged_no_card_is_reversed_immediately() {
    let app = TestApp::start().await;
    let number = "6006491234567890";
    app.add_gift_card(number, 500_000).await;
    let (_, code, invoice) = checked_out(&app, false, Some(number)).await;
    assert_eq!(invoice["totalDue"], "0.00");
    ops(&app, &format!("lost {code}")).await.unwrap();
    assert_eq!((app.charged().await, app.gateway.refunds()), (vec![0], 1));
    assert_eq!(app.numbers("SELECT balance FROM gift_cards").await, [500_000]);
    assert!(ops(&app, "audit").await.unwrap().starts_with("The books agree"));
}

/// A checkout locks them in this order, too, so that the two cannot deadlock. On SQLite there is one writer at a time.
#[tokio::test]
async fn the_gift_card_of_a_lost_box_is_locked_before_its_sizes() {
    let app = TestApp::with(two_transactions).await;
    let number = "6006491234567890";
    app.add_gift_card(number, 500_000).await;
    let (ann, _, invoice) = checked_out(&app, true, Some(number)).await;
    assert_eq!(invoice["totalDue"], "0.00");
    let mut tx = app.state.db.write().await.unwrap();
    let Tx::Postgres(holder) = &mut tx else { return };
    let hold = "SELECT 1 FROM gift_cards WHERE id = (SELECT gift_card_id FROM invoices WHERE id = $1) FOR UPDATE";
    sqlx::query(hold).bind(invoice["id"].as_str()).execute(&mut **holder).await.unwrap();
    let (state, order) = (app.state.clone(), ann.order.clone());
    let lost = tokio::spawn(async move { steps::take(&state, &order, Step::Lose, Actor::Ops).await });
    wait_until_it_waits(&lost, holder).await;
    sqlx::query("SELECT 1 FROM stock FOR UPDATE").execute(&mut **holder).await.unwrap();
    tx.commit().await.unwrap();
    lost.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_box_cannot_be_declared_lost_while_it_is_being_paid_or_after_it_has_arrived() {
    let app = TestApp::start().await;
    let (mut ann, code) = sent(&app).await;
    ann.keep(1).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    let refused = ops(&app, &format!("lost {code}")).await.unwrap_err();
    assert_eq!(refused, format!("Order {code} is being paid: call it lost once that is settled."));
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(30));
    ops(&app, "jobs run payments").await.unwrap();
    ops(&app, &format!("deliver {code}")).await.unwrap();
    let refused = ops(&app, &format!("lost {code}")).await.unwrap_err();
    assert_eq!(refused, format!("Order {code} is checked_out_by_customer and not on its way to its customer."));
    assert_eq!(app.gateway.refunds(), 0);
}

#[tokio::test]
async fn staff_see_a_box_that_has_not_arrived_although_it_is_checked_out() {
    let app = TestApp::start().await;
    let (_, code, _) = checked_out(&app, false, None).await;
    app.clock.set("2026-12-02T15:00:00Z");
    let waits = format!(
        "{code}  it has not come, and was expected on 2026-11-24: ask the carrier (\"ops lost {code}\" writes it off)\n"
    );
    assert_eq!(ops(&app, "attention").await.unwrap(), waits);
    ops(&app, &format!("deliver {code}")).await.unwrap();
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}
