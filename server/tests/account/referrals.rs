//! Referrals: the friend gets a discount in the first invoice, and the referrer gets a reward after the friend's first checkout.

use crate::support::locks::is_waited_for;
use crate::support::{
    CARD, GatewayBehaviour, PASSWORD, Reply, Shopper, TestApp, answers, card_form, cents, confirm, newest_mail, ops,
    text, two_transactions,
};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::store::account::customers;
use stylebox_server::store::{Db, Tx};

/// A customer who was invited by `code` and has answered the quiz.
async fn invited(app: &TestApp, email: &str, code: &str) -> Shopper {
    let mut friend = Shopper::invited(app, email, code).await;
    friend.says(answers()).await;
    friend
}

/// A customer and their referral code.
async fn referrer(app: &TestApp) -> (Shopper, String) {
    let mut ann = Shopper::new(app, "ann@example.com").await;
    let account = ann.browser.get("/api/account").await.expect(200);
    (ann, account["referral_code"].as_str().unwrap().to_owned())
}

impl Shopper {
    /// Orders with a card and these options.
    async fn orders(&mut self, options: Value) -> Reply {
        let mut form = card_form(CARD);
        for (name, value) in options.as_object().unwrap() {
            form["options"][name] = value.clone();
        }
        let reply = self.browser.post("/api/credit_cards", form).await;
        if reply.status == 201 {
            self.order = reply.expect(201)["order_id"].as_str().unwrap().to_owned();
            return self.browser.get(&format!("/api/orders/{}", self.order)).await;
        }
        reply
    }

    /// Applies a typed code to the invoice.
    async fn types(&mut self, code: &str) -> Reply {
        let path = format!("/api/invoices/{}/coupons", self.invoice().await["id"].as_str().unwrap());
        self.browser.post(&path, json!({"code": code})).await
    }
}

fn percentage(code: &str) -> Value {
    json!({"code": code, "kind": "percentage_off", "value": "20.00"})
}

fn welcome() -> Value {
    json!({"code": "Hello25", "kind": "amount_off", "value": "25.00"})
}

/// A fifth of the first item's price: the discount of an invitation if only that item is kept.
async fn a_fifth(shopper: &mut Shopper) -> String {
    text((cents(&shopper.lines().await[0]["retail_price"]) * 20 + 50) / 100)
}

#[tokio::test]
async fn the_discount_of_a_first_box_is_shown_before_it_is_ordered() {
    let app = TestApp::start().await;
    let (mut ann, code) = referrer(&app).await;
    let path = "/api/account/signup_code";
    let welcome = ann.browser.get(path).await.expect(200);
    assert_eq!((&welcome["code"], &welcome["description"]), (&json!("Hello25"), &json!("$25.00 off")));
    let mut bea = invited(&app, "bea@example.com", &code).await;
    let invitation = bea.browser.get(path).await.expect(200);
    assert_eq!((&invitation["code"], &invitation["description"]), (&json!(code), &json!("20% off")));
    assert_eq!(bea.orders(json!({})).await.expect(200)["coupon"], invitation["code"]);
    app.client().get(path).await.refused(401, "not_authorized");
}

#[tokio::test]
async fn a_friend_finds_the_percentage_in_the_first_invoice() {
    let app = TestApp::start().await;
    let (_, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code).await;
    assert_eq!(bea.orders(json!({})).await.expect(200)["coupon"], json!(code));
    bea.bring_box(&app).await;
    bea.keep(1).await;
    let invoice = bea.invoice().await;
    assert_eq!(invoice["coupon"], percentage(&code));
    assert_eq!(invoice["discount_amount"], a_fifth(&mut bea).await);
    bea.check_out("k").await.expect(200);
    assert_eq!(app.charged().await, [1_00, cents(&invoice["totalDue"])]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn one_discount_counts_and_typing_the_other_code_replaces_it() {
    let app = TestApp::start().await;
    let (_, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code.to_lowercase()).await;
    bea.orders(json!({})).await.expect(200);
    bea.bring_box(&app).await;
    bea.keep(1).await;
    let with = bea.invoice().await;
    let changed = bea.types("hello25").await.expect(200);
    assert_eq!((&changed["coupon"], &changed["discount_amount"]), (&welcome(), &json!("25.00")));
    assert_eq!(bea.invoice().await["coupon"], welcome());
    for typed in [format!(" {} ", code.to_lowercase()), code.clone(), "referral20".to_owned()] {
        bea.types("HELLO25").await.expect(200);
        assert_eq!(bea.types(&typed).await.expect(200), with, "{typed}");
    }
    // After it was removed, typing its code applies it again.
    let path = format!("/api/invoices/{}/coupons", with["id"].as_str().unwrap());
    assert_eq!(bea.browser.delete(&path).await.expect(200)["coupon"], json!(null));
    assert_eq!(bea.invoice().await["coupon"], json!(null));
    assert_eq!(bea.types(&code).await.expect(200), with);
    // Neither the customer's own code nor another customer's is accepted.
    let own = bea.browser.get("/api/account").await.expect(200)["referral_code"].as_str().unwrap().to_owned();
    bea.types(&own).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    let mut cleo = Shopper::decided(&app, "cleo@example.com", 1).await;
    for foreign in [code.as_str(), "Referral20"] {
        cleo.types(foreign).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    }
    assert_eq!(cleo.invoice().await["coupon"], welcome());
}

#[tokio::test]
async fn a_customer_who_pays_with_the_welcome_coupon_has_the_invitation_in_the_next_invoice() {
    let app = TestApp::start().await;
    let (_, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code).await;
    bea.orders(json!({"coupon": "Hello25"})).await.expect(200);
    bea.bring_box(&app).await;
    bea.keep(1).await;
    assert_eq!(bea.invoice().await["coupon"], welcome());
    bea.check_out("k").await.expect(200);
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    let second = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01"}});
    let order = bea.browser.post("/api/orders", second).await.expect(201);
    assert_eq!(order["coupon"], json!(code));
    bea.order = order["id"].as_str().unwrap().to_owned();
    bea.bring_box(&app).await;
    bea.keep(1).await;
    assert_eq!(bea.invoice().await["coupon"], percentage(&code));
    bea.check_out("second").await.expect(200);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn the_percentage_is_used_once_and_earns_the_referrer_another() {
    let app = TestApp::start().await;
    let (mut ann, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code).await;
    bea.orders(json!({})).await.expect(200);
    bea.bring_box(&app).await;
    bea.keep(1).await;
    bea.invoice().await;
    // A declined payment releases it.
    app.gateway.set(GatewayBehaviour::Declines);
    bea.check_out("first").await.refused(402, "payment_declined");
    assert_eq!(bea.invoice().await["coupon"], percentage(&code));
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(1));
    bea.check_out("second").await.expect(200);
    assert_eq!(bea.invoice().await["coupon"], percentage(&code));
    assert!(app.dump().await.contains("referral_earned"));
    // The friend's discount is used up, and hello25 was for the first box.
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    let second = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01"}});
    for gone in [code.as_str(), "Referral20", "Hello25"] {
        let mut with = second.clone();
        with["order"]["coupon"] = json!(gone);
        bea.browser.post("/api/orders", with).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    }
    assert_eq!(bea.browser.post("/api/orders", second).await.expect(201)["coupon"], json!(null));
    // The referrer's reward waits: the first box has the sign-up coupon, but the reward's code can be typed.
    ann.orders(json!({})).await.expect(200);
    ann.bring_box(&app).await;
    ann.keep(1).await;
    assert_eq!(ann.invoice().await["coupon"], welcome());
    let applied = ann.types("referral20").await.expect(200);
    assert_eq!(applied["coupon"], percentage("Referral20"));
    assert_eq!(applied["discount_amount"], a_fifth(&mut ann).await);
    ann.check_out("k").await.expect(200);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn the_list_shows_each_friends_progress_and_the_total_earnings() {
    let app = TestApp::start().await;
    let (mut ann, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code).await;
    let mut list = async || ann.browser.get("/api/referrals").await.expect(200);
    let is_invited = list().await;
    let friend = &is_invited["referrals"][0];
    assert_eq!((&friend["joined_at"], &friend["reward"]), (&json!(null), &json!(null)));

    app.clock.advance(Duration::from_secs(60));
    let ordered_at = bea.orders(json!({})).await.expect(200)["created_at"].clone();
    let has_joined = list().await;
    let friend = &has_joined["referrals"][0];
    assert_eq!((&friend["joined_at"], &friend["reward"]), (&ordered_at, &json!(null)));
    assert_ne!(friend["created_at"], friend["joined_at"]);
    assert_eq!(has_joined["earnings"], json!({"earned": 0, "usable": 0, "use_before": null}));

    bea.bring_box(&app).await;
    bea.keep(1).await;
    bea.check_out("k").await.expect(200);
    // A friend's discount is not an earning. Ann's reward lasts a year from the checkout.
    let earned = list().await;
    let expires_at = earned["referrals"][0]["reward"]["expires_at"].as_str().unwrap()[..10].to_owned();
    assert_eq!(earned["earnings"], json!({"earned": 1, "usable": 1, "use_before": expires_at}));
    let of_bea = bea.browser.get("/api/referrals").await.expect(200);
    assert_eq!(of_bea["earnings"]["earned"], 0);
    app.execute("UPDATE referral_rewards SET used_at = earned_at").await;
    assert_eq!(list().await["earnings"], json!({"earned": 1, "usable": 0, "use_before": null}));
}

#[tokio::test]
async fn a_reward_stays_in_the_list_without_a_name_after_the_friend_has_closed_the_account() {
    let app = TestApp::start().await;
    let (mut ann, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code).await;
    bea.orders(json!({})).await.expect(200);
    bea.bring_box(&app).await;
    bea.keep(1).await;
    bea.check_out("k").await.expect(200);
    for step in [Step::Receive, Step::Complete] {
        steps::take(&app.state, &bea.order, step, Actor::Ops).await.unwrap();
    }
    // A friend who earned nothing leaves nothing behind.
    let mut cleo = invited(&app, "cleo@example.com", &code).await;
    let before = ann.browser.get("/api/referrals").await.expect(200);
    for friend in [&mut bea, &mut cleo] {
        let closed = friend.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await;
        assert_eq!(closed.expect(200), json!({"closing": null}));
    }
    let after = ann.browser.get("/api/referrals").await.expect(200);
    assert_eq!(after["earnings"], before["earnings"]);
    assert_eq!(after["earnings"]["earned"], 1);
    let listed = after["referrals"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "{after}");
    assert_eq!(listed[0]["customer_name"], "A friend");
    let known = before["referrals"].as_array().unwrap().iter().find(|friend| friend["reward"] != json!(null)).unwrap();
    assert_eq!(listed[0]["reward"], known["reward"]);
}

#[tokio::test]
async fn a_reward_earned_after_ordering_is_in_the_next_invoice() {
    let app = TestApp::start().await;
    let (mut ann, code) = referrer(&app).await;
    app.execute("UPDATE customers SET first_timer = (1 = 0)").await;
    // The referrer ordered before the friend checked out, without a coupon.
    ann.orders(json!({})).await.expect(200);
    assert_eq!(ann.read().await["coupon"], json!(null));
    let mut bea = invited(&app, "bea@example.com", &code).await;
    bea.orders(json!({})).await.expect(200);
    bea.bring_box(&app).await;
    bea.keep(1).await;
    bea.check_out("k").await.expect(200);
    ann.bring_box(&app).await;
    assert_eq!(ann.invoice().await["coupon"], percentage("Referral20"));
}

#[tokio::test]
async fn a_referral_reward_does_not_use_up_a_removed_invitation() {
    let app = TestApp::start().await;
    let (_, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code).await;
    bea.orders(json!({"coupon": ""})).await.expect(200);
    let own_code = bea.browser.get("/api/account").await.expect(200)["referral_code"].as_str().unwrap().to_owned();
    let mut cleo = invited(&app, "cleo@example.com", &own_code).await;
    cleo.orders(json!({})).await.expect(200);
    cleo.bring_box(&app).await;
    cleo.keep(1).await;
    cleo.check_out("cleo").await.expect(200);
    bea.bring_box(&app).await;
    bea.keep(1).await;
    let made = bea.browser.post(&format!("/api/orders/{}/invoices", bea.order), json!({})).await.expect(201);
    assert_eq!(made["coupon"], percentage("Referral20"));
    let read = bea.browser.get(&format!("/api/orders/{}/invoices/current", bea.order)).await.expect(200);
    assert_eq!(read, made);
    bea.check_out("bea").await.expect(200);
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    let second = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01"}});
    assert_eq!(bea.browser.post("/api/orders", second).await.expect(201)["coupon"], json!(code));
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn the_welcome_coupon_replaces_an_expired_invitation() {
    let app = TestApp::start().await;
    let (_, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code).await;
    bea.orders(json!({})).await.expect(200);
    bea.bring_box(&app).await;
    bea.keep(1).await;
    let seen = bea.invoice().await;
    assert_eq!(seen["coupon"], percentage(&code));
    // The last microsecond of the reward, and the next. The test's clock still stands at the moment when the reward was earned.
    app.execute("UPDATE referral_rewards SET expires_at = earned_at + 1").await;
    assert_eq!(bea.invoice().await["coupon"], percentage(&code));
    app.execute("UPDATE referral_rewards SET expires_at = earned_at").await;
    assert_eq!(bea.invoice().await["coupon"], welcome());
    bea.types(&code).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    let body = json!({"expected_total_due": seen["totalDue"]});
    bea.check_out_for(&seen, "stale", &body).await.refused(409, "invoice_changed");
    bea.check_out("k").await.expect(200);
    assert_eq!(bea.invoice().await["coupon"], welcome());
    assert!(ops(&app, "audit").await.is_ok());
    // One customer orders after it has expired. The other ordered before, but their invoice is made after.
    let mut cleo = invited(&app, "cleo@example.com", &code).await;
    let mut dora = invited(&app, "dora@example.com", &code).await;
    dora.orders(json!({})).await.expect(200);
    app.execute("UPDATE referral_rewards SET expires_at = earned_at").await;
    assert_eq!(cleo.orders(json!({})).await.expect(200)["coupon"], "Hello25");
    dora.bring_box(&app).await;
    assert_eq!(dora.read().await["coupon"], json!(code));
    assert_eq!(dora.invoice().await["coupon"], welcome());
}

#[tokio::test]
async fn a_first_box_that_is_ordered_later_has_the_percentage_too() {
    let app = TestApp::start().await;
    let (_, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code).await;
    bea.orders(json!({})).await.expect(200);
    bea.browser.post(&format!("/api/orders/{}/cancel", bea.order), json!({})).await.expect(200);
    let again = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01"}});
    assert_eq!(bea.browser.post("/api/orders", again).await.expect(201)["coupon"], json!(code));
}

#[tokio::test]
async fn the_invitation_code_can_be_typed_at_sign_up_and_removed() {
    let app = TestApp::start().await;
    let (_, code) = referrer(&app).await;
    let mut bea = invited(&app, "bea@example.com", &code).await;
    let said = bea.browser.get(&format!("/api/account/validate_signup_code/{}", code.to_lowercase())).await.expect(200);
    assert_eq!((&said["code"], &said["description"]), (&json!(code), &json!("20% off")));
    bea.orders(json!({"coupon": "AAAA2222"})).await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    bea.orders(json!({"coupon": code.to_lowercase()})).await.expect(200);
    bea.bring_box(&app).await;
    assert_eq!(bea.invoice().await["coupon"], percentage(&code));
    let mut cleo = invited(&app, "cleo@example.com", &code).await;
    assert_eq!(cleo.orders(json!({"coupon": ""})).await.expect(200)["coupon"], json!(null));
    cleo.bring_box(&app).await;
    assert_eq!(cleo.invoice().await["coupon"], json!(null), "a revoked reward does not come back");
    assert_eq!(cleo.types(&code).await.expect(200)["coupon"], percentage(&code));
    // A code that belongs to nobody is not an invitation.
    let mut dora = invited(&app, "dora@example.com", "NOBODYS2").await;
    assert_eq!(dora.orders(json!({})).await.expect(200)["coupon"], "Hello25");
}

#[tokio::test]
async fn a_referral_code_that_is_also_a_coupon_leaves_the_coupon() {
    let app = TestApp::start().await;
    ops(&app, "coupon issue SPRING --percent 10 --until 2027-05-31").await.unwrap();
    // The referral code of a link is stored as given, even if it is also a coupon's code.
    for (email, code) in [("ben@example.com", "hello25"), ("cleo@example.com", "SPRING")] {
        let mut friend = invited(&app, email, code).await;
        let order = friend.orders(json!({"coupon": code})).await.expect(200);
        assert!(order["coupon"].as_str().unwrap().eq_ignore_ascii_case(code), "{order}");
        friend.bring_box(&app).await;
        friend.keep(2).await;
        let invoice = friend.invoice().await;
        assert!(invoice["coupon"]["code"].as_str().unwrap().eq_ignore_ascii_case(code), "{invoice}");
    }
}

/// A friend whose box was delivered.
async fn friend_with_box(app: &TestApp, code: &str) -> Shopper {
    let mut bea = invited(app, "bea@example.com", code).await;
    bea.orders(json!({})).await.expect(200);
    bea.bring_box(app).await;
    bea
}

/// How many rewards the referrer has earned, and how many they can use.
async fn earnings(ann: &mut Shopper) -> [Value; 2] {
    let listed = ann.browser.get("/api/referrals").await.expect(200);
    let is_shown = listed["referrals"][0]["reward"] != json!(null);
    assert_eq!(is_shown, listed["earnings"]["earned"] == json!(1), "{listed}");
    [listed["earnings"]["earned"].clone(), listed["earnings"]["usable"].clone()]
}

/// Checks out with the first item exchanged, so that it can be refunded as sold out.
async fn buys_an_exchange(bea: &mut Shopper, others: usize) {
    let mut decisions = Vec::new();
    let mut has_exchange = false;
    for line in bea.lines().await {
        let size = bea.exchange_sizes(&line["id"]).await.get(0).cloned().unwrap_or_default();
        let is_exchanged = !has_exchange && size != json!(null);
        has_exchange |= is_exchanged;
        let is_kept = is_exchanged
            || (has_exchange && decisions.iter().filter(|d: &&Value| d["claimed_kept"] == true).count() <= others);
        let size = if is_exchanged { size } else { json!(null) };
        decisions
            .push(json!({"id": line["id"], "claimed_kept": is_kept, "exchange_size": size, "customer_feedback": ""}));
    }
    assert!(has_exchange);
    bea.decide(json!(decisions)).await.expect(200);
    bea.check_out("exchange").await.expect(200);
}

#[tokio::test]
async fn a_friend_who_keeps_nothing_earns_nothing_until_they_do() {
    let app = TestApp::start().await;
    let (mut ann, code) = referrer(&app).await;
    let mut bea = friend_with_box(&app, &code).await;
    bea.keep(0).await;
    bea.check_out("none").await.expect(200);
    assert_eq!(earnings(&mut ann).await, [json!(0), json!(0)]);
    assert!(!app.dump().await.contains("referral_earned"));
    // The second box is bought from.
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    let second = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01"}});
    bea.order = bea.browser.post("/api/orders", second).await.expect(201)["id"].as_str().unwrap().to_owned();
    bea.bring_box(&app).await;
    bea.keep(1).await;
    bea.check_out("one").await.expect(200);
    assert_eq!(earnings(&mut ann).await, [json!(1), json!(1)]);
    let said = newest_mail(&app, "referral_earned").await.unwrap().body.replace('\n', " ");
    assert!(said.contains("unless all of that purchase is refunded before you use it"), "{said}");
}

#[tokio::test]
async fn a_refunded_sold_out_purchase_takes_its_reward_back() {
    let app = TestApp::start().await;
    let (mut ann, code) = referrer(&app).await;
    let mut bea = friend_with_box(&app, &code).await;
    buys_an_exchange(&mut bea, 0).await;
    assert_eq!(earnings(&mut ann).await, [json!(1), json!(1)]);
    let order = bea.code().await;
    ops(&app, &format!("exchange sold-out {order}")).await.unwrap();
    assert_eq!(earnings(&mut ann).await, [json!(0), json!(0)]);
    // The reward is not in any invoice any more.
    ann.orders(json!({})).await.expect(200);
    ann.bring_box(&app).await;
    ann.keep(1).await;
    ann.types("Referral20").await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    // Another purchase of the same friend earns it again.
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    let second = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01"}});
    bea.order = bea.browser.post("/api/orders", second).await.expect(201)["id"].as_str().unwrap().to_owned();
    bea.bring_box(&app).await;
    bea.keep(1).await;
    bea.check_out("again").await.expect(200);
    assert_eq!(earnings(&mut ann).await, [json!(1), json!(1)]);
    assert!(ops(&app, "audit").await.is_ok());
}

/// Only a change of email address leaves a mark of used discounts; a new phone does not.
#[tokio::test]
async fn a_friend_with_a_new_phone_still_earns_the_reward() {
    let app = TestApp::start().await;
    let (mut ann, code) = referrer(&app).await;
    let mut bea = friend_with_box(&app, &code).await;
    buys_an_exchange(&mut bea, 0).await;
    let order = bea.code().await;
    ops(&app, &format!("exchange sold-out {order}")).await.unwrap();
    assert_eq!(earnings(&mut ann).await, [json!(0), json!(0)]);
    for phone in ["6515550198", "6515550199"] {
        let change = json!({"customer": {"phone": phone}});
        bea.browser.patch("/api/account", change).await.refused(403, "mfa_required");
        assert_eq!(confirm(&app, &mut bea.browser).await["phone"], phone);
        app.clock.advance(Duration::from_secs(11 * 60));
    }
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    let second = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01"}});
    bea.order = bea.browser.post("/api/orders", second).await.expect(201)["id"].as_str().unwrap().to_owned();
    bea.bring_box(&app).await;
    bea.keep(1).await;
    bea.check_out("after").await.expect(200);
    assert_eq!(earnings(&mut ann).await, [json!(1), json!(1)]);
}

#[tokio::test]
async fn a_partly_returned_purchase_keeps_its_reward() {
    let app = TestApp::start().await;
    let (mut ann, code) = referrer(&app).await;
    let mut bea = friend_with_box(&app, &code).await;
    buys_an_exchange(&mut bea, 2).await;
    let order = bea.code().await;
    ops(&app, &format!("exchange sold-out {order}")).await.unwrap();
    assert_eq!(earnings(&mut ann).await, [json!(1), json!(1)]);
}

#[tokio::test]
async fn a_lost_purchase_takes_its_reward_back_unless_it_was_used() {
    for is_used in [false, true] {
        let app = TestApp::start().await;
        let (mut ann, code) = referrer(&app).await;
        ann.orders(json!({})).await.expect(200);
        let mut bea = invited(&app, "bea@example.com", &code).await;
        bea.orders(json!({})).await.expect(200);
        for step in [Step::Style, Step::Ship] {
            steps::take(&app.state, &bea.order, step, Actor::Ops).await.unwrap();
        }
        bea.keep(1).await;
        bea.check_out("on-its-way").await.expect(200);
        assert_eq!(earnings(&mut ann).await, [json!(1), json!(1)]);
        if is_used {
            ann.bring_box(&app).await;
            ann.keep(2).await;
            ann.types("Referral20").await.expect(200);
            ann.check_out("reward").await.expect(200);
        }
        let charged = app.charged().await;
        let order = bea.code().await;
        ops(&app, &format!("lost {order}")).await.unwrap();
        // The referrer has bought for the price that was promised.
        let expected = if is_used { [json!(1), json!(0)] } else { [json!(0), json!(0)] };
        assert_eq!(earnings(&mut ann).await, expected, "used: {is_used}");
        assert!(app.charged().await.iter().sum::<i64>() < charged.iter().sum::<i64>());
        assert!(ops(&app, "audit").await.is_ok());
    }
}

/// The other way round, a referrer's checkout may wait for a row that the friend's holds. On SQLite there is one writer at a time.
#[tokio::test]
async fn a_friends_checkout_does_not_wait_for_a_transaction_about_the_referrer() {
    let app = TestApp::with(two_transactions).await;
    if matches!(app.state.db, Db::Sqlite { .. }) {
        return;
    }
    let (mut ann, code) = referrer(&app).await;
    let mut bea = friend_with_box(&app, &code).await;
    bea.keep(1).await;
    let mut tx = app.state.db.write().await.unwrap();
    let referrer = customers::by_email(&mut tx, "ann@example.com").await.unwrap().unwrap();
    let (mut tx, _) = tx.about(&referrer.id).await.unwrap().unwrap();
    let Tx::Postgres(holder) = &mut *tx else { panic!("it is PostgreSQL") };
    let paid = tokio::spawn(async move { bea.check_out("key").await });
    while !paid.is_finished() {
        assert!(!is_waited_for(holder).await, "the reward waits for its owner");
    }
    paid.await.unwrap().expect(200);
    tx.commit().await.unwrap();
    assert_eq!(earnings(&mut ann).await, [json!(1), json!(1)]);
}
