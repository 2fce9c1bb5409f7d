//! Claiming idempotency keys, for the calls that charge.

use crate::support::TestApp;
use axum::http::Request;
use serde_json::json;
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use stylebox_server::platform::error::{AppError, AppResult};
use stylebox_server::service::access::idempotency::{Claim, IdempotencyKey, fingerprint};
use stylebox_server::store::access::idempotency::Outcome;

/// Registers a customer. Returns their id.
async fn customer(app: &TestApp, email: &str) -> String {
    app.client().register(email).await["id"].as_str().unwrap().to_owned()
}

async fn claim(app: &TestApp, customer: &str, call: &str) -> AppResult<Claim> {
    let mut tx = app.state.db.write().await?;
    let claim = IdempotencyKey("a key".to_owned()).claim(&mut tx, customer, call, app.state.clock.now()).await?;
    tx.commit().await?;
    Ok(claim)
}

#[tokio::test]
async fn a_key_is_claimed_once_and_then_returns_the_outcome_of_the_call() {
    let app = TestApp::start().await;
    let key = IdempotencyKey("a key".to_owned());
    let call = fingerprint("POST /invoices/1/checkout", &json!({"expected_total_due": "12.34"})).unwrap();
    for (email, outcome) in [
        ("ann@example.com", Outcome::Paid("019ab3".to_owned())),
        ("ben@example.com", Outcome::Refused(Refusal::PaymentDeclined)),
        ("cat@example.com", Outcome::Ordered("019ab4".to_owned())),
    ] {
        let customer = customer(&app, email).await;
        assert_eq!(claim(&app, &customer, &call).await.unwrap(), Claim::New);
        assert_eq!(claim(&app, &customer, &call).await.unwrap(), Claim::Begun);
        let mut tx = app.state.db.write().await.unwrap();
        key.complete(&mut tx, &customer, &outcome).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(claim(&app, &customer, &call).await.unwrap(), Claim::Ended(outcome));
    }
}

/// These refusals end a payment, so idempotency keys keep them.
#[test]
fn a_kept_refusal_is_found_by_its_code() {
    for refusal in [
        Refusal::PaymentDeclined,
        Refusal::ConfirmationNeeded,
        Refusal::PaymentCalledOff,
        Refusal::CardExpired,
        Refusal::PaymentGivenBack,
        Refusal::PaidWithAnotherCard,
    ] {
        assert_eq!(Refusal::of_code(refusal.code()), Some(refusal));
    }
}

#[tokio::test]
async fn another_call_under_the_key_is_refused() {
    let app = TestApp::start().await;
    let ann = customer(&app, "ann@example.com").await;
    let first = fingerprint("POST /invoices/1/checkout", &json!({"expected_total_due": "12.34"})).unwrap();
    let other_body = fingerprint("POST /invoices/1/checkout", &json!({"expected_total_due": "12.35"})).unwrap();
    let other_call = fingerprint("POST /invoices/2/checkout", &json!({"expected_total_due": "12.34"})).unwrap();
    assert_eq!(claim(&app, &ann, &first).await.unwrap(), Claim::New);
    for other in [other_body, other_call] {
        let refused = claim(&app, &ann, &other).await.unwrap_err();
        assert!(matches!(&refused, AppError::Refused { refusal, .. } if refusal.code() == "idempotency_key_reused"));
    }
    // The same key of another customer is another key.
    let ben = customer(&app, "ben@example.com").await;
    assert_eq!(claim(&app, &ben, "another call").await.unwrap(), Claim::New);
}

#[tokio::test]
async fn a_key_is_kept_for_a_day() {
    let app = TestApp::start().await;
    let ann = customer(&app, "ann@example.com").await;
    assert_eq!(claim(&app, &ann, "call").await.unwrap(), Claim::New);
    app.clock.advance(Duration::from_secs(24 * 60 * 60 - 1));
    assert_eq!(claim(&app, &ann, "call").await.unwrap(), Claim::Begun);
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(claim(&app, &ann, "another call").await.unwrap(), Claim::New);
}

#[tokio::test]
async fn a_key_has_1_to_255_visible_characters() {
    use axum::extract::FromRequestParts;
    let app = TestApp::start().await;
    let longest = "k".repeat(255);
    let too_long = "k".repeat(256);
    let cases = [
        (None, false),
        (Some(""), false),
        (Some("k"), true),
        (Some(&*longest), true),
        (Some(&*too_long), false),
        (Some("!\"#$%&'()*+,-./0:;<=>?@A[\\]^_`a{|}~"), true),
        (Some("two words"), false),
        (Some("two\twords"), false),
        (Some(" \t"), false),
        // HTTP strips blanks around a header's value.
        (Some(" \tk "), true),
    ];
    for (key, taken) in cases {
        let mut request = Request::post("/");
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let read = IdempotencyKey::from_request_parts(&mut parts, &app.state).await;
        assert_eq!(read.is_ok(), taken, "{key:?}");
    }
}

#[tokio::test]
async fn a_malformed_stored_outcome_is_an_unexpected_error() {
    let app = TestApp::start().await;
    let ann = customer(&app, "ann@example.com").await;
    assert_eq!(claim(&app, &ann, "call").await.unwrap(), Claim::New);
    for stored in [
        "UPDATE idempotency_keys SET outcome = '{}'",
        "UPDATE idempotency_keys SET outcome = '{\"refused\":\"gone_wrong\"}'",
        // Several refusals share this code, so it does not say which one it was.
        "UPDATE idempotency_keys SET outcome = '{\"refused\":\"request_invalid\"}'",
    ] {
        app.execute(stored).await;
        assert!(matches!(claim(&app, &ann, "call").await, Err(AppError::Unexpected(_))), "{stored}");
    }
}
