//! How long each kind of data is kept: core's table names every table of the database, the document shows the table, and the jobs do
//! what it says.

use crate::account::erasure::with_everything;
use crate::account::sign_up_and_in::sign_in;
use crate::support::locks::is_waited_for;
use crate::support::{PASSWORD, Shopper, StatementCount, TestApp, newest_mail, ops, two_transactions};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stylebox_core::policy::retention::{EndedBy, KINDS, Kept, find};
use stylebox_server::jobs;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::platform::points::{self, Point, Watch};
use stylebox_server::service::account::closing;
use stylebox_server::service::mail::outbox::deliver;
use stylebox_server::service::operation::retention::sweep;
use stylebox_server::store::Tx;
use stylebox_server::store::operation::housekeeping::STEPS;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[tokio::test]
async fn every_table_is_of_a_kind_of_data() {
    let columns = TestApp::start().await.columns().await;
    let there: BTreeSet<&str> = columns.iter().map(|column| column.split_once('.').unwrap().0).collect();
    let known: BTreeSet<&str> = KINDS.iter().flat_map(|kind| kind.tables).copied().collect();
    let differ: Vec<_> = known.symmetric_difference(&there).collect();
    assert!(differ.is_empty(), "say in core/src/policy/retention.rs how long their rows are kept: {differ:?}");
}

#[test]
fn the_job_that_the_table_names_ends_the_kind() {
    let names: BTreeSet<&str> = KINDS.iter().map(|kind| kind.data).collect();
    assert_eq!(names.len(), KINDS.len(), "no two have one name");
    let of_housekeeping = KINDS.iter().filter(|kind| kind.by == EndedBy::Housekeeping).map(|kind| kind.data);
    let steps: Vec<&str> = STEPS.iter().map(|step| step.data).collect();
    assert_eq!(
        steps,
        of_housekeeping.collect::<Vec<_>>(),
        "the steps of store/operation/housekeeping.rs, in this order"
    );
    for kind in KINDS {
        if let EndedBy::Job(name) = kind.by {
            assert!(jobs::find(name).is_some(), "{}: no job {name}", kind.data);
        }
        let is_for_good = matches!(kind.kept, Kept::Account | Kept::Books | Kept::Shop);
        let is_ended_early = matches!(kind.by, EndedBy::Housekeeping | EndedBy::Job(_));
        assert_ne!(is_for_good, is_ended_early, "{}", kind.data);
    }
}

/// The table as the document has it.
fn table() -> String {
    let mut table = String::from("| what | tables | how long | then | by |\n|---|---|---|---|---|\n");
    for kind in KINDS {
        let tables: Vec<String> = kind.tables.iter().map(|table| format!("`{table}`")).collect();
        let by = match kind.by {
            EndedBy::Housekeeping => "`housekeeping`".to_owned(),
            EndedBy::Job(name) => format!("`{name}`"),
            EndedBy::AccountEnd => "the end of the account".to_owned(),
            EndedBy::Nobody => "nobody".to_owned(),
        };
        writeln!(table, "| {} | {} | {} | {} | {by} |", kind.data, tables.join(", "), kind.kept, kind.then).unwrap();
    }
    table
}

#[test]
fn the_document_shows_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operating/retention.md");
    let document = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(document.contains(&table()), "put this table into {}:\n{}", file.display(), table());
}

/// What is made of a kind, and the count of what is left of it. Its time begins now.
struct Row {
    data: &'static str,
    /// `NOW` is the time.
    make: &'static [&'static str],
    left: &'static str,
}

const ROWS: [Row; 9] = [
    Row {
        data: "events for the analytics service",
        make: &["INSERT INTO outbox (id, channel, kind, recipient, subject, body, created_at, sent_at)
            VALUES ('event', 'analytics', 'sign_up', '', '', '', NOW, NOW)"],
        left: "SELECT COUNT(*) FROM outbox WHERE id = 'event'",
    },
    Row {
        data: "refused cards",
        make: &["UPDATE card_refusals SET created_at = NOW"],
        left: "SELECT COUNT(*) FROM card_refusals",
    },
    Row {
        data: "events of outside parties",
        make: &["INSERT INTO webhook_events (id, party, event_id, hint, received_at, due_at, failures, worked_at)
            VALUES ('w', 'double', 'e', '{}', NOW, NOW, 0, NOW)"],
        left: "SELECT COUNT(*) FROM webhook_events",
    },
    Row {
        data: "clicks on suggested items",
        make: &["UPDATE suggested_item_clicks SET at = NOW"],
        left: "SELECT COUNT(*) FROM suggested_item_clicks",
    },
    Row {
        data: "labels of parcels, and where these were seen",
        make: &["UPDATE shipments SET created_at = NOW, label_due_at = NULL, look_at = NULL"],
        left: "SELECT COUNT(*) FROM shipments WHERE document IS NOT NULL OR place IS NOT NULL OR last_error IS NOT NULL",
    },
    Row {
        data: "messages",
        make: &["UPDATE outbox SET created_at = NOW, sent_at = COALESCE(sent_at, NOW) WHERE id <> 'event'"],
        left: "SELECT (SELECT COUNT(*) FROM outbox) + (SELECT COUNT(*) FROM reminders) + (SELECT COUNT(*) FROM next_box_notices)",
    },
    Row {
        data: "replaced cards",
        make: &["UPDATE cards SET replaced_at = NOW WHERE replaced_at IS NOT NULL"],
        left: "SELECT COUNT(*) FROM cards WHERE replaced_at IS NOT NULL AND (gateway_token || cardholder_name || city) <> ''",
    },
    Row {
        data: "why orders were held",
        make: &["UPDATE fraud_holds SET held_at = NOW", "UPDATE orders SET finished = TRUE, status = 'completed'"],
        left: "SELECT COUNT(*) FROM fraud_holds WHERE why <> '' OR looked_at <> ''",
    },
    Row {
        data: "cards that were declined for good",
        make: &["INSERT INTO declined_cards (card, reason, declined_at) VALUES ('c', 'stolen', NOW)"],
        left: "SELECT COUNT(*) FROM declined_cards",
    },
];

#[tokio::test]
async fn what_has_passed_its_time_goes_then_and_not_before() {
    let app = TestApp::start().await;
    with_everything(&app).await;
    deliver(&app.state).await.unwrap();
    let begin = app.state.clock.now().0;
    for Row { data, make, left } in &ROWS {
        for sql in *make {
            app.execute(sql.replace("NOW", &begin.to_string()).leak()).await;
        }
        assert!(app.count(left).await > 0, "{data}: there is nothing");
    }
    let current =
        "SELECT COUNT(*) FROM cards WHERE replaced_at IS NULL AND gateway_token <> '' AND cardholder_name <> ''";
    let mut times: Vec<(Duration, &Row)> = ROWS.iter().map(|row| (time_of(row.data), row)).collect();
    times.sort_by_key(|(time, _)| *time);
    let mut passed = Duration::ZERO;
    for (time, Row { data, left, .. }) in times {
        if time > passed {
            app.clock.advance(time - passed - Duration::from_micros(1));
            sweep(&app.state).await.unwrap();
            assert!(app.count(left).await > 0, "{data} went before its time");
            app.clock.advance(Duration::from_micros(1));
            passed = time;
        }
        sweep(&app.state).await.unwrap();
        assert_eq!(app.count(left).await, 0, "{data} is left");
    }
    assert_eq!(app.count(current).await, 1, "the card on file stays");
    assert!(app.count("SELECT COUNT(*) FROM cards WHERE last_four = ''").await == 0, "payments show these");
    for books in ["orders", "invoices", "ledger", "payment_attempts", "fraud_holds", "shipments", "order_events"] {
        assert!(app.count(&format!("SELECT COUNT(*) FROM {books}")).await > 0, "{books}");
    }
    assert_eq!(sweep(&app.state).await.unwrap(), 0, "a second run finds nothing");
}

/// The time that core's table names.
fn time_of(data: &str) -> Duration {
    let Kept::For(time, _) = find(data).unwrap().kept else { panic!("{data}") };
    Duration::from_secs(time.seconds())
}

/// An order that is held, a message that waits and a parcel that is followed are still needed, however old they are.
#[tokio::test]
async fn what_is_still_needed_stays_whatever_its_age() {
    let app = TestApp::start().await;
    Shopper::with_order(&app, "ann@example.com").await;
    app.execute("UPDATE outbox SET created_at = 1, sent_at = NULL, failed_at = NULL").await;
    app.execute(
        "INSERT INTO fraud_holds (order_id, why, looked_at, held_at) SELECT id, 'doubt', 'print', 1 FROM orders",
    )
    .await;
    app.execute(
        "INSERT INTO shipments (id, order_id, way, created_at, status, document, place, attempts, parcel_status, look_at, looks_failed)
         SELECT 's1', id, 'to_customer', 1, 'made', 'label', 'Minneapolis', 0, 'in_transit', 1, 0 FROM orders",
    )
    .await;
    app.execute(
        "INSERT INTO webhook_events (id, party, event_id, hint, received_at, due_at, failures) VALUES ('w', 'double', 'e', '{}', 1, 1, 9)",
    )
    .await;
    let before = app.dump().await;
    assert_eq!(sweep(&app.state).await.unwrap(), 0);
    assert!(before == app.dump().await);
}

#[tokio::test]
async fn a_statement_is_about_few_rows() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO tries (bucket, made_at, at_newest, expires_at)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1050)
         SELECT 'bucket ' || n, '1700000000000000', 1, n FROM numbers",
    )
    .await;
    let count = StatementCount::start();
    assert_eq!(sweep(&app.state).await.unwrap(), 1050);
    let of_tries = count.sent().into_iter().filter(|sql| sql.starts_with("DELETE FROM tries ")).count();
    assert_eq!(of_tries, 11, "a hundred rows each, and fifty");
    drop(count);
    assert_eq!(app.count("SELECT COUNT(*) FROM tries").await, 0);
}

/// On PostgreSQL, a call can renew a row while the job removes it. SQLite has one writer at a time.
#[tokio::test]
async fn a_row_that_is_renewed_meanwhile_stays() {
    let app = TestApp::with(two_transactions).await;
    app.client().register("ann@example.com").await;
    app.execute(
        "INSERT INTO email_changes (customer_id, email, email_key, token_hash, created_at, expires_at)
         SELECT id, 'new@example.com', 'new@example.com', 'hash', 1, 1 FROM customers",
    )
    .await;
    app.execute(
        "INSERT INTO cards (id, customer_id, gateway_token, brand, last_four, expiration, cardholder_name, street_address1, city, state,
           zip_code, country, phone, created_at, replaced_at)
         SELECT 'card', id, 'token', 'visa', '1111', '12/30', 'Ann', '1 Main St', 'Edina', 'MN', '55401', 'US', '6125550100', 1, 1
         FROM customers",
    )
    .await;
    let ann = app.customer_id("ann@example.com").await;
    let mut tx = app.state.db.write().await.unwrap();
    let Tx::Postgres(holder) = &mut tx else { return };
    let later = "UPDATE email_changes SET expires_at = 9000000000000000 WHERE customer_id = $1";
    for (sql, key) in [(later, ann.as_str()), ("UPDATE cards SET replaced_at = NULL WHERE id = $1", "card")] {
        sqlx::query(sql).bind(key).execute(&mut **holder).await.unwrap();
    }
    let state = app.state.clone();
    let swept = tokio::spawn(async move { sweep(&state).await });
    while !swept.is_finished() && !is_waited_for(holder).await {}
    tx.commit().await.unwrap();
    swept.await.unwrap().unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM email_changes").await, 1);
    assert_eq!(app.count("SELECT COUNT(*) FROM cards WHERE gateway_token = 'token'").await, 1);
    app.execute("UPDATE email_changes SET expires_at = 1").await;
    assert_eq!(sweep(&app.state).await.unwrap(), 1, "later it goes all the same");
}

#[tokio::test]
async fn an_account_that_was_never_used_is_closed_after_two_years() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    app.client().register("ben@example.com").await;
    Shopper::with_order(&app, "cleo@example.com").await;
    let names = "SELECT COUNT(*) FROM customers WHERE first_name <> ''";
    // Ben signs in once more.
    app.clock.advance(DAY * 600);
    sign_in(&mut app.client(), "ben@example.com", PASSWORD).await.expect(200);
    app.clock.advance(DAY * 130 - Duration::from_secs(1));
    for (seconds, left) in [(0, 3), (1, 2)] {
        app.clock.advance(Duration::from_secs(seconds));
        ops(&app, "jobs run housekeeping").await.unwrap();
        ops(&app, "jobs run closings").await.unwrap();
        assert_eq!(app.count(names).await, left, "{seconds}");
    }
    let mail = newest_mail(&app, "account_closed").await.unwrap();
    assert_eq!(mail.recipient, "ann@example.com");
    assert!(mail.body.contains("after 2 years") && !mail.body.contains("If it was not you"), "{}", mail.body);
    // Ben's device is known for 400 days.
    app.clock.advance(DAY * 270);
    ops(&app, "jobs run housekeeping").await.unwrap();
    ops(&app, "jobs run closings").await.unwrap();
    assert_eq!(app.count(names).await, 1, "who has ordered stays");
}

/// The database is away once a transaction is committed.
#[derive(Debug, Default)]
struct AwayAfterCommit(Arc<AtomicBool>);

impl Watch for AwayAfterCommit {
    fn reach(&self, point: Point) -> BoxFuture<'static, io::Result<()>> {
        let is_away = self.0.fetch_or(point == Point::Committed, Ordering::Relaxed);
        Box::pin(async move { if is_away { Err(io::ErrorKind::ConnectionRefused.into()) } else { Ok(()) } })
    }

    fn ended(&self, _: bool) {}
}

#[tokio::test]
async fn an_unused_account_whose_closing_was_cut_off_is_told_the_same() {
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    app.clock.advance(DAY * 730);
    sweep(&app.state).await.unwrap();
    let closed = points::watched(Arc::new(AwayAfterCommit::default()), closing::close_abandoned(&app.state)).await;
    assert_eq!(closed.unwrap().done, 0);
    assert_eq!(app.count("SELECT COUNT(*) FROM customers WHERE closing_since IS NOT NULL").await, 1, "it has begun");
    app.clock.advance(DAY);
    assert_eq!(closing::end_settled(&app.state).await.unwrap().done, 1);
    let mail = newest_mail(&app, "account_closed").await.unwrap();
    assert!(mail.body.contains("after 2 years") && !mail.body.contains("If it was not you"), "{}", mail.body);
}
