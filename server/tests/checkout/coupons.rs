//! Coupon codes: checking a code promises exactly what an order gets, and after a coupon has expired the default applies again.

use crate::support::{CARD, Shopper, TestApp, answers, card_form, ops};
use serde_json::{Value, json};

/// The beginning of the day after the last day of [`issue`]'s coupons.
const AFTER: &str = "2026-11-19T06:00:00Z";

/// Issues a coupon of 10% whose last day is today.
async fn issue(app: &TestApp, code: &str) {
    ops(app, &format!("coupon issue {code} --percent 10 --until 2026-11-18")).await.unwrap();
}

async fn referral_code(shopper: &mut Shopper) -> String {
    shopper.browser.get("/api/account").await.expect(200)["referral_code"].as_str().unwrap().to_owned()
}

/// A customer who has registered with a friend's code, ordered and got the box.
async fn invited(app: &TestApp, email: &str, code: &str) -> Shopper {
    let mut friend = Shopper::invited(app, email, code).await;
    friend.says(answers()).await;
    friend.order = friend.save_card(CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    friend
}

impl Shopper {
    async fn applies(&mut self, code: &str) -> Value {
        let path = format!("/api/invoices/{}/coupons", self.invoice().await["id"].as_str().unwrap());
        self.browser.post(&path, json!({"code": code})).await.expect(200)
    }

    /// Checks a code, as the payment page does.
    async fn checks(&mut self, code: &str) -> crate::support::Reply {
        self.browser.get(&format!("/api/account/validate_signup_code/{code}")).await
    }

    /// A new order with a code.
    async fn orders_with(&mut self, code: &str) -> crate::support::Reply {
        let order = json!({"customer_pick_up": false, "ship_by_date": "2026-12-01", "coupon": code});
        self.browser.post("/api/orders", json!({ "order": order })).await
    }
}

/// The code that applies to an invoice, and the code that has expired.
fn codes(invoice: &Value) -> (Value, Value) {
    (invoice["coupon"]["code"].clone(), invoice["ended_coupon"].clone())
}

#[tokio::test]
async fn a_code_that_an_order_would_refuse_is_not_promised() {
    let app = TestApp::start().await;
    for line in [
        "coupon issue SPRING --percent 10",
        "coupon issue ENDED --percent 10 --from 2026-11-01 --until 2026-11-19",
        "coupon issue LATER --percent 10 --from 2026-11-19",
        "coupon issue ONCE --percent 10 --uses 1",
    ] {
        ops(&app, line).await.unwrap();
    }
    app.execute("UPDATE coupons SET uses = 1 WHERE code = 'ONCE'").await;
    app.execute("UPDATE coupons SET valid_until = '2026-11-17' WHERE code = 'ENDED'").await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut bea = Shopper::with_order(&app, "bea@example.com").await;
    let (own, anothers) = (referral_code(&mut bea).await, referral_code(&mut ann).await);
    for code in [own.as_str(), &anothers, "ENDED", "LATER", "ONCE", "NOBODYS", "Referral20"] {
        bea.checks(code).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
        let path = format!("/api/orders/{}", bea.order);
        let sent = bea.browser.patch(&path, json!({"order": {"coupon": code}})).await;
        sent.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    }
    for (typed, code) in [("spring", "SPRING"), ("hELLO25", "Hello25")] {
        assert_eq!(bea.checks(typed).await.expect(200)["code"], code);
        let path = format!("/api/orders/{}", bea.order);
        let sent = bea.browser.patch(&path, json!({"order": {"coupon": typed}})).await.expect(200);
        assert_eq!(sent["coupon"], typed);
    }
    // A visitor counts as a new customer.
    let mut visitor = app.client();
    for code in ["hello25", own.as_str(), "SPRING"] {
        visitor.get(&format!("/api/account/validate_signup_code/{code}")).await.expect(200);
    }
}

#[tokio::test]
async fn a_code_that_the_customer_has_used_is_not_promised_for_the_next_box() {
    let app = TestApp::start().await;
    ops(&app, "coupon issue SPRING --percent 10").await.unwrap();
    ops(&app, "coupon issue SUMMER --percent 10").await.unwrap();
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut bea = invited(&app, "bea@example.com", &referral_code(&mut ann).await).await;
    // The general referral code means the same, and then no code has expired.
    let path = format!("/api/orders/{}", bea.order);
    bea.browser.patch(&path, json!({"order": {"coupon": "referral20"}})).await.expect(200);
    let invitation = bea.checks(&referral_code(&mut ann).await).await.expect(200);
    assert_eq!(invitation["description"], "20% off", "the code of the invitation works");
    bea.bring_box(&app).await;
    bea.keep(2).await;
    assert_eq!(codes(&bea.invoice().await), (json!(referral_code(&mut ann).await), json!(null)));
    bea.applies("SPRING").await;
    bea.check_out("key").await.expect(200);
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    for code in ["SPRING", "Hello25"] {
        bea.checks(code).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
        bea.orders_with(code).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    }
    assert_eq!(bea.checks("SUMMER").await.expect(200)["code"], "SUMMER");
    assert_eq!(bea.orders_with("SUMMER").await.expect(201)["coupon"], "SUMMER");
}

#[tokio::test]
async fn after_an_applied_coupon_has_expired_the_default_applies_and_the_invoice_says_so() {
    let app = TestApp::start().await;
    issue(&app, "SPRING").await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let before = ann.invoice().await;
    assert_eq!(codes(&before), (json!("Hello25"), json!(null)));
    assert_eq!(codes(&ann.applies("SPRING").await), (json!("SPRING"), json!(null)));
    app.clock.set(AFTER);
    let after = ann.invoice().await;
    assert_eq!(codes(&after), (json!("Hello25"), json!("SPRING")));
    assert_eq!((&after["discount_amount"], &after["totalDue"]), (&before["discount_amount"], &before["totalDue"]));
    // The invoice still says so after the decisions have changed.
    ann.keep(1).await;
    ann.keep(2).await;
    assert_eq!(codes(&ann.invoice().await), (json!("Hello25"), json!("SPRING")));
    let paid = ann.check_out("key").await.expect(200);
    assert_eq!(codes(&paid), (json!("Hello25"), json!(null)));
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn after_an_expired_coupon_the_earlier_default_applies_again() {
    let app = TestApp::start().await;
    for code in ["SPRING", "SUMMER"] {
        issue(&app, code).await;
    }
    ops(&app, "coupon issue ONCE --percent 10 --uses 1").await.unwrap();
    ops(&app, "coupon issue WINTER --percent 10").await.unwrap();
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    // Somebody else has used the last of it.
    ann.applies("ONCE").await;
    app.execute("UPDATE coupons SET uses = 1 WHERE code = 'ONCE'").await;
    assert_eq!(codes(&ann.invoice().await), (json!("Hello25"), json!("ONCE")));
    assert_eq!(codes(&ann.applies("WINTER").await), (json!("WINTER"), json!(null)));

    let invitation = referral_code(&mut ann).await;
    let mut friend = invited(&app, "bea@example.com", &invitation).await;
    friend.bring_box(&app).await;
    friend.keep(2).await;
    friend.applies("SPRING").await;
    let mut remover = Shopper::decided(&app, "cleo@example.com", 2).await;
    let path = format!("/api/invoices/{}/coupons", remover.invoice().await["id"].as_str().unwrap());
    remover.browser.delete(&path).await.expect(200);
    remover.applies("SPRING").await;
    let mut early = Shopper::new(&app, "dora@example.com").await;
    let mut form = card_form(CARD);
    form["options"]["coupon"] = json!("SUMMER");
    early.order =
        early.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    let mut none = Shopper::new(&app, "eve@example.com").await;
    let mut form = card_form(CARD);
    form["options"]["coupon"] = json!("");
    none.order =
        none.browser.post("/api/credit_cards", form).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    none.bring_box(&app).await;
    none.keep(2).await;
    none.applies("SPRING").await;

    app.clock.set(AFTER);
    assert_eq!(codes(&friend.invoice().await), (json!(invitation), json!("SPRING")));
    assert_eq!(codes(&remover.invoice().await), (json!(null), json!("SPRING")), "a removed coupon stays removed");
    assert_eq!(codes(&none.invoice().await), (json!(null), json!("SPRING")), "the order had no coupon");
    // The invoice also names a coupon of the order that expired before there was an invoice.
    early.bring_box(&app).await;
    early.keep(2).await;
    assert_eq!(codes(&early.invoice().await), (json!("Hello25"), json!("SUMMER")));
    remover.browser.delete(&path).await.expect(200);
    assert_eq!(codes(&remover.invoice().await), (json!(null), json!(null)));
    // The second box has no default.
    app.execute("UPDATE customers SET first_timer = (1 = 0)").await;
    app.execute("UPDATE coupons SET valid_until = '2026-11-18' WHERE code = 'WINTER'").await;
    assert_eq!(codes(&ann.invoice().await), (json!(null), json!("WINTER")));
}
