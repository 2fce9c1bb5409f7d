//! Records that outlast an account: refused cards, stopped fraud and used offers.

use crate::payment::screening::{ordered_to, stop, style};
use crate::support::{
    CARD, Client, NEW_SECRET_KEY, PASSWORD, Reply, SECRET_KEY, Shopper, TestApp, card_form, confirm, email_token,
    open_email_link, ops, registration,
};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::operation::secret_key::follow;

const DAY: u64 = 24 * 60 * 60;
/// A card that the bank refuses.
const REFUSED: &str = "4000000000000002";

async fn close(browser: &mut Client) {
    let answer = browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    assert_eq!(answer, json!({"closing": null}));
}

async fn from(app: &TestApp, email: &str, address: &str) -> Client {
    let mut browser = app.client();
    browser.address = address.parse().unwrap();
    browser.register(email).await;
    browser
}

async fn refused(browser: &mut Client) {
    browser.post("/api/credit_cards", card_form(REFUSED)).await.refused(402, "card_declined");
}

#[tokio::test]
async fn a_networks_refused_cards_count_after_the_accounts_were_closed() {
    let app = TestApp::start().await;
    // Thirty cards, at most nine with each account. Staff erase every other account.
    for (number, cards) in [9, 9, 9, 3].into_iter().enumerate() {
        let email = format!("thief{number}@example.com");
        let mut thief = from(&app, &email, "198.51.100.7").await;
        for _ in 0..cards {
            refused(&mut thief).await;
        }
        if number % 2 == 0 {
            close(&mut thief).await;
        } else {
            ops(&app, &format!("customer erase {email}")).await.unwrap();
        }
    }
    let mut next = from(&app, "next@example.com", "198.51.100.7").await;
    next.post("/api/credit_cards", card_form(CARD)).await.refused(429, "too_many_requests");
    let mut other = from(&app, "other@example.com", "198.51.100.8").await;
    other.post("/api/credit_cards", card_form(CARD)).await.expect(201);
    // The refusals name nobody any more, and expire at their own time.
    assert_eq!(app.numbers("SELECT COUNT(*) FROM card_refusals WHERE customer_id IS NOT NULL").await, [0]);
    app.clock.advance(Duration::from_secs(DAY + 1));
    let mut later = from(&app, "later@example.com", "198.51.100.7").await;
    later.post("/api/credit_cards", card_form(CARD)).await.expect(201);
    app.clock.advance(Duration::from_secs(30 * DAY));
    ops(&app, "jobs run housekeeping").await.unwrap();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM card_refusals").await, [0]);
}

#[tokio::test]
async fn staff_see_a_wave_of_refused_cards_even_if_the_accounts_were_closed() {
    let app = TestApp::start().await;
    for number in 0..10 {
        let mut thief = from(&app, &format!("thief{number}@example.com"), &format!("198.51.100.{number}")).await;
        for _ in 0..5 {
            refused(&mut thief).await;
        }
        close(&mut thief).await;
    }
    let attention = ops(&app, "attention").await.unwrap();
    assert!(attention.contains("50 cards of 10 customers were refused within the last hour"), "{attention}");
}

const HOME: [&str; 3] = ["1 First Street", "", "55401"];
const STOPPED: &str = "an order of somebody with this email address, phone or address was stopped before";

#[tokio::test]
async fn a_stopped_customer_is_recognised_by_email_phone_and_address_after_the_account_has_ended() {
    let app = TestApp::start().await;
    let mut thief = ordered_to(&app, "thief@example.com", HOME, "142").await;
    stop(&app, &mut thief).await;
    // The phone changed just before, and the earlier one is recognized, too.
    app.execute("UPDATE orders SET phone = '6125550142'").await;
    close(&mut thief.browser).await;
    assert!(!app.dump().await.contains("First Street"));
    for (number, (email, home, phone)) in [
        ("thief@example.com", ["2 Second Street", "", "55402"], "143"),
        ("other@example.com", ["3 Third Street", "", "55404"], "142"),
        ("third@example.com", ["1  FIRST Street", "", "55401-1234"], "144"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut again = ordered_to(&app, email, home, phone).await;
        let said = style(&app, &again).await.unwrap_err();
        assert!(said.contains(STOPPED), "{number}: {said}");
        again.browser.post(&format!("/api/orders/{}/cancel", again.order), json!({})).await;
    }
    let honest = ordered_to(&app, "honest@example.com", ["4 Fourth Street", "", "55404"], "145").await;
    style(&app, &honest).await.unwrap();
    // The record expires after three years.
    app.clock.advance(Duration::from_secs((u64::from(policy::STOPPED_FRAUD_MARK_DAYS) + 1) * DAY));
    ops(&app, "jobs run housekeeping").await.unwrap();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM marks").await, [0]);
}

#[tokio::test]
async fn a_crowded_address_stays_crowded_after_its_customers_have_closed_their_accounts() {
    let app = TestApp::start().await;
    for number in 0..policy::FRAUD_CUSTOMERS_PER_ADDRESS {
        let mut thief =
            ordered_to(&app, &format!("thief{number}@example.com"), HOME, &format!("{}", 200 + number)).await;
        close(&mut thief.browser).await;
    }
    let next = ordered_to(&app, "next@example.com", HOME, "142").await;
    let said = style(&app, &next).await.unwrap_err();
    assert!(said.contains("too many customers order to this address"), "{said}");
}

/// Buys a box with the default code of its invoice, and closes the account.
async fn buy(app: &TestApp, shopper: &mut Shopper) -> Value {
    shopper.keep(2).await;
    let invoice = shopper.invoice().await;
    shopper.check_out("key").await.expect(200);
    steps::take(&app.state, &shopper.order, Step::Receive, Actor::Ops).await.unwrap();
    ops(app, "jobs run after_checkout").await.unwrap();
    invoice["coupon"]["code"].clone()
}

async fn with_coupon(shopper: &mut Shopper, code: &str) -> Reply {
    let invoice = shopper.invoice().await;
    let path = format!("/api/invoices/{}/coupons", invoice["id"].as_str().unwrap());
    shopper.browser.post(&path, json!({"code": code})).await
}

#[tokio::test]
async fn the_welcome_offer_can_be_used_once_per_email_address() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    assert_eq!(buy(&app, &mut ann).await, "Hello25");
    // The address changes in between, and the other address has used nothing.
    ann.browser
        .patch("/api/account", json!({"customer": {"email": "bea@example.com"}}))
        .await
        .refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    let token = email_token(&app).await;
    open_email_link(&mut ann.browser, &token).await.expect(200);
    if ann.read().await["status"] != "completed" {
        steps::take(&app.state, &ann.order, Step::Complete, Actor::Ops).await.unwrap();
    }
    close(&mut ann.browser).await;
    assert!(!app.dump().await.contains("ann@example.com"));
    let of_offers = "SELECT COUNT(*) FROM marks WHERE kind = 'welcome' AND account IS NOT NULL";
    assert_eq!(app.numbers(of_offers).await, [0], "they belong to no ended account");
    for again in ["ann@example.com", "Bea@Example.com"] {
        let mut again = Shopper::with_box(&app, again).await;
        again.keep(2).await;
        assert_eq!(again.invoice().await["coupon"], Value::Null);
        with_coupon(&mut again, "hello25").await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    }
    let mut cleo = Shopper::with_box(&app, "cleo@example.com").await;
    cleo.keep(2).await;
    assert_eq!(cleo.invoice().await["coupon"]["code"], "Hello25");
    // A customer who closes the account without using the offer can use it later.
    let mut dora = app.client();
    dora.register("dora@example.com").await;
    close(&mut dora).await;
    let mut dora = Shopper::with_box(&app, "dora@example.com").await;
    dora.keep(2).await;
    assert_eq!(dora.invoice().await["coupon"]["code"], "Hello25");
}

/// Changes the account's email address, and confirms it.
async fn moves_to(app: &TestApp, browser: &mut Client, email: &str) {
    let asked = browser.patch("/api/account", json!({"customer": {"email": email}})).await;
    // A code confirms further changes for ten minutes.
    if asked.status != 200 {
        asked.refused(403, "mfa_required");
        confirm(app, browser).await;
    }
    let token = email_token(app).await;
    open_email_link(browser, &token).await.expect(200);
}

#[tokio::test]
async fn a_restored_offer_can_be_used_after_the_email_address_was_changed_and_changed_back() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    for step in [Step::Style, Step::Ship] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    let code = ann.code().await;
    ann.keep(2).await;
    assert_eq!(ann.invoice().await["coupon"]["code"], "Hello25");
    ann.check_out("key").await.expect(200);
    for email in ["bea@example.com", "ann@example.com"] {
        moves_to(&app, &mut ann.browser, email).await;
    }
    // The box is lost, so everything is refunded and the coupon can be used again.
    ops(&app, &format!("lost {code}")).await.unwrap();
    let wish = json!({"order": {"ship_by_date": "2026-12-01"}});
    ann.order = ann.browser.post("/api/orders", wish).await.expect(201)["id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    ann.keep(2).await;
    assert_eq!(ann.invoice().await["coupon"]["code"], "Hello25");
    // Nobody else can use it with that address, neither while the account exists nor afterwards.
    moves_to(&app, &mut ann.browser, "bea@example.com").await;
    let mut other = Shopper::with_box(&app, "ann@example.com").await;
    other.keep(2).await;
    assert_eq!(other.invoice().await["coupon"], Value::Null);
}

#[tokio::test]
async fn an_account_that_returns_to_its_email_address_can_use_an_offer_once() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    assert_eq!(buy(&app, &mut ann).await, "Hello25");
    for email in ["bea@example.com", "ann@example.com"] {
        moves_to(&app, &mut ann.browser, email).await;
    }
    if ann.read().await["status"] != "completed" {
        steps::take(&app.state, &ann.order, Step::Complete, Actor::Ops).await.unwrap();
    }
    let wish = json!({"order": {"ship_by_date": "2026-12-08"}});
    ann.order = ann.browser.post("/api/orders", wish).await.expect(201)["id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    ann.keep(2).await;
    with_coupon(&mut ann, "hello25").await.refused(422, "PROMO_CODE_NOT_RECOGNIZED");
    assert_eq!(app.numbers("SELECT COUNT(*) FROM marks WHERE account IS NOT NULL").await, [2]);
}

#[tokio::test]
async fn the_mark_of_a_used_offer_follows_a_change_of_key_and_expires_after_three_years() {
    let app = TestApp::start().await;
    follow(&app.state).await.unwrap();
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    buy(&app, &mut ann).await;
    if ann.read().await["status"] != "completed" {
        steps::take(&app.state, &ann.order, Step::Complete, Actor::Ops).await.unwrap();
    }
    close(&mut ann.browser).await;
    follow(&app.with_secret_key(NEW_SECRET_KEY, &[SECRET_KEY])).await.unwrap();
    let app = app.restart_with_key(NEW_SECRET_KEY).await;
    let mut again = Shopper::with_box(&app, "ann@example.com").await;
    again.keep(2).await;
    assert_eq!(again.invoice().await["coupon"], Value::Null);
    app.clock.advance(Duration::from_secs((u64::from(policy::OFFER_MARK_DAYS) + 1) * DAY));
    ops(&app, "jobs run housekeeping").await.unwrap();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM marks").await, [0]);
}

#[tokio::test]
async fn an_invitation_works_once_per_email_address_and_earns_no_second_reward() {
    let app = TestApp::start().await;
    let mut friend = app.client();
    let code = friend.register("friend@example.com").await["referral_code"].as_str().unwrap().to_owned();
    let invited = async |email: &str| {
        let mut browser = app.client();
        let mut form = registration(email, &browser.human().await);
        form["customer"]["referred_by_code"] = json!(code);
        browser.post("/api/registrations", form).await.expect(201);
        let mut shopper = Shopper { browser, order: String::new() };
        shopper.says(crate::support::answers()).await;
        let saved = shopper.save_card(CARD).await.expect(201);
        shopper.order = saved["order_id"].as_str().unwrap().to_owned();
        shopper.bring_box(&app).await;
        shopper
    };
    let rewards = "SELECT COUNT(*) FROM referral_rewards WHERE earned_as = 'referrer'";
    let mut ann = invited("ann@example.com").await;
    assert_eq!(buy(&app, &mut ann).await, json!(code));
    assert_eq!(app.numbers(rewards).await, [1]);
    if ann.read().await["status"] != "completed" {
        steps::take(&app.state, &ann.order, Step::Complete, Actor::Ops).await.unwrap();
    }
    close(&mut ann.browser).await;
    let mut again = invited("ann@example.com").await;
    assert_ne!(buy(&app, &mut again).await, json!(code));
    assert_eq!(app.numbers(rewards).await, [1], "the friend's reward was earned once");
    let mut bea = invited("bea@example.com").await;
    assert_eq!(buy(&app, &mut bea).await, json!(code));
    assert_eq!(app.numbers(rewards).await, [2]);
}
