//! A gateway that is silent: the job that asks about open payments does not wait for each of them.

use crate::support::{GatewayBehaviour, MessageFault, Shopper, TestApp, ops};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

/// Five checkouts without an answer.
async fn five_open(app: &TestApp) {
    for name in ["ann", "ben", "cat", "dan", "eve"] {
        let mut shopper = Shopper::decided(app, &format!("{name}@example.com"), 1).await;
        app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
        shopper.check_out("key").await.expect(202);
        app.gateway.set(GatewayBehaviour::Works);
    }
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    app.clock.advance(MINUTE);
}

/// How many attempts were asked about in the last run.
async fn asked(app: &TestApp) -> i64 {
    let now = app.state.clock.now().0;
    app.count(&format!("SELECT COUNT(*) FROM payment_attempts WHERE status = 'unknown' AND asked_at = {now}")).await
}

#[tokio::test]
async fn after_two_silences_the_gateway_rests_and_the_run_ends() {
    let app = TestApp::start().await;
    five_open(&app).await;
    let failed = ops(&app, "jobs run payments").await.unwrap_err();
    assert!(failed.contains("the party payment does not answer: it is asked again after"), "{failed}");
    assert_eq!(asked(&app).await, 2);
    // It rests: the next run asks nothing, and says so.
    app.clock.advance(Duration::from_secs(30));
    assert!(ops(&app, "jobs run payments").await.unwrap_err().contains("the party payment does not answer"));
    assert_eq!(asked(&app).await, 0);
    let attention = ops(&app, "attention").await.unwrap();
    assert!(
        attention.contains("job payments") && attention.contains("the party payment does not answer"),
        "{attention}"
    );
    // It goes on by itself.
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(MINUTE);
    assert_eq!(ops(&app, "jobs run payments").await.unwrap(), "Job payments: 5 open payments were settled.\n");
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

#[tokio::test]
async fn a_customer_is_served_while_the_gateway_rests() {
    let app = TestApp::start().await;
    five_open(&app).await;
    ops(&app, "jobs run payments").await.unwrap_err();
    app.gateway.set(GatewayBehaviour::Works);
    let mut fay = Shopper::decided(&app, "fay@example.com", 1).await;
    fay.check_out("key").await.expect(200);
}

#[tokio::test]
async fn a_message_service_that_is_silent_in_two_runs_rests() {
    let app = TestApp::start().await;
    for name in ["ann", "ben", "cat"] {
        app.client().register(&format!("{name}@example.com")).await;
    }
    app.messages.set(MessageFault::Down);
    let handed_over = app.messages.handed_over();
    assert!(ops(&app, "jobs run outbox").await.is_ok(), "one silence may be chance");
    let rests = ops(&app, "jobs run outbox").await.unwrap_err();
    assert!(rests.contains("the party mail does not answer"), "{rests}");
    assert!(ops(&app, "jobs run outbox").await.is_err());
    assert_eq!(app.messages.handed_over(), handed_over + 2);
    app.messages.set(MessageFault::None);
    app.clock.advance(2 * MINUTE);
    ops(&app, "jobs run outbox").await.unwrap();
    assert!(app.messages.handed_over() >= handed_over + 5);
}
