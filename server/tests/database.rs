//! Opening, migrating, writing at the same time.

use crate::support::TestApp;
use stylebox_server::clock::Timestamp;
use stylebox_server::store::{Db, OpenError, server_keys};

#[tokio::test]
async fn servers_that_start_at_once_wait_for_each_other() {
    let app = TestApp::start().await;
    let url = app.state.settings.database_url.clone();
    let opened = tokio::join!(Db::open(&url), Db::open(&url), Db::open(&url));
    for db in [opened.0, opened.1, opened.2] {
        db.unwrap().ping().await.unwrap();
    }
}

#[tokio::test]
async fn many_who_write_at_the_same_time_all_succeed() {
    let app = TestApp::start().await;
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
async fn what_is_not_committed_never_happened() {
    let app = TestApp::start().await;
    let mut tx = app.state.db.write().await.unwrap();
    server_keys::get_or_add(&mut tx, "gone", "value", Timestamp(0)).await.unwrap();
    drop(tx);
    let mut tx = app.state.db.write().await.unwrap();
    assert_eq!(server_keys::get_or_add(&mut tx, "gone", "other", Timestamp(0)).await.unwrap(), "other");
}

#[tokio::test]
async fn a_transaction_that_reads_cannot_write() {
    let app = TestApp::start().await;
    let mut tx = app.state.db.read().await.unwrap();
    assert!(server_keys::get_or_add(&mut tx, "name", "value", Timestamp(0)).await.is_err());
}

#[tokio::test]
async fn a_database_of_a_later_version_is_left_alone() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         SELECT 999, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
    )
    .await;
    let refused = Db::open(&app.state.settings.database_url).await.unwrap_err();
    assert!(matches!(refused, OpenError::Later { step: 999, .. }), "{refused}");
}

#[tokio::test]
async fn what_has_run_its_time_is_cleared_out() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    client.post("/api/passwords", serde_json::json!({"customer": {"email": "ann@example.com"}})).await;
    let before = app.dump().await;
    assert!(before.contains("human_check_used") && before.contains("reset_tokens") && before.contains("rate_limits"));
    app.clock.advance(std::time::Duration::from_secs(15 * 24 * 60 * 60));
    let mut tx = app.state.db.write().await.unwrap();
    stylebox_server::store::housekeeping::sweep(&mut tx, app.state.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    let after = app.dump().await;
    for table in ["sessions", "human_check_used", "reset_tokens", "rate_limits"] {
        assert!(!after.lines().any(|line| line.starts_with(table)), "{table}: {after}");
    }
    assert!(after.contains("ann@example.com"), "the customer stays");
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let app = TestApp::start().await;
    app.client().register("ann@example.com").await;
    let Some(file) = app.state.settings.database_url.strip_prefix("sqlite:") else { return };
    for file in [file.to_owned(), format!("{file}-wal")] {
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
}
