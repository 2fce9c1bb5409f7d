//! Cards at Stripe: which are accepted, the bank's verdicts, and forgetting.

use super::{
    ASKED_WHEN_SAVED, GOOD, OTHER, another, by_stripe, decided, ordered, replace_card, settings, shop, shop_with,
    sign_up,
};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::{StripeDouble, StripeFault};
use crate::support::{Client, PASSWORD, Shopper, TestApp, card_form, confirm, ops};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::card::entry::{CardEntry, PaymentMethod};
use stylebox_server::fulfilment::demo;
use stylebox_server::platform::clock::SystemClock;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::payment::PaymentGateway;
use stylebox_server::providers::payment::card::{CardDetails, TokenError};
use stylebox_server::providers::payment::stripe::Stripe;
use stylebox_server::providers::payment::stripe::settings::UnknownCards;

#[tokio::test]
async fn the_page_gets_the_public_key_and_the_origins_of_the_script() {
    let (app, _) = shop().await;
    let status = app.client().get("/api/status").await;
    let body = status.expect(200);
    assert_eq!(
        (&body["card_entry"], &body["card_fields"]),
        (&json!("payment_method"), &json!({"publishable_key": "pk_test_double"}))
    );
    let policy = status.header("content-security-policy").unwrap();
    let directive = |name: &str| policy.split("; ").find(|part| part.starts_with(name)).unwrap().to_owned();
    assert!(directive("script-src").ends_with(" https://js.stripe.com https://*.js.stripe.com"), "{policy}");
    assert!(directive("frame-src").contains("https://js.stripe.com") && policy.contains("https://hooks.stripe.com"));
    assert_eq!(directive("connect-src"), "connect-src 'self' https://api.stripe.com");
    let (sandbox, typed) = (TestApp::start().await, json!(null));
    assert_eq!(sandbox.client().get("/api/status").await.expect(200)["card_fields"], typed);
}

/// The cards of the demo's customers can only be typed.
#[tokio::test]
async fn with_stripe_the_demo_starts_without_its_customers() {
    let (app, stripe) = shop().await;
    demo::seed(&app.state).await.unwrap();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM customers").await, [0]);
    assert_eq!(app.client().get("/api/status").await.expect(200)["demo"]["customers"], json!([]));
    assert_eq!(stripe.calls(), Vec::<String>::new());
}

#[tokio::test]
async fn a_typed_number_is_refused_and_not_stored() {
    let (app, _) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.save_card(GOOD).await.refused(422, "request_invalid");
    assert!(!app.dump().await.contains(GOOD));
}

#[tokio::test]
async fn a_card_is_saved_for_charges_while_the_customer_is_absent() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, GOOD).await;
    let card = ann.browser.get("/api/credit_card").await.expect(200)["data"]["card_info"].clone();
    let shown =
        json!({"credit_card_number": "XXXXXXXXXXXX4242", "brand": "Visa", "last_four": "4242", "expiration": "12/29"});
    assert_eq!(card, shown);
    let (customer, intent) = (stripe.newest("customer"), stripe.newest("setup_intent"));
    assert_eq!((&intent["usage"], &intent["status"]), (&json!("off_session"), &json!("succeeded")));
    assert_eq!(stripe.newest("payment_method")["customer"], customer["id"]);
    // Stripe gets only the account's id.
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!(customer["metadata"], json!({"account": account["id"]}));
    assert!(!stripe.everything().contains("ann@example.com"));
}

#[tokio::test]
async fn only_credit_cards_are_accepted() {
    for (unknown, status, code) in [(UnknownCards::Accept, 201, ""), (UnknownCards::Refuse, 422, "debit_card")] {
        let (app, stripe) = shop_with(|settings| settings.unknown_cards = unknown).await;
        let mut ann = Shopper::new(&app, "ann@example.com").await;
        let mut save = async |number| ann.browser.post("/api/credit_cards", sign_up(&stripe, number)).await;
        for (number, status, code) in [
            ("4000056655665556", 422, "debit_card"),
            ("5105105105105100", 422, "debit_card"),
            ("4000000000000002", 402, "card_declined"),
        ] {
            save(number).await.refused(status, code);
        }
        assert!(
            stripe.all("payment_method").iter().all(|card| card["customer"].is_null()),
            "no payment method is attached"
        );
        let answer = save("6011000990139424").await;
        if code.is_empty() { drop(answer.expect(status)) } else { drop(answer.refused(status, code)) }
    }
}

#[tokio::test]
async fn an_unknown_payment_method_or_somebody_elses_is_refused() {
    let (app, stripe) = shop().await;
    ordered(&app, &stripe, GOOD).await;
    let of_ann = stripe.newest("payment_method")["id"].as_str().unwrap().to_owned();
    let mut bea = Shopper::new(&app, "bea@example.com").await;
    for id in [&*of_ann, "pm_nobody", "pm_1/detach", "pm_1?a=b", "cus_000001", "../customers"] {
        let form = by_stripe(card_form(GOOD), id);
        bea.browser.post("/api/credit_cards", form).await.refused(422, "credit_card_number_invalid");
    }
}

/// The secret with which the page lets the customer confirm a card.
pub(super) async fn card_secret(browser: &mut Client, form: &Value) -> Value {
    let body = json!({"payment_method": form["payment_method"]});
    browser.post("/api/credit_cards/confirmation", body).await.expect(200)["client_secret"].clone()
}

#[tokio::test]
async fn a_card_that_the_bank_wants_confirmed_is_saved_after_the_confirmation() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let form = sign_up(&stripe, ASKED_WHEN_SAVED);
    assert_eq!(card_secret(&mut ann.browser, &form).await, json!(null), "nothing was sent yet");
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(402, "card_to_confirm");
    let intent = stripe.newest("setup_intent");
    assert_eq!(card_secret(&mut ann.browser, &form).await, intent["client_secret"]);
    let mut bea = app.client();
    bea.register("bea@example.com").await;
    assert_eq!(card_secret(&mut bea, &form).await, json!(null), "another customer gets no secret");
    // If it is sent again too early, it still waits, and there is no second SetupIntent.
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(402, "card_to_confirm");
    assert_eq!(stripe.all("setup_intent").len(), 1);
    stripe.answer(intent["id"].as_str().unwrap(), true);
    assert_eq!(card_secret(&mut ann.browser, &form).await, json!(null));
    let saved = ann.browser.post("/api/credit_cards", form).await.expect(201);
    ann.order = saved["order_id"].as_str().unwrap().to_owned();
    ann.bring_box(&app).await;
    assert_eq!(stripe.taken(), [1_00], "nothing waits for the bank any more");
}

#[tokio::test]
async fn a_card_that_its_cardholder_does_not_confirm_is_not_saved() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let form = sign_up(&stripe, ASKED_WHEN_SAVED);
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(402, "card_to_confirm");
    stripe.answer(stripe.newest("setup_intent")["id"].as_str().unwrap(), false);
    ann.browser.post("/api/credit_cards", form).await.refused(402, "card_declined");
    ann.browser.get("/api/credit_card").await.refused(404, "not_found");
}

/// The code comes first, and then the bank. After that the card is sent again, and needs no second code.
#[tokio::test]
async fn another_card_is_confirmed_after_its_code() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 1).await;
    ann.check_out("key").await.expect(200);
    let form = another(&stripe, ASKED_WHEN_SAVED);
    ann.browser.patch("/api/credit_cards", form.clone()).await.refused(403, "mfa_required");
    assert_eq!(stripe.all("setup_intent").len(), 1, "the bank was asked only about the first card");
    let code = crate::support::code(&app, &mut ann.browser, "email").await;
    let body = json!({"customer": {"mfa_type": "email", "mfa_code": code}});
    ann.browser.post("/api/mfa_resubmissions", body).await.refused(402, "card_to_confirm");
    assert!(card_secret(&mut ann.browser, &form).await.is_string());
    stripe.answer(stripe.newest("setup_intent")["id"].as_str().unwrap(), true);
    ann.browser.patch("/api/credit_cards", form).await.expect(200);
    let card = ann.browser.get("/api/credit_card").await.expect(200);
    assert_eq!(card["data"]["card_info"]["last_four"], "3155");
}

#[tokio::test]
async fn a_card_whose_answer_is_lost_is_saved_by_sending_it_again() {
    for (path, fault) in [
        ("/v1/customers", HttpFault::LosesAnswer),
        ("/v1/setup_intents", HttpFault::LosesAnswer),
        ("/v1/setup_intents", HttpFault::HalfAnswer),
        ("/v1/setup_intents", HttpFault::DoesAndFails),
        ("/v1/setup_intents", HttpFault::Silent),
    ] {
        let (app, stripe) = shop_with(|settings| settings.client.timeout = Duration::from_millis(300)).await;
        let mut ann = Shopper::new(&app, "ann@example.com").await;
        let form = sign_up(&stripe, GOOD);
        stripe.set_http_at(path, fault);
        ann.browser.post("/api/credit_cards", form.clone()).await.refused(503, "gateway_unavailable");
        stripe.set_http(HttpFault::None);
        ann.browser.post("/api/credit_cards", form).await.expect(201);
        assert_eq!(stripe.all("customer").len(), 1, "{path} {fault:?}");
        assert_eq!(stripe.all("setup_intent").len(), 1, "{path} {fault:?}");
    }
}

/// Stripe replays its own failure under a key for a day, so the bank is asked about the card under another key.
#[tokio::test]
async fn a_replayed_failure_does_not_lock_a_customer_out() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let form = sign_up(&stripe, GOOD);
    stripe.set(StripeFault::FailsUnderKey);
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(503, "gateway_unavailable");
    ann.browser.post("/api/credit_cards", form).await.expect(201);
}

#[tokio::test]
async fn abandoned_cards_are_detached_and_the_stripe_customer_is_deleted_with_the_account() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, GOOD).await;
    let order = format!("/api/orders/{}/cancel", ann.order);
    ann.browser.post(&order, json!({})).await.expect(200);
    replace_card(&app, &mut ann, another(&stripe, OTHER)).await;
    ops(&app, "jobs run forgetting").await.unwrap();
    let attached = || stripe.all("payment_method").iter().filter(|card| !card["customer"].is_null()).count();
    assert_eq!(attached(), 1, "the first card was replaced");
    ann.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    ops(&app, "jobs run closings").await.unwrap();
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!((attached(), stripe.all("customer").len()), (0, 0));
    assert_eq!(app.numbers("SELECT COUNT(*) FROM gateway_customers").await, [0]);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM forget_requests").await, [0]);
}

#[tokio::test]
async fn forgetting_waits_while_stripe_is_down_and_a_missing_card_counts_as_forgotten() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, GOOD).await;
    let order = format!("/api/orders/{}/cancel", ann.order);
    ann.browser.post(&order, json!({})).await.expect(200);
    replace_card(&app, &mut ann, another(&stripe, OTHER)).await;
    stripe.set_http(HttpFault::Down);
    ops(&app, "jobs run forgetting").await.unwrap_err();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM forget_requests").await, [1]);
    // The answer to detaching is lost. The second time, the card is not attached any more.
    stripe.set_http_at("/detach", HttpFault::LosesAnswer);
    ops(&app, "jobs run forgetting").await.unwrap_err();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM forget_requests").await, [1]);
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM forget_requests").await, [0]);
}

async fn gateway(stripe: &StripeDouble) -> Stripe {
    Stripe::new(&settings(&stripe.url()), Arc::new(SystemClock::default())).unwrap()
}

#[tokio::test]
async fn the_check_says_reached_refused_or_not_reachable_without_the_secret() {
    let stripe = StripeDouble::start(Arc::new(SystemClock::default())).await;
    let gateway = gateway(&stripe).await;
    assert_eq!(gateway.reach().await, Reach::Reached);
    stripe.set(StripeFault::RefusesKey);
    let refused = gateway.reach().await;
    assert_eq!(refused, Reach::Refused("Stripe does not know the secret key.".to_owned()));
    assert!(!refused.to_string().contains("sk_test"));
    stripe.set_http(HttpFault::Down);
    assert_eq!(gateway.reach().await, Reach::NotReachable);
}

#[tokio::test]
async fn a_refused_secret_key_does_not_count_as_a_refused_card() {
    let stripe = StripeDouble::start(Arc::new(SystemClock::default())).await;
    let gateway = gateway(&stripe).await;
    let card = CardDetails {
        card: CardEntry::PaymentMethod(PaymentMethod::of(&stripe.payment_method(GOOD)).unwrap()),
        cardholder: "Ann Larsen".to_owned(),
        postal_code: "55403".to_owned(),
        account: "0198".to_owned(),
        gateway_customer: None,
    };
    let token = gateway.tokenize(&card).await.unwrap();
    stripe.set(StripeFault::RefusesKey);
    assert_eq!(gateway.tokenize(&card).await, Err(TokenError::NoAnswer));
    assert!(gateway.verify(&token.token).await.is_err());
}

/// The customer's code still confirms that card.
#[tokio::test]
async fn another_card_replaces_the_first_after_its_code() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 1).await;
    ann.check_out("key").await.expect(200);
    ann.browser.patch("/api/credit_cards", another(&stripe, OTHER)).await.refused(403, "mfa_required");
    confirm(&app, &mut ann.browser).await;
    let card = ann.browser.get("/api/credit_card").await.expect(200);
    assert_eq!(card["data"]["card_info"]["brand"], "Mastercard");
}

/// The gateway recognizes a number, also if another customer sends it.
#[tokio::test]
async fn nobody_can_try_a_card_that_was_refused_five_times() {
    let (app, stripe) = shop().await;
    for number in 0..5 {
        let mut thief = Shopper::new(&app, &format!("thief{number}@example.com")).await;
        thief.browser.address = format!("198.51.100.{number}").parse().unwrap();
        thief
            .browser
            .post("/api/credit_cards", sign_up(&stripe, "4000000000000002"))
            .await
            .refused(402, "card_declined");
    }
    let asked = stripe.all("setup_intent").len();
    let mut next = Shopper::new(&app, "next@example.com").await;
    let again = next.browser.post("/api/credit_cards", sign_up(&stripe, "4000000000000002")).await;
    again.refused(429, "too_many_requests");
    assert_eq!(stripe.all("setup_intent").len(), asked, "the bank is not asked");
    next.browser.post("/api/credit_cards", sign_up(&stripe, GOOD)).await.expect(201);
    assert!(!app.dump().await.contains("fp_0002"), "only a hash of Stripe's fingerprint is stored");
}

/// In the browser an intent can be confirmed with another card.
#[tokio::test]
async fn a_setup_intent_that_was_confirmed_with_another_card_is_not_a_verdict_on_this_card() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let form = sign_up(&stripe, ASKED_WHEN_SAVED);
    ann.browser.post("/api/credit_cards", form.clone()).await.refused(402, "card_to_confirm");
    let intent = stripe.newest("setup_intent");
    assert!(stripe.confirm_with_another_card(intent["id"].as_str().unwrap(), OTHER));
    ann.browser.post("/api/credit_cards", form).await.refused(402, "card_declined");
}

/// Staff have deleted the customer in Stripe's dashboard. That locks nobody out.
#[tokio::test]
async fn a_missing_stripe_customer_does_not_count_as_a_refused_card() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.browser.post("/api/credit_cards", sign_up(&stripe, "4000000000000002")).await.refused(402, "card_declined");
    stripe.remove(stripe.newest("customer")["id"].as_str().unwrap());
    ann.browser.post("/api/credit_cards", sign_up(&stripe, GOOD)).await.refused(503, "gateway_unavailable");
    assert_eq!(app.numbers("SELECT COUNT(*) FROM card_refusals").await, [1]);
}

#[tokio::test]
async fn a_stripe_customer_whose_card_was_refused_is_deleted_with_the_account() {
    let (app, stripe) = shop().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    ann.browser.post("/api/credit_cards", sign_up(&stripe, "4000000000000002")).await.refused(402, "card_declined");
    assert_eq!(stripe.all("customer").len(), 1);
    ann.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    ops(&app, "jobs run closings").await.unwrap();
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!(stripe.all("customer").len(), 0);
}
