//! A database that fails for a moment does not stop the service.

use crate::support::description::calls;
use crate::support::empty_database::{connect_postgres, connect_sqlite};
use crate::support::{Shopper, TestApp};
use serde_json::json;
use sqlx::{Executor, Row};
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::store::access::server_keys;
use stylebox_server::store::{Db, StoreError, Tx};

/// Writes a row with so many bytes, and commits.
async fn write(db: &Db, name: &str, bytes: usize) -> Result<(), StoreError> {
    let mut tx = db.write().await?;
    server_keys::get_or_add(&mut tx, name, &"x".repeat(bytes), Timestamp(0)).await?;
    tx.commit().await
}

/// Runs a statement on the only connection that writes to SQLite. Returns the number in its answer.
async fn on_writer(db: &Db, sql: &'static str) -> Option<i64> {
    let Db::Sqlite { writer, .. } = db else { panic!("only SQLite has one") };
    let row = sqlx::query(sql).fetch_optional(&**writer).await.unwrap();
    row.map(|row| row.get(0))
}

/// Runs a statement within a transaction.
async fn within(tx: &mut Tx, sql: &'static str) {
    match tx {
        Tx::Sqlite(connection) => {
            (&mut **connection).execute(sql).await.unwrap();
        }
        Tx::Postgres(connection) => {
            (&mut **connection).execute(sql).await.unwrap();
        }
    }
}

const IS_SQLITE: fn(&TestApp) -> bool = |app| matches!(app.state.db, Db::Sqlite { .. });

#[tokio::test]
async fn writes_go_on_after_the_disk_was_full() {
    let app = TestApp::start().await;
    if !IS_SQLITE(&app) {
        return;
    }
    let db = &app.state.db;
    on_writer(db, "PRAGMA max_page_count = 1").await;
    let full = write(db, "too much", 1_000_000).await.unwrap_err();
    assert!(full.is_unavailable() && full.to_string().contains("full"), "{full}");
    // The disk has room again.
    on_writer(db, "PRAGMA max_page_count = 1073741823").await;
    for name in ["one", "two"] {
        write(db, name, 10_000).await.unwrap();
    }
    app.client().register("ann@example.com").await;
    let kept = app.dump().await;
    assert!(kept.contains("server_keys.name: two") && !kept.contains("too much"), "the failed write has left nothing");
}

/// The transaction has ended by itself, so its COMMIT or ROLLBACK fails.
#[tokio::test]
async fn a_connection_whose_commit_or_rollback_failed_is_thrown_away() {
    let app = TestApp::start().await;
    let db = &app.state.db;
    let mut tx = db.write().await.unwrap();
    within(&mut tx, "ROLLBACK").await;
    let committed = tx.commit().await;
    assert_eq!(committed.is_err(), IS_SQLITE(&app), "PostgreSQL only warns");
    write(db, "after a commit", 10).await.unwrap();

    let mut tx = db.write().await.unwrap();
    within(&mut tx, "ROLLBACK").await;
    drop(tx);
    write(db, "after a rollback", 10).await.unwrap();

    // More transactions than there are connections for reading.
    for _ in 0..20 {
        let mut tx = db.read().await.unwrap();
        within(&mut tx, "ROLLBACK").await;
    }
    for _ in 0..20 {
        drop(db.read().await.unwrap());
    }
    write(db, "after all", 10).await.unwrap();
}

/// The COMMIT fails because it would break a foreign key.
#[tokio::test]
async fn writes_go_on_after_a_refused_commit() {
    let app = TestApp::start().await;
    if !IS_SQLITE(&app) {
        return;
    }
    let mut tx = app.state.db.write().await.unwrap();
    within(&mut tx, "PRAGMA defer_foreign_keys = ON").await;
    within(&mut tx, "INSERT INTO next_box_looks (customer_id, look_on, changes) VALUES ('nobody', '2026-12-01', 1)")
        .await;
    assert!(tx.commit().await.is_err());
    write(&app.state.db, "after it", 10).await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM next_box_looks WHERE customer_id = 'nobody'").await, 0);
}

#[tokio::test]
async fn a_connection_whose_begin_failed_is_thrown_away() {
    let app = TestApp::start().await;
    if !IS_SQLITE(&app) {
        return;
    }
    let db = &app.state.db;
    // Otherwise it waits for 30 seconds.
    on_writer(db, "PRAGMA busy_timeout = 0").await;
    let mut other = connect_sqlite(app.state.settings.database_url.expose()).await;
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let busy = db.write().await.unwrap_err();
    assert!(busy.is_unavailable(), "{busy}");
    other.execute("ROLLBACK").await.unwrap();
    write(db, "after it", 10).await.unwrap();
    assert_eq!(on_writer(db, "PRAGMA busy_timeout").await, Some(30_000), "it is a new connection");
}

/// It must not leave a connection in a read transaction.
#[tokio::test]
async fn a_call_that_is_canceled_during_its_begin_spoils_no_connection() {
    let app = TestApp::start().await;
    let db = &app.state.db;
    for steps in 0..60 {
        tokio::select! {
            biased;
            () = async {
                for _ in 0..steps {
                    tokio::task::yield_now().await;
                }
            } => {}
            begun = db.read() => drop(begun.unwrap()),
        }
    }
    for number in 0..20 {
        write(db, &format!("key {number}"), 10).await.unwrap();
    }
    assert_eq!(app.dump().await.matches("key ").count(), 20, "all are committed");
}

#[tokio::test]
async fn errors_of_an_unavailable_postgresql_are_told_apart_from_our_mistakes() {
    let app = TestApp::start().await;
    let Db::Postgres(pool) = &app.state.db else { return };
    // Stopped, crashed, starting, lost, disk full, too many connections, no memory, a standby, a failing disk.
    for code in ["57P01", "57P02", "57P03", "08006", "53100", "53300", "53200", "25006", "58030"] {
        let raise = format!("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END $$");
        let error = pool.execute(sqlx::AssertSqlSafe(raise)).await.unwrap_err();
        assert!(StoreError::from(error).is_unavailable(), "{code}");
    }
    // A syntax error, a missing table, a duplicate, a wrong value.
    for code in ["42601", "42P01", "23505", "22P02"] {
        let raise = format!("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END $$");
        let error = pool.execute(sqlx::AssertSqlSafe(raise)).await.unwrap_err();
        assert!(!StoreError::from(error).is_unavailable(), "{code}");
    }
}

/// PostgreSQL ends every connection, as it does when it stops.
#[tokio::test]
async fn after_postgresql_has_stopped_calls_reconnect() {
    let app = TestApp::start().await;
    if IS_SQLITE(&app) {
        return;
    }
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let mut other = connect_postgres(app.state.settings.database_url.expose()).await;
    // In the middle of a transaction.
    let mut tx = app.state.db.write().await.unwrap();
    let pid: i32 = match &mut tx {
        Tx::Postgres(connection) => {
            sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut **connection).await.unwrap()
        }
        Tx::Sqlite(_) => unreachable!(),
    };
    sqlx::query("SELECT pg_terminate_backend($1)").bind(pid).execute(&mut other).await.unwrap();
    let lost = server_keys::get_or_add(&mut tx, "name", "value", Timestamp(0)).await.unwrap_err();
    assert!(lost.is_unavailable(), "{lost}");
    drop(tx);
    ann.browser.get("/api/orders").await.expect(200);
    write(&app.state.db, "after it", 10).await.unwrap();
}

/// No call answers 500.
#[tokio::test]
async fn without_a_database_every_call_says_when_to_come_again() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let calls = calls(&app).await;
    app.state.db.close().await;
    let mut unavailable = 0;
    for call in calls {
        let reply = call.send(&mut ann.browser, &ann.order, &json!({})).await;
        assert_ne!(reply.status, 500, "{}: {}", call.name(), reply.text);
        if reply.status == 503 {
            unavailable += 1;
            assert_eq!(reply.header("retry-after"), Some("30"), "{}", call.name());
        }
    }
    assert!(unavailable > 40, "{unavailable} calls need the database");
    let words = ann.browser.get("/api/orders").await.refused(503, "unavailable");
    assert_eq!(words, "We can't do this right now. Please try again in a minute.");
}
