//! A rolling upgrade: servers of a release run on the tables of the next one, and change none if they may not.

use crate::support::{Client, Running, TestApp, TestDatabase};
use std::process::{Command, Output};
use stylebox_server::store::{Db, OpenError};

fn run(arguments: &[&str], database: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    let arguments = [arguments, &["--demo", "--log", "error", "--database-url", database]].concat();
    command.env_clear().args(arguments).output().unwrap()
}

/// A database on which the next release has run its migration, which adds a table and a column. Versions from `works_from` on work
/// with it.
async fn a_release_ahead(works_from: i64) -> TestApp {
    let app = TestApp::start().await;
    for sql in [
        "CREATE TABLE garments (id TEXT PRIMARY KEY)".to_owned(),
        "ALTER TABLE customers ADD COLUMN shoe_size TEXT".to_owned(),
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         SELECT 999, 'garments', success, checksum, 0 FROM _sqlx_migrations WHERE version = 101"
            .to_owned(),
        "DELETE FROM shop_facts WHERE name = 'works_from'".to_owned(),
        format!("INSERT INTO shop_facts (name, value, updated_at) VALUES ('works_from', '{works_from}', 0)"),
    ] {
        app.execute(sql.leak()).await;
    }
    app
}

async fn own_step(database: &TestDatabase) -> i64 {
    Db::look(&database.secret_url()).await.unwrap().own()
}

/// A customer registers and reads their account.
async fn customers_are_served(browser: &mut Client) {
    browser.register("zed@example.com").await;
    assert_eq!(browser.get("/api/account").await.expect(200)["email"], "zed@example.com");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_runs_on_the_tables_of_the_next_release() {
    let own = own_step(&TestDatabase::fresh().await).await;
    let app = a_release_ahead(own).await;
    let url = app.state.settings.database_url.expose();
    for command in [&["check"][..], &["migrate"], &["ops", "clock", "--public-url", "http://localhost"]] {
        let output = run(command, url);
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let status = run(&["migrate", "--status"], url);
    let table = String::from_utf8_lossy(&status.stdout).into_owned();
    let last = table.lines().last().unwrap();
    assert!(last.starts_with("999  garments ") && last.ends_with(" done by the next release"), "{table}");
    assert!(status.status.success());
    for command in [&["serve"][..], &["serve", "--no-migrate"]] {
        let server = Running::start(url, command);
        server.client().get("/readyz").await.expect(200);
    }
    let server = Running::start(url, &["serve", "--no-migrate", "--human-check-steps", "1"]);
    customers_are_served(&mut server.client()).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM _sqlx_migrations WHERE version = 999").await, 1);
}

#[tokio::test]
async fn a_server_refuses_the_tables_of_a_release_that_it_does_not_work_with() {
    let own = own_step(&TestDatabase::fresh().await).await;
    let app = a_release_ahead(own + 1).await;
    let refused = Db::look(&app.state.settings.database_url).await.unwrap_err();
    assert!(matches!(refused, OpenError::Later { step: 999, .. }), "{refused}");
}

/// The next release may be there, and a step of this one missing: another branch has made it.
#[tokio::test]
async fn a_database_that_is_ahead_and_lacks_a_step_is_refused() {
    let own = own_step(&TestDatabase::fresh().await).await;
    let app = a_release_ahead(own).await;
    app.execute("DELETE FROM _sqlx_migrations WHERE version = 104").await;
    let refused = Db::look(&app.state.settings.database_url).await.unwrap_err();
    assert!(matches!(refused, OpenError::Later { step: 999, .. }), "{refused}");
}

#[tokio::test]
async fn a_server_that_may_not_migrate_refuses_older_tables_and_leaves_them() {
    let app = TestApp::start().await;
    app.execute("DELETE FROM _sqlx_migrations WHERE version = 111").await;
    let url = app.state.settings.database_url.expose();
    let before = app.dump().await;
    let output = run(&["serve", "--no-migrate", "--listen", "127.0.0.1:0"], url);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && text.contains("and lacks 1 step of version"), "{text}");
    assert_eq!(app.dump().await, before);
}

/// `migrate` runs as the owner of the tables, and the server as a user who can do no more than read and write rows.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_needs_no_rights_on_the_schema() {
    let app = TestApp::start().await;
    let url = app.state.settings.database_url.expose();
    if url.starts_with("sqlite:") {
        return;
    }
    let schema = url.rsplit("%3D").next().unwrap();
    let user = format!("{schema}_server");
    for sql in [
        format!("CREATE ROLE {user} LOGIN"),
        format!("GRANT USAGE ON SCHEMA {schema} TO {user}"),
        format!("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {user}"),
    ] {
        app.execute(sql.leak()).await;
    }
    let (scheme, rest) = url.split_once("://").unwrap();
    let own_url = format!("{scheme}://{user}@{}", rest.rsplit_once('@').map_or(rest, |(_, host)| host));
    {
        let server = Running::start(&own_url, &["serve", "--no-migrate", "--human-check-steps", "1"]);
        customers_are_served(&mut server.client()).await;
    }
    app.execute(format!("DROP OWNED BY {user}").leak()).await;
    app.execute(format!("DROP ROLE {user}").leak()).await;
}
