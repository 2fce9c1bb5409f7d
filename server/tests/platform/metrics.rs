//! The metrics that Prometheus reads.

use crate::doubles::http::{HttpDouble, HttpFault};
use crate::payment::unpaid_fees::{DECLINED, unpaid};
use crate::support::{Client, GatewayBehaviour, Shopper, TestApp, ops};
use axum::Router;
use axum::routing::get;
use reqwest::Method;
use serde_json::json;
use std::task::{Context, Waker};
use std::time::{Duration, Instant};
use stylebox_server::http::metrics;
use stylebox_server::jobs::{find, money_watch, runner, server_watch};
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::providers::common::http_client::HttpClient;
use stylebox_server::service::payment::carry_out::resume_open;
use stylebox_server::store::Db;
use stylebox_server::store::mail::outbox::Channel;
use stylebox_server::store::operation::shop_facts::{self, RestoredMoney};
use stylebox_server::store::payment::payment_attempts::{OpenStatus, Purpose};
use tokio::sync::Mutex;

/// The metrics belong to the whole process. A test that compares them holds this lock.
pub static MEASURED: Mutex<()> = Mutex::const_new(());

/// The value of a line. `None` if there is no such line. The numbers are of the whole process, so other tests count too.
pub async fn value(line: &str) -> Option<f64> {
    let text = Client::new(metrics::router()).get("/metrics").await.text;
    assert!(text.ends_with("# EOF\n"), "{text}");
    let begins = format!("stylebox_{line} ");
    text.lines().find_map(|found| found.strip_prefix(&begins)).map(|value| value.parse().unwrap())
}

#[tokio::test]
async fn requests_are_counted_by_route_and_never_by_the_contents_of_the_address() {
    let app = TestApp::start().await;
    let mut client = app.client();
    let line = r#"http_requests_total{method="GET",route="/api/orders/{id}",status="401"}"#;
    let before = value(line).await.unwrap_or_default();
    client.get("/api/orders/a-secret-of-somebody").await.expect(401);
    assert!(value(line).await.unwrap() >= before + 1.0);
    client.post("/api/sessions", json!({"customer": {"email": "ann@example.com"}})).await;
    let text = Client::new(metrics::router()).get("/metrics").await.text;
    for secret in ["a-secret-of-somebody", "ann@example.com"] {
        assert!(!text.contains(secret), "{secret}");
    }
    assert!(
        value(r#"http_request_duration_seconds_count{method="GET",route="/api/orders/{id}"}"#).await.unwrap() >= 1.0
    );
}

/// Prometheus sees an increase only of a counter that was there before: the first failures after a start would raise no alarm.
#[tokio::test]
async fn what_an_alarm_counts_is_there_before_it_happens_for_the_first_time() {
    let app = TestApp::start().await;
    let description = app.client().get("/api/openapi.json").await.expect(200);
    let mut calls =
        vec![("POST".to_owned(), "/api/webhooks/{party}".to_owned()), ("PUT".to_owned(), "/uploads/{id}".to_owned())];
    for (path, item) in description["paths"].as_object().unwrap() {
        let methods = item.as_object().unwrap().keys().filter(|key| *key != "parameters");
        calls.extend(methods.map(|method| (method.to_uppercase(), format!("/api{path}"))));
    }
    assert!(calls.contains(&("POST".to_owned(), "/api/orders".to_owned())), "{calls:?}");
    for (method, route) in calls {
        for status in [500, 503] {
            let line = format!(r#"http_requests_total{{method="{method}",route="{route}",status="{status}"}}"#);
            assert!(value(&line).await.is_some(), "{line}");
        }
    }
    let _never_called = HttpClient::new("never called", &HttpDouble::start(Router::new()).await.base()).unwrap();
    assert_eq!(value(r#"party_calls_total{party="never called",outcome="no_answer"}"#).await, Some(0.0));
}

#[tokio::test]
async fn calls_of_a_party_are_counted_by_outcome() {
    let double = HttpDouble::start(Router::new().route("/", get(|| async { "yes" }))).await;
    let client = HttpClient::new("counted", &double.base()).unwrap().with_timeout(Duration::from_millis(200));
    for (fault, path, outcome) in [
        (HttpFault::None, "/", "success"),
        (HttpFault::None, "/nothing", "refused"),
        (HttpFault::Down, "/", "down"),
        (HttpFault::Silent, "/", "no_answer"),
    ] {
        double.set(fault);
        let _ = client.call(Method::GET, path).send().await;
        let line = format!(r#"party_calls_total{{party="counted",outcome="{outcome}"}}"#);
        assert_eq!(value(&line).await, Some(1.0), "{fault:?}");
    }
    assert_eq!(value(r#"party_call_duration_seconds_count{party="counted"}"#).await, Some(4.0));
}

#[tokio::test]
async fn job_runs_the_outbox_and_the_database_are_measured() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    app.client().register("bea@example.com").await;
    // Each customer gets one email, which asks whether the address is theirs.
    server_watch::measure(&app.state).await.unwrap();
    let waiting = r#"outbox_waiting{channel="email"}"#;
    assert_eq!((value(waiting).await, value("database_reachable").await), (Some(2.0), Some(1.0)));
    for channel in Channel::ALL {
        let line = format!(r#"outbox_waiting{{channel="{}"}}"#, channel.as_str());
        assert!(value(&line).await.is_some(), "{line}");
    }

    let done = r#"job_runs_total{job="outbox",outcome="done"}"#;
    let before = value(done).await.unwrap_or_default();
    runner::run_now(&app.state, find("outbox").unwrap()).await.unwrap();
    assert!(value(done).await.unwrap() > before);
    assert!(value(r#"job_duration_seconds_count{job="outbox"}"#).await.unwrap() >= 1.0);
    server_watch::measure(&app.state).await.unwrap();
    assert_eq!(value(waiting).await, Some(0.0));

    app.state.db.close().await;
    // The database is checked once a second at most.
    app.clock.advance(Duration::from_secs(1));
    assert!(server_watch::measure(&app.state).await.is_err());
    assert_eq!(value("database_reachable").await, Some(0.0));
}

/// The name of the pool that serves reading, and how many connections it has at most.
fn readers(app: &TestApp) -> (&'static str, usize) {
    match &app.state.db {
        Db::Sqlite { .. } => ("reader", 4),
        Db::Postgres(_) => ("postgres", usize::try_from(app.state.settings.database_connections.unwrap()).unwrap()),
    }
}

/// The numbers of the pools are of all tests that run now, so they are compared with the least that this test adds to them.
#[tokio::test]
async fn a_call_that_waits_for_a_connection_is_measured() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let (pool, most) = readers(&app);
    let number = async |metric: &str| value(&format!(r#"{metric}{{pool="{pool}"}}"#)).await.unwrap_or_default();
    let mut held = Vec::new();
    for _ in 0..most {
        held.push(app.state.db.read().await.unwrap());
    }
    for metric in ["database_connections_open", "database_connections_in_use", "database_connections_maximum"] {
        assert!(number(metric).await >= most as f64, "{metric}");
    }
    let before = number("database_wait_seconds_sum").await;
    let mut call = Box::pin(ann.get("/api/account"));
    let (begun, least) = (Instant::now(), Duration::from_millis(50));
    // The call needs a connection for its session, and there is none.
    while begun.elapsed() < least {
        assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        tokio::task::yield_now().await;
    }
    assert!(number("database_waiting").await >= 1.0);
    drop(held);
    call.await.expect(200);
    let waited = number("database_wait_seconds_sum").await - before;
    assert!(waited >= least.as_secs_f64() / 2.0, "{waited}");
}

#[tokio::test]
async fn transactions_are_measured_by_how_they_end() {
    let app = TestApp::start().await;
    let ended = async |access: &str, outcome: &str| {
        let line = format!(r#"database_transaction_duration_seconds_count{{access="{access}",outcome="{outcome}"}}"#);
        value(&line).await.unwrap_or_default()
    };
    let (written, left, read) =
        (ended("write", "committed").await, ended("write", "rolled_back").await, ended("read", "rolled_back").await);
    app.client().register("ann@example.com").await;
    drop(app.state.db.write().await.unwrap());
    drop(app.state.db.read().await.unwrap());
    assert!(ended("write", "committed").await > written);
    assert!(ended("write", "rolled_back").await > left);
    assert!(ended("read", "rolled_back").await > read);
    let pool = if readers(&app).0 == "reader" { "writer" } else { "postgres" };
    assert!(value(&format!(r#"database_commit_duration_seconds_count{{pool="{pool}"}}"#)).await.unwrap() >= 1.0);
}

/// How many payments of that purpose have that status, and the age of the oldest in seconds.
async fn open(purpose: &str, status: &str) -> (f64, f64) {
    let number = async |metric: &str| value(&format!(r#"{metric}{{purpose="{purpose}",status="{status}"}}"#)).await;
    (number("payments_open").await.unwrap(), number("payments_oldest_open_seconds").await.unwrap())
}

#[tokio::test]
async fn an_open_payment_is_counted_with_its_age_until_it_is_settled() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    money_watch::measure(&app.state).await;
    for &purpose in Purpose::ALL {
        for &status in OpenStatus::ALL {
            assert_eq!(open(purpose.as_str(), status.as_str()).await, (0.0, 0.0));
        }
        // An increase is seen only of a number that was there before.
        for outcome in ["succeeded", "declined"] {
            let settled = format!(r#"payments_settled_total{{purpose="{}",outcome="{outcome}"}}"#, purpose.as_str());
            assert!(value(&settled).await.is_some(), "{settled}");
        }
    }
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    app.clock.advance(Duration::from_secs(90));
    money_watch::measure(&app.state).await;
    assert_eq!(open("checkout", "unanswered").await, (1.0, 90.0));
    assert_eq!(open("styling_fee", "unanswered").await, (0.0, 0.0), "the fee was paid");

    let paid = r#"payments_settled_total{purpose="checkout",outcome="succeeded"}"#;
    let before = value(paid).await.unwrap_or_default();
    app.gateway.set(GatewayBehaviour::Works);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert!(value(paid).await.unwrap() > before);
    money_watch::measure(&app.state).await;
    assert_eq!(open("checkout", "unanswered").await, (0.0, 0.0));
}

#[tokio::test]
async fn a_payment_that_waits_at_the_bank_or_is_stuck_is_counted_as_such() {
    let _alone = MEASURED.lock().await;
    for (behaviour, status) in
        [(GatewayBehaviour::ConfirmedBeforeCallOff, "at_bank"), (GatewayBehaviour::KeepsAnotherAmount, "stuck")]
    {
        let app = TestApp::start().await;
        let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
        app.gateway.set(behaviour);
        ann.check_out("key").await.expect(202);
        money_watch::measure(&app.state).await;
        assert_eq!(open("checkout", status).await.0, 1.0, "{status}");
    }
}

/// As `restore` leaves it until the job `gateway_list` has read what the gateway did.
#[tokio::test]
async fn it_is_shown_that_nothing_is_charged_after_a_restore() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    let mut money = RestoredMoney {
        taken_at: Timestamp(0),
        failing: None,
        is_paused: true,
        charges: Vec::new(),
        refunds: Vec::new(),
    };
    for (is_paused, shown) in [(true, 1.0), (false, 0.0)] {
        money.is_paused = is_paused;
        let mut tx = app.state.db.write().await.unwrap();
        shop_facts::set_restored_money(&mut tx, &money, Timestamp(0)).await.unwrap();
        tx.commit().await.unwrap();
        money_watch::measure(&app.state).await;
        assert_eq!(value("payments_paused").await, Some(shown));
    }
}

#[tokio::test]
async fn a_refused_refund_is_counted_until_staff_settle_it() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    let refused = async || {
        money_watch::measure(&app.state).await;
        value("refunds_refused").await.unwrap()
    };
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    app.gateway.set(GatewayBehaviour::RefusesRefunds);
    ops(&app, &format!("style {code}")).await.unwrap();
    assert_eq!(refused().await, 0.0);
    ops(&app, &format!("fraud {code}")).await.unwrap();
    assert_eq!(refused().await, 1.0);
    let settled = r#"payments_settled_total{purpose="styling_fee_refund",outcome="by_hand"}"#;
    let before = value(settled).await.unwrap_or_default();
    let waits = ops(&app, "attention").await.unwrap();
    let payment = waits.strip_prefix("payment ").unwrap().split_whitespace().next().unwrap();
    ops(&app, &format!("payment settle {payment}")).await.unwrap();
    assert_eq!(refused().await, 0.0);
    assert!(value(settled).await.unwrap() > before);
}

#[tokio::test]
async fn a_declined_fee_is_counted_and_waits_for_another_try_or_for_another_card() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    let waiting = async |what: &str| value(&format!(r#"styling_fees_waiting{{waits_for="{what}"}}"#)).await;
    let declined = r#"payments_settled_total{purpose="styling_fee",outcome="declined"}"#;
    let before = value(declined).await.unwrap_or_default();
    unpaid(&app, "ann@example.com", DECLINED).await;
    assert!(value(declined).await.unwrap() > before);
    money_watch::measure(&app.state).await;
    assert_eq!((waiting("another_try").await, waiting("another_card").await), (Some(1.0), Some(0.0)));
    // This card is stolen, so it is not tried again.
    unpaid(&app, "ben@example.com", "4000000000009979").await;
    money_watch::measure(&app.state).await;
    assert_eq!((waiting("another_try").await, waiting("another_card").await), (Some(1.0), Some(1.0)));
    let text = Client::new(metrics::router()).get("/metrics").await.text;
    assert!(!text.contains("stolen"), "the bank's words are no label: {text}");
}

#[tokio::test]
async fn what_cannot_be_counted_keeps_its_last_number_and_hides_nothing_else() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    app.gateway.set(GatewayBehaviour::LosesChargeAnswers);
    ann.check_out("key").await.expect(202);
    let unread = async || {
        let mut found = Vec::new();
        for count in ["payments", "gateway_notices", "styling_fees", "gateway_movements"] {
            found.push(value(&format!(r#"money_unread{{count="{count}"}}"#)).await.unwrap());
        }
        found
    };
    money_watch::measure(&app.state).await;
    assert_eq!((open("checkout", "unanswered").await.0, unread().await), (1.0, vec![0.0; 4]));
    app.execute("ALTER TABLE gateway_notices RENAME TO gateway_notices_gone").await;
    money_watch::measure(&app.state).await;
    assert_eq!(unread().await, [0.0, 1.0, 0.0, 0.0]);
    app.state.db.close().await;
    money_watch::measure(&app.state).await;
    assert_eq!((open("checkout", "unanswered").await.0, unread().await), (1.0, vec![1.0; 4]));
}
