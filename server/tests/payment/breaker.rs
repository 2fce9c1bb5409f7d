//! A silent gateway: the job that asks about open payments does not wait for an answer about each. The gateway "rests": for a while no
//! job asks it.

use crate::support::{GatewayBehaviour, MessageFault, Shopper, TestApp, ops};
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

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

/// How many attempts the last run asked about.
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
    // The gateway rests: the next run does not ask, and says so.
    app.clock.advance(Duration::from_secs(30));
    assert!(ops(&app, "jobs run payments").await.unwrap_err().contains("the party payment does not answer"));
    assert_eq!(asked(&app).await, 0);
    let attention = ops(&app, "attention").await.unwrap();
    assert!(
        attention.contains("job payments") && attention.contains("the party payment does not answer"),
        "{attention}"
    );
    // After a while it is asked again.
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(MINUTE);
    assert_eq!(ops(&app, "jobs run payments").await.unwrap(), "Job payments: 5 open payments were settled.\n");
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
}

/// Two payments that the gateway never answers about must not hold up the others.
#[tokio::test]
async fn payments_that_were_asked_about_longest_ago_come_first() {
    let app = TestApp::start().await;
    five_open(&app).await;
    for run in 1..=3 {
        app.clock.advance(2 * MINUTE);
        ops(&app, "jobs run payments").await.unwrap_err();
        assert_eq!(asked(&app).await, 2, "run {run}");
        if run == 2 {
            let before = app.state.clock.now().0 - 120_000_000;
            let sql = format!("SELECT COUNT(*) FROM payment_attempts WHERE status = 'unknown' AND asked_at = {before}");
            assert_eq!(app.count(&sql).await, 2, "those of the last run come later");
        }
    }
    assert_eq!(app.count("SELECT COUNT(DISTINCT asked_at) FROM payment_attempts WHERE status = 'unknown'").await, 3);
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

/// The jobs that begin charges begin only as many as they need to notice that the gateway is silent.
#[tokio::test]
async fn fees_that_are_due_wait_while_the_gateway_rests() {
    let app = TestApp::start().await;
    for name in ["ann", "ben", "cat", "dan"] {
        let mut shopper = Shopper::new(&app, &format!("{name}@example.com")).await;
        // The bank accepts the card when it is saved, and then declines each charge.
        let saved = shopper.save_card("4000000000000341").await.expect(201);
        let order = saved["order_id"].as_str().unwrap();
        steps::take(&app.state, order, Step::Style, Actor::Ops).await.unwrap_err();
    }
    let tries = "SELECT COUNT(*) FROM payment_attempts";
    assert_eq!(app.count(tries).await, 4);
    app.clock.set("2026-11-19T15:00:00Z");
    app.gateway.set(GatewayBehaviour::Unreachable);
    let failed = ops(&app, "jobs run fees").await.unwrap_err();
    assert!(failed.contains("2 fees that are due: the party payment does not answer"), "{failed}");
    assert_eq!(app.count(tries).await, 6);
    app.clock.advance(Duration::from_secs(30));
    assert!(ops(&app, "jobs run fees").await.unwrap_err().contains("2 fees that are due"));
    assert_eq!(app.count(tries).await, 6, "the gateway rests");
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(MINUTE);
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(app.count(tries).await, 8, "the other two fees");
}

#[tokio::test]
async fn checkouts_that_are_due_wait_while_the_gateway_rests() {
    let app = TestApp::start().await;
    for name in ["ann", "ben", "cat", "dan"] {
        Shopper::with_box(&app, &format!("{name}@example.com")).await;
    }
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        app.clock.set(&format!("{day}T15:00:00Z"));
        for job in ["reminders", "outbox"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    app.clock.set("2026-11-24T18:00:00Z");
    app.gateway.set(GatewayBehaviour::Unreachable);
    let failed = ops(&app, "jobs run system_checkout").await.unwrap_err();
    assert!(failed.contains("2 checkouts that are due: the party payment does not answer"), "{failed}");
    let being_paid = "SELECT COUNT(*) FROM orders WHERE status = 'payment_processing'";
    assert_eq!(app.count(being_paid).await, 2);
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(2 * MINUTE);
    for job in ["payments", "system_checkout"] {
        ops(&app, &format!("jobs run {job}")).await.unwrap();
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM orders WHERE status = 'checked_out_by_system'").await, 4);
}

async fn four_with_orders(app: &TestApp) -> Vec<Shopper> {
    let mut shoppers = Vec::new();
    for name in ["ann", "ben", "cat", "dan"] {
        shoppers.push(Shopper::with_order(app, &format!("{name}@example.com")).await);
    }
    shoppers
}

/// Their fees have to be refunded.
#[tokio::test]
async fn late_orders_are_not_cancelled_while_the_gateway_rests() {
    let app = TestApp::start().await;
    for shopper in four_with_orders(&app).await {
        steps::take(&app.state, &shopper.order, Step::Style, Actor::Ops).await.unwrap();
    }
    // They are late for the first time on the 21st, and their customers are asked from the 26th until 3 December.
    for moment in ["2026-11-21T06:00:00Z", "2026-11-26T06:00:00Z"] {
        app.clock.set(moment);
        ops(&app, "jobs run late").await.unwrap();
    }
    app.clock.set("2026-12-04T06:00:00Z");
    app.gateway.set(GatewayBehaviour::Unreachable);
    let failed = ops(&app, "jobs run late").await.unwrap_err();
    assert!(failed.contains("2 late orders to cancel: the party payment does not answer"), "{failed}");
    let cancelled = "SELECT COUNT(*) FROM orders WHERE status = 'cancelled'";
    assert_eq!(app.count(cancelled).await, 2);
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(2 * MINUTE);
    for job in ["payments", "late"] {
        ops(&app, &format!("jobs run {job}")).await.unwrap();
    }
    assert_eq!((app.count(cancelled).await, app.charged().await), (4, vec![0; 4]), "each fee is refunded");
}

/// The gateway has to forget their cards.
#[tokio::test]
async fn accounts_are_not_ended_while_the_gateway_rests() {
    let app = TestApp::start().await;
    four_with_orders(&app).await;
    app.execute("UPDATE customers SET closing_since = created_at").await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    let failed = ops(&app, "jobs run closings").await.unwrap_err();
    assert!(failed.contains("2 accounts to close: the party payment does not answer"), "{failed}");
    let ended = "SELECT COUNT(*) FROM customers WHERE erased_at IS NOT NULL";
    assert_eq!(app.count(ended).await, 2);
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(2 * MINUTE);
    ops(&app, "jobs run closings").await.unwrap();
    assert_eq!(app.count(ended).await, 4);
}

/// Otherwise the gateway would rest each time when a job is about to begin a charge.
#[tokio::test]
async fn payments_that_the_gateway_never_answers_about_do_not_stop_new_charges() {
    let app = TestApp::start().await;
    for name in ["ann", "ben"] {
        let mut shopper = Shopper::decided(&app, &format!("{name}@example.com"), 1).await;
        app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
        shopper.check_out("key").await.expect(202);
        app.gateway.set(GatewayBehaviour::Works);
    }
    Shopper::with_box(&app, "cat@example.com").await;
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        app.clock.set(&format!("{day}T15:00:00Z"));
        for job in ["reminders", "outbox"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    app.clock.set("2026-11-24T18:00:00Z");
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    let mut rests = 0;
    for _ in 0..59 {
        app.clock.advance(MINUTE);
        rests += usize::from(ops(&app, "jobs run payments").await.is_err());
    }
    assert_eq!(rests, 1, "within an hour the gateway is asked about them once");
    app.gateway.set(GatewayBehaviour::Works);
    let said = ops(&app, "jobs run system_checkout").await.unwrap();
    assert!(said.contains("1 orders were checked out"), "{said}");
    // They are not forgotten: an hour after the last time the gateway is asked about them again.
    app.clock.advance(2 * MINUTE);
    assert_eq!(ops(&app, "jobs run payments").await.unwrap(), "Job payments: 2 open payments were settled.\n");
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
