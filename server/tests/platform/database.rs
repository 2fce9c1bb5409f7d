//! Tests of opening, migrating and concurrent writing.

use crate::support::locks::wait_until_it_waits;
use crate::support::{Shopper, TestApp, TestDatabase, crowded, two_transactions};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::service::operation::retention::sweep;
use stylebox_server::store::access::server_keys;
use stylebox_server::store::order::items;
use stylebox_server::store::{Db, OpenError, Tx};

#[tokio::test]
async fn servers_that_start_at_the_same_time_wait_for_each_other() {
    let app = TestApp::start().await;
    let url = app.state.settings.database_url.clone();
    let opened = tokio::join!(Db::open(&url), Db::open(&url), Db::open(&url));
    for db in [opened.0, opened.1, opened.2] {
        db.unwrap().ping().await.unwrap();
    }
}

/// With a mapped file, a page that a failing disk cannot read would end the process, and a large file would count as memory.
#[tokio::test]
async fn no_connection_maps_the_file_into_memory() {
    let app = TestApp::start().await;
    let Db::Sqlite { writer, readers } = &app.state.db else { return };
    for pool in [writer, readers] {
        let mapped: i64 = sqlx::query_scalar("PRAGMA mmap_size").fetch_one(&**pool).await.unwrap();
        assert_eq!(mapped, 0);
    }
}

#[tokio::test]
async fn concurrent_writes_all_succeed() {
    let app = TestApp::with(crowded).await;
    let writers = (0..20).map(|number| {
        let db = app.state.db.clone();
        tokio::spawn(async move {
            let mut tx = db.write().await.unwrap();
            server_keys::get_or_add(&mut tx, &format!("key {number}"), "value", Timestamp(0)).await.unwrap();
            tx.commit().await.unwrap();
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(app.dump().await.matches("key ").count(), 20);
}

#[tokio::test]
async fn an_uncommitted_transaction_changes_nothing() {
    let app = TestApp::start().await;
    let mut tx = app.state.db.write().await.unwrap();
    server_keys::get_or_add(&mut tx, "gone", "value", Timestamp(0)).await.unwrap();
    drop(tx);
    let mut tx = app.state.db.write().await.unwrap();
    assert_eq!(server_keys::get_or_add(&mut tx, "gone", "other", Timestamp(0)).await.unwrap(), "other");
}

#[tokio::test]
async fn a_read_transaction_cannot_write() {
    let app = TestApp::start().await;
    let mut tx = app.state.db.read().await.unwrap();
    assert!(server_keys::get_or_add(&mut tx, "name", "value", Timestamp(0)).await.is_err());
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         SELECT 999, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 101",
    )
    .await;
    app.execute("DELETE FROM shop_facts WHERE name = 'works_from'").await;
    let refused = Db::open(&app.state.settings.database_url).await.unwrap_err();
    assert!(matches!(refused, OpenError::Later { step: 999, .. }), "{refused}");
}

#[tokio::test]
async fn housekeeping_deletes_expired_rows() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    client.post("/api/passwords", serde_json::json!({"customer": {"email": "ann@example.com"}})).await;
    let before = app.dump().await;
    assert!(before.contains("human_check_used") && before.contains("reset_tokens") && before.contains("tries"));
    app.clock.advance(std::time::Duration::from_secs(15 * 24 * 60 * 60));
    sweep(&app.state).await.unwrap();
    let after = app.dump().await;
    for table in ["sessions", "human_check_used", "reset_tokens", "tries"] {
        assert!(!after.lines().any(|line| line.starts_with(table)), "{table}: {after}");
    }
    assert!(after.contains("ann@example.com"), "the customer stays");
}

#[tokio::test]
async fn both_engines_have_the_same_columns() {
    let (here, sqlite) = (TestDatabase::fresh().await, TestDatabase::on_sqlite());
    for database in [&here, &sqlite] {
        Db::open(&database.secret_url()).await.unwrap().close().await;
    }
    let columns = here.columns().await;
    assert!(columns.contains("line_items.received_at: number or nothing"), "{columns:?}");
    let both = [columns, sqlite.columns().await];
    let differ: Vec<_> = both[0].symmetric_difference(&both[1]).collect();
    assert!(differ.is_empty(), "{differ:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_database_file() {
    use std::os::unix::fs::PermissionsExt;
    let database = TestDatabase::fresh().await;
    let Some(file) = database.url.strip_prefix("sqlite:") else { return };
    // Opening creates the file.
    let _server = Db::open(&database.secret_url()).await.unwrap();
    for file in [file.to_owned(), format!("{file}-wal")] {
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
}

/// On PostgreSQL, transactions that lock several rows must lock them in the same order. SQLite has one writer at a time.
#[tokio::test]
async fn stock_rows_are_always_locked_in_the_same_order() {
    for step in [Step::Stop, Step::Receive] {
        let app = TestApp::with(two_transactions).await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
        if step == Step::Receive {
            for step in [Step::Ship, Step::Deliver] {
                steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
            }
            ann.keep(0).await;
        }
        // The box has its pieces in the opposite order of the stock rows.
        app.execute("UPDATE line_items SET position = 1000 - CAST(SUBSTR(product_id, 2) AS INTEGER)").await;
        let mut tx = app.state.db.write().await.unwrap();
        let pieces = items::lines(&mut tx, &ann.order).await.unwrap();
        let (last, first) = (pieces.first().unwrap(), pieces.last().unwrap());
        assert!(first.product_id < last.product_id);
        let Tx::Postgres(holder) = &mut tx else { return };
        let hold = "SELECT 1 FROM stock WHERE product_id = $1 AND size = $2 FOR UPDATE";
        sqlx::query(hold).bind(&first.product_id).bind(&first.size).execute(&mut **holder).await.unwrap();
        let (state, order) = (app.state.clone(), ann.order.clone());
        let puts_back = tokio::spawn(async move { steps::take(&state, &order, step, Actor::Ops).await });
        wait_until_it_waits(&puts_back, holder).await;
        sqlx::query(hold).bind(&last.product_id).bind(&last.size).execute(&mut **holder).await.unwrap();
        tx.commit().await.unwrap();
        puts_back.await.unwrap().unwrap();
    }
}
