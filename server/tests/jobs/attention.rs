//! `ops attention`, the list of what waits for staff, as text, as JSON and as metrics for Prometheus.

use crate::platform::metrics::{MEASURED, value};
use crate::support::{Shopper, StatementCount, TestApp, ops};
use serde_json::{Value, json};
use std::process::Command;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::attention::{kinds, report};
use stylebox_server::ops::attention;
use stylebox_server::state::AppState;

async fn json_of(app: &TestApp) -> Value {
    serde_json::from_str(&ops(app, "attention --json").await.unwrap()).unwrap()
}

async fn exit_code(state: &AppState) -> u8 {
    attention::find(state).await.exit_code()
}

/// Makes two kinds of things wait: a job that failed, and an order without an address.
async fn make_two_wait(app: &TestApp) -> Shopper {
    let ann = Shopper::with_order(app, "ann@example.com").await;
    app.execute("UPDATE orders SET shipping_address_id = NULL").await;
    ops(app, "jobs run next_boxes").await.unwrap();
    app.execute("UPDATE jobs SET failed = TRUE, outcome = 'no paper' WHERE name = 'next_boxes'").await;
    ann
}

#[tokio::test]
async fn if_nothing_waits_the_list_is_empty_and_the_code_is_0() {
    let app = TestApp::start().await;
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    assert_eq!(json_of(&app).await, json!({"waiting": [], "unread": []}));
    assert_eq!(exit_code(&app.state).await, 0);
}

#[tokio::test]
async fn each_entry_has_its_kind_and_the_code_is_1() {
    let app = TestApp::start().await;
    let mut ann = make_two_wait(&app).await;
    let code = ann.browser.get(&format!("/api/orders/{}", ann.order)).await.expect(200)["code"].clone();
    let expected = json!({
        "waiting": [
            {"kind": "orders_without_an_address", "what": code, "why": "there is no address for it to go to"},
            {"kind": "jobs", "what": "job next_boxes", "why": "failed: no paper"},
        ],
        "unread": [],
    });
    assert_eq!(json_of(&app).await, expected);
    assert_eq!(exit_code(&app.state).await, 1);
    let text = ops(&app, "attention").await.unwrap();
    assert!(text.contains("there is no address for it to go to") && text.contains("failed: no paper"), "{text}");
}

#[tokio::test]
async fn an_unreadable_kind_is_named_and_hides_no_others_and_the_code_is_2() {
    let app = TestApp::start().await;
    make_two_wait(&app).await;
    app.execute("ALTER TABLE webhook_events RENAME TO webhook_events_gone").await;
    let said = json_of(&app).await;
    let kinds: Vec<&Value> = said["waiting"].as_array().unwrap().iter().map(|found| &found["kind"]).collect();
    assert_eq!(kinds, ["orders_without_an_address", "jobs"]);
    assert_eq!((said["unread"].as_array().unwrap().len(), &said["unread"][0]["kind"]), (1, &json!("events")));
    assert!(said["unread"][0]["why"].as_str().unwrap().contains("webhook_events"), "{said}");
    assert_eq!(exit_code(&app.state).await, 2);
    let text = ops(&app, "attention").await.unwrap();
    assert!(text.contains("events") && text.contains("cannot be listed: "), "{text}");
    // Without a database, every kind is unreadable.
    app.state.db.close().await;
    let report = attention::find(&app.state).await;
    assert_eq!(report.exit_code(), 2);
    let unread: Vec<&str> = report.unread.iter().map(|unread| unread.kind).collect();
    // The parties' answers and the free space on the disk are not in the database.
    let elsewhere = ["parties", "disk"];
    let expected: Vec<&str> =
        kinds::ALL.iter().map(|kind| kind.name).filter(|name| !elsewhere.contains(name)).collect();
    assert_eq!(unread, expected);
}

/// How many statements the list takes.
async fn statements(app: &TestApp) -> usize {
    let count = StatementCount::start();
    let report = attention::find(&app.state).await;
    let statements = count.so_far();
    drop(count);
    assert_eq!(report.exit_code(), 0, "{:?} {:?}", report.waiting, report.unread);
    statements
}

/// The list is made every minute, and most orders are on time.
#[tokio::test]
async fn orders_that_are_on_time_cost_no_extra_statements() {
    let app = TestApp::start().await;
    let before = statements(&app).await;
    assert!(before > kinds::ALL.len() / 2, "{before}");
    for (email, steps) in [
        ("ann@example.com", &[Step::Style, Step::Ship][..]),
        ("ben@example.com", &[Step::Style, Step::Ship, Step::Deliver]),
        ("dan@example.com", &[Step::Style, Step::Ship, Step::Deliver, Step::Receive]),
    ] {
        let shopper = Shopper::with_order(&app, email).await;
        for step in steps {
            steps::take(&app.state, &shopper.order, *step, Actor::Ops).await.unwrap();
        }
    }
    let mut cat = Shopper::decided(&app, "cat@example.com", 2).await;
    cat.check_out("key").await.expect(200);
    ops(&app, "jobs run next_boxes").await.unwrap();
    assert_eq!(statements(&app).await, before);
}

#[tokio::test]
async fn the_program_exits_with_the_lists_code() {
    let run = |database: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
        command.env_clear().args(["ops", "attention", "--json", "--demo", "--public-url", "http://localhost"]);
        let output = command.args(["--log", "error", "--database-url", database]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let app = TestApp::start().await;
    let database = app.state.settings.database_url.expose();
    assert_eq!(run(database), (Some(0), "{\n  \"waiting\": [],\n  \"unread\": []\n}\n".to_owned()));
    make_two_wait(&app).await;
    let (code, said) = run(database);
    assert_eq!(code, Some(1), "{said}");
    let said: Value = serde_json::from_str(&said).unwrap();
    assert!(said["waiting"].as_array().unwrap().iter().any(|found| found["what"] == "job next_boxes"), "{said}");
    app.execute("ALTER TABLE webhook_events RENAME TO webhook_events_gone").await;
    assert_eq!(run(database).0, Some(2));
    // If the database or a setting cannot be read, the program prints no list.
    assert_eq!(run("postgres://ann@127.0.0.1:1/shop"), (Some(2), String::new()));
    assert_eq!(run("mysql://ann@127.0.0.1/shop"), (Some(2), String::new()));
}

#[tokio::test]
async fn each_kind_has_a_number_for_prometheus() {
    let _alone = MEASURED.lock().await;
    let app = TestApp::start().await;
    let waiting = async |kind: &str| value(&format!(r#"attention_waiting{{kind="{kind}"}}"#)).await;
    let unread = async |kind: &str| value(&format!(r#"attention_unread{{kind="{kind}"}}"#)).await;
    report::measure(&app.state).await;
    for kind in kinds::ALL {
        assert_eq!((waiting(kind.name).await, unread(kind.name).await), (Some(0.0), Some(0.0)), "{}", kind.name);
    }
    make_two_wait(&app).await;
    app.execute("ALTER TABLE webhook_events RENAME TO webhook_events_gone").await;
    report::measure(&app.state).await;
    assert_eq!((waiting("jobs").await, waiting("orders_without_an_address").await), (Some(1.0), Some(1.0)));
    assert_eq!((unread("events").await, unread("jobs").await), (Some(1.0), Some(0.0)));
    app.execute("ALTER TABLE webhook_events_gone RENAME TO webhook_events").await;
    app.execute("UPDATE jobs SET failed = FALSE").await;
    report::measure(&app.state).await;
    assert_eq!((waiting("jobs").await, unread("events").await), (Some(0.0), Some(0.0)));
}
