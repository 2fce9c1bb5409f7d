//! Payments that need staff: called-off charges, charges without an answer, and refused refunds.

use crate::support::{GatewayBehaviour, Shopper, TestApp, cents, ops};
use serde_json::json;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::service::payment::carry_out::{resume_all, resume_open};
use stylebox_server::service::payment::styling_fee;

const MINUTE: Duration = Duration::from_secs(60);

/// The id of the only payment that waits for staff, and the line about it.
async fn stopped(app: &TestApp) -> (String, String) {
    let waits = ops(app, "attention").await.unwrap();
    let line = waits.strip_prefix("payment ").unwrap_or_else(|| panic!("{waits}"));
    let (id, why) = line.trim_end().split_once("  ").unwrap();
    (id.to_owned(), why.to_owned())
}

#[tokio::test]
async fn a_charge_is_reported_as_called_off_even_if_the_answer_is_lost() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.execute("UPDATE sandbox_tokens SET behaviour = 'ask_cardholder'").await;
    let invoice = ann.invoice().await;
    let body = json!({"expected_total_due": invoice["totalDue"]});
    ann.check_out_for(&invoice, "key", &body).await.expect(202);
    // Nobody confirms. The charge is called off, and that answer is lost.
    app.clock.advance(23 * 60 * MINUTE);
    app.gateway.set(GatewayBehaviour::LosesCallOffAnswers);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert_eq!(ann.status().await, "payment_processing");
    // The next call, on this server or another one, finds it declined with the reason.
    let other = app.second_server().await;
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&other.state).await.unwrap(), 1);
    assert_eq!(ann.status().await, "delivered_to_customer");
    ann.check_out_for(&invoice, "key", &body).await.refused(402, "confirmation_needed");
    ops(&app, "jobs run outbox").await.unwrap();
    let email = app.messages.sent().pop().unwrap().body;
    assert!(email.contains("Your bank asked you to confirm the payment, and it was not confirmed."), "{email}");
    assert_eq!(app.charged().await, [1_00]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_charge_confirmed_before_the_call_off_is_paid() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let due = cents(&ann.invoice().await["totalDue"]);
    app.gateway.set(GatewayBehaviour::ConfirmedBeforeCallOff);
    ann.check_out("key").await.expect(202);
    app.clock.advance(23 * 60 * MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ann.status().await, "checked_out_by_customer");
    assert_eq!(app.charged().await, [1_00, due]);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_pending_charge_is_shown_to_staff_after_an_hour() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::StaysPending);
    ann.check_out("key").await.expect(202);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert_eq!(app.gateway.asked().len(), 2, "the fee, and this charge once");
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    app.clock.advance(59 * MINUTE);
    let (id, why) = stopped(&app).await;
    let due = format!("${}", ann.invoice().await["totalDue"].as_str().unwrap());
    assert_eq!(why, format!("the gateway has not said for long what became of {due}"));
    let settled = ops(&app, &format!("payment settle {id}")).await.unwrap_err();
    assert_eq!(settled, "The gateway does not say what became of this payment: it stays open.");
    app.gateway.set(GatewayBehaviour::Works);
    assert_eq!(ops(&app, &format!("payment retry {id}")).await.unwrap(), format!("Payment {id} is succeeded now.\n"));
    assert_eq!(ann.status().await, "checked_out_by_customer");
    assert_eq!(app.gateway.asked().len(), 2);
    let again = ops(&app, &format!("payment retry {id}")).await.unwrap_err();
    assert_eq!(again, "This payment needs nobody: it is succeeded.");
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_wrong_amount_that_is_not_refunded_is_shown_and_can_be_settled_by_hand() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::KeepsAnotherAmount);
    ann.check_out("key").await.expect(202);
    let (id, why) = stopped(&app).await;
    assert!(why.starts_with("the gateway took ") && why.ends_with("refuses to give it back: not_now"), "{why}");
    // Staff refund it in the gateway's dashboard.
    app.execute("UPDATE sandbox_charges SET refunded_amount = amount WHERE amount > 100").await;
    assert_eq!(ops(&app, &format!("payment settle {id}")).await.unwrap(), format!("Payment {id} is declined now.\n"));
    assert_eq!(ann.status().await, "delivered_to_customer");
    assert_eq!(ann.invoice().await["status"], "open");
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    app.gateway.set(GatewayBehaviour::Works);
    ann.check_out("again").await.expect(200);
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_wrong_amount_is_refunded_once_the_gateway_allows_it() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::KeepsAnotherAmount);
    ann.check_out("key").await.expect(202);
    let (id, _) = stopped(&app).await;
    app.gateway.set(GatewayBehaviour::Works);
    assert_eq!(ops(&app, &format!("payment retry {id}")).await.unwrap(), format!("Payment {id} is declined now.\n"));
    assert_eq!(app.charged().await, [0, 1_00]);
    assert!(ops(&app, "audit").await.is_ok());
}

/// A checkout that has waited so long for its answer that staff see it.
async fn unknown_for_long(app: &TestApp) -> (Shopper, String) {
    let mut ann = Shopper::decided(app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    app.clock.advance(60 * MINUTE);
    app.gateway.set(GatewayBehaviour::Works);
    let (id, _) = stopped(app).await;
    (ann, id)
}

#[tokio::test]
async fn settling_a_payment_by_hand_asks_the_gateway_first() {
    let app = TestApp::start().await;
    let (mut ann, id) = unknown_for_long(&app).await;
    assert_eq!(ops(&app, &format!("payment settle {id}")).await.unwrap(), format!("Payment {id} is succeeded now.\n"));
    assert_eq!(ann.status().await, "checked_out_by_customer");
    assert_eq!(app.gateway.asked().len(), 2, "nothing was charged by it");
    assert!(ops(&app, "audit").await.is_ok());
}

#[tokio::test]
async fn a_wrong_amount_is_settled_by_hand_only_after_its_refund_was_refused() {
    let app = TestApp::start().await;
    let (mut ann, id) = unknown_for_long(&app).await;
    app.execute("UPDATE sandbox_charges SET amount = amount + 1 WHERE amount > 100").await;
    let refused = ops(&app, &format!("payment settle {id}")).await.unwrap_err();
    let why = "The gateway took another amount, and has not refused to give it back: retry the payment first.";
    assert_eq!(refused, why);
    assert_eq!(ann.status().await, "payment_processing");
    assert_eq!(ops(&app, &format!("payment retry {id}")).await.unwrap(), format!("Payment {id} is declined now.\n"));
    assert_eq!(app.charged().await, [0, 1_00]);
    assert!(ops(&app, "audit").await.is_ok());
}

/// A cancelled order about whose refund the gateway has not answered for an hour.
async fn unanswered_refund(app: &TestApp, line: GatewayBehaviour) -> String {
    let ann = Shopper::with_order(app, "ann@example.com").await;
    styling_fee::charge(&app.state, &ann.order, Actor::Ops).await.unwrap();
    app.gateway.set(line);
    steps::take(&app.state, &ann.order, Step::Cancel, Actor::Ops).await.unwrap();
    assert_eq!(ops(app, "attention").await.unwrap(), "Nothing waits for you.\n");
    app.clock.advance(60 * MINUTE);
    let (id, why) = stopped(app).await;
    let words =
        "the gateway has not said for long whether it gave $1.00 back: it is asked again, so do not do it by hand";
    assert_eq!(why, words);
    let settled = ops(app, &format!("payment settle {id}")).await.unwrap_err();
    let words =
        "The gateway does not say whether it gave this back: it is asked again, so do not give it back by hand.";
    assert_eq!(settled, words);
    id
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_is_not_requested_again() {
    let app = TestApp::start().await;
    let id = unanswered_refund(&app, GatewayBehaviour::LosesRefundAnswers).await;
    assert_eq!((app.gateway.refunds(), app.charged().await), (1, vec![0]));
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    // The gateway may have forgotten the key by now, so the refund was looked up and not requested again.
    assert_eq!((app.gateway.refunds(), app.charged().await), (1, vec![0]));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    let again = ops(&app, &format!("payment settle {id}")).await.unwrap_err();
    assert_eq!(again, "This payment needs nobody: it is succeeded.");
    assert!(ops(&app, "audit").await.unwrap().contains("Given back: $1.00."));
}

#[tokio::test]
async fn settling_an_unanswered_refund_looks_it_up_and_refunds_nothing() {
    let app = TestApp::start().await;
    let id = unanswered_refund(&app, GatewayBehaviour::LosesRefundAnswers).await;
    app.gateway.set(GatewayBehaviour::Works);
    assert_eq!(ops(&app, &format!("payment settle {id}")).await.unwrap(), format!("Payment {id} is succeeded now.\n"));
    assert_eq!(app.gateway.refunds(), 1);
    assert!(ops(&app, "audit").await.unwrap().contains("Given back: $1.00."));
}

#[tokio::test]
async fn a_refund_that_the_gateway_does_not_know_is_requested_again_and_not_settled() {
    let app = TestApp::start().await;
    let id = unanswered_refund(&app, GatewayBehaviour::Unreachable).await;
    app.gateway.set(GatewayBehaviour::Works);
    assert!(ops(&app, &format!("payment settle {id}")).await.unwrap_err().contains("do not give it back by hand"));
    assert_eq!(app.charged().await, [1_00]);
    assert_eq!(ops(&app, &format!("payment retry {id}")).await.unwrap(), format!("Payment {id} is succeeded now.\n"));
    assert_eq!(app.charged().await, [0]);
    assert!(ops(&app, "audit").await.unwrap().contains("Given back: $1.00."));
}

/// A cancelled order whose fee the gateway has refused to refund.
async fn refused_refund(app: &TestApp) -> Shopper {
    let ann = Shopper::with_order(app, "ann@example.com").await;
    styling_fee::charge(&app.state, &ann.order, Actor::Ops).await.unwrap();
    app.gateway.set(GatewayBehaviour::RefusesRefunds);
    steps::take(&app.state, &ann.order, Step::Cancel, Actor::Ops).await.unwrap();
    assert!(ops(app, "audit").await.unwrap_err().contains("the gateway refused to give 100 cents back"));
    ann
}

#[tokio::test]
async fn a_refused_refund_is_requested_again_under_another_key() {
    let app = TestApp::start().await;
    refused_refund(&app).await;
    let (id, why) = stopped(&app).await;
    assert_eq!(why, "the gateway refused to give $1.00 back: not_now");
    assert_eq!(ops(&app, &format!("payment retry {id}")).await.unwrap(), format!("Payment {id} is declined now.\n"));
    app.gateway.set(GatewayBehaviour::Works);
    assert_eq!(ops(&app, &format!("payment retry {id}")).await.unwrap(), format!("Payment {id} is succeeded now.\n"));
    assert_eq!(app.charged().await, [0]);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert!(ops(&app, "audit").await.unwrap().contains("Given back: $1.00."));
}

#[tokio::test]
async fn a_late_refusal_under_an_earlier_key_does_not_close_a_refund_that_was_requested_again() {
    let app = TestApp::start().await;
    let ann = Shopper::with_order(&app, "ann@example.com").await;
    styling_fee::charge(&app.state, &ann.order, Actor::Ops).await.unwrap();
    app.gateway.set(GatewayBehaviour::RefusesRefunds);
    // While this server waits for the refusal, another one gets it, and staff request the refund again. The answer to that is lost.
    let other = app.second_server().await;
    other.gateway.set(GatewayBehaviour::RefusesRefunds);
    app.gateway.while_a_refund_is_made(async move {
        assert_eq!(resume_all(&other.state).await.unwrap().done, 1);
        other.gateway.set(GatewayBehaviour::LosesRefundAnswers);
        let (id, _) = stopped(&other).await;
        assert_eq!(
            ops(&other, &format!("payment retry {id}")).await.unwrap(),
            format!("Payment {id} is unknown now.\n")
        );
    });
    steps::take(&app.state, &ann.order, Step::Cancel, Actor::Ops).await.unwrap();
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert_eq!(app.charged().await, [0]);
    assert!(ops(&app, "audit").await.unwrap().contains("Given back: $1.00."));
}

#[tokio::test]
async fn a_refused_refund_can_be_settled_by_hand() {
    let app = TestApp::start().await;
    let mut ann = refused_refund(&app).await;
    let (id, _) = stopped(&app).await;
    app.execute("UPDATE sandbox_charges SET refunded_amount = amount").await;
    assert_eq!(ops(&app, &format!("payment settle {id}")).await.unwrap(), format!("Payment {id} is succeeded now.\n"));
    assert!(ops(&app, "audit").await.unwrap().contains("Given back: $1.00."));
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    let again = ops(&app, &format!("payment settle {id}")).await.unwrap_err();
    assert_eq!(again, "This payment needs nobody: it is succeeded.");
    let unknown = ops(&app, "payment retry nothing").await.unwrap_err();
    assert_eq!(unknown, "There is no such payment. \"ops attention\" shows those that need somebody.");
    assert_eq!(ann.read().await["status"], json!("cancelled"));
}
