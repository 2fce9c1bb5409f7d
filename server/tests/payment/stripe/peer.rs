//! Tests our calls against another stand-in for Stripe: localstripe, a Python program. `just peers` installs it and runs this test.
//!
//! It knows only some of the calls. It has no SetupIntent that is made and confirmed in one call, no description of a charge, no charge
//! in the customer's absence and no list by customer, so it cannot forget. It ignores idempotency keys, and accepts every card as a
//! credit card. The calls that it knows are tested here, and the rest with the double.

use super::settings;
use crate::doubles::secrets::secret;
use reqwest::Method;
use serde_json::Value;
use std::env;
use std::sync::Arc;
use stylebox_core::card::entry::{CardEntry, PaymentMethod};
use stylebox_core::order::Actor;
use stylebox_core::values::money::Money;
use stylebox_server::platform::clock::{Clock, SystemClock};
use stylebox_server::platform::config::BaseUrl;
use stylebox_server::providers::common::http_client::HttpClient;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::payment::PaymentGateway;
use stylebox_server::providers::payment::card::{CardDetails, TokenError};
use stylebox_server::providers::payment::charge::{
    About, Capture, ChargeOutcome, ChargeRequest, RefundOutcome, RefundRequest,
};
use stylebox_server::providers::payment::stripe::Stripe;

/// The address of the running peer.
const ADDRESS: &str = "STYLEBOX_TEST_LOCALSTRIPE";

/// A call that the test makes itself, because our server leaves it to the page or the peer knows it in another form.
async fn post(path: &str, fields: &[(&str, &str)]) -> Value {
    let base = BaseUrl::parse("--stripe-url", &env::var(ADDRESS).unwrap()).unwrap();
    let client = HttpClient::new("localstripe", &base).unwrap();
    let answer = client.call(Method::POST, path).bearer(&secret("sk_test_12345")).form(fields).send().await.unwrap();
    assert!(answer.is_success(), "{path}: {} {}", answer.status, String::from_utf8_lossy(&answer.body));
    answer.json().unwrap()
}

fn id(object: &Value) -> String {
    object["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
#[ignore = "needs localstripe, which `just peers` starts"]
async fn localstripe_understands_our_calls() {
    let gateway = Stripe::new(&settings(&env::var(ADDRESS).unwrap()), Arc::new(SystemClock::default())).unwrap();
    assert_eq!(gateway.reach().await, Reach::Reached);

    let card = [
        ("type", "card"),
        ("card[number]", "4242424242424242"),
        ("card[exp_month]", "12"),
        ("card[exp_year]", "2029"),
        ("card[cvc]", "123"),
    ];
    let payment_method = id(&post("/v1/payment_methods", &card).await);
    let details = |id: &str| CardDetails {
        card: CardEntry::PaymentMethod(PaymentMethod::of(id).unwrap()),
        cardholder: "Ann Larsen".to_owned(),
        postal_code: "55403".to_owned(),
        account: "0198".to_owned(),
        gateway_customer: None,
    };
    let token = gateway.tokenize(&details(&payment_method)).await.unwrap();
    assert_eq!((&*token.brand, &*token.last_four, token.expiration.to_string()), ("Visa", "4242", "12/29".to_owned()));
    assert_eq!(gateway.tokenize(&details("pm_nobody")).await, Err(TokenError::InvalidNumber));
    let customer = token.gateway_customer.clone().unwrap();
    post(&format!("/v1/payment_methods/{payment_method}/attach"), &[("customer", &customer)]).await;

    let charge = [
        ("amount", "1250"),
        ("currency", "usd"),
        ("customer", &customer),
        ("payment_method", &payment_method),
        ("confirm", "true"),
    ];
    let intent = id(&post("/v1/payment_intents", &charge).await);
    let request = ChargeRequest {
        key: "checkout-1".to_owned(),
        token: token.token.clone(),
        amount: Money::from_cents(12_50).unwrap(),
        currency: "USD".to_owned(),
        description: String::new(),
        return_to: String::new(),
        customer_present: true,
        capture: Capture::AtOnce,
        begun_at: SystemClock::default().now(),
        opened_as: Some(intent.clone()),
        about: About { order_id: "order-1".to_owned(), actor: Actor::Customer, bought: None },
    };
    let Some(ChargeOutcome::Captured(taken)) = gateway.look_up(&request).await.unwrap() else { panic!("not captured") };
    // It has no `amount_received`, so the charge seems to have taken nothing and does not count as a payment.
    assert_eq!((&taken.id, &*taken.currency), (&intent, "USD"));
    assert!(!taken.matches_request(request.amount, "USD"));

    let refund = RefundRequest {
        key: "refund-1".to_owned(),
        charge_id: intent,
        amount: Money::from_cents(5_00).unwrap(),
        items: Vec::new(),
    };
    assert_eq!(gateway.look_up_refund(&refund).await, Ok(None));
    let RefundOutcome::Refunded { id: made } = gateway.refund(&refund).await.unwrap() else { panic!("refused") };
    assert_eq!(gateway.look_up_refund(&refund).await, Ok(Some(RefundOutcome::Refunded { id: made })));
}
