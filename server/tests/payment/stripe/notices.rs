//! Disputes and failed refunds: staff see them after a webhook or the job.

use super::charges::stop_by_staff;
use super::{GOOD, decided, ordered, shop};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeFault;
use crate::platform::metrics::{MEASURED, value};
use crate::support::{PASSWORD, TestApp, ops};
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_core::values::business_time::Instant;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::money_watch;
use stylebox_server::service::operation::webhooks::work_due;

async fn deliver(app: &TestApp, (body, proof): (String, String)) {
    let request = Request::post("/api/webhooks/stripe").header("stripe-signature", proof);
    let answer = app.client().send(request.body(Body::from(body)).unwrap()).await;
    assert_eq!(answer.status, 204);
    assert_eq!(work_due(&app.state).await.unwrap(), 1);
}

async fn attention(app: &TestApp) -> String {
    ops(app, "attention").await.unwrap()
}

#[tokio::test]
async fn a_dispute_is_shown_until_it_is_over_or_noted() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    ann.check_out("key").await.expect(200);
    let charge = stripe.newest("payment_intent");
    let dispute = stripe.dispute(charge["id"].as_str().unwrap());
    deliver(&app, stripe.event("evt_1", "charge.dispute.created", &dispute)).await;
    let shown = attention(&app).await;
    // Seven days after the test's beginning, Wednesday, November 18, 2026, 9:00 in Chicago.
    let words = "(fraudulent): it is needs_response at the gateway, answer it there by Wednesday, November 25, 9:00 AM Central Time";
    assert!(shown.contains("the cardholder disputes $") && shown.contains(words), "{shown}");
    // The job finds the same one, and shows it once.
    ops(&app, "jobs run gateway_notices").await.unwrap();
    assert_eq!(attention(&app).await, shown);
    let id = shown.split("ops payment noted ").nth(1).unwrap().split('"').next().unwrap().to_owned();
    ops(&app, &format!("payment noted {id}")).await.unwrap();
    let again = ops(&app, &format!("payment noted {id}")).await.unwrap_err();
    assert!(again.starts_with("There is no such notice."), "it is closed already: {again}");
    assert!(!attention(&app).await.contains("disputes"));
    // The dispute is lost, so it is shown again.
    stripe.set_status(&dispute, "lost");
    ops(&app, "jobs run gateway_notices").await.unwrap();
    assert!(attention(&app).await.contains("it is lost at the gateway"));
    stripe.set_status(&dispute, "won");
    ops(&app, "jobs run gateway_notices").await.unwrap();
    assert!(!attention(&app).await.contains("disputes"));
    let refused = ops(&app, "payment noted nothing").await.unwrap_err();
    assert!(refused.contains("There is no such notice."), "{refused}");
}

#[tokio::test]
async fn an_open_dispute_is_counted_with_the_time_to_answer_it() {
    let _alone = MEASURED.lock().await;
    let (app, stripe) = shop().await;
    let numbers = async || {
        money_watch::measure(&app.state).await;
        let open = value(r#"gateway_notices_open{kind="dispute"}"#).await;
        (open.unwrap(), value("disputes_answer_by_seconds").await.unwrap())
    };
    let mut ann = decided(&app, &stripe, 4).await;
    ann.check_out("key").await.expect(200);
    assert_eq!(numbers().await, (0.0, 0.0));
    let dispute = stripe.dispute(stripe.newest("payment_intent")["id"].as_str().unwrap());
    deliver(&app, stripe.event("evt_1", "charge.dispute.created", &dispute)).await;
    // Seven days after the test's beginning.
    let answer_by: Instant = "2026-11-25T15:00:00Z".parse().unwrap();
    assert_eq!(numbers().await, (1.0, (answer_by.unix_micros() / 1_000_000) as f64));
    stripe.set_status(&dispute, "won");
    ops(&app, "jobs run gateway_notices").await.unwrap();
    assert_eq!(numbers().await, (0.0, 0.0));
}

/// Staff need the customer's data to answer a dispute.
#[tokio::test]
async fn an_account_that_is_being_closed_waits_until_the_bank_has_decided_a_dispute() {
    for end in ["won", "lost", "warning_closed", "prevented"] {
        let (app, stripe) = shop().await;
        let mut ann = decided(&app, &stripe, 4).await;
        ann.check_out("key").await.expect(200);
        steps::take(&app.state, &ann.order, Step::Receive, Actor::Ops).await.unwrap();
        ops(&app, "jobs run after_checkout").await.unwrap();
        if ann.read().await["status"] != "completed" {
            steps::take(&app.state, &ann.order, Step::Complete, Actor::Ops).await.unwrap();
        }
        let email = ann.browser.get("/api/account").await.expect(200)["email"].as_str().unwrap().to_owned();
        let dispute = stripe.dispute(stripe.newest("payment_intent")["id"].as_str().unwrap());
        ops(&app, "jobs run gateway_notices").await.unwrap();
        let words = "A payment is disputed at your bank, and the bank has to decide first.";
        let refused = ops(&app, &format!("customer erase {email}")).await.unwrap_err();
        assert_eq!(refused, format!("The account cannot be erased yet. {words}"));
        let password = json!({"current_password": PASSWORD});
        let closing = ann.browser.post("/api/account/close", password).await.expect(200)["closing"].clone();
        assert_eq!(closing["waits_for"], json!([words]));
        // Staff have answered it, but the bank has not decided yet.
        let shown = attention(&app).await;
        let id = shown.split("ops payment noted ").nth(1).unwrap().split('"').next().unwrap().to_owned();
        ops(&app, &format!("payment noted {id}")).await.unwrap();
        stripe.set_status(&dispute, "under_review");
        for job in ["gateway_notices", "closings"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
        assert_eq!(ann.browser.get("/api/account").await.expect(200)["closing"]["waits_for"], json!([words]));
        stripe.set_status(&dispute, end);
        for job in ["gateway_notices", "closings"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
        ann.browser.get("/api/account").await.refused(401, "not_authorized");
        // The email about the closed account is sent.
        ops(&app, "jobs run outbox").await.unwrap();
        let dump = app.dump().await;
        let left: Vec<_> = dump.lines().filter(|line| line.contains(&email)).collect();
        assert_eq!(left, [""; 0], "{end}");
    }
}

#[tokio::test]
async fn a_refund_that_fails_later_is_shown() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
    stop_by_staff(&app).await;
    assert!(!attention(&app).await.contains("refund of"));
    let refund = stripe.newest("refund")["id"].as_str().unwrap().to_owned();
    stripe.fail_refund(&refund);
    deliver(&app, stripe.event("evt_1", "refund.failed", &refund)).await;
    let shown = attention(&app).await;
    assert!(shown.contains("a refund of $1.00 did not reach the card (expired_or_canceled_card)"), "{shown}");
}

/// Another program can use the same Stripe account.
#[tokio::test]
async fn a_dispute_of_a_foreign_charge_is_ignored() {
    let (app, stripe) = shop().await;
    ordered(&app, &stripe, GOOD).await;
    stripe.add_intent(stripe.newest("customer")["id"].as_str().unwrap());
    stripe.dispute(stripe.newest("payment_intent")["id"].as_str().unwrap());
    ops(&app, "jobs run gateway_notices").await.unwrap();
    assert!(!attention(&app).await.contains("disputes"));
}

/// The notices come in two lists.
#[tokio::test]
async fn if_one_list_is_not_answered_the_notices_of_the_other_are_kept() {
    for (down, shown, unread) in [
        ("/v1/refunds", "the cardholder disputes $", "refunds"),
        ("/v1/disputes", "did not reach the card", "disputes"),
    ] {
        let (app, stripe) = shop().await;
        let ann = ordered(&app, &stripe, GOOD).await;
        steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
        stop_by_staff(&app).await;
        stripe.dispute(stripe.newest("payment_intent")["id"].as_str().unwrap());
        stripe.fail_refund(stripe.newest("refund")["id"].as_str().unwrap());
        stripe.set_http_at(down, HttpFault::Down);
        let failed = ops(&app, "jobs run gateway_notices").await.unwrap_err();
        assert!(failed.contains(&format!("the gateway's list of {unread}")), "{failed}");
        assert!(attention(&app).await.contains(shown));
        stripe.set_http(HttpFault::None);
        ops(&app, "jobs run gateway_notices").await.unwrap();
        let both = attention(&app).await;
        assert!(both.contains("the cardholder disputes $") && both.contains("did not reach the card"), "{both}");
    }
}

/// The newest dispute is on the first page.
#[tokio::test]
async fn the_first_page_of_a_list_is_kept_if_the_second_is_not_answered() {
    let (app, stripe) = shop().await;
    let mut ann = decided(&app, &stripe, 4).await;
    ann.check_out("key").await.expect(200);
    let charges: Vec<String> =
        stripe.all("payment_intent").iter().map(|charge| charge["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(charges.len(), 2, "the fee and the checkout");
    for charge in &charges {
        stripe.dispute(charge);
    }
    stripe.set_page(1);
    stripe.set(StripeFault::HasOnePage);
    let failed = ops(&app, "jobs run gateway_notices").await.unwrap_err();
    assert!(failed.contains("the gateway's list of disputes"), "{failed}");
    assert_eq!(attention(&app).await.matches("the cardholder disputes $").count(), 1);
    stripe.set(StripeFault::None);
    ops(&app, "jobs run gateway_notices").await.unwrap();
    assert_eq!(attention(&app).await.matches("the cardholder disputes $").count(), 2);
}
