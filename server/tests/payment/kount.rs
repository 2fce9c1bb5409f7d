//! Kount is asked about orders before they are charged.

use crate::doubles::http::HttpFault;
use crate::doubles::kount::{KountDouble, ORDERS, TOKEN, TOKEN_SECONDS};
use crate::support::{CARD, Shopper, TestApp, log, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::providers::charging::Charging;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::fraud::FraudCheck;
use stylebox_server::providers::fraud::choice::FraudChoice;
use stylebox_server::providers::fraud::kount::Kount;
use stylebox_server::providers::payment::choice::PaymentChoice;
use stylebox_server::state::AppState;

/// A shop with Kount, and a customer who has ordered there.
pub async fn start() -> (KountDouble, TestApp, Shopper) {
    start_for("ann@example.com").await
}

async fn start_for(email: &str) -> (KountDouble, TestApp, Shopper) {
    let kount = KountDouble::start().await;
    let settings = kount.settings();
    let app = TestApp::with(|server| {
        server.parties.charging = Charging::new(PaymentChoice::Sandbox, FraudChoice::Kount(settings)).unwrap();
    })
    .await;
    let shopper = Shopper::with_order(&app, email).await;
    (kount, app, shopper)
}

pub async fn style(state: &AppState, shopper: &Shopper) -> Result<(), String> {
    let styled = steps::take(state, &shopper.order, Step::Style, Actor::Ops).await;
    styled.map_err(|error| error.to_string())
}

#[tokio::test]
async fn kount_gets_only_the_fields_that_its_guide_asks_for() {
    let (kount, app, mut ann) = start().await;
    let account = ann.browser.get("/api/account").await.expect(200);
    let code = ann.code().await;
    app.clock.advance(Duration::from_secs(60));
    style(&app.state, &ann).await.unwrap();
    assert_eq!(app.charged().await, [1_00]);
    let person = |address: Option<Value>| {
        let mut person = json!({
            "name": {"first": "Ann", "family": "Larsen"}, "emailAddress": "ann@example.com", "phoneNumber": "+16125550142",
        });
        if let Some(address) = address {
            person["address"] = address;
        }
        person
    };
    let address = json!({
        "line1": "1200 Harmon Place", "line2": "Apt 4", "city": "Minneapolis", "region": "MN", "countryCode": "US",
        "postalCode": "55403",
    });
    let told = json!({
        "merchantOrderId": code,
        "channel": "WEB",
        "deviceSessionId": account["kount_session_id"],
        "creationDateTime": "2026-11-18T15:00:00Z",
        "account": {
            "id": account["id"], "creationDateTime": "2026-11-18T15:00:00Z", "username": "ann@example.com",
            "accountIsActive": true,
        },
        "items": [{"id": "styling-fee", "name": "Styling fee", "quantity": 1, "price": "100", "isService": true}],
        "fulfillment": [{"type": "SHIPPED", "recipientPerson": person(Some(address))}],
        "transactions": [{
            "payment": {"type": "CREDIT_CARD", "last4": "4242"}, "subtotal": "100", "orderTotal": "100",
            "currency": "USD", "billedPerson": person(None),
        }],
    });
    assert_eq!(kount.asked(), [told]);
    assert_eq!(kount.violations(), [""; 0]);
}

#[tokio::test]
async fn kount_gets_no_address_of_a_pick_up() {
    let (kount, app, ann) = start().await;
    app.execute("UPDATE orders SET customer_pick_up = TRUE, assigned_location_id = 'L01', shipping_address_id = NULL")
        .await;
    style(&app.state, &ann).await.unwrap();
    assert_eq!(kount.asked()[0]["fulfillment"], json!([{"type": "STORE_PICK_UP"}]));
    assert_eq!(kount.violations(), [""; 0]);
}

#[tokio::test]
async fn an_order_that_kount_does_not_approve_is_held_until_staff_decide() {
    for (decision, why) in [("REVIEW", "Kount wants somebody to review it"), ("DECLINE", "Kount advises to decline it")]
    {
        let (kount, app, mut ann) = start().await;
        kount.decide(decision);
        let code = ann.code().await;
        let refused = style(&app.state, &ann).await.unwrap_err();
        assert!(refused.starts_with(&format!("Order {code} is held by the fraud check: {why};")), "{refused}");
        assert_eq!((ann.status().await.as_str(), app.charged().await.len()), ("created", 0));
        assert!(ops(&app, "attention").await.unwrap().contains(why));
        // Another try does not ask Kount again, and the customer does not see the hold.
        style(&app.state, &ann).await.unwrap_err();
        assert!(!ann.read().await.to_string().contains("Kount"));
        ops(&app, &format!("clear {code}")).await.unwrap();
        style(&app.state, &ann).await.unwrap();
        assert_eq!((app.charged().await, kount.asked().len()), (vec![1_00], 1));
    }
}

#[tokio::test]
async fn while_kount_does_not_answer_no_order_is_charged() {
    let (kount, app, mut ann) = start().await;
    let faults = [HttpFault::Down, HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::DoesAndFails];
    for path in [TOKEN, ORDERS] {
        for fault in faults {
            kount.set_at(path, fault);
            let refused = style(&app.state, &ann).await.unwrap_err();
            assert!(refused.contains("The fraud check does not answer"), "{path} {fault:?}: {refused}");
        }
    }
    assert_eq!((ann.status().await.as_str(), app.charged().await.len()), ("created", 0));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    kount.set_at("", HttpFault::None);
    style(&app.state, &ann).await.unwrap();
    assert_eq!(app.charged().await, [1_00]);
    // After an outage Kount is asked again with the same body.
    let asked = kount.asked();
    assert_eq!(asked.len(), 4);
    assert!(asked.iter().all(|order| *order == asked[0]), "{asked:?}");
}

#[tokio::test]
async fn a_silent_kount_is_waited_for_only_until_its_timeout() {
    let (kount, app, ann) = start().await;
    kount.set_at(ORDERS, HttpFault::Silent);
    let patient = Kount::new(&kount.settings(), app.clock.clone()).unwrap();
    let state = app.with_fraud_check(patient.with_timeout(Duration::from_millis(100)));
    assert!(style(&state, &ann).await.unwrap_err().contains("does not answer"));
    assert_eq!(app.charged().await.len(), 0);
}

#[tokio::test]
async fn a_malformed_answer_counts_as_no_answer() {
    let (kount, app, ann) = start().await;
    for decision in ["OTHER ORDER", "APPROVED", "approve", ""] {
        kount.decide(decision);
        let refused = style(&app.state, &ann).await.unwrap_err();
        assert!(refused.contains("does not answer"), "{decision}: {refused}");
    }
    assert_eq!((app.charged().await.len(), kount.asked().len()), (0, 4));
}

#[tokio::test]
async fn a_token_is_reused_until_shortly_before_it_expires() {
    let (kount, app, ann) = start().await;
    style(&app.state, &ann).await.unwrap();
    assert_eq!(kount.tokens(), 1);
    app.clock.advance(Duration::from_secs(TOKEN_SECONDS - 61));
    let bea = Shopper::with_order(&app, "bea@example.com").await;
    style(&app.state, &bea).await.unwrap();
    assert_eq!(kount.tokens(), 1);
    app.clock.advance(Duration::from_secs(1));
    let cleo = Shopper::with_order(&app, "cleo@example.com").await;
    let dora = Shopper::with_order(&app, "dora@example.com").await;
    // Two simultaneous calls ask for one token.
    let (first, second) = tokio::join!(style(&app.state, &cleo), style(&app.state, &dora));
    first.and(second).unwrap();
    assert_eq!((kount.tokens(), kount.asked().len()), (2, 4));
}

#[tokio::test]
async fn a_refused_token_is_replaced_once() {
    let (kount, app, ann) = start().await;
    style(&app.state, &ann).await.unwrap();
    kount.revoke_tokens();
    let bea = Shopper::with_order(&app, "bea@example.com").await;
    style(&app.state, &bea).await.unwrap();
    assert_eq!((kount.tokens(), kount.asked().len()), (2, 3));
    kount.refuse_tokens();
    let cleo = Shopper::with_order(&app, "cleo@example.com").await;
    assert!(style(&app.state, &cleo).await.unwrap_err().contains("does not answer"));
    assert_eq!((kount.tokens(), kount.asked().len(), app.charged().await.len()), (3, 5, 2));
}

#[tokio::test]
async fn the_check_says_whether_kount_accepts_the_key() {
    let (kount, app, ann) = start().await;
    let reach = async |key: &str| {
        let check = Kount::new(&kount.settings_with(key), app.clock.clone()).unwrap();
        check.reach().await
    };
    let right = "ZG91YmxlOnNlY3JldA==";
    assert_eq!(reach(right).await, Reach::Reached);
    let sentence = "Kount does not take the key (STYLEBOX_KOUNT_API_KEY)".to_owned();
    assert_eq!(reach("d3Jvbmc=").await, Reach::Refused(sentence));
    for fault in [HttpFault::Down, HttpFault::HalfAnswer, HttpFault::LosesAnswer] {
        kount.set_at(TOKEN, fault);
        assert_eq!(reach(right).await, Reach::NotReachable, "{fault:?}");
    }
    kount.set_at("", HttpFault::None);
    // With a wrong key nothing is charged.
    let wrong = app.with_fraud_check(Kount::new(&kount.settings_with("d3Jvbmc="), app.clock.clone()).unwrap());
    assert!(style(&wrong, &ann).await.unwrap_err().contains("does not answer"));
    assert_eq!((app.charged().await.len(), kount.asked().len()), (0, 0));
    let parties = app.state.providers.reach().await;
    assert!(parties.contains(&("fraud", Reach::Reached)), "{parties:?}");
}

#[tokio::test]
async fn the_log_contains_no_person_or_secret_and_kount_gets_no_card_number() {
    log::start_capture();
    let (kount, app, ann) = start_for("quasimoda@example.com").await;
    for fault in [HttpFault::Down, HttpFault::HalfAnswer, HttpFault::None] {
        kount.set_at(ORDERS, fault);
        kount.decide("REVIEW");
        style(&app.state, &ann).await.unwrap_err();
    }
    let logged = log::captured();
    assert!(logged.contains("the fraud check holds an order") && logged.contains("Kount does not evaluate an order"));
    let lines: Vec<_> = logged.lines().filter(|line| line.to_lowercase().contains("kount")).collect();
    assert!(!lines.is_empty());
    for secret in ["quasimoda", "Harmon", "5550142", "token-1", "ZG91YmxlOnNlY3JldA", CARD] {
        assert!(!lines.iter().any(|line| line.contains(secret)), "{secret}: {lines:?}");
    }
    assert!(!kount.asked().iter().any(|order| order.to_string().contains(CARD)));
    assert!(!format!("{:?}", app.state.settings).contains("ZG91YmxlOnNlY3JldA"));
    // The stored hold contains no personal data.
    assert_eq!(app.count("SELECT COUNT(*) FROM fraud_holds WHERE why = 'Kount wants somebody to review it'").await, 1);
}
