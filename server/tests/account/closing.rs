//! Closing an account: immediately, or once everything is settled.

use crate::account::sign_up_and_in::sign_in;
use crate::support::locks::wait_until_it_waits;
use crate::support::{
    CARD, Client, GatewayBehaviour, PASSWORD, Reply, Shopper, TestApp, confirm, newest_mail, ops, other_card,
    registration, two_transactions,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::account::closing;
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::service::payment::carry_out::resume_all;
use stylebox_server::service::style::suggestions;
use stylebox_server::store::Tx;
use stylebox_server::store::operation::shop_facts;

const BOX_OUT: &str = "Your box has to be checked out.";
const RETURN_OUT: &str = "Your checked-out box has to be completed, and what you return has to arrive.";
const PAYMENT_OPEN: &str = "A payment or a refund is under way.";

pub(super) async fn close(browser: &mut Client, password: &str) -> Reply {
    browser.post("/api/account/close", json!({"current_password": password})).await
}

pub(super) async fn waits_for(browser: &mut Client) -> Value {
    browser.get("/api/account").await.expect(200)["closing"]["waits_for"].clone()
}

pub(super) async fn take(app: &TestApp, shopper: &Shopper, steps: &[Step]) {
    for step in steps {
        steps::take(&app.state, &shopper.order, *step, Actor::Ops).await.unwrap();
    }
}

#[tokio::test]
async fn an_account_with_nothing_open_is_closed_immediately() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let mut phone = app.client();
    sign_in(&mut phone, "ann@example.com", PASSWORD).await.expect(200);
    for (wrong, code) in [("Wrong#2026", "password_wrong"), ("", "required")] {
        let refused = close(&mut ann, wrong).await.expect(422);
        assert_eq!(
            (&refused["issues"][0]["field"], &refused["issues"][0]["code"]),
            (&json!("current_password"), &json!(code))
        );
    }
    close(&mut app.client(), PASSWORD).await.refused(401, "not_authorized");
    assert_eq!(ann.get("/api/account").await.expect(200)["closing"], json!(null));

    assert_eq!(close(&mut ann, PASSWORD).await.expect(200), json!({"closing": null}));
    assert!(!ann.cookies.contains_key("stylebox_session"), "the cookies are deleted");
    phone.get("/api/account").await.refused(401, "not_authorized");
    sign_in(&mut phone, "ann@example.com", PASSWORD).await.refused(401, "credentials_invalid");
    deliver(&app.state).await.unwrap();
    let subjects = app.messages.subjects("ann@example.com");
    assert_eq!(subjects, ["Your Stylebox account is closed"], "waiting messages are not sent any more");
    assert!(!app.dump().await.contains("ann@example.com"));
    // The email address is free again.
    app.client().register("ann@example.com").await;
}

#[tokio::test]
async fn guesses_at_the_password_are_limited() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    for _ in 0..10 {
        close(&mut ann, "Wrong#2026").await.expect(422);
    }
    close(&mut ann, PASSWORD).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn closing_cancels_an_order_that_is_not_begun() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    assert_eq!(close(&mut ann.browser, PASSWORD).await.expect(200)["closing"], json!(null));
    assert_eq!(app.numbers("SELECT COUNT(*) FROM orders WHERE status = 'cancelled'").await, [1]);
    assert_eq!(
        app.numbers("SELECT COUNT(*) FROM order_events WHERE actor = 'customer' AND to_status = 'cancelled'").await,
        [1]
    );
    assert_eq!(app.charged().await, Vec::<i64>::new());
}

#[tokio::test]
async fn with_a_box_out_the_account_waits_and_begins_nothing_new() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    let closed = close(&mut ann.browser, PASSWORD).await.expect(200);
    assert_eq!(closed, json!({"closing": {"since": "2026-11-18T15:00:00Z", "waits_for": [BOX_OUT]}}));
    assert!(newest_mail(&app, "account_closing").await.is_some());
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(account["closing"], closed["closing"]);
    assert_eq!(account["subscription_type"], "subscription_on_demand", "the subscription has ended");

    let browser = &mut ann.browser;
    let order = json!({"order": {"customer_pick_up": false, "ship_by_date": "2026-12-01"}});
    browser.post("/api/orders", order).await.refused(409, "account_closing");
    let subscribe = json!({"customer": {"subscription_type": "subscription_30_day"}});
    browser.patch("/api/account", subscribe).await.refused(409, "account_closing");
    browser.patch("/api/account/skip_a_box", json!({})).await.refused(409, "account_closing");
    browser
        .patch("/api/style_profiles/current", json!({"responses": {"subscription_type": "subscription_30_day"}}))
        .await
        .expect(200);
    assert_eq!(browser.get("/api/account").await.expect(200)["subscription_type"], "subscription_on_demand");
    // The referral code does not work either.
    let code = account["referral_code"].as_str().unwrap();
    let asked = app.client().get(&format!("/api/account/validate_signup_code/{code}")).await;
    asked.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    let mut friend = app.client();
    let mut form = registration("friend@example.com", &friend.human().await);
    form["customer"]["referred_by_code"] = json!(code);
    friend.post("/api/registrations", form).await.expect(201);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM referral_rewards").await, [0]);

    // Signing in, checkout and changing the card still work.
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    ann.check_out("key").await.expect(200);
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    ops(&app, "jobs run closings").await.unwrap();
    assert_eq!(waits_for(&mut ann.browser).await, json!([RETURN_OUT]));
    take(&app, &ann, &[Step::Receive, Step::Complete]).await;
    assert_eq!(waits_for(&mut ann.browser).await, json!([]));
    let said = ops(&app, "jobs run closings").await.unwrap();
    assert!(said.contains("1 accounts were closed"), "{said}");
    ann.browser.get("/api/account").await.refused(401, "not_authorized");
    deliver(&app.state).await.unwrap();
    let dump = app.dump().await;
    assert!(!dump.contains("ann@example.com") && !dump.contains("Harmon"), "{dump}");
}

#[tokio::test]
async fn closing_an_account_can_be_withdrawn() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 0).await;
    close(&mut ann.browser, PASSWORD).await.expect(200);
    let account = ann.browser.delete("/api/account/close").await.expect(200);
    assert_eq!(account["closing"], json!(null));
    assert_eq!(account["subscription_type"], "subscription_on_demand", "the subscription does not come back by itself");
    ann.check_out("key").await.expect(200);
    take(&app, &ann, &[Step::Receive, Step::Complete]).await;
    ops(&app, "jobs run closings").await.unwrap();
    let subscribe = json!({"customer": {"subscription_type": "subscription_30_day"}});
    ann.browser.patch("/api/account", subscribe).await.expect(200);
    // Withdrawing without a closing changes nothing.
    assert_eq!(ann.browser.delete("/api/account/close").await.expect(200)["email"], "ann@example.com");
}

#[tokio::test]
async fn a_closing_that_is_withdrawn_while_a_fee_is_refunded_stays_withdrawn() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    close(&mut ann.browser, PASSWORD).await.expect(200);
    // The fee of a box was charged that nobody has begun.
    app.execute("UPDATE orders SET status = 'created'").await;
    let mut other_tab = ann.browser.clone();
    app.gateway.while_a_refund_is_made(async move {
        other_tab.delete("/api/account/close").await.expect(200);
    });
    ops(&app, "jobs run closings").await.unwrap();
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!((&account["closing"], &account["first_name"]), (&json!(null), &json!("Ann")));
    assert_eq!(app.charged().await, [0], "the fee is refunded");
}

#[tokio::test]
async fn an_account_waits_for_a_payment_without_an_answer() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    let closed = close(&mut ann.browser, PASSWORD).await.expect(200);
    assert_eq!(closed["closing"]["waits_for"], json!([BOX_OUT, PAYMENT_OPEN]));
    app.gateway.set(GatewayBehaviour::Works);
    resume_all(&app.state).await.unwrap();
    assert_eq!(waits_for(&mut ann.browser).await, json!([RETURN_OUT]));
}

#[tokio::test]
async fn an_account_waits_for_a_fee_without_an_answer() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert_eq!(close(&mut ann.browser, PASSWORD).await.expect(200)["closing"]["waits_for"], json!([PAYMENT_OPEN]));
    assert_eq!(ann.status().await, "created");
    // After the bank has declined it, the order can be cancelled.
    app.gateway.set(GatewayBehaviour::Declines);
    resume_all(&app.state).await.unwrap();
    app.gateway.set(GatewayBehaviour::Works);
    ops(&app, "jobs run closings").await.unwrap();
    ann.browser.get("/api/account").await.refused(401, "not_authorized");
    assert_eq!(app.numbers("SELECT COUNT(*) FROM orders WHERE status = 'cancelled'").await, [1]);
    assert_eq!(app.charged().await, Vec::<i64>::new());
}

#[tokio::test]
async fn closing_calls_off_a_fee_that_waits_for_the_bank() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let saved = ann.save_card("4000000000003220").await.expect(201);
    ann.order = saved["order_id"].as_str().unwrap().to_owned();
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM sandbox_charges WHERE outcome = 'waiting'").await, [1]);
    assert_eq!(close(&mut ann.browser, PASSWORD).await.expect(200), json!({"closing": null}));
    assert_eq!(app.numbers("SELECT COUNT(*) FROM orders WHERE status = 'cancelled'").await, [1]);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM sandbox_charges WHERE outcome = 'waiting'").await, [0]);
}

#[tokio::test]
async fn staff_erase_a_customer_unless_something_is_open() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 0).await;
    let refused = ops(&app, "customer erase ANN@example.com").await.unwrap_err();
    assert_eq!(refused, format!("The account cannot be erased yet. {BOX_OUT}"));
    assert_eq!(ann.browser.get("/api/account").await.expect(200)["closing"], json!(null), "nothing is changed");
    ann.check_out("key").await.expect(200);
    take(&app, &ann, &[Step::Receive, Step::Complete]).await;
    let said = ops(&app, "customer erase ANN@example.com").await.unwrap();
    assert!(said.starts_with("The account of ANN@example.com is closed and erased."), "{said}");
    ann.browser.get("/api/account").await.refused(401, "not_authorized");
    let unknown = ops(&app, "customer erase ann@example.com").await.unwrap_err();
    assert_eq!(unknown, "There is no customer ann@example.com.");
}

#[tokio::test]
async fn a_card_whose_account_ends_while_it_is_saved_is_not_stored() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let mut other_tab = ann.browser.clone();
    app.gateway.while_the_bank_is_asked(async move {
        let closed = other_tab.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
        assert_eq!(closed, json!({"closing": null}));
    });
    ann.save_card(CARD).await.refused(401, "not_authorized");
    assert_eq!(app.numbers("SELECT COUNT(*) FROM cards").await, [0]);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM shipping_addresses WHERE name <> ''").await, [0]);
}

#[tokio::test]
async fn a_click_on_a_suggestion_after_the_account_has_ended_is_not_stored() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    let id = ann.register("ann@example.com").await["id"].as_str().unwrap().to_owned();
    close(&mut ann, PASSWORD).await.expect(200);
    assert!(suggestions::record_click(&app.state, &id, "P001").await.is_err());
    assert_eq!(app.numbers("SELECT COUNT(*) FROM suggested_item_clicks").await, [0]);
}

/// On PostgreSQL, the accounts of two people whom a restored backup has brought back can end at the same time. SQLite has one writer at
/// a time.
#[tokio::test]
async fn two_people_who_are_erased_again_at_once_are_both_taken_off_the_list() {
    let app = TestApp::with(two_transactions).await;
    app.client().register("ann@example.com").await;
    let ann = app.customer_id("ann@example.com").await;
    let now = app.state.clock.now();
    let mut tx = app.state.db.write().await.unwrap();
    let both = BTreeSet::from([ann.clone(), "bea".to_owned()]);
    shop_facts::set_told_of_erasure(&mut tx, &both, now).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = app.state.db.write().await.unwrap();
    shop_facts::set_told_of_erasure(&mut tx, &BTreeSet::from([ann.clone()]), now).await.unwrap();
    let Tx::Postgres(holder) = &mut tx else { return };
    let state = app.state.clone();
    let closed = tokio::spawn(async move { closing::close_for_staff(&state, &ann).await });
    wait_until_it_waits(&closed, holder).await;
    tx.commit().await.unwrap();
    closed.await.unwrap().unwrap();
    let left = shop_facts::told_of_erasure(&mut app.state.db.read().await.unwrap()).await.unwrap();
    assert_eq!(left, BTreeSet::new());
    assert_eq!(app.messages_queued("account_closed").await, 0, "ann was told the first time");
}
