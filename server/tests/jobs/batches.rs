//! Jobs that process rows: a row that fails does not delay the others, and staff see it.

use crate::payment::screening::held;
use crate::support::{GatewayBehaviour, Shopper, TestApp, ops};
use std::time::Duration;
use stylebox_server::jobs::find;
use stylebox_server::jobs::runner::{JobOutcome, run_now};
use stylebox_server::service::checkout::system::{self, Run};

/// Corrupts Ann's row in a way that no call can.
const BROKEN: &str = "UPDATE customers SET subscription_type = 'x' WHERE email_key = 'ann@example.com'";
const MENDED: &str = "UPDATE customers SET subscription_type = 'subscription_30_day' WHERE subscription_type = 'x'";

async fn run(app: &TestApp, job: &str) -> JobOutcome {
    run_now(&app.state, find(job).unwrap()).await.unwrap()
}

/// Runs a job while the first row is broken, and again after it is mended. Each run processes one row.
async fn broken_and_mended(app: &TestApp, job: &str, [broken, mended]: [&'static str; 2], said: &str) {
    app.execute(broken).await;
    let in_part = run(app, job).await;
    let JobOutcome::InPart(outcome) = &in_part else { panic!("{job}: {in_part:?}") };
    assert!(outcome.starts_with(&format!("{said}; 1 failed: ")), "{outcome}");
    assert!(ops(app, "jobs list").await.unwrap().contains(&format!("FAILED: {outcome}")));
    assert!(ops(app, "attention").await.unwrap().contains(&format!("job {job}")));
    app.execute(mended).await;
    assert_eq!(run(app, job).await, JobOutcome::Done(said.to_owned()));
    assert!(!ops(app, "attention").await.unwrap().contains(&format!("job {job}")));
}

/// Ann and then Ben, each with a box.
async fn two_boxes(app: &TestApp) -> [Shopper; 2] {
    let ann = Shopper::with_box(app, "ann@example.com").await;
    app.clock.advance(Duration::from_secs(1));
    [ann, Shopper::with_box(app, "ben@example.com").await]
}

#[tokio::test]
async fn a_row_that_fails_does_not_delay_the_others_and_staff_see_it() {
    let app = TestApp::start().await;
    let [mut ann, mut ben] = two_boxes(&app).await;
    let customer = [BROKEN, MENDED];
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        app.clock.set(&format!("{day}T15:00:00Z"));
        broken_and_mended(&app, "reminders", customer, "1 customers were reminded").await;
        run(&app, "outbox").await;
    }
    app.clock.set("2026-11-24T18:00:00Z");
    broken_and_mended(&app, "system_checkout", customer, "1 orders were checked out, 0 wait").await;
    broken_and_mended(&app, "after_checkout", customer, "1 orders went on after their checkout").await;
    for shopper in [&mut ann, &mut ben] {
        assert_eq!(shopper.status().await, "completed");
    }
    app.clock.set("2026-12-09T15:00:00Z");
    let told = "1 customers were told of their next box, 0 boxes were ordered";
    broken_and_mended(&app, "next_boxes", customer, told).await;
    let of_ann = [
        "UPDATE cards SET expiration = 'soon'
         WHERE customer_id = (SELECT id FROM customers WHERE email_key = 'ann@example.com')",
        "UPDATE cards SET expiration = '12/29' WHERE expiration = 'soon'",
    ];
    app.clock.set("2029-12-01T15:00:00Z");
    broken_and_mended(&app, "card_expiry", of_ann, "1 customers were told that their card ends").await;
}

#[tokio::test]
async fn a_fee_that_fails_does_not_delay_the_others() {
    let app = TestApp::start().await;
    Shopper::with_order(&app, "ann@example.com").await;
    app.clock.advance(Duration::from_secs(1));
    Shopper::with_order(&app, "ben@example.com").await;
    app.gateway.set(GatewayBehaviour::Declines);
    run(&app, "simulator").await;
    app.gateway.set(GatewayBehaviour::Works);
    app.clock.advance(Duration::from_secs(25 * 60 * 60));
    broken_and_mended(
        &app,
        "fees",
        [BROKEN, MENDED],
        "1 declined styling fees were paid, 0 orders were canceled without another card",
    )
    .await;
}

#[tokio::test]
async fn a_checkout_by_the_customer_during_the_run_is_not_a_failure() {
    let app = TestApp::start().await;
    let [_ann, mut ben] = two_boxes(&app).await;
    ben.keep(1).await;
    for day in [21, 22, 23] {
        app.clock.set(&format!("2026-11-{day}T15:00:00Z"));
        run(&app, "reminders").await;
        run(&app, "outbox").await;
    }
    app.clock.set("2026-11-24T18:00:00Z");
    // While the bank is asked about Ann's checkout, Ben checks out too.
    let before = app.charged().await.len();
    app.gateway.set(GatewayBehaviour::AnswersLate);
    let state = app.state.clone();
    let running = tokio::spawn(async move { system::run_due(&state).await });
    while app.charged().await.len() == before {
        tokio::task::yield_now().await;
    }
    app.gateway.set(GatewayBehaviour::Works);
    ben.check_out("key").await.expect(200);
    app.gateway.answer();
    let batch = running.await.unwrap().unwrap();
    assert_eq!(batch.failures(), None);
    assert_eq!(batch.done, Run { checked_out: 1, waiting: 0 });
}

#[tokio::test]
async fn an_unreadable_row_is_named_and_does_not_hide_the_others() {
    let app = TestApp::start().await;
    two_boxes(&app).await;
    app.clock.set("2026-11-24T18:00:00Z");
    app.execute(
        "UPDATE orders SET checkout_by_date = 'soon'
         WHERE customer_id = (SELECT id FROM customers WHERE email_key = 'ann@example.com')",
    )
    .await;
    let JobOutcome::InPart(said) = run(&app, "system_checkout").await else { panic!("Ann's order has no such day") };
    assert!(said.starts_with("0 orders were checked out, 1 wait; 1 failed: "), "{said}");
    let attention = ops(&app, "attention").await.unwrap();
    for words in ["not checked out: This failed: ", "not checked out: not every reminder", "job system_checkout "] {
        assert!(attention.contains(words), "{words}: {attention}");
    }
    // A month later Ben's return is overdue, and Ann's is named.
    app.clock.set("2026-12-24T06:00:00Z");
    let attention = ops(&app, "attention").await.unwrap();
    for words in [
        "its return is overdue: it was due on 2026-11-23 (\"ops write-off",
        "whether its return is overdue cannot be said: This failed: ",
    ] {
        assert!(attention.contains(words), "{words}: {attention}");
    }
    let overdue = ops(&app, "overdue").await.unwrap();
    for words in ["2026-11-23  ben@example.com", "?           ann@example.com: This failed: "] {
        assert!(overdue.contains(words), "{words}: {overdue}");
    }
}

#[tokio::test]
async fn an_unreadable_fraud_hold_does_not_hide_the_others() {
    let app = TestApp::start().await;
    let (ann, ..) = held(&app, "ann@example.com").await;
    app.clock.advance(Duration::from_secs(1));
    let (mut ben, ..) = held(&app, "ben@example.com").await;
    let code = ben.code().await;
    app.execute(BROKEN).await;
    let attention = ops(&app, "attention").await.unwrap();
    assert!(attention.contains(&format!("order {}  This failed: ", ann.order)), "{attention}");
    assert!(attention.contains(&format!("{code} ")), "{attention}");
}
